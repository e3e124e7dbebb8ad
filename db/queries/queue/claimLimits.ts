import type { Database } from '../../client.ts';

export interface ClaimLimit {
  readonly queue: string;
  readonly paused: boolean;
  /** The batches that this worker may run at a time; null if no administrator has set the queue's concurrency. */
  readonly share: number | null;
}

/**
 * Returns what limits the claims of a worker. The concurrency of a queue is divided among the live processes that claim from
 * it, in the order of their ids. The first in this order differs by queue: otherwise one worker would run all queues whose
 * concurrency is 1. Each worker computes its own share, so shares may exceed the concurrency for as long as workers
 * disagree about who lives. The subquery has the reason of dueQueues.
 */
export async function claimLimits(
  sql: Database,
  worker: string,
  queues: readonly string[],
  silentSeconds: number,
): Promise<ClaimLimit[]> {
  return sql<ClaimLimit[]>`
    select input.queue, p.queue is not null as paused,
      c.concurrency / peers.count
        + case when (peers.place + (hashtext(input.queue) & 1048575)) % peers.count < c.concurrency % peers.count
          then 1 else 0 end as share
    from unnest((select ${[...queues]}::text[])) as input(queue)
    left join queue_pause p on p.queue = input.queue
    left join queue_concurrency c on c.queue = input.queue
    left join lateral (
      select (count(*) filter (where id <> ${worker}) + 1)::int as count, (count(*) filter (where id < ${worker}))::int as place
      from process
      where input.queue = any (queues) and seen_at > now() - make_interval(secs => ${silentSeconds})
        and status::json->>'stopping' is distinct from 'true') peers on c.queue is not null`;
}

/** Whether an administrator has paused a queue or set its concurrency. */
export async function isQueueRestricted(sql: Database, queue: string): Promise<boolean> {
  const [row] = await sql<{ restricted: boolean }[]>`
    select exists (select from queue_pause where queue = ${queue})
      or exists (select from queue_concurrency where queue = ${queue}) as restricted`;
  return row?.restricted ?? false;
}
