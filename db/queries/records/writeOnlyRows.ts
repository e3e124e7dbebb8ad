import type { Database, Transaction } from '../../client.ts';

/** The change of the write-only text of a record. */
export interface WriteOnlyChange {
  /** The new text; null if the text is removed. */
  readonly text: string | null;
  /** What the text belongs to, such as the origin of a URL. */
  readonly boundTo: string | undefined;
}

/** The statements of the tables of write-only texts. No other statement names these tables. */

export async function writeOnlyText(
  sql: Database | Transaction,
  table: string,
  recordId: string,
): Promise<string | undefined> {
  const rows = await sql<{ text: string }[]>`select text from ${sql(table)} where record_id = ${recordId}`;
  return rows[0]?.text;
}

/** Returns the text of a record, unless it belongs to something else by now. */
export async function writeOnlyTextFor(
  sql: Database,
  table: string,
  { recordId, boundTo }: { readonly recordId: string; readonly boundTo: string | undefined },
): Promise<string | undefined> {
  const rows = await sql<{ text: string }[]>`
    select text from ${sql(table)} where record_id = ${recordId} and bound_to is not distinct from ${boundTo ?? null}::text`;
  return rows[0]?.text;
}

/** Stores or removes the text of a record, in the transaction that writes the record. */
export async function storeWriteOnlyText(
  transaction: Transaction,
  table: string,
  recordId: string,
  { text, boundTo = null }: { readonly text: string | null; readonly boundTo: string | null | undefined },
): Promise<void> {
  if (text === null) await transaction`delete from ${transaction(table)} where record_id = ${recordId}`;
  else
    await transaction`
      insert into ${transaction(table)} (record_id, text, bound_to) values (${recordId}, ${text}, ${boundTo})
      on conflict (record_id) do update set text = excluded.text, bound_to = excluded.bound_to`;
}

/** The changes that come with the staged records of a diff (db/queries/imports/diffTables.ts), by the id of the record. */
const STAGED = 'waybill_write_only';

export const createStagedWriteOnly = `
  create temp table ${STAGED} (record_id uuid primary key, text text, bound_to text) on commit drop`;

export async function stageWriteOnly(
  transaction: Transaction,
  changes: readonly (WriteOnlyChange & { readonly recordId: string })[],
): Promise<void> {
  if (changes.length === 0) return;
  await transaction`
    insert into ${transaction(STAGED)}
    select * from unnest(${changes.map(({ recordId }) => recordId)}::uuid[], ${changes.map(({ text }) => text)}::text[],
      ${changes.map(({ boundTo }) => boundTo ?? null)}::text[])
    on conflict do nothing`;
}

/** Stores the staged texts of the records that waybill_changes writes, after the records. */
export async function storeStagedWriteOnly(transaction: Transaction, table: string): Promise<void> {
  await transaction`
    delete from ${transaction(table)} w using ${transaction(STAGED)} s where s.text is null and w.record_id = s.record_id`;
  await transaction`
    insert into ${transaction(table)} (record_id, text, bound_to)
    select s.record_id, s.text, s.bound_to from ${transaction(STAGED)} s
    where s.text is not null and exists (select from waybill_changes ch where ch.id = s.record_id)
    on conflict (record_id) do update set text = excluded.text, bound_to = excluded.bound_to`;
}

export interface IncomingRow {
  readonly n: number;
  /** The id that the record has or gets; null if the record is not saved. */
  readonly recordId: string | null;
  /** JSON texts without braces; an absent side is null or empty. */
  readonly body: string | null;
  readonly leftBody: string | null;
  /** JSON text of the record as it is; null if there is none. */
  readonly current: string | null;
}

/**
 * The next rows of waybill_incoming after $1 whose record has a member `name`, or had. Read in pages, because the
 * transaction runs other queries in between.
 *
 * @param current the table, or a subquery of the records that take part
 * @param match the condition that joins a current record `c` and an incoming row `i`
 */
export const incomingWithCurrent = (current: string, match: string): string => `
  select distinct on (i.n) i.n, coalesce(c.id, i.fresh) as "recordId", i.body, i.left_body as "leftBody", c.doc as current
  from waybill_incoming i left join ${current} c on ${match} where i.n > $1::int order by i.n limit 500`;

/** Replaces the texts of a row of waybill_incoming: $1 n, $2 body, $3 search, $4 left body. */
export const replaceIncoming = `
  update waybill_incoming set body = $2::text, search = coalesce($3::text, search), left_body = $4::text where n = $1::int`;
