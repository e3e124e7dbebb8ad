import type { Database, Transaction } from '../../client.ts';

/** What a bulk change does; domain/bulk/readBulkChange.ts describes the members. */
export interface BulkChangeRow {
  readonly kind: string;
  readonly operation: 'CREATE' | 'PATCH' | 'DELETE' | 'CANCEL' | 'RESEND' | 'PAUSE' | 'RESUME';
  /** JSON texts. */
  readonly filtering: string | null;
  readonly patch: string | null;
  readonly whoEdited: string;
  /** JSON text: whose rights apply. */
  readonly holder: string | null;
  readonly keyName: string | null;
}

/** A record to be created. */
export interface NewBulkItem {
  readonly recordId: string;
  /** JSON text. */
  readonly input: string;
}

/** Records of one statement. */
const BATCH = 1_000;

/** Stores a bulk change with the records that it creates, in the transaction of its Job. */
export async function insertBulkChange(
  transaction: Transaction,
  jobId: string,
  { kind, operation, filtering, patch, whoEdited, holder, keyName }: BulkChangeRow,
  items: readonly NewBulkItem[],
): Promise<void> {
  await transaction`
    insert into bulk_change (job_id, kind, operation, filtering, patch, who_edited, holder, key_name)
    values (${jobId}, ${kind}, ${operation}, ${filtering}, ${patch}, ${whoEdited}, ${holder}, ${keyName})`;
  for (let from = 0; from < items.length; from += BATCH) {
    const some = items.slice(from, from + BATCH);
    await transaction`
      insert into bulk_item (job_id, record_id, input)
      select ${jobId}, * from unnest(${some.map(({ recordId }) => recordId)}::uuid[], ${some.map(({ input }) => input)}::text[])`;
  }
}

export async function bulkChangeOf(sql: Database, jobId: string): Promise<BulkChangeRow | undefined> {
  const [row] = await sql<BulkChangeRow[]>`
    select kind, operation, filtering, patch, who_edited as "whoEdited", holder, key_name as "keyName"
    from bulk_change where job_id = ${jobId}`;
  return row;
}

/** Yields the ids of the records to be created in batches, in ascending order. */
export async function* itemIds(sql: Database, jobId: string, batchSize: number): AsyncGenerator<string[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows: { id: string }[] = await sql<{ id: string }[]>`
      select record_id as id from bulk_item where job_id = ${jobId} and record_id > ${last}
      order by record_id limit ${batchSize}`;
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Returns the greatest id among the records of the steps of a bulk change. */
export async function lastPlanned(sql: Database, jobId: string): Promise<string | undefined> {
  const [row] = await sql<{ last: string }[]>`
    select (doc::json->'chunk'->>-1)::uuid as last from job_step where job_id = ${jobId} and chunk_id is not null
    order by last desc limit 1`;
  return row?.last;
}

export interface BulkItemRow {
  readonly recordId: string;
  readonly input: string | null;
  /** Absent before the turn of the record. */
  readonly outcome?: 'done' | 'unchanged' | 'skipped' | 'failed';
  /** Why it failed. */
  readonly error: string | null;
}

const outcomeColumns = `record_id as "recordId", error, case when done then 'done' else lower(outcome) end as outcome`;

/** Returns the items of these records: those to be created, and those that had their turn. */
export async function itemsOf(sql: Database, jobId: string, ids: readonly string[]): Promise<Map<string, BulkItemRow>> {
  const rows = await sql<BulkItemRow[]>`
    select ${sql.unsafe(outcomeColumns)}, input from bulk_item
    where job_id = ${jobId} and record_id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** Returns the outcomes of those of the records that had their turn. */
export async function outcomesOf(
  transaction: Transaction,
  jobId: string,
  ids: readonly string[],
): Promise<Required<Omit<BulkItemRow, 'input'>>[]> {
  return transaction<Required<Omit<BulkItemRow, 'input'>>[]>`
    select ${transaction.unsafe(outcomeColumns)} from bulk_item
    where job_id = ${jobId} and record_id = any(${[...ids]}::uuid[]) and (done or outcome is not null)`;
}

/**
 * Stores the outcome of a record; that of a change in the transaction of the change. Returns what prevents it: the record was
 * changed before, or the Job is cancelled. The lock of the Job makes a cancel wait: its counts include the record, or else
 * the record has no outcome.
 */
export async function storeOutcome(
  sql: Database | Transaction,
  jobId: string,
  { recordId, outcome, error }: Omit<Required<BulkItemRow>, 'input'>,
): Promise<'done before' | 'cancelled' | undefined> {
  const isDone = outcome === 'done';
  const stored = isDone ? null : outcome.toUpperCase();
  const [row] = await sql<{ live: boolean; written: boolean }[]>`
    with live as (select id from job where id = ${jobId} and not cancelled for share),
      written as (
        insert into bulk_item as item (job_id, record_id, done, outcome, error)
        select id, ${recordId}::uuid, ${isDone}::boolean, ${stored}::text, ${error}::text from live
        on conflict (job_id, record_id) do update
        set done = excluded.done, outcome = excluded.outcome, error = excluded.error where not item.done
        returning 1)
    select exists (select from live) as live, exists (select from written) as written`;
  if (!row?.live) return 'cancelled';
  return row.written ? undefined : 'done before';
}
