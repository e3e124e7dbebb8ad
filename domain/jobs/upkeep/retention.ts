import { deleteClosedJobs } from '../../../db/queries/jobs/deleteClosedJobs.ts';
import { enqueue } from '../../../db/queries/queue/outbox.ts';
import type { Caller } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { syncRows } from '../outboxRows.ts';

/** Jobs of one transaction; each may have many steps. */
const JOBS_PER_TRANSACTION = 20;

/** Deletes Jobs that closed more than so many days ago, with their steps, from the tables and the search indexes. */
export async function deleteOldJobs(services: Services, retentionDays: number, caller: Caller): Promise<void> {
  for (let count = JOBS_PER_TRANSACTION; count === JOBS_PER_TRANSACTION; ) {
    count = await services.sql.begin(async (transaction) => {
      const { jobs, steps } = await deleteClosedJobs(transaction, retentionDays, JOBS_PER_TRANSACTION);
      await enqueue(transaction, [...syncRows('Job', jobs, caller), ...syncRows('JobStep', steps, caller)]);
      return jobs.length;
    });
    if (count > 0) services.log.info({ jobs: count }, 'old Jobs were deleted');
    services.wakeRelay();
  }
}
