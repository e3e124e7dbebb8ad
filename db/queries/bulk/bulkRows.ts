import type { Database, Transaction } from '../../client.ts';

/** What a bulk change does; domain/bulk/readBulkChange.ts describes the members. */
export interface BulkChangeRow {
  readonly kind: string;
  readonly operation: 'CREATE' | 'PATCH' | 'DELETE';
  /** JSON texts. */
  readonly filtering: string | null;
  readonly patch: string | null;
  readonly whoEdited: string;
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
  { kind, operation, filtering, patch, whoEdited }: BulkChangeRow,
  items: readonly NewBulkItem[],
): Promise<void> {
  await transaction`
    insert into bulk_change (job_id, kind, operation, filtering, patch, who_edited)
    values (${jobId}, ${kind}, ${operation}, ${filtering}, ${patch}, ${whoEdited})`;
  for (let from = 0; from < items.length; from += BATCH) {
    const some = items.slice(from, from + BATCH);
    await transaction`
      insert into bulk_item (job_id, record_id, input)
      select ${jobId}, * from unnest(${some.map(({ recordId }) => recordId)}::uuid[], ${some.map(({ input }) => input)}::text[])`;
  }
}

export async function bulkChangeOf(sql: Database, jobId: string): Promise<BulkChangeRow | undefined> {
  const [row] = await sql<BulkChangeRow[]>`
    select kind, operation, filtering, patch, who_edited as "whoEdited" from bulk_change where job_id = ${jobId}`;
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
  readonly done: boolean;
}

/** Returns the items of these records: those to be created, and those that have been changed. */
export async function itemsOf(sql: Database, jobId: string, ids: readonly string[]): Promise<Map<string, BulkItemRow>> {
  const rows = await sql<BulkItemRow[]>`
    select record_id as "recordId", input, done from bulk_item where job_id = ${jobId} and record_id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** Marks a record as changed, in the transaction of its change. Returns false if it was changed before. */
export async function markDone(transaction: Transaction, jobId: string, recordId: string): Promise<boolean> {
  const rows = await transaction`
    insert into bulk_item as item (job_id, record_id, done) values (${jobId}, ${recordId}, true)
    on conflict (job_id, record_id) do update set done = true, input = null where not item.done
    returning 1`;
  return rows.length > 0;
}
