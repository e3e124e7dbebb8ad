import type { Database } from '../../client.ts';

/**
 * Returns the names of the queues that have a claimed job whose heartbeat, or whose time, has run out, and makes pg-boss look for
 * such jobs the next time that it supervises them, however long ago the last time was.
 */
export async function overdueQueues(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct name from pgboss.job
    where state = 'active' and (heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      or started_on + expire_seconds * interval '1 second' < now())`;
  const names = rows.map(({ name }) => name);
  if (names.length > 0)
    await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = any(${names}::text[])`;
  return names;
}
