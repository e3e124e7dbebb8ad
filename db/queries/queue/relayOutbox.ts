import type { Transaction } from '../../client.ts';

export interface OutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly data: string;
  readonly startAfter: Date | null;
  readonly priority: number;
}

/**
 * Takes what is due out of the outbox, for the transaction that puts it into the queues. Any number of processes may
 * do so at once: rows that another holds are skipped, and a process that dies leaves them to the next.
 *
 * The subselect runs over the partial index on not_before; the delete then finds its rows by primary key.
 */
export async function takeOutbox(transaction: Transaction, limit: number): Promise<OutboxRow[]> {
  return transaction<OutboxRow[]>`
    delete from outbox where id = any(array(
      select id from outbox where error is null and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning id, queue, data, start_after as "startAfter", priority`;
}

/** Sets rows aside that cannot be moved, so that they do not hold up the others. */
export async function refuseOutbox(
  transaction: Transaction,
  rows: readonly OutboxRow[],
  reason: string,
): Promise<void> {
  await transaction`
    insert into outbox (id, queue, data, start_after, priority, error)
    select id, queue, data, start_after, priority, ${reason}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ queue }) => queue)}::text[],
      ${rows.map(({ data }) => data)}::text[], ${rows.map(({ startAfter }) => startAfter?.toISOString() ?? null)}::timestamptz[],
      ${rows.map(({ priority }) => priority)}::int[]) as given(id, queue, data, start_after, priority)`;
}
