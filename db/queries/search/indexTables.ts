import { createHash } from 'node:crypto';
import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { INDEXED_LENGTH, type Searched } from './filtering.ts';
import { documentColumns, quoteName } from './searchColumns.ts';

/** Index tables, and the views that are their read aliases, live in a schema of their own. */
export const indexTable = (name: string): string => `search.${quoteName(name)}`;

/** A kind as its index tables see it. */
export interface IndexedKind {
  readonly columns: readonly SearchColumn[];
  /** `name` without an index for comparing and sorting, `name~` without one for LIKE. */
  readonly unindexed: readonly string[];
}

/**
 * The first characters of a text column, kept beside it. A column and not an expression in the index: PostgreSQL
 * counts from an index alone only where the index holds a column, and a count of many matches is then 10 times quicker.
 */
const startName = (column: string): string => quoteName(`${column}<`);

/** An index table as conditions read it. */
export const searchedTable: Searched = { alias: 's', start: (column) => `s.${startName(column)}` };

/** The columns of an index table, with the start of each text column. */
export function tableColumns(columns: readonly SearchColumn[]): { name: string; definition: string }[] {
  const starts = columns.flatMap(({ name, type }) => {
    if (type !== 'string') return [];
    const text = `left(${quoteName(name)}, ${INDEXED_LENGTH})`;
    return [{ name: startName(name), definition: `text collate "C" generated always as (${text}) stored` }];
  });
  return [...documentColumns(columns).map(({ name, type }) => ({ name, definition: type })), ...starts];
}

/**
 * An empty index table with its key alone: the other indexes are built when it goes live, in a fraction of the time it
 * takes to keep them while it is filled.
 */
export function createTable(index: string, columns: readonly SearchColumn[]): string {
  const list = tableColumns(columns).map(
    ({ name, definition }) => `${name} ${definition}${name === '"id"' ? ' primary key' : ''}`,
  );
  return `create table ${indexTable(index)} (index_version bigint not null, record text not null, ${list.join(', ')})`;
}

/** Never asked for by substring, or sorted by. */
const unsearched = ['auditInfo.version', 'auditInfo.whoInserted~', 'auditInfo.whoEdited~'];

/**
 * The indexes of these columns. What a page is sorted by and what is compared gets a btree; equality inside free
 * objects and arrays is a look-up in one GIN index, LIKE and fulltext in another. Both GIN indexes span their columns:
 * a row is put into each once, and its keys wait in the pending list until many are merged. The list is searched too,
 * so it must not grow long: at 16 MB merging costs a third of what it does at 4 MB, and a search a few ms.
 *
 * @param membersOnly leaves out the columns of no member, which a table that gets new columns already has indexed
 */
export function indexDefinitions(
  index: string,
  { columns, unindexed }: IndexedKind,
  { membersOnly = false }: { readonly membersOnly?: boolean } = {},
): IndexDefinition[] {
  const omitted = new Set([...unindexed, ...unsearched, 'id']);
  const indexed = columns.filter(({ name }) => !omitted.has(name));
  const of = (...types: SearchColumn['type'][]) =>
    indexed.flatMap(({ name, type }) => (types.includes(type) ? [quoteName(name)] : []));
  const starts = indexed.flatMap(({ name, type }) => (type === 'string' ? [startName(name)] : []));
  const trigrams = columns.flatMap(({ name, type }) =>
    type === 'string' && !omitted.has(`${name}~`) ? [quoteName(`${name}~`)] : [],
  );
  const json = of('strings', 'entries', 'elements');
  if (!membersOnly) {
    trigrams.push('"~words"');
    json.push('"~present"');
  }
  return [
    ...[...starts, ...of('uuid', 'date', 'integer', 'number')].map((name) => `(${name})`),
    ...gin(trigrams, 'gin_trgm_ops'),
    ...gin(json, 'jsonb_path_ops'),
  ].map((definition) => ({
    // Named by what it is, so that building again after a failure makes only what is missing.
    name: quoteName(`${index.slice(-40)}_${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`),
    on: `${indexTable(index)} ${definition}`,
  }));
}

export interface IndexDefinition {
  readonly name: string;
  /** What stands behind `create index … on`. */
  readonly on: string;
}

/** A GIN index takes 32 columns. */
function gin(names: readonly string[], operators: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < names.length; from += 32) {
    const list = names.slice(from, from + 32).map((name) => `${name} ${operators}`);
    parts.push(`using gin (${list.join(', ')}) with (gin_pending_list_limit = 16384)`);
  }
  return parts;
}

/** The indexes that a build was stopped in the middle of: they cost every write and answer nothing. */
export const unfinishedIndexes = (index: string): string => `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where i.indrelid = to_regclass('${indexTable(index)}') and not i.indisvalid`;

/** The view a kind's searches read; its comment names the index table behind it. */
export function createAlias(alias: string, index: string): string[] {
  return [
    `drop view if exists ${indexTable(alias)}`,
    `create view ${indexTable(alias)} as select * from ${indexTable(index)}`,
    `comment on view ${indexTable(alias)} is '${index.replaceAll("'", "''")}'`,
  ];
}
