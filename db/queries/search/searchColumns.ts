import type { SearchColumn } from '../../../domain/filtering/columns.ts';

/** A column of an index table, or of a search document opened by json_to_record: the same names and types in both. */
export interface SqlColumn {
  /** Quoted. */
  readonly name: string;
  readonly type: string;
}

const types: Record<SearchColumn['type'], string> = {
  string: 'text collate "C"',
  uuid: 'uuid',
  date: 'bigint',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  // Not text[]: a GIN index of jsonb_path_ops holds hashes, and a long element does not burst its page.
  strings: 'jsonb',
  entries: 'jsonb',
  elements: 'jsonb',
};

const LONGEST_NAME = 63;

export function quoteName(name: string): string {
  // PostgreSQL would cut it, and the key of the search document would no longer be its column.
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new Error(`the name ${name} is longer than PostgreSQL's ${LONGEST_NAME} bytes`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** Every column of a search document: each member's, its folded text, and what is there. */
function sqlColumns(columns: readonly SearchColumn[]): SqlColumn[] {
  return columns.flatMap(({ name, type }): SqlColumn[] => {
    const column = { name: quoteName(name), type: types[type] };
    if (type !== 'string' && type !== 'strings') return [column];
    return [column, { name: quoteName(`${name}~`), type: types[type] }];
  });
}

const everyDocument: readonly SqlColumn[] = [
  { name: '"~words"', type: 'text collate "C"' },
  { name: '"~present"', type: 'jsonb' },
];

/** The columns of a kind's documents, those of no member included. */
export function documentColumns(columns: readonly SearchColumn[]): SqlColumn[] {
  return [...sqlColumns(columns), ...everyDocument];
}

/** `"id" uuid, "name" text collate "C", …`: what json_to_record and jsonb_to_recordset want to be told. */
export function columnList(columns: readonly SearchColumn[]): string {
  return documentColumns(columns)
    .map(({ name, type }) => `${name} ${type}`)
    .join(', ');
}

/**
 * Opens the search document of each row of `r`, so that conditions compiled for the alias `s` hold over a table of
 * records as they do over an index table: `from worklog_type r, ${lateralSearchColumns(searchColumns(kind))} where …`
 */
export function lateralSearchColumns(columns: readonly SearchColumn[]): string {
  return `lateral json_to_record(r.search::json) as s(${columnList(columns)})`;
}
