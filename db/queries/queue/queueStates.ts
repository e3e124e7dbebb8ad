import type { Database } from '../../client.ts';

export interface QueueState {
  readonly name: string;
  readonly paused: boolean;
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
  readonly oldestReadySeconds: number | null;
  readonly deadLetters: number;
  readonly outbox: number;
  readonly rejected: number;
}

/** Counts the jobs of queues now. The counts in pg-boss's table of queues are as old as the last pass of a worker. */
export async function queueStates(sql: Database, names: readonly string[]): Promise<QueueState[]> {
  return sql<QueueState[]>`
    with counted as (
      select name,
        count(*) filter (where state < 'active' and start_after <= now())::int as ready,
        count(*) filter (where state < 'active' and start_after > now())::int as deferred,
        count(*) filter (where state = 'active')::int as active,
        extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest
      from pgboss.job where state < 'completed' group by name),
    waiting as (
      select queue, count(*) filter (where error is null)::int as rows,
        count(*) filter (where error is not null)::int as rejected from outbox group by queue)
    select input.name, p.queue is not null as paused, coalesce(c.ready, 0) as ready, coalesce(c.deferred, 0) as deferred,
      coalesce(c.active, 0) as active, c.oldest as "oldestReadySeconds", coalesce(d.ready + d.deferred, 0) as "deadLetters",
      coalesce(w.rows, 0) as outbox, coalesce(w.rejected, 0) as rejected
    from unnest(${[...names]}::text[]) with ordinality as input(name, place)
    left join queue_pause p on p.queue = input.name
    left join counted c on c.name = input.name
    left join counted d on d.name = input.name || '.dead'
    left join waiting w on w.queue = input.name
    order by input.place`;
}

export interface DeadLetterRow {
  readonly id: string;
  readonly data: string;
  readonly reason: string | null;
  readonly at: Date;
  readonly queuedAt: Date | null;
  readonly attempts: number | null;
}

export async function deadLetters(
  sql: Database,
  deadLetterQueue: string,
  { from, size }: { from: number; size: number },
): Promise<{ total: number; rows: DeadLetterRow[] }> {
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from pgboss.job where name = ${deadLetterQueue} and state < 'active'`;
  const rows = await sql<DeadLetterRow[]>`
    select id, data::text, coalesce(source_output->>'message', source_output::text) as reason, created_on as at,
      source_created_on as "queuedAt", source_retry_count + 1 as attempts
    from pgboss.job where name = ${deadLetterQueue} and state < 'active' order by created_on desc, id limit ${size} offset ${from}`;
  return { total: counted?.total ?? 0, rows };
}
