import type { Database } from '../../client.ts';

/** Returns those of the queues in which a job is due. */
export async function dueQueues(sql: Database, queues: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select queue.name from unnest(${[...queues]}::text[]) as queue(name)
    where exists (
      select from pgboss.job j
      where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;
  return rows.map(({ name }) => name);
}
