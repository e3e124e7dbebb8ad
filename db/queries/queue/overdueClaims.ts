import type { Database } from '../../client.ts';
import { LOCK_TIMEOUT, retryDdl } from '../../retryDdl.ts';

/** A condition on a queue job: it is claimed, and its heartbeat or its time has run out. */
export const OVERDUE_CLAIM = `state = 'active' and (heartbeat_on + heartbeat_seconds * interval '1 second' < now()
  or started_on + expire_seconds * interval '1 second' < now())`;

/**
 * Returns the names of the queues that have an overdue claim, and makes pg-boss look for such jobs the next time that it supervises
 * them, however long ago the last time was.
 */
export async function overdueQueues(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct name from pgboss.job where ${sql.unsafe(OVERDUE_CLAIM)}`;
  const names = rows.map(({ name }) => name);
  if (names.length > 0)
    await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = any(${names}::text[])`;
  return names;
}

/**
 * Creates the index of the claimed queue jobs, which are few: the reconciler looks at them every 1.5 seconds, and would read all that
 * wait. A heartbeat changes no column of it. pg-boss creates the partitions of later queues with it.
 */
export async function makeClaimedIndex(sql: Database): Promise<void> {
  const [existing] = await sql`select from pg_class where oid = to_regclass('pgboss.waybill_claimed')`;
  // Also the statement that finds it there locks the table, and only its owner may execute it.
  if (existing) return;
  await retryDdl(() =>
    sql.begin(async (transaction) => {
      await transaction`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
      await transaction`create index if not exists waybill_claimed on pgboss.job (name, id) where state = 'active'`;
    }),
  );
}
