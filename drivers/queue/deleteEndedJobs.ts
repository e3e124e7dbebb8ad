import type { PgBoss } from 'pg-boss';
import type { Database } from '../../db/client.ts';
import { queuesWithEndedJobs } from '../../db/queries/queue/endedJobs.ts';

/** Has pg-boss supervise the queues with jobs that are to be deleted. Its instance must have connections of its own. */
export async function deleteEndedJobs({ boss, sql }: { readonly boss: PgBoss; readonly sql: Database }): Promise<void> {
  for (const queue of await queuesWithEndedJobs(sql)) await boss.supervise(queue);
}
