import { call } from '../common/api.ts';
import type { FollowedJob } from '../common/followJob.ts';
import type { StateAction } from '../parts/bulk/bulkActions.tsx';

/** The actions on jobs, with the statuses that allow them. */
export const jobActions: readonly StateAction[] = [
  {
    label: 'Resend failed and cancelled steps',
    confirm: (what) => `Resend failed and cancelled steps of ${what}`,
    statuses: ['FAILED'],
    danger: false,
    explanation: 'Every failed or cancelled step is retried with all of its attempts. Completed steps are unchanged.',
    operation: ['POST', '/api/v2/admin/jobs/{jobId}/resend-failed'],
    run: (id) => call('POST', `/api/v2/admin/jobs/${id}/resend-failed`),
    bulk: 'RESEND',
  },
  {
    label: 'Pause',
    confirm: (what) => `Pause ${what}`,
    statuses: ['NEW', 'IN_PROGRESS'],
    danger: false,
    explanation: 'No step starts until the job is resumed. Running steps end.',
    operation: ['POST', '/api/v2/jobs/{id}/pause'],
    run: (id) => call('POST', `/api/v2/jobs/${id}/pause`),
    bulk: 'PAUSE',
  },
  {
    label: 'Resume',
    confirm: (what) => `Resume ${what}`,
    statuses: ['NEW', 'IN_PROGRESS'],
    danger: false,
    explanation: 'Waiting steps of paused jobs start again.',
    operation: ['POST', '/api/v2/jobs/{id}/resume'],
    run: (id) => call('POST', `/api/v2/jobs/${id}/resume`),
    bulk: 'RESUME',
  },
  {
    label: 'Cancel',
    confirm: (what) => `Cancel ${what}`,
    statuses: ['NEW', 'IN_PROGRESS'],
    danger: true,
    explanation: 'Running steps are stopped. Unfinished steps and the job are cancelled. They can be resent.',
    operation: ['POST', '/api/v2/jobs/{id}/cancel'],
    run: (id) => call('POST', `/api/v2/jobs/${id}/cancel`),
    bulk: 'CANCEL',
  },
];

/** The actions on one job: an open job is either paused or resumed, and a resend names the steps that it resends. */
export function actionsOn(job: FollowedJob | undefined): readonly StateAction[] {
  const steps = resentSteps(job);
  return jobActions
    .filter(({ bulk }) => bulk !== (job?.paused ? 'PAUSE' : 'RESUME'))
    .map((action) =>
      action.bulk === 'RESEND'
        ? { ...action, label: `Resend ${steps}`, confirm: (what) => `Resend ${steps} of ${what}` }
        : action,
    );
}

function resentSteps(job: FollowedJob | undefined): string {
  const { FAILED = 0, CANCELLED = 0 } = job?.progress ?? {};
  if (FAILED > 0 && CANCELLED > 0) return 'failed and cancelled steps';
  return FAILED === 0 && (CANCELLED > 0 || job?.cause === 'CANCELLED') ? 'cancelled steps' : 'failed steps';
}
