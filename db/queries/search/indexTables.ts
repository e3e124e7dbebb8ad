import { createHash } from 'node:crypto';
import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { INDEXED_LENGTH, type JoinedTexts, type Searched } from './filtering.ts';
import { createCounter } from './indexCounter.ts';
import { documentColumns, quoteName } from './searchColumns.ts';

/** Index tables, and the views that are their read aliases, are in the schema `search`. */
export const indexTable = (name: string): string => `search.${quoteName(name)}`;

/** The searched columns of a kind, and which of them have no index. */
export interface IndexedKind {
  /** The read alias. */
  readonly path: string;
  readonly columns: readonly SearchColumn[];
  /** `name`: no index for comparisons and sorting; `name~`: no index for LIKE. */
  readonly unindexed: readonly string[];
  /** The members that fulltext reads. */
  readonly fulltext: readonly string[];
}

/**
 * The column of the first characters of a text column. It is a column and not an expression of the index, because
 * PostgreSQL uses an index-only scan for a count only over columns. A count of many matches is 10 times faster by one.
 */
const startName = (column: string): string => quoteName(`${column}<`);

/** An index table as a source of conditions. */
export const searchedTable: Searched = { alias: 's', start: (column) => `s.${startName(column)}` };

/** A kind's index table as a source of conditions, with the texts that its trigram index has together. */
export function searchedIndex(kind: IndexedKind): Searched {
  const columns = joinedColumns(kind);
  const joined: JoinedTexts = { columns: new Set(columns), text: joinedText(columns, 's.') };
  return { ...searchedTable, joined };
}

/**
 * Returns the folded columns that are indexed as one text: those that fulltext reads, and their words. The words occur in
 * the texts already, so that a trigram of them is one key of the row instead of one for each column. Other columns have
 * trigrams of their own: they share few with these, a match elsewhere in the row costs a look at it, and the members that
 * a later release adds do not change the expression, in which an index and its queries must agree.
 */
function joinedColumns({ columns, unindexed, fulltext }: IndexedKind): string[] {
  const members = fulltext.filter(
    (member) =>
      columns.some(({ name, type }) => name === member && type === 'string') && !unindexed.includes(`${member}~`),
  );
  return [...members.map((member) => `${member}~`), '~words'];
}

/** Returns the expression of the texts, each between line ends, which patterns name as the borders of a text. */
function joinedText(columns: readonly string[], prefix = ''): string {
  const texts = columns.map((name) => `coalesce(${prefix}${quoteName(name)}, '') || chr(10)`);
  return `(chr(10) || ${texts.join(' || ')})`;
}

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
 * Creates an empty index table with its primary key only, and its counter. The other indexes are built before it goes live,
 * in a fraction of the time that their maintenance during the fill would take.
 */
export function createTable(index: string, columns: readonly SearchColumn[]): string[] {
  const list = tableColumns(columns).map(
    ({ name, definition }) => `${name} ${definition}${name === '"id"' ? ' primary key' : ''}`,
  );
  return [
    `create table ${indexTable(index)} (index_version bigint not null, record text not null, ${list.join(', ')})`,
    createCounter(index),
  ];
}

/** Columns without an index, because searches hardly ever use them. */
const unsearched = ['auditInfo.version', 'auditInfo.whoInserted~', 'auditInfo.whoEdited~'];

/**
 * Returns the indexes of these columns. Sorting and comparisons use a btree for each column, equality inside free
 * objects and arrays one GIN index, LIKE and fulltext another, in which {@link joinedColumns} are one column. Both GIN
 * indexes span their columns: a row is inserted into each once, and its keys stay in the pending list until the writing
 * process merges many (PendingLists). The limit, at which PostgreSQL merges within a write, is so high that it is not
 * reached before.
 *
 * @param membersOnly leaves out the columns of no member, which a table that gets new columns already has indexed
 */
export function indexDefinitions(
  index: string,
  kind: IndexedKind,
  { membersOnly = false }: { readonly membersOnly?: boolean } = {},
): IndexDefinition[] {
  const { columns, unindexed } = kind;
  const joined = membersOnly ? [] : joinedColumns(kind);
  const omitted = new Set([...unindexed, ...unsearched, 'id']);
  const indexed = columns.filter(({ name }) => !omitted.has(name));
  const of = (...types: SearchColumn['type'][]) =>
    indexed.flatMap(({ name, type }) => (types.includes(type) ? [quoteName(name)] : []));
  const starts = indexed.flatMap(({ name, type }) => (type === 'string' ? [startName(name)] : []));
  const trigrams = columns
    .filter(({ name, type }) => type === 'string' && !omitted.has(`${name}~`) && !joined.includes(`${name}~`))
    .map(({ name }) => quoteName(`${name}~`));
  const json = of('strings', 'entries', 'elements');
  if (!membersOnly) {
    trigrams.unshift(joinedText(joined));
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

/** Returns an expression: the name of the index table behind an alias, null without one. */
export const targetOf = (alias: string): string => `obj_description(to_regclass('${indexTable(alias)}'), 'pg_class')`;
