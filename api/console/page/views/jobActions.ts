import { call } from '../api.ts';
import type { StateAction } from '../parts/bulk/bulkActions.tsx';

/** What can be done to a Job, and to Jobs in which state. */
export const jobActions: readonly StateAction[] = [
  {
    label: 'Resend failed steps',
    statuses: ['FAILED'],
    danger: false,
    said: 'Every failed step is tried again from the beginning; completed ones stay as they are.',
    run: (id) => call('POST', `/api/v2/admin/jobs/${id}/resend-failed`),
  },
  {
    label: 'Cancel',
    statuses: ['NEW', 'IN_PROGRESS'],
    danger: true,
    said: 'What runs is told to stop. Unfinished steps and the Job become FAILED with the log “cancelled”.',
    run: (id) => call('POST', `/api/v2/jobs/${id}/cancel`),
  },
];
