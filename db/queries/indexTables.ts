import type { SearchColumn } from '../../domain/searchColumns.ts';
import { INDEXED_LENGTH } from './filtering.ts';
import { documentColumns, quoteName } from './searchColumns.ts';

/** Index tables, and the views that are their read aliases, live in a schema of their own. */
export const indexTable = (name: string): string => `search.${quoteName(name)}`;

/** An empty index table, without its indexes. */
export function createTable(index: string, columns: readonly SearchColumn[]): string {
  const list = documentColumns(columns).map(
    ({ name, type }) => `${name} ${type}${name === '"id"' ? ' primary key' : ''}`,
  );
  return `create table ${indexTable(index)} (index_version bigint not null, record text not null, ${list.join(', ')})`;
}

/**
 * The indexes of these columns. What a page is sorted by and what is compared gets a btree; equality inside free
 * objects and arrays is a look-up in one GIN index, LIKE and fulltext in another. Both GIN indexes span their columns:
 * a row is put into each once, and its keys wait in the pending list until many are merged.
 */
export function createIndexes(index: string, columns: readonly SearchColumn[], whole: boolean): string[] {
  const table = indexTable(index);
  const names = (...types: SearchColumn['type'][]) =>
    columns.flatMap((column) => (types.includes(column.type) && column.name !== 'id' ? [quoteName(column.name)] : []));
  const texts = names('string');
  const trigrams = columns.flatMap(({ name, type }) => (type === 'string' ? [quoteName(`${name}~`)] : []));
  if (whole) trigrams.push('"~words"');
  const json = names('strings', 'entries', 'elements');
  if (whole) json.push('"~present"');
  return [
    ...texts.map((name) => `create index on ${table} (left(${name}, ${INDEXED_LENGTH}))`),
    ...names('uuid', 'date', 'integer', 'number').map((name) => `create index on ${table} (${name})`),
    ...gin(table, trigrams, 'gin_trgm_ops'),
    ...gin(table, json, 'jsonb_path_ops'),
  ];
}

/** A GIN index takes 32 columns. */
function gin(table: string, names: readonly string[], operators: string): string[] {
  const parts = [];
  for (let from = 0; from < names.length; from += 32) {
    const list = names.slice(from, from + 32).map((name) => `${name} ${operators}`);
    parts.push(`create index on ${table} using gin (${list.join(', ')})`);
  }
  return parts;
}

/** The view a kind's searches read; its comment names the index table behind it. */
export function createAlias(alias: string, index: string): string[] {
  return [
    `drop view if exists ${indexTable(alias)}`,
    `create view ${indexTable(alias)} as select * from ${indexTable(index)}`,
    `comment on view ${indexTable(alias)} is '${index.replaceAll("'", "''")}'`,
  ];
}
