import { liveJobs } from '../../db/queries/jobs/liveJobs.ts';
import type { Services } from '../ports/services.ts';
import { PollingFeed } from '../runtime/pollingFeed.ts';
import { listQueues, listWorkers } from './queueAdministration.ts';

const POLL_MS = 2_000;

/** The feed has this one topic. */
export const LIVE_STATS = 'live';

/** The state of queues, workers, health checks and running Jobs as JSON text, every two seconds. */
export function makeLiveStats(services: Services, health: () => Promise<object>): PollingFeed<string> {
  return new PollingFeed(services.log, {
    name: 'the state of queues, workers and Jobs',
    pollMs: POLL_MS,
    read: async () => {
      const [queues, workers, checks, jobs] = await Promise.all([
        listQueues(services),
        listWorkers(services),
        health(),
        liveJobs(services.sql),
      ]);
      const stats = `{"queues":${queues},"workers":${workers},"health":${JSON.stringify(checks)},"jobs":[${jobs.join(',')}]}`;
      return new Map([[LIVE_STATS, stats]]);
    },
  });
}
