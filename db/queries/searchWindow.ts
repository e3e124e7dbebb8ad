import type { Filtering, SortKey } from '../../domain/filtering.ts';
import { compileFiltering } from './filtering.ts';
import { indexTable, searchedTable } from './indexTables.ts';
import { compileOrder, orderTerms } from './ordering.ts';
import { quoteName } from './searchColumns.ts';
import { BoundValues } from './sqlText.ts';

export interface CompiledQuery {
  readonly text: string;
  readonly values: string[];
}

/**
 * A window of the alias's records and the exact total, both of one snapshot: rows of `total` and `record`, in order;
 * a single row without a record when the window is empty.
 */
export function searchWindow(
  alias: string,
  filtering: Filtering,
  { from, size }: { from: number; size: number },
): CompiledQuery {
  const values = new BoundValues();
  const where = compileFiltering(filtering, values, searchedTable);
  const source = `${indexTable(alias)} s`;
  const rows = orderedRows(source, where, filtering.sort, values, from + size);
  return {
    text: `with w as (
        select record, row_number() over () as n from (${rows}) as o limit ${size} offset ${from}
      )
      select c.total::int as total, w.record
      from (select count(*) as total from ${source} where ${where}) as c left join w on true
      order by w.n`,
    values: values.list,
  };
}

export function countMatches(alias: string, filtering: Filtering): CompiledQuery {
  const values = new BoundValues();
  const where = compileFiltering(filtering, values, searchedTable);
  return { text: `select count(*)::int as total from ${indexTable(alias)} s where ${where}`, values: values.list };
}

/**
 * The first `limit` records in order. A btree read backwards gives absent values first; so for a first key that
 * descends, what is present and what is absent are read one after the other, the second only when the first runs out.
 */
function orderedRows(
  source: string,
  where: string,
  sort: readonly SortKey[],
  values: BoundValues,
  limit: number,
): string {
  const [first, ...rest] = sort;
  const key = first?.descending ? indexedKey(first) : undefined;
  if (!first || !key)
    return `select s.record from ${source} where ${where} order by ${compileOrder(sort, values, searchedTable)} limit ${limit}`;
  const order = compileOrder(rest, values, searchedTable);
  const descending = orderTerms(first, values, searchedTable).map((term) => `${term} desc`);
  return `with present as materialized (
      select s.record from ${source} where ${where} and ${key} is not null
      order by ${descending.join(', ')}, ${order} limit ${limit}
    ), absent as materialized (
      select s.record from ${source} where ${where} and ${key} is null
      order by ${order} limit ${limit} - (select count(*) from present)
    )
    select record from present union all select record from absent`;
}

/** The expression that is indexed for sorting by this key, if one is. */
function indexedKey({ column }: SortKey): string | undefined {
  const name = `s.${quoteName(column.name)}`;
  switch (column.type) {
    case 'string':
      return searchedTable.start(column.name);
    case 'uuid':
    case 'date':
    case 'integer':
    case 'number':
      return name;
    default:
      return undefined;
  }
}
