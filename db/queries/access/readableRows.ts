import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Condition } from '../../../domain/filtering/index.ts';
import type { Database, Transaction } from '../../client.ts';
import { compileFiltering } from '../search/filtering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { QuotedValues } from '../sqlText.ts';

/** Begins each subquery of a reach. PostgreSQL ignores it; it is visible in pg_stat_activity. */
const MARK = '/* reach */';

/**
 * Returns a subquery of the rows of a table that match the conditions, with the columns of the table. It contains the
 * values as SQL literals, so that it can be part of a statement with any parameters: run it by {@link queryReadable}.
 */
export function matchingRows(
  table: string,
  columns: readonly SearchColumn[],
  conditions: readonly Condition[],
): string {
  const condition = compileFiltering({ conditions, words: [] }, new QuotedValues());
  return `(select ${MARK} r.* from ${table} r, ${lateralSearchColumns(columns)} where ${condition})`;
}

type Value = string | number | readonly string[];

/**
 * Runs a statement over records in reach. A statement without a subquery of a reach is prepared. One with such a subquery
 * is not: its text differs by caller and by the state of the rules, so that the prepared statements of a connection would
 * grow without a limit.
 */
export const queryReadable = <Row extends object>(
  sql: Database | Transaction,
  text: string,
  values: readonly Value[] = [],
) => sql.unsafe<Row[]>(text, values as Exclude<Value, readonly string[]>[], { prepare: !text.includes(MARK) });
