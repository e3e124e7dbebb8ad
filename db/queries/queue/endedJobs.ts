import type { Database } from '../../client.ts';

/**
 * Returns the names of the queues that have a job whose time after its end has passed, and makes pg-boss delete such jobs the next
 * time that it supervises them, however long ago the last time was.
 */
export async function queuesWithEndedJobs(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct name from pgboss.job
    where deletion_seconds > 0 and completed_on + deletion_seconds * interval '1 second' < now()`;
  const names = rows.map(({ name }) => name);
  if (names.length > 0) await sql`update pgboss.queue set maintain_on = null where name = any(${names}::text[])`;
  return names;
}
