import type { Database } from '../../client.ts';

/**
 * Returns those of the queues in which a job is due. The subquery hides from PostgreSQL how many queues they are: it would plan the
 * statement at each call for one queue alone, for which a plan of its own looks cheaper, and the tables of the queues take long to plan.
 */
export async function dueQueues(sql: Database, queues: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select queue.name from unnest((select ${[...queues]}::text[])) as queue(name)
    where exists (
      select from pgboss.job j
      where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;
  return rows.map(({ name }) => name);
}
