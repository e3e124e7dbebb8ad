import type { Job, JobStep } from '../../../../client/api.ts';
import { type Filter, searchPage } from '../common/api.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { may } from '../common/schema.ts';

interface JobFailure {
  /** The number of failed steps; absent if it is not known. */
  readonly count?: number;
  /** The log of one of them. */
  readonly reason?: string;
}

export type FailuresOfJobs = ReadonlyMap<string, JobFailure>;

const MAX_STEPS = 1_000;

const failedSteps = (filter: Filter, size: number, signal: AbortSignal) =>
  searchPage<JobStep>(
    'job-steps',
    {
      filters: [filter, { column: 'status', value: 'FAILED' }, { column: 'cause', operator: 'NE', value: 'CANCELLED' }],
      size,
    },
    signal,
  );

/** Returns for each job how many of its steps have failed, and why. */
async function failuresOf(ids: readonly string[], signal: AbortSignal): Promise<FailuresOfJobs> {
  if (ids.length === 0 || !may('GET', '/api/v2/job-steps/search/page')) return new Map();
  const ofAll = { column: 'jobId', operator: 'IN', value: ids.join(',') };
  const { content, totalElements } = await failedSteps(ofAll, MAX_STEPS, signal);
  // A partial count would be wrong. The failed steps of one job may be all that was found, so each job is then asked for.
  if (totalElements > content.length) return new Map(await Promise.all(ids.map((id) => failureOf(id, signal))));
  const stepsOf = Map.groupBy(content, ({ jobId = '' }) => jobId);
  return new Map([...stepsOf].map(([id, steps]) => [id, { count: steps.length, ...reasonOf(steps) }]));
}

async function failureOf(id: string, signal: AbortSignal): Promise<readonly [string, JobFailure]> {
  const { content, totalElements } = await failedSteps({ column: 'jobId', value: id }, 1, signal);
  return [id, { count: totalElements, ...reasonOf(content) }];
}

const reasonOf = (steps: readonly JobStep[]): Pick<JobFailure, 'reason'> => {
  const reason = steps.find(({ log }) => log)?.log;
  return reason === undefined ? {} : { reason };
};

/** The failures of the jobs of a list. Search can find steps after their job, so they are refreshed as well. */
export function useFailuresOfJobs(jobs: readonly Job[]): FailuresOfJobs {
  const failed = jobs
    .filter(({ status, cause }) => status === 'FAILED' && cause !== 'CANCELLED')
    .map(({ id = '' }) => id);
  return useLoad((signal) => failuresOf(failed, signal), [failed], LIST_REFRESH_MS).data ?? new Map();
}
