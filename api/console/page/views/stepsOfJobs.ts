import type { Job, JobStep } from '../../../../client/api.ts';
import { type Filter, get, searchPage } from '../common/api.ts';
import type { CurrentJob } from '../common/currentJobs.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { may } from '../common/schema.ts';

interface StepsOfJob {
  /** The number of steps; absent if it is not known. */
  readonly count?: number;
  /** The number of failed steps, without cancelled ones; absent if it is not known. */
  readonly failed?: number;
  /** The log of a failed step. */
  readonly reason?: string;
}

/** What the list of Jobs shows of their steps, by the id of the Job. */
export type StepsOfJobs = ReadonlyMap<string, StepsOfJob>;

/** Maximum number of failed steps that are read with their logs. */
const MAX_FAILED = 1_000;
/** Maximum number of steps that are read to be counted. */
const MAX_COUNTED = 200;

const PATH = '/api/v2/job-steps/search';
const ofJobs = (ids: readonly string[]): Filter => ({ column: 'jobId', operator: 'IN', value: ids.join(',') });
const ofJob = (id: string): Filter => ({ column: 'jobId', value: id });

const failedSteps = (filter: Filter, size: number, signal: AbortSignal) =>
  searchPage<JobStep>(
    'job-steps',
    {
      filters: [filter, { column: 'status', value: 'FAILED' }, { column: 'cause', operator: 'NE', value: 'CANCELLED' }],
      size,
    },
    signal,
  );

/** Returns for each Job how many of its steps have failed, and why. */
async function failuresOf(ids: readonly string[], signal: AbortSignal): Promise<StepsOfJobs> {
  if (ids.length === 0) return new Map();
  const { content, totalElements } = await failedSteps(ofJobs(ids), MAX_FAILED, signal);
  // A partial count would be wrong. The failed steps of one job may be all that was found, so each job is then asked for.
  if (totalElements > content.length) return new Map(await Promise.all(ids.map((id) => failureOf(id, signal))));
  const stepsOf = Map.groupBy(content, ({ jobId = '' }) => jobId);
  return new Map(
    ids.flatMap((id) => {
      const steps = stepsOf.get(id);
      return steps ? [[id, { failed: steps.length, ...reasonOf(steps) }] as const] : [];
    }),
  );
}

async function failureOf(id: string, signal: AbortSignal): Promise<readonly [string, StepsOfJob]> {
  const { content, totalElements } = await failedSteps(ofJob(id), 1, signal);
  return [id, { failed: totalElements, ...reasonOf(content) }];
}

const reasonOf = (steps: readonly JobStep[]): Pick<StepsOfJob, 'reason'> => {
  const reason = steps.find(({ log }) => log)?.log;
  return reason === undefined ? {} : { reason };
};

/** Counts that are read again only after `until`, in ms since 1970; by id and version of the Job. */
const counted = new Map<string, { readonly count: number; readonly until: number }>();
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 30_000;
/** Search finds the steps of a Job within this time after its end. */
const SETTLED_MS = 60_000;

const keyOf = ({ id = '', auditInfo }: Job): string => `${id} ${auditInfo?.version}`;

/** Returns how many steps each Job has. The count of a Job that has ended is read once. */
async function countsOf(jobs: readonly Job[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const now = Date.now();
  const isKnown = (job: Job): boolean => (counted.get(keyOf(job))?.until ?? 0) > now;
  const unknown = jobs.filter((job) => !isKnown(job));
  const read = await readCounts(
    unknown.map(({ id = '' }) => id),
    signal,
  );
  if (counted.size > MAX_REMEMBERED) counted.clear();
  for (const job of unknown) {
    const count = read.get(job.id ?? '') ?? 0;
    const hasSettled = job.endDate !== undefined && now - Date.parse(job.endDate) > SETTLED_MS;
    // The steps of a Job without any may be about to be planned.
    const until = hasSettled ? Number.POSITIVE_INFINITY : count > 0 ? now + REMEMBERED_MS : 0;
    counted.set(keyOf(job), { count, until });
  }
  return new Map(jobs.map((job) => [job.id ?? '', counted.get(keyOf(job))?.count ?? 0]));
}

/** Counts the steps of Jobs by one request where they have few, or else by one for each Job. */
async function readCounts(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const filtering = { filters: [ofJobs(ids)], size: MAX_COUNTED };
  const { content, totalElements } = await searchPage<JobStep>('job-steps', filtering, signal);
  if (totalElements <= content.length) {
    const stepsOf = Map.groupBy(content, ({ jobId = '' }) => jobId);
    return new Map([...stepsOf].map(([id, steps]) => [id, steps.length]));
  }
  const countOf = (id: string): Promise<number> =>
    get(`${PATH}/count`, { query: { filtering: JSON.stringify({ filters: [ofJob(id)] }) }, signal });
  return new Map(await Promise.all(ids.map(async (id) => [id, await countOf(id)] as const)));
}

const hasFailed = ({ status, cause }: Job): boolean => status === 'FAILED' && cause !== 'CANCELLED';

/**
 * Returns what the list of Jobs shows of their steps, except of those whose progress is in the live figures. Search can find
 * steps after their Job, so they are refreshed as well.
 */
export function useStepsOfJobs(jobs: readonly CurrentJob[]): StepsOfJobs {
  const mayRead = may('GET', `${PATH}/page`);
  const failed = (mayRead ? jobs : []).filter(hasFailed).map(({ id = '' }) => id);
  const others = (mayRead ? jobs : []).filter((job) => !hasFailed(job) && !job.steps);
  const failures = useLoad((signal) => failuresOf(failed, signal), [failed], LIST_REFRESH_MS).data;
  // The counts of other Jobs stay when one begins or ends.
  const counts = useLoad((signal) => countsOf(others, signal), [], LIST_REFRESH_MS, others.map(keyOf)).data;
  const shown = new Map<string, StepsOfJob>(failures);
  for (const [id, count] of counts ?? []) if (!shown.has(id)) shown.set(id, { count });
  return shown;
}
