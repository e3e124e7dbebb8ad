import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { indexTable } from './indexTables.ts';
import { documentColumns, lateralSearchColumns, quoteName } from './searchColumns.ts';

/**
 * Records go into an index table straight from their rows, in one statement, with the rows locked FOR KEY SHARE: a row
 * that is being deleted is waited for, so what is written was there when it was written, and the delete that follows is
 * indexed after it. Changes of the row are not held up; an older version that comes late is refused by its number.
 * Rows are locked and written in the order of their ids, so that two of these rarely meet crosswise.
 */
function upsert(index: string, columns: readonly SearchColumn[]): string {
  const names = documentColumns(columns).map(({ name }) => name);
  const set = ['index_version', 'record', ...names.filter((name) => name !== '"id"')];
  return `insert into ${indexTable(index)} as t (index_version, record, ${names.join(', ')})
    select r.index_version, left(r.doc, -1) || ',"auditInfo":' || r.audit || '}', ${names.map((name) => `s.${name}`).join(', ')}
    from r, ${lateralSearchColumns(columns)}
    order by r.id
    on conflict (id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')}
    where t.index_version < excluded.index_version
    returning 1`;
}

/**
 * $1: ids. Writes those that have a row and removes the others; answers how many of each.
 * A document that was written anew since the statement began has another version, and stays.
 *
 * A plan that was made while a table was small stays until its statistics are made anew, and reads the whole table where
 * it should look up ids. So what is missing is told by the rows that were found, and its documents are not even looked
 * for where nothing is.
 */
export function writeRecords(table: string, index: string, columns: readonly SearchColumn[]): string {
  return `with r as materialized (
      select id, index_version, doc, audit, search from ${quoteName(table)} where id = any($1::uuid[]) order by id for key share
    ), w as (
      ${upsert(index, columns)}
    ), missing as materialized (
      select id from unnest($1::uuid[]) as input (id) where not exists (select from r where r.id = input.id)
    ), stale as (
      select ctid as place, id, index_version from ${indexTable(index)}
      where exists (select from missing) and id = any(array(select id from missing))
    ), d as (
      delete from ${indexTable(index)} where exists (select from missing)
        and ctid = any(array(select place from stale)) and (id, index_version) in (select id, index_version from stale) returning 1
    )
    select (select count(*) from r)::int as found, (select count(*) from d)::int as deleted`;
}

/** $1, $2: ids, both included; $3: how many rows at most. Answers how many there were and the id of the last. */
export function writeRange(table: string, index: string, columns: readonly SearchColumn[]): string {
  return `with r as materialized (
      select id, index_version, doc, audit, search from ${quoteName(table)}
      where id >= $1::uuid and id <= $2::uuid order by id limit $3::int for key share
    ), w as (
      ${upsert(index, columns)}
    )
    select (select count(*) from r)::int as found, (select id from r order by id desc limit 1) as last`;
}

/** The ids that {@link writeRange} would read, for writing them one by one when the batch cannot be written. */
export function rangeIds(table: string): string {
  return `select id from ${quoteName(table)} where id >= $1::uuid and id <= $2::uuid order by id limit $3::int`;
}
