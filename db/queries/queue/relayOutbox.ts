import type { Database, Transaction } from '../../client.ts';
import { commitAsync } from '../commitAsync.ts';

export interface OutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly data: string;
  readonly startAfter: Date | null;
  readonly priority: number;
}

/** Rows of all queues, those of index.sync, or those of all others. */
export type OutboxPart = 'all' | 'index' | 'others';

const conditions: Record<OutboxPart, string> = {
  all: 'error is null',
  index: "error is null and queue = 'index.sync'",
  others: "error is null and queue <> 'index.sync'",
};

/**
 * Deletes due outbox rows and returns them, in the transaction that inserts them into the queues or does their work. Concurrent
 * processes skip each other's rows. If a process dies, its rows stay for another.
 *
 * The subselect scans a partial index on not_before; that of the other queues passes over no rows of index.sync, of which there
 * may be many. The DELETE finds its rows by primary key. The transaction commits asynchronously: after a crash it is repeated.
 */
export async function dequeueOutbox(transaction: Transaction, limit: number, part: OutboxPart): Promise<OutboxRow[]> {
  return transaction<OutboxRow[]>`
    delete from outbox where id = any(array(
      select id from outbox where ${transaction.unsafe(conditions[part])} and not_before <= now()
      order by not_before limit ${limit} for update skip locked)) and (select ${transaction.unsafe(commitAsync)}) is not null
    returning id, queue, data, start_after as "startAfter", priority`;
}

/** Whether rows of a part are due. */
export async function hasDueRows(sql: Database, part: OutboxPart): Promise<boolean> {
  const rows = await sql`select from outbox where ${sql.unsafe(conditions[part])} and not_before <= now() limit 1`;
  return rows.length > 0;
}

/** Stores rows that cannot be moved with the reason, so that they do not block other rows. */
export async function rejectOutbox(
  transaction: Transaction,
  rows: readonly OutboxRow[],
  reason: string,
): Promise<void> {
  await transaction`
    insert into outbox (id, queue, data, start_after, priority, error)
    select id, queue, data, start_after, priority, ${reason}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ queue }) => queue)}::text[],
      ${rows.map(({ data }) => data)}::text[], ${rows.map(({ startAfter }) => startAfter?.toISOString() ?? null)}::timestamptz[],
      ${rows.map(({ priority }) => priority)}::int[]) as input(id, queue, data, start_after, priority)`;
}

/** Whether rows are due, and whether rows were rejected whose queue has been created since. */
export async function findOutboxWork(sql: Database): Promise<{ readonly isDue: boolean; readonly canRetry: boolean }> {
  const [row] = await sql<{ isDue: boolean; canRetry: boolean }[]>`
    select exists (select from outbox where error is null and not_before <= now()) as "isDue",
      exists (select from outbox where ${canRetry(sql)}) as "canRetry"`;
  return row ?? { isDue: false, canRetry: false };
}

/** Retries rows whose queue has been created since they were rejected, as in a rolling deployment. */
export async function retryRejected(sql: Database): Promise<void> {
  await sql`update outbox set error = null where ${canRetry(sql)}`;
}

const canRetry = (sql: Database) =>
  sql`error is not null and error like 'no queue has the name %' and queue in (select name from pgboss.queue)`;

/** Deletes the rows of records that their writer has indexed. A row that a crash leaves is moved once more. */
export async function deleteIndexedRows(sql: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from outbox where id = any(${[...ids]}::uuid[]) and (select ${sql.unsafe(commitAsync)}) is not null`;
}
