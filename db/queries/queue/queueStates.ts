import type { Database } from '../../client.ts';

export interface QueueState {
  readonly name: string;
  /** Null unless the queue is paused. */
  readonly pausedAt: Date | null;
  readonly pausedBy: string | null;
  /** The batches that all workers together run at a time; null unless an administrator has set it. */
  readonly concurrency: number | null;
  readonly concurrencySetAt: Date | null;
  readonly concurrencySetBy: string | null;
  /** The schedule at which the queue gets a job by itself (cron, UTC). */
  readonly cron: string | null;
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
      select queue, count(*) filter (where error is null and not_before < 'infinity')::int as rows,
        count(*) filter (where error is not null)::int as rejected from outbox group by queue)
    select input.name, p.paused_at as "pausedAt", p.paused_by as "pausedBy", s.cron,
      l.concurrency, l.set_at as "concurrencySetAt", l.set_by as "concurrencySetBy", coalesce(c.ready, 0) as ready, coalesce(c.deferred, 0) as deferred,
      coalesce(c.active, 0) as active, c.oldest as "oldestReadySeconds", coalesce(d.ready + d.deferred, 0) as "deadLetters",
      coalesce(w.rows, 0) as outbox, coalesce(w.rejected, 0) as rejected
    from unnest(${[...names]}::text[]) with ordinality as input(name, place)
    left join queue_pause p on p.queue = input.name
    left join queue_concurrency l on l.queue = input.name
    left join pgboss.schedule s on s.name = input.name
    left join counted c on c.name = input.name
    left join counted d on d.name = input.name || '.dead'
    left join waiting w on w.queue = input.name
    order by input.place`;
}
