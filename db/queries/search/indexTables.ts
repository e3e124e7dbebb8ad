import { createHash } from 'node:crypto';
import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { INDEXED_LENGTH, type Searched } from './filtering.ts';
import { documentColumns, quoteName } from './searchColumns.ts';

/** Index tables, and the views that are their read aliases, are in the schema `search`. */
export const indexTable = (name: string): string => `search.${quoteName(name)}`;

/** The searched columns of a kind, and which of them have no index. */
export interface IndexedKind {
  readonly columns: readonly SearchColumn[];
  /** `name`: no index for comparisons and sorting; `name~`: no index for LIKE. */
  readonly unindexed: readonly string[];
}

/**
 * The column of the first characters of a text column. It is a column and not an expression of the index, because
 * PostgreSQL uses an index-only scan for a count only over columns. A count of many matches is 10 times faster by one.
 */
const startName = (column: string): string => quoteName(`${column}<`);

/** An index table as a source of conditions. */
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
 * Creates an empty index table with its primary key only. The other indexes are built before it goes live, in a fraction
 * of the time that their maintenance during the fill would take.
 */
export function createTable(index: string, columns: readonly SearchColumn[]): string {
  const list = tableColumns(columns).map(
    ({ name, definition }) => `${name} ${definition}${name === '"id"' ? ' primary key' : ''}`,
  );
  return `create table ${indexTable(index)} (index_version bigint not null, record text not null, ${list.join(', ')})`;
}

/** Columns without an index, because searches hardly ever use them. */
const unsearched = ['auditInfo.version', 'auditInfo.whoInserted~', 'auditInfo.whoEdited~'];

/**
 * Returns the indexes of these columns. Sorting and comparisons use a btree for each column, equality inside free
 * objects and arrays one GIN index, LIKE and fulltext another. Both GIN indexes span their columns: a row is inserted
 * into each once, and its keys stay in the pending list until the writing process merges many (PendingLists). The limit,
 * at which PostgreSQL merges within a write, is so high that it is not reached before.
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
    // The name is a hash of the definition, so that a repeated build after a failure creates only the missing indexes.
    name: quoteName(`${index.slice(-40)}_${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`),
    on: `${indexTable(index)} ${definition}`,
    definition,
  }));
}

export interface IndexDefinition {
  readonly name: string;
  /** The text after `create index … on`. */
  readonly on: string;
  /** The text after the name of the table. */
  readonly definition: string;
}

/** Divides columns among GIN indexes, which have at most 32 columns each. */
function gin(names: readonly string[], operators: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < names.length; from += 32) {
    const list = names.slice(from, from + 32).map((name) => `${name} ${operators}`);
    parts.push(`using gin (${list.join(', ')}) with (gin_pending_list_limit = 32768)`);
  }
  return parts;
}

/** $1 index. Merges the pending lists of its GIN indexes. Writes and searches continue meanwhile. */
export const mergePendingLists = `
  select gin_clean_pending_list(i.indexrelid) from pg_index i
  join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
  join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where n.nspname = 'search' and t.relname = $1::text and a.amname = 'gin' and i.indisvalid`;

/** Invalid indexes of interrupted builds: every write maintains them, and no search uses them. */
export const unfinishedIndexes = (index: string): string => `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where i.indrelid = to_regclass('${indexTable(index)}') and not i.indisvalid`;

/** Creates the view that searches of a kind read. Its comment names the index table. */
export function createAlias(alias: string, index: string): string[] {
  return [
    `drop view if exists ${indexTable(alias)}`,
    `create view ${indexTable(alias)} as select * from ${indexTable(index)}`,
    `comment on view ${indexTable(alias)} is '${index.replaceAll("'", "''")}'`,
  ];
}
