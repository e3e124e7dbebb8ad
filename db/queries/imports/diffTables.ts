import type { Transaction } from '../../client.ts';
import type { RecordTable } from '../records/recordStatements.ts';
import { embeddedIn, recordTextOf } from '../records/recordText.ts';

/**
 * The temporary tables of a diff and a saveDiff. Texts of records are stored without their braces and their id (`body`),
 * because the id of a record may be known only after it was found by its code.
 *
 * One text parameter carries about a megabyte of rows, which string_to_table splits. The separators are control
 * characters, which no JSON text contains, so nothing is escaped. COPY is not used, because postgres.js loses an error
 * that arrives after the last byte of a COPY.
 */
const ROW_END = '\u001e';
const FIELD_END = '\u001f';

export const NEW = 0;
export const CHANGE = 1;
export const REMOVE = 2;

/** How records are matched: SQL expressions of one type over the current record `c` and an incoming row `i`. */
export interface CompareKey {
  readonly current: string;
  readonly incoming: string;
  /** The key of the record that a diff entry is based on. */
  readonly left: string;
  /** Whether a unique constraint covers the key. */
  readonly unique: boolean;
}

export function compareKeyOf(field: string): CompareKey {
  if (field === 'id') return { current: 'c.id', incoming: 'i.id', left: 'i.left_id', unique: true };
  if (field === 'code') return { current: 'c.code', incoming: 'i.code', left: 'i.left_code', unique: true };
  // The field is a member name of the kind's declaration, so it needs no quoting.
  return {
    current: `(c.doc::json ->> '${field}')`,
    incoming: `(('{' || i.body || '}')::json ->> '${field}')`,
    left: `(('{' || i.left_body || '}')::json ->> '${field}')`,
    unique: false,
  };
}

/** JSON text of a record from its id and body. */
const docOf = (id: string, body: string): string => `'{"id":"' || ${id} || '",' || ${body} || '}'`;

/**
 * Whether a current record differs from a row. Most do not, and then their texts are equal. Texts that differ are
 * compared as jsonb, because free objects may have the same members in another order.
 */
const differs = (body: string): string => `case when c.doc = ${docOf('c.id', body)} then false
  else (c.doc::jsonb - 'id') is distinct from ('{' || ${body} || '}')::jsonb end`;

const decoded = (field: string): string => `case when ${field} is null then null
  when strpos(${field}, '\\') = 0 then substr(${field}, 2, length(${field}) - 2) else ${field}::json #>> '{}' end`;

/** The table of incoming rows; its columns are in the order of the fields of {@link incomingLine}. */
const INCOMING = `create temp table waybill_incoming (
  n int, type smallint, id uuid, fresh uuid, code text, body text, search text,
  left_id uuid, left_code text, left_version int, left_body text) on commit drop`;

/** One incoming row. Texts have no control characters. `code` and `leftCode` are JSON texts. */
export interface IncomingLine {
  readonly n: number;
  readonly type?: number;
  readonly id?: string | undefined;
  /** The id of the record if it is new: the one sent, or else a generated one. */
  readonly fresh?: string | undefined;
  readonly code?: string | undefined;
  readonly body?: string | undefined;
  readonly search?: string | undefined;
  readonly leftId?: string | undefined;
  readonly leftCode?: string | undefined;
  readonly leftVersion?: number | undefined;
  readonly leftBody?: string | undefined;
}

export function incomingLine(line: IncomingLine): string {
  const fields = [
    line.n,
    line.type,
    line.id,
    line.fresh,
    line.code,
    line.body,
    line.search,
    line.leftId,
    line.leftCode,
    line.leftVersion,
    line.leftBody,
  ];
  return lineOf(fields);
}

export function lineOf(fields: readonly (string | number | undefined)[]): string {
  let line = '';
  for (const field of fields) line += (field ?? '') + FIELD_END;
  return line.slice(0, -1) + ROW_END;
}

/** Inserts chunks of whole lines into a table. `columns` reads the fields from the array `f`; an empty field is null. */
async function fill(transaction: Transaction, table: string, columns: string, chunks: AsyncIterable<Buffer>) {
  const text = `insert into ${table} select ${columns}
    from (select string_to_array(line, E'\\x1f', '') as f from string_to_table($1::text, E'\\x1e') as line offset 0) l`;
  for await (const chunk of chunks) await transaction.unsafe(text, [chunk.toString('utf8', 0, chunk.length - 1)]);
  await transaction.unsafe(`analyze ${table}`);
}

export async function stageIncoming(transaction: Transaction, chunks: AsyncIterable<Buffer>): Promise<void> {
  await transaction.unsafe(INCOMING);
  await fill(
    transaction,
    'waybill_incoming',
    `f[1]::int, f[2]::smallint, f[3]::uuid, f[4]::uuid, ${decoded('f[5]')}, f[6], f[7],
     f[8]::uuid, ${decoded('f[9]')}, f[10]::int, coalesce(f[11], '')`,
    chunks,
  );
}

/** Stages the rows of a CSV that has some members of each record only: `key` and `cells` are JSON texts. */
export async function stageCells(transaction: Transaction, chunks: AsyncIterable<Buffer>): Promise<void> {
  await transaction.unsafe(`create temp table waybill_cells (n int primary key, key text, cells text) on commit drop`);
  await fill(transaction, 'waybill_cells', `f[1]::int, ${decoded('f[2]')}, f[3]`, chunks);
}

export interface CellsRow {
  readonly n: number;
  /** JSON texts; `current` is null if there is no such record. */
  readonly cells: string;
  readonly current: string | null;
}

/**
 * The next $2 rows of stageCells after $1, each with its current record. Read in pages and not by a cursor, so that the
 * transaction can run other queries in between.
 *
 * @param current the table, or a subquery of the records that take part
 */
export const cellsWithCurrent = (current: string, field: string): string => {
  const match =
    field === 'id'
      ? 'c.id = w.key::uuid'
      : field === 'code'
        ? 'c.code = w.key'
        : `(c.doc::json ->> '${field}') = w.key`;
  return `select w.n, w.cells, c.doc as current
    from (select * from waybill_cells where n > $1::int order by n limit $2::int) w
    left join ${current} c on ${match} order by w.n`;
};

export async function stageAudits(transaction: Transaction, chunks: AsyncIterable<Buffer>): Promise<void> {
  await transaction.unsafe(
    `create temp table waybill_audits (n int, at timestamptz, audit text, search text) on commit drop`,
  );
  await fill(transaction, 'waybill_audits', 'f[1]::int, f[2]::timestamptz, f[3], f[4]', chunks);
}

/** Rows that have the key of an earlier row, which is `first`, and rows without a key, for which it is null. */
export const unusableKeys = (key: CompareKey, byId: boolean): string => `select n, first, key from (
  select i.n, ${key.incoming}::text as key, min(i.n) over (partition by ${key.incoming}) as first from waybill_incoming i
) keyed where (key is not null and n <> first)${byId ? '' : ' or key is null'} order by n limit 1000`;

/** For a key without a unique constraint: the number of current records without a key, and of duplicate keys. */
export const sharedKeys = (key: CompareKey, current: string): string => `
  select coalesce(sum(records) filter (where key is null), 0)::int as without,
    count(*) filter (where key is not null and records > 1)::int as shared
  from (select ${key.current} as key, count(*) as records from (${current}) c group by 1) keyed`;

export const createFoundTable =
  'create temp table waybill_found (ord int, type smallint, current_id uuid, n int) on commit drop';

/**
 * Inserts the differences into waybill_found, by one full join of the incoming rows with the current records.
 *
 * @param current query of the current records: id, code (if the kind has one) and doc
 */
export const findDifferences = (key: CompareKey, current: string): string => `
  insert into waybill_found select row_number() over (order by type, key collate "C", n) as ord, type, current_id, n from (
    select case when c.id is null then ${NEW} when i.n is null then ${REMOVE} else ${CHANGE} end::smallint as type,
      coalesce(${key.incoming}::text, ${key.current}::text) as key, c.id as current_id, i.n
    from (${current}) c full join waybill_incoming i on ${key.current} = ${key.incoming}
    where c.id is null or i.n is null or ${differs('i.body')}
  ) different`;

/** The diff entries found, as JSON texts, in order. */
export const foundEntries = (source: RecordTable): string => {
  const sent = `'{' || case when i.id is null then '' else '"id":"' || i.id || '",' end || i.body || '}'`;
  const [left, right] = [recordTextOf(source, 'c'), embeddedIn(source, sent)];
  return `select case f.type
      when ${NEW} then '{"diffType":"DIFF_TYPE_NEW","right":' || ${right} || '}'
      when ${CHANGE} then '{"diffType":"DIFF_TYPE_CHANGE","left":' || ${left} || ',"right":' || ${right} || '}'
      else '{"diffType":"DIFF_TYPE_REMOVE","left":' || ${left} || '}' end
    from waybill_found f left join waybill_incoming i on i.n = f.n left join ${source.table} c on c.id = f.current_id
    order by f.ord`;
};

const CHANGES = 'create temp table waybill_changes on commit drop as';

/** Creates the table of changes from the differences found; `n` is the index of the diff entry. */
export const changesFound = ({ table, hasCode }: RecordTable): string => `${CHANGES}
  select f.ord - 1 as n, f.type, coalesce(f.current_id, i.fresh) as id,
    ${hasCode ? `case f.type when ${REMOVE} then c.code else i.code end` : 'null::text'} as code, i.body, i.search
  from waybill_found f left join waybill_incoming i on i.n = f.n
    left join ${table} c on c.id = f.current_id and f.type = ${REMOVE}`;

/**
 * Creates the table of changes from diff entries as sent: `left` of each entry identifies its record.
 *
 * @param current the table, or a subquery of the records that take part
 */
export const changesSent = ({ hasCode }: RecordTable, key: CompareKey, current: string): string => `${CHANGES}
  select i.n, i.type, case i.type when ${NEW} then i.fresh else c.id end as id,
    ${hasCode ? `case i.type when ${REMOVE} then c.code else i.code end` : 'null::text'} as code, i.body, i.search
  from waybill_incoming i left join ${current} c on i.type <> ${NEW} and ${key.current} = ${key.left}`;

export interface StaleEntry {
  readonly n: number;
  readonly leftVersion: number | null;
  /** Version of the current record; null if there is none. */
  readonly version: number | null;
  readonly doc: string | null;
  readonly leftBody: string;
}

/** Entries whose `left` is not the current record, compared by version if one was sent, and by members otherwise. */
export const staleEntries = (table: RecordTable): string =>
  `${comparedEntries(table, differs('i.left_body'))} limit 1000`;

/** As `staleEntries`, with all entries whose members have to be compared. */
export const uncomparedEntries = (table: RecordTable): string => comparedEntries(table, 'true');

const comparedEntries = ({ table }: RecordTable, membersDiffer: string): string => `
  select i.n, i.left_version as "leftVersion", c.version, c.doc, '{' || i.left_body || '}' as "leftBody"
  from waybill_incoming i join waybill_changes ch on ch.n = i.n left join ${table} c on c.id = ch.id
  where i.type <> ${NEW} and (c.id is null
    or case when i.left_version is not null then i.left_version <> c.version else ${membersDiffer} end)
  order by i.n`;

/** Entries whose `left` matches several records, by a member that is not unique. */
export const ambiguousEntries =
  'select n, count(*)::int as count from waybill_changes group by n having count(*) > 1 order by n limit 1000';

/** Entries of the same record as an earlier entry. */
export const repeatedEntries = `select n, first from (
  select n, min(n) over (partition by id) as first from waybill_changes where type <> ${NEW} and id is not null
) c where n <> first order by n limit 1000`;

/** Drops the tables between two kinds of one transaction. */
export const dropDiffTables = `drop table if exists
  pg_temp.waybill_incoming, pg_temp.waybill_cells, pg_temp.waybill_found, pg_temp.waybill_changes, pg_temp.waybill_audits,
  pg_temp.waybill_write_only`;

/** Counts the incoming rows, and the differences found by type. */
export const countFound = `select
  (select count(*)::int from waybill_incoming) as sent,
  count(*) filter (where type = ${NEW})::int as created,
  count(*) filter (where type = ${CHANGE})::int as updated,
  count(*) filter (where type = ${REMOVE})::int as removed
  from waybill_found`;

/** Deletes the changes whose numbers are in the JSON array $1 from waybill_changes. */
export const dropChanges =
  'delete from waybill_changes where n in (select value::int from json_array_elements_text($1::text::json) as value)';

/** Counts the changes in waybill_changes by type. */
export const countChanges = `select
  count(*) filter (where type = ${NEW})::int as added,
  count(*) filter (where type = ${CHANGE})::int as changed,
  count(*) filter (where type = ${REMOVE})::int as removed
  from waybill_changes`;

/** The ids of the records that the changes write or remove. */
export const changedIds = 'select distinct id from waybill_changes';
