import { type LiveJobs, liveJobs } from '../../db/queries/jobs/liveJobs.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import { job } from '../kinds/processing/job.ts';
import type { Services } from '../ports/services.ts';
import { PollingFeed } from '../runtime/pollingFeed.ts';
import { listQueues } from './queueAdministration.ts';
import { listWorkers } from './workers.ts';

const POLL_MS = 2_000;

/** The feed has this one topic. */
export const LIVE_STATS = 'live';

export interface LiveStats {
  /** The members `queues`, `workers` and `health` as JSON texts. */
  readonly processes: string;
  /** The running Jobs. */
  readonly running: LiveJobs;
}

/** The state of queues, workers, health checks and running Jobs, every two seconds. */
export function makeLiveStats(services: Services, health: () => Promise<object>): PollingFeed<LiveStats> {
  return new PollingFeed<LiveStats>(services.log, {
    name: 'the state of queues, workers and Jobs',
    pollMs: POLL_MS,
    replaysLatest: true,
    read: async () => {
      const [queues, workers, checks, running] = await Promise.all([
        listQueues(services),
        listWorkers(services),
        health(),
        runningJobs(services),
      ]);
      const processes = `"queues":${queues},"workers":${workers},"health":${JSON.stringify(checks)}`;
      return new Map([[LIVE_STATS, { processes, running }]]);
    },
  });
}

const runningJobs = (scope: ReadScope): Promise<LiveJobs> => liveJobs(scope.sql, readableRows(scope, job));

/** Returns the statistics as JSON text, with the running Jobs that the caller may read. */
export async function liveStatsText(scope: ReadScope, { processes, running }: LiveStats): Promise<string> {
  const { jobs, running: count, waiting } = scope.access.of(job).read === 'all' ? running : await runningJobs(scope);
  return `{${processes},"jobs":[${jobs.join(',')}],"runningJobs":${count},"newJobs":${waiting}}`;
}
