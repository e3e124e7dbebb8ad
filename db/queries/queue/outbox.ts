import type { Database, Transaction } from '../../client.ts';

export interface NewOutboxRow {
  readonly id: string;
  readonly queue: string;
  /** JSON text. */
  readonly data: string;
  /** Time for which the row stays in the outbox. */
  readonly delaySeconds?: number;
  /** The job is not claimed before. */
  readonly startAfter?: Date;
  /** Jobs of a greater priority are claimed first. */
  readonly priority?: number;
}

/** Writes outbox rows in the caller's transaction, in one statement for any number of them. */
export async function enqueue(sql: Database | Transaction, rows: readonly NewOutboxRow[]): Promise<void> {
  if (rows.length > 0) await outboxInsert(sql, rows);
}

/** The statement of {@link enqueue}, which may be part of another one. */
export const outboxInsert = (sql: Database | Transaction, rows: readonly NewOutboxRow[]) => sql`
  insert into outbox (id, queue, data, not_before, start_after, priority)
  select id, queue, data, now() + make_interval(secs => delay), start_after, priority
  from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ queue }) => queue)}::text[],
    ${rows.map(({ data }) => data)}::text[], ${rows.map(({ delaySeconds = 0 }) => delaySeconds)}::float8[],
    ${rows.map(({ startAfter }) => startAfter?.toISOString() ?? null)}::timestamptz[],
    ${rows.map(({ priority = 0 }) => priority)}::int[])
    as input(id, queue, data, delay, start_after, priority)`;
