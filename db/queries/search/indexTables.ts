import { createHash } from 'node:crypto';
import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { isPreviousReleaseAlive } from '../runtime/previousRelease.ts';
import { INDEXED_LENGTH, type JoinedTexts, type Searched } from './filtering.ts';
import { createCounter } from './indexCounter.ts';
import { documentColumns, FOLDED, quoteName, type SqlColumn, WORDS } from './searchColumns.ts';

/** Index tables, and the views that are their read aliases, are in the schema `search`. */
export const indexTable = (name: string): string => `search.${quoteName(name)}`;

/**
 * How an index table stores its records. COMPACT: what can be derived is left out. FULL: as the previous release does, with the
 * text of the record and all folded texts. Views give both the same columns, so that searches do not know the form. A table is
 * created FULL while processes of the previous release are alive: they write to it, and may build its indexes and its view.
 */
export type IndexForm = 'COMPACT' | 'FULL';

/** The searched columns of a kind, and which of them have no index. */
export interface IndexedKind {
  /** The read alias. */
  readonly path: string;
  /** The table of the records. */
  readonly table: string;
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
  const joined: JoinedTexts = {
    columns: new Set(columns),
    text: joinedText(columns, (name) => `s.${quoteName(name)}`),
  };
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
  return [...members.map((member) => `${member}~`), WORDS];
}

/** Returns the expression of the texts, each between line ends, which patterns name as the borders of a text. */
function joinedText(columns: readonly string[], textOf: (column: string) => string): string {
  const texts = columns.map((name) => `coalesce(${textOf(name)}, '') || chr(10)`);
  return `(chr(10) || ${texts.join(' || ')})`;
}

/** A text that differs from the small letters of its ASCII characters is stored; collation "C" knows no others. */
const foldedText = (column: string, folded: string): string => `coalesce(${folded}, lower(${column}))`;

/** Returns the expression of a folded column of an index table. */
function foldedOf(name: string, form: IndexForm): string {
  const folded = quoteName(name);
  return form === 'FULL' || name === WORDS ? folded : foldedText(quoteName(name.slice(0, -FOLDED.length)), folded);
}

/** The columns of an index table, with the start of each text column; a compact table has that of those with a btree. */
export function tableColumns(
  { columns, unindexed }: Pick<IndexedKind, 'columns' | 'unindexed'>,
  form: IndexForm,
): { name: string; definition: string }[] {
  const starts = columns.flatMap(({ name, type }) => {
    if (type !== 'string' || (form === 'COMPACT' && isUnsearched(name, unindexed))) return [];
    const text = `left(${quoteName(name)}, ${INDEXED_LENGTH})`;
    return [{ name: startName(name), definition: `text collate "C" generated always as (${text}) stored` }];
  });
  return [...documentColumns(columns).map(({ name, type }) => ({ name, definition: type })), ...starts];
}

/**
 * Creates an empty index table with its primary key only, and its counter. The other indexes are built before it goes live,
 * in a fraction of the time that their maintenance during the fill would take. Only processes of the previous release write
 * `record` to a compact table.
 */
export function createTable(index: string, kind: IndexedKind, form: IndexForm): string[] {
  const list = tableColumns(kind, form).map(
    ({ name, definition }) => `${name} ${definition}${name === '"id"' ? ' primary key' : ''}`,
  );
  const record = form === 'FULL' ? 'record text not null' : 'record text';
  return [
    `create table ${indexTable(index)} (index_version bigint not null, ${record}, ${list.join(', ')})`,
    createCounter(index),
  ];
}

/** Returns the expression of the value that a compact table stores for the column of a search document `s`. */
export function storedValue({ name, type }: SqlColumn): string {
  const value = `s.${name}`;
  const isFolded = type.startsWith('text') && name.endsWith(`${FOLDED}"`);
  return isFolded ? `nullif(${value}, lower(s.${name.slice(0, -FOLDED.length - 1)}"))` : value;
}

/** Columns without an index, because searches hardly ever use them. */
const unsearched = ['id', 'auditInfo.version', 'auditInfo.whoInserted~', 'auditInfo.whoEdited~'];

const isUnsearched = (name: string, unindexed: readonly string[]): boolean =>
  unsearched.includes(name) || unindexed.includes(name);

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
  { form, membersOnly = false }: { readonly form: IndexForm; readonly membersOnly?: boolean },
): IndexDefinition[] {
  const { columns, unindexed } = kind;
  const joined = membersOnly ? [] : joinedColumns(kind);
  const indexed = columns.filter(({ name }) => !isUnsearched(name, unindexed));
  const of = (...types: SearchColumn['type'][]) =>
    indexed.flatMap(({ name, type }) => (types.includes(type) ? [quoteName(name)] : []));
  const starts = indexed.flatMap(({ name, type }) => (type === 'string' ? [startName(name)] : []));
  const trigrams = columns
    .filter(
      ({ name, type }) => type === 'string' && !isUnsearched(`${name}~`, unindexed) && !joined.includes(`${name}~`),
    )
    .map(({ name }) => foldedOf(`${name}~`, form))
    .map((text) => (form === 'FULL' ? text : `(${text})`));
  const json = of('strings', 'entries', 'elements');
  if (!membersOnly) {
    trigrams.unshift(joinedText(joined, (name) => foldedOf(name, form)));
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

/**
 * Returns the columns of the view of a compact table, which are those of a full one. Processes of an earlier release read
 * `record`.
 */
export function viewColumns(kind: IndexedKind): string[] {
  const table = new Set(tableColumns(kind, 'COMPACT').map(({ name }) => name));
  const columns = tableColumns(kind, 'FULL').map(({ name }) => {
    const column = `t.${name}`;
    if (!table.has(name)) return `left(t.${name.slice(0, -2)}", ${INDEXED_LENGTH}) as ${name}`;
    const of = kind.columns.find((one) => quoteName(`${one.name}${FOLDED}`) === name);
    return of?.type === 'string' ? `${foldedText(`t.${quoteName(of.name)}`, column)} as ${name}` : column;
  });
  return ['t.index_version', recordColumn(kind.table), ...columns];
}

/** The column of a view with the record of its row. */
export const recordColumn = (table: string): string =>
  `(select left(r.doc, -1) || ',"auditInfo":' || r.audit || '}' from public."${table}" r where r.id = t."id") as record`;

/** Creates the view that searches of a kind read. Its comment names the index table. */
export function createAlias(kind: IndexedKind, index: string, form: IndexForm): string[] {
  const alias = indexTable(kind.path);
  const columns = form === 'FULL' ? '*' : viewColumns(kind).join(', ');
  return [
    `drop view if exists ${alias}`,
    `create view ${alias} as select ${columns} from ${indexTable(index)} t`,
    `comment on view ${alias} is '${index.replaceAll("'", "''")}'`,
  ];
}

/** Returns a query: the `form` of an index table, or without a table the one that it would have, and whether it `exists`. */
export const formOf = (index: string): string => `
  select case when coalesce(
    (select attnotnull from pg_attribute where attrelid = to_regclass('${indexTable(index)}') and attname = 'record'),
    ${isPreviousReleaseAlive}) then 'FULL' else 'COMPACT' end as form, to_regclass('${indexTable(index)}') is not null as exists`;

/** Returns an expression: the name of the index table behind an alias, null without one. */
export const targetOf = (alias: string): string => `obj_description(to_regclass('${indexTable(alias)}'), 'pg_class')`;
