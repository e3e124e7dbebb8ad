import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Filtering, Position } from '../../../domain/filtering/index.ts';
import type { RecordTable } from '../records/recordStatements.ts';
import { recordTextOf } from '../records/recordText.ts';
import { behindPosition } from '../search/behindPosition.ts';
import { compileFiltering, opened } from '../search/filtering.ts';
import { compileOrder } from '../search/ordering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { BoundValues } from '../sqlText.ts';

type RowSelection = Pick<Filtering, 'conditions' | 'words' | 'sort'>;

/**
 * Compiles the query of a backup: records as JSON texts, filtered and sorted by their search documents, which are parsed
 * row by row, because a backup reads every row anyway. Without a filter and sorted by code, no search document is parsed.
 *
 * @param after only the records behind this place
 */
export function backupRows(
  source: RecordTable,
  columns: readonly SearchColumn[],
  filtering: RowSelection,
  after?: Position,
): { text: string; values: string[] } {
  const { table, hasCode } = source;
  const values = new BoundValues();
  const record = recordTextOf(source, 'r');
  const [key, second] = filtering.sort;
  const byKey = key?.column.name === (hasCode ? 'code' : 'id') && !key.descending && second === undefined;
  const open = `${table} r, ${lateralSearchColumns(columns)}`;
  const unfiltered = filtering.conditions.length === 0 && filtering.words.length === 0;
  const ownOrder = hasCode ? 'r.code collate "C", r.id' : 'r.id';
  const order = byKey ? ownOrder : compileOrder(filtering.sort, values);
  const from = byKey && unfiltered && !after ? `${table} r` : open;
  const behind = after ? ` and ${behindPosition(filtering.sort, after, values, opened('s')).condition}` : '';
  const text = `select ${record} from ${from} where ${compileFiltering(filtering, values)}${behind} order by ${order}`;
  return { text, values: values.list };
}

/** Compiles the query of the records that a diff compares with: those that match the filtering. */
export function currentRows(
  { table, hasCode }: RecordTable,
  columns: readonly SearchColumn[],
  filtering: Pick<Filtering, 'conditions' | 'words'>,
): { text: string; values: string[] } {
  const values = new BoundValues();
  const filtered = filtering.conditions.length > 0 || filtering.words.length > 0;
  const text = `select r.id, ${hasCode ? 'r.code, ' : ''}r.doc from ${table} r${
    filtered ? `, ${lateralSearchColumns(columns)} where ${compileFiltering(filtering, values)}` : ''
  }`;
  return { text, values: values.list };
}
