import type { PgBoss } from 'pg-boss';
import type { Database } from '../../db/client.ts';
import { overdueQueues } from '../../db/queries/queue/overdueClaims.ts';

/** Has pg-boss supervise the queues with an overdue claim. Its instance must have connections of its own. */
export async function lapseClaims({ boss, sql }: { readonly boss: PgBoss; readonly sql: Database }): Promise<void> {
  for (const queue of await overdueQueues(sql)) await boss.supervise(queue);
}
