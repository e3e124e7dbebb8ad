import type { Database } from '../../client.ts';

export interface BatchRow {
  readonly format: string;
  /** Number of items; null while they are received. */
  readonly items: number | null;
}

export interface NewItem {
  readonly index: number;
  readonly documentId: string;
  readonly templateCode: string;
  readonly template: string | null;
  /** JSON text. */
  readonly data: string;
}

export async function beginBatch(sql: Database, jobId: string, format: string): Promise<void> {
  await sql`insert into document_batch (job_id, format) values (${jobId}, ${format}) on conflict (job_id) do nothing`;
}

/** Joins JSON texts to one parameter. No JSON text contains a control character, so that nothing is escaped. */
const SEPARATOR = '\u0001';

/** Inserts items; those that exist stay unchanged. */
export async function addItems(sql: Database, jobId: string, items: readonly NewItem[]): Promise<void> {
  await sql`
    insert into document_item (job_id, index, document_id, template_code, template, data)
    select ${jobId}, index, document_id, template_code, template, data
    from unnest(${items.map(({ index }) => index)}::int[], ${items.map(({ documentId }) => documentId)}::text[],
      ${items.map(({ templateCode }) => templateCode)}::text[], ${items.map(({ template }) => template)}::text[],
      string_to_array(${items.map(({ data }) => data).join(SEPARATOR)}, ${SEPARATOR}))
      as input(index, document_id, template_code, template, data)
    on conflict (job_id, index) do nothing`;
}

export async function endBatch(sql: Database, jobId: string, items: number): Promise<void> {
  await sql`update document_batch set items = ${items} where job_id = ${jobId}`;
}

export async function readBatch(sql: Database, jobId: string): Promise<BatchRow | undefined> {
  const [row] = await sql<BatchRow[]>`select format, items from document_batch where job_id = ${jobId}`;
  return row;
}

export interface ItemSize {
  readonly index: number;
  readonly documentId: string;
  /** Bytes of the item's data. */
  readonly bytes: number;
}

/** Returns a page of items by index, with the sizes of their data. The data are not read. */
export async function itemSizes(sql: Database, jobId: string, from: number, limit: number): Promise<ItemSize[]> {
  return sql<ItemSize[]>`
    select index, document_id as "documentId", octet_length(data) as bytes from document_item
    where job_id = ${jobId} and index >= ${from} order by index limit ${limit}`;
}

export interface ItemToRender {
  readonly index: number;
  readonly documentId: string;
  readonly templateCode: string;
  readonly template: string | null;
  readonly data: string;
  readonly status: string;
}

/** Returns the items from `from` to `to`, both included, that are not DONE. */
export async function itemsToRender(sql: Database, jobId: string, from: number, to: number): Promise<ItemToRender[]> {
  return sql<ItemToRender[]>`
    select index, document_id as "documentId", template_code as "templateCode", template, data, status
    from document_item where job_id = ${jobId} and index between ${from} and ${to} and status <> 'DONE' order by index`;
}

export interface ItemOutcome {
  readonly index: number;
  readonly status: 'DONE' | 'FAILED' | 'FAULT';
  /** Base64; empty unless DONE. */
  readonly content: string;
  readonly error: string | null;
  /** The version of the template that was used; if absent, that of the item stays. */
  readonly template?: string;
}

/** A worker's claim of a step, under which outcomes are written. */
export interface Claim {
  readonly jobId: string;
  readonly stepId: string;
  readonly fence: number;
  readonly workerId: string;
}

/**
 * Writes the outcomes of items and returns true, or returns false if the worker has lost its claim of the step. An item
 * that is DONE stays unchanged. The content is sent as base64, which is shorter than the hex text of bytea.
 */
export async function writeOutcomes(
  sql: Database,
  { jobId, stepId, fence, workerId }: Claim,
  outcomes: readonly ItemOutcome[],
): Promise<boolean> {
  const [row] = await sql<{ claims: number }[]>`
    with claim as (
      select from job_step where id = ${stepId} and fence = ${fence} and status = 'IN_PROGRESS' and worker = ${workerId}
    ), written as (
      update document_item i set status = outcome.status, error = outcome.error,
        template = coalesce(outcome.template, i.template),
        content = case when outcome.status = 'DONE' then coalesce(decode(outcome.content, 'base64'), '') end
      from claim, unnest(${outcomes.map(({ index }) => index)}::int[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map(({ error }) => error)}::text[],
        ${outcomes.map(({ template = null }) => template)}::text[],
        string_to_array(${outcomes.map(({ content }) => content).join(',')}, ','))
        as outcome(index, status, error, template, content)
      where i.job_id = ${jobId} and i.index = outcome.index and i.status <> 'DONE'
    )
    select count(*)::int as claims from claim`;
  return row?.claims === 1;
}

export interface ItemCounts {
  readonly done: number;
  readonly failed: number;
  readonly faults: number;
}

/** Counts the items from `from` to `to`, both included, by status. */
export async function countItems(sql: Database, jobId: string, from: number, to: number): Promise<ItemCounts> {
  const [row] = await sql<ItemCounts[]>`
    select count(*) filter (where status = 'DONE')::int as done, count(*) filter (where status = 'FAILED')::int as failed,
      count(*) filter (where status = 'FAULT')::int as faults
    from document_item where job_id = ${jobId} and index between ${from} and ${to}`;
  return row ?? { done: 0, failed: 0, faults: 0 };
}

export interface FailedItem {
  readonly index: number;
  readonly documentId: string;
  readonly error: string;
}

/** Returns the first failed items from `from` to `to`, both included. */
export async function failedItems(
  sql: Database,
  jobId: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<FailedItem[]> {
  return sql<FailedItem[]>`
    select index, document_id as "documentId", coalesce(error, '') as error from document_item
    where job_id = ${jobId} and index between ${from} and ${to} and status in ('FAILED', 'FAULT') order by index limit ${limit}`;
}

/** Returns the items without a document, in order. `error`: null if the item was not rendered. */
export async function missingItems(
  sql: Database,
  jobId: string,
): Promise<{ readonly index: number; readonly documentId: string; readonly error: string | null }[]> {
  return sql`
    select index, document_id as "documentId", error from document_item
    where job_id = ${jobId} and status <> 'DONE' order by index`;
}

export interface RenderedSize {
  readonly index: number;
  readonly documentId: string;
  /** Bytes of the document; null if there is none. */
  readonly bytes: number | null;
  /** The version of the template. */
  readonly template: string | null;
  /** Why there is none; null if the item was not rendered. */
  readonly error: string | null;
}

/** Returns a page of items with the sizes of their documents. The documents are not read. */
export async function renderedSizes(
  sql: Database,
  jobId: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<RenderedSize[]> {
  return sql<RenderedSize[]>`
    select index, document_id as "documentId", octet_length(content) as bytes, template, error from document_item
    where job_id = ${jobId} and index between ${from} and ${to} order by index limit ${limit}`;
}

/** Returns the documents of the items from `from` to `to`, both included, by index. */
export async function itemContents(
  sql: Database,
  jobId: string,
  from: number,
  to: number,
): Promise<Map<number, Uint8Array>> {
  const rows = await sql<{ index: number; content: Uint8Array }[]>`
    select index, content from document_item
    where job_id = ${jobId} and index between ${from} and ${to} and content is not null`;
  return new Map(rows.map(({ index, content }) => [index, content]));
}

/** Rows of one DELETE. */
const DELETED = 2_000;

async function deleteItems(sql: Database, jobId: string): Promise<void> {
  for (let deleted = DELETED; deleted === DELETED; ) {
    const { count } = await sql`
      delete from document_item where job_id = ${jobId} and index in (
        select index from document_item where job_id = ${jobId} order by index limit ${DELETED})`;
    deleted = count;
  }
}

/** Deletes a batch whose Job was not created. */
export async function dropBatch(sql: Database, jobId: string): Promise<void> {
  const [row] = await sql`
    delete from document_batch where job_id = ${jobId} and not exists (select from job where id = ${jobId}) returning 1`;
  if (row) await deleteItems(sql, jobId);
}

/**
 * Deletes batches of more than a day whose Job ended more than `resultDays` days ago, was deleted or was never created.
 * Returns the number of batches.
 */
export async function deleteOldBatches(sql: Database, resultDays: number): Promise<number> {
  const rows = await sql<{ id: string }[]>`
    select b.job_id as id from document_batch b left join job j on j.id = b.job_id
    where b.created_at < now() - interval '1 day' and (j.id is null
      or (j.status in ('COMPLETED', 'FAILED') and j.updated_at < now() - make_interval(days => ${resultDays})))
    order by b.created_at`;
  for (const { id } of rows) {
    await deleteItems(sql, id);
    // Last, so that the next run finds a batch whose deletion was interrupted.
    await sql`delete from document_batch where job_id = ${id}`;
  }
  return rows.length;
}
