import type { Database } from '../../client.ts';

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
