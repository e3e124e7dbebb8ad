import type { Job } from '../../../../client/api.ts';
import { call, type Filter, searchPage } from '../api.ts';

/** What can be done to a Job, and to Jobs in which state. */
export interface JobAction {
  readonly name: 'resend' | 'cancel';
  readonly label: string;
  readonly statuses: readonly Job['status'][];
  readonly danger: boolean;
  readonly said: string;
  readonly run: (id: string) => Promise<unknown>;
}

export const jobActions: readonly JobAction[] = [
  {
    name: 'resend',
    label: 'Resend failed steps',
    statuses: ['FAILED'],
    danger: false,
    said: 'Every failed step is tried again from the beginning; completed ones stay as they are.',
    run: (id) => call('POST', `/api/v2/admin/jobs/${id}/resend-failed`),
  },
  {
    name: 'cancel',
    label: 'Cancel',
    statuses: ['NEW', 'IN_PROGRESS'],
    danger: true,
    said: 'What runs is told to stop. Unfinished steps and the Job become FAILED with the log “cancelled”.',
    run: (id) => call('POST', `/api/v2/jobs/${id}/cancel`),
  },
];

/** Filters that also hold for what the action can be done to. */
export const applicable = (filters: readonly Filter[], { statuses }: JobAction): Filter[] => [
  ...filters,
  { column: 'status', operator: 'IN', value: statuses.join(',') },
];

const STRETCH = 500;

/**
 * The ids of all Jobs that match, however many: read on by their time of start, since a page reaches but so deep, and
 * Jobs that are done with may leave the filter meanwhile.
 */
export async function* matchingJobs(filters: readonly Filter[]): AsyncGenerator<string> {
  const seen = new Set<string>();
  let from: string | undefined;
  for (let page = 0; ; ) {
    const reached: Filter[] = from === undefined ? [] : [{ column: 'startDate', operator: 'GE', value: from }];
    const { content } = await searchPage<Job>('jobs', {
      filters: [...filters, ...reached],
      sort: [{ column: 'startDate', direction: 'ASC' }],
      page,
      size: STRETCH,
    });
    const fresh = content.flatMap(({ id }) => (id === undefined || seen.has(id) ? [] : id));
    for (const id of fresh) seen.add(id);
    yield* fresh;
    if (content.length < STRETCH) return;
    const last = content.at(-1)?.startDate;
    // All of a stretch may have begun at one moment.
    page = last === from ? page + 1 : 0;
    from = last;
  }
}
