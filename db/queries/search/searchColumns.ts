import type { SearchColumn } from '../../../domain/filtering/columns.ts';

/** A column of an index table, or of a search document that json_to_record parses: names and types are the same. */
export interface SqlColumn {
  /** Quoted. */
  readonly name: string;
  readonly type: string;
}

/** The end of the names of folded columns, and the column of words, as of search documents. */
export const FOLDED = '~';
export const WORDS = '~words';

const types: Record<SearchColumn['type'], string> = {
  string: 'text collate "C"',
  uuid: 'uuid',
  date: 'bigint',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  // Not text[]: a GIN index of jsonb_path_ops has hashes, so that a long element does not exceed its page.
  strings: 'jsonb',
  entries: 'jsonb',
  elements: 'jsonb',
};

const LONGEST_NAME = 63;

export function quoteName(name: string): string {
  // PostgreSQL would truncate it, and the column would no longer have the name of the key in the search document.
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new Error(`the name ${name} is longer than PostgreSQL's ${LONGEST_NAME} bytes`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns of the members of a search document, with their folded texts. */
function sqlColumns(columns: readonly SearchColumn[]): SqlColumn[] {
  return columns.flatMap(({ name, type }): SqlColumn[] => {
    const column = { name: quoteName(name), type: types[type] };
    if (type !== 'string' && type !== 'strings') return [column];
    return [column, { name: quoteName(name + FOLDED), type: types[type] }];
  });
}

const everyDocument: readonly SqlColumn[] = [
  { name: quoteName(WORDS), type: 'text collate "C"' },
  { name: '"~present"', type: 'jsonb' },
];

/** Returns the columns of a kind's search documents, including those of no member. */
export function documentColumns(columns: readonly SearchColumn[]): SqlColumn[] {
  return [...sqlColumns(columns), ...everyDocument];
}

/** Returns the column definition list of json_to_record: `"id" uuid, "name" text collate "C", …` */
export function columnList(columns: readonly SearchColumn[]): string {
  return documentColumns(columns)
    .map(({ name, type }) => `${name} ${type}`)
    .join(', ');
}

/**
 * Parses the search document of each row of `r`, so that conditions compiled for the alias `s` apply to a table of
 * records as to an index table: `from worklog_type r, ${lateralSearchColumns(searchColumns(kind))} where …`
 */
export function lateralSearchColumns(columns: readonly SearchColumn[]): string {
  return `lateral json_to_record(r.search::json) as s(${columnList(columns)})`;
}
