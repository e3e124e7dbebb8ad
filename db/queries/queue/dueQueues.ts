import type { Database } from '../../client.ts';

/**
 * Returns those of the queues in which a job is due. The subquery hides from PostgreSQL how many queues they are: it would plan the
 * statement at each call for one queue alone, for which a plan of its own looks cheaper, and the tables of the queues take long to plan.
 *
 * For each queue the first due job is looked up in the order of the index of claims. With EXISTS, PostgreSQL collects the due jobs of all
 * queues: 10 ms a call for 20,000 jobs, and 0.6 ms in this form.
 */
export async function dueQueues(sql: Database, queues: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select queue.name from unnest((select ${[...queues]}::text[])) as queue(name)
    cross join lateral (
      select from pgboss.job j
      where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now()
      order by j.priority desc, j.created_on limit 1) first`;
  return rows.map(({ name }) => name);
}
