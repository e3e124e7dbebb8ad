import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { commitAsync } from '../commitAsync.ts';
import { type IndexForm, indexTable, storedValue } from './indexTables.ts';
import { documentColumns, lateralSearchColumns, quoteName } from './searchColumns.ts';
import { namesOfIndexes } from './searchIndexes.ts';

/** An index table that is written. */
export interface WrittenIndex {
  readonly index: string;
  readonly form: IndexForm;
}

/** What {@link writeRecords} does besides writing records. */
export interface WriteParts {
  /** Deletes the documents of ids that have no row. */
  readonly removes: boolean;
  /** Deletes outbox rows. */
  readonly deletesOutbox: boolean;
  /** Compares the list of the indexes of the kind, in the snapshot of the rows. */
  readonly checksList?: boolean;
  /** Waits until no other serialized write to the index table runs. */
  readonly isSerialized?: boolean;
}

/** Class of the advisory locks of index tables. */
const WRITE_LOCK = 8_710_242;

/** The columns of a record that are copied to an index table. */
const copied = (form: IndexForm): string =>
  form === 'COMPACT' ? 'id, index_version, search' : 'id, index_version, doc, audit, search';

/**
 * Copies records from their rows to an index table in one statement, with the rows locked FOR KEY SHARE. The lock waits
 * for a delete in progress, so that a written row existed at that moment, and a later delete is indexed after it. Updates
 * of the row are not blocked; the index version rejects an older version that arrives late. Rows are locked and written
 * in the order of their ids, so that two of these statements rarely deadlock.
 */
function upsert({ index, form }: WrittenIndex, columns: readonly SearchColumn[], condition = ''): string {
  const stored = documentColumns(columns).map((column) => ({
    name: column.name,
    value: form === 'COMPACT' ? storedValue(column) : `s.${column.name}`,
  }));
  const written = [
    { name: 'index_version', value: 'r.index_version' },
    ...(form === 'COMPACT' ? [] : [{ name: 'record', value: `left(r.doc, -1) || ',"auditInfo":' || r.audit || '}'` }]),
    ...stored,
  ];
  const set = written.map(({ name }) => name).filter((name) => name !== '"id"');
  return `insert into ${indexTable(index)} as t (${written.map(({ name }) => name).join(', ')})
    select ${written.map(({ value }) => value).join(', ')}
    from r, ${lateralSearchColumns(columns)}
    ${condition} order by r.id
    on conflict (id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')}
    where t.index_version < excluded.index_version
    returning 1`;
}

/**
 * $1 ids. Writes those that have a row, and returns their number. It commits asynchronously: until the deletion of their outbox row is
 * on the disk, a crash leaves that row, and the records are indexed again.
 *
 * With `removes`, the documents of the others are deleted. This is a tenth of a statement for few records, with the trigger that counts
 * deleted rows; most writes need it only if they find fewer rows than ids. A document that was rewritten after the statement
 * began has another version, and stays. A plan made while a table was small is used until its statistics change, and scans the whole
 * table instead of looking up ids. Missing ids are therefore computed from the rows found, and their documents are not
 * searched if none is missing.
 *
 * With `deletesOutbox`, $2 are the ids of outbox rows that the write makes superfluous; without `removes`, only if all ids have a row. An
 * outbox row that a relay has locked stays, and is not waited for: the relay waits for this write.
 *
 * With `checksList`, the last parameter is the name of the kind, and `isListed` is whether the index is the only one to be written. Otherwise no outbox
 * row is deleted.
 *
 * With `isSerialized`, it waits for an advisory lock after it has locked the rows, so that no other write waits for a delete in progress. A
 * change meanwhile is written by the write that follows it.
 */
export function writeRecords(
  table: string,
  written: WrittenIndex,
  columns: readonly SearchColumn[],
  { removes, deletesOutbox, checksList = false, isSerialized = false }: WriteParts,
): string {
  const lock = `, lock as materialized (
      select pg_advisory_xact_lock(${WRITE_LOCK}, hashtext('${written.index}')) is not null as "isTaken" from (select count(*) from r) as locked
    )`;
  const list = `, listed as materialized (
      select ${namesOfIndexes('postgres', deletesOutbox ? '$3::text' : '$2::text')} = array['${written.index}'] as "isListed"
    )`;
  const isComplete = [
    ...(removes ? [] : ['(select count(*) from r) = cardinality($1::uuid[])']),
    ...(checksList ? ['(select "isListed" from listed)'] : []),
  ];
  const outbox = `, o as (
      delete from outbox where ${isComplete.map((condition) => `${condition} and `).join('')}id = any(array(
        select id from outbox where id = any($2::uuid[]) for update skip locked))
    )`;
  return `with r as materialized (
      select ${copied(written.form)} from ${quoteName(table)} where id = any($1::uuid[]) order by id for key share
    )${isSerialized ? lock : ''}, w as (
      ${upsert(written, columns, isSerialized ? 'where (select "isTaken" from lock)' : '')}
    )${checksList ? list : ''}${removes ? `, ${removeMissing(written.index)}` : ''}${deletesOutbox ? outbox : ''}
    select (select count(*) from r)::int as found, ${checksList ? '(select "isListed" from listed), ' : ''}${commitAsync}`;
}

const removeMissing = (index: string): string => `missing as materialized (
      select id from unnest($1::uuid[]) as input (id) where not exists (select from r where r.id = input.id)
    ), stale as (
      select ctid as place, id, index_version from ${indexTable(index)}
      where exists (select from missing) and id = any(array(select id from missing))
    ), d as (
      delete from ${indexTable(index)} where exists (select from missing)
        and ctid = any(array(select place from stale)) and (id, index_version) in (select id, index_version from stale)
    )`;

/** $1 first and $2 last id, both included, $3 maximum number of rows → the number of rows and the id of the last. */
export function writeRange(table: string, written: WrittenIndex, columns: readonly SearchColumn[]): string {
  return `with r as materialized (
      select ${copied(written.form)} from ${quoteName(table)}
      where id >= $1::uuid and id <= $2::uuid order by id limit $3::int for key share
    ), w as (
      ${upsert(written, columns)}
    )
    select (select count(*) from r)::int as found, (select id from r order by id desc limit 1) as last`;
}

/** The ids that {@link writeRange} reads, to write them one by one after the batch has failed. */
export function rangeIds(table: string): string {
  return `select id from ${quoteName(table)} where id >= $1::uuid and id <= $2::uuid order by id limit $3::int`;
}
