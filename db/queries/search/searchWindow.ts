import type { Filtering, SortKey } from '../../../domain/filtering/index.ts';
import type { SearchWindow } from '../../../domain/ports/search.ts';
import type { Database } from '../../client.ts';
import { BoundValues } from '../sqlText.ts';
import { type BehindPosition, behindPosition } from './behindPosition.ts';
import { compileFiltering } from './filtering.ts';
import { countAll } from './indexCounter.ts';
import { type IndexedKind, indexTable, searchedIndex, searchedTable, targetOf } from './indexTables.ts';
import { compileOrder, orderTerms } from './ordering.ts';
import { quoteName } from './searchColumns.ts';

export interface CompiledQuery {
  readonly text: string;
  readonly values: string[];
}

/**
 * Maximum number of matches that are collected and sorted. Beyond it, records are read in order until the window is
 * full. By its own estimate, PostgreSQL reads in order whenever it assumes that matches are evenly spread: for the logs
 * of a day sorted by id, it would read every log before that day.
 */
export const FEW = 5_000;

/**
 * Compiles the query of the ids of a window and their total, in one snapshot: rows of {@link FoundRow}, in order; one row without
 * an id if the window is empty. A limited total is at most one more than its limit.
 *
 * @param few as {@link FEW}
 * @param existing leaves out records that were deleted since they were indexed
 */
export function searchWindow(
  kind: IndexedKind,
  filtering: Filtering,
  window: SearchWindow,
  { few = FEW, existing = false }: { readonly few?: number; readonly existing?: boolean } = {},
): CompiledQuery {
  const { from, size, after, isUncounted, countLimit } = window;
  const { sort } = filtering;
  const values = new BoundValues();
  const selected = compileFiltering(filtering, values, searchedIndex(kind));
  const where = existing
    ? `${selected} and exists (select from public.${quoteName(kind.table)} r where r.id = s."id")`
    : selected;
  const source = `${indexTable(kind.path)} s`;
  const behind = after && behindPosition(sort, after, values, searchedTable);
  const ordered = behind
    ? rowsBehind({ source, where, sort, limit: size }, behind, values)
    : orderedRows(source, where, sort, values, from + size);
  const many = `select id, index_version, row_number() over () as n from (${ordered}) as q`;
  const isFiltered = where !== 'true';
  const count = isUncounted ? 'select 0 as total' : countOf(kind, where, countLimit);
  const candidates = behind ? `${where} and ${behind.condition}` : where;
  const isLimited = countLimit !== undefined && !behind && !isUncounted;
  // Matches up to the limit of the total are collected: to count them by a second scan would cost as much again.
  const collected = isLimited ? Math.max(few, countLimit) : few;
  const total = isLimited
    ? `select least(n, ${countLimit + 1}) as total from c`
    : behind || isUncounted
      ? count
      : `select case when n <= ${few} then n else (${count}) end as total from c`;
  const parts = isFiltered
    ? `few as materialized (${gathered(source, candidates, sort, values, collected)}),
        c as materialized (select count(*) as n from few),
        t as (${total}),
        w as (
          select id, index_version, row_number() over () as n from (
            select id, index_version from few where (select n from c) <= ${collected} order by ${gatheredOrder(filtering.sort)}
            limit ${size} offset ${from}) as o
          union all
          (select * from (${many}) as q where (select n from c) > ${collected} limit ${size} offset ${from})
        )`
    : `t as (${count}), w as (select * from (${many}) as q limit ${size} offset ${from})`;
  const terms = sort.flatMap((key) => placeTerms(key, values));
  const place = `select json_build_array(${[...terms, 's."id"'].join(', ')})::text from ${source} where s."id" = w.id`;
  return {
    text: `with ${parts}
      select t.total::int as total, w.id, w.index_version as "indexVersion",
        case when w.n > (select max(n) - 2 from w) then (${place}) end as place
      from t left join w on true order by w.n`,
    values: values.list,
  };
}

export interface FoundRow {
  readonly total: number;
  readonly id: string | null;
  readonly indexVersion: bigint | null;
  /** JSON text of a Position, of the last two rows: a cursor begins behind one of them. */
  readonly place: string | null;
}

/** A record as it is now, with its auditInfo. */
export interface CurrentRecord {
  readonly id: string;
  readonly indexVersion: bigint;
  readonly record: string;
}

/** Reads records as they are now, whose order is any; those that do not exist are left out. */
export const currentRecords = (sql: Database, table: string, ids: readonly string[]): Promise<CurrentRecord[]> =>
  sql.unsafe(
    `select id, index_version as "indexVersion", left(doc, -1) || ',"auditInfo":' || audit || '}' as record
      from "${table}" where id = any($1::uuid[])`,
    [`{${ids.join(',')}}`],
    { prepare: true },
  );

/** Returns the expressions of the values that a Position has for a key. */
function placeTerms(key: SortKey, values: BoundValues): string[] {
  const terms = orderTerms(key, values, searchedTable);
  // Without the start of a text, which precedes the text.
  return key.column.type === 'string' ? terms.slice(-1) : terms;
}

/** Counts the rows that a condition selects; with a limit, at most one more, which shows that there are more. All rows have a counter. */
function countOf(kind: IndexedKind, where: string, limit?: number): string {
  const rows = `${indexTable(kind.path)} s where ${where}`;
  const counted = limit === undefined ? rows : `(select from ${rows} limit ${limit + 1}) as counted`;
  return where === 'true' ? countAll(targetOf(kind.path), counted) : `select count(*) as total from ${counted}`;
}

/** Reads ids and sort keys of up to `few` + 1 matches. */
function gathered(source: string, where: string, sort: readonly SortKey[], values: BoundValues, few: number): string {
  const keys = sort.flatMap((key, index) =>
    orderTerms(key, values, searchedTable).map((term, part) => `, ${term} as ${gatheredKey(index, part)}`),
  );
  return `select s.id, s.index_version${keys.join('')} from ${source} where ${where} limit ${few + 1}`;
}

const gatheredKey = (index: number, part: number): string => `key${index}_${part}`;

function gatheredOrder(sort: readonly SortKey[]): string {
  const terms = sort.flatMap((key, index) =>
    orderTerms(key, new BoundValues(), searchedTable).map(
      (_, part) => `${gatheredKey(index, part)} ${key.descending ? 'desc' : 'asc'} nulls last`,
    ),
  );
  return [...terms, 'id'].join(', ');
}

export function countMatches(kind: IndexedKind, filtering: Filtering): CompiledQuery {
  const values = new BoundValues();
  const where = compileFiltering(filtering, values, searchedIndex(kind));
  return { text: `select total::int from (${countOf(kind, where)}) as counted`, values: values.list };
}

/**
 * Reads the first `limit` records in order. A backward scan of a btree returns absent values first. For a descending
 * first key, present values are therefore read first, and absent ones only if present ones do not fill the limit.
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
  if (!first || !key) {
    const order = compileOrder(sort, values, searchedTable);
    return `select s.id, s.index_version from ${source} where ${where} order by ${order} limit ${limit}`;
  }
  const order = compileOrder(rest, values, searchedTable);
  return `with present as materialized (
      select s.id, s.index_version from ${source} where ${where} and ${key} is not null
      order by ${presentOrder(sort, values)} limit ${limit}
    ), absent as materialized (
      select s.id, s.index_version from ${source} where ${where} and ${key} is null
      order by ${order} limit ${limit} - (select count(*) from present)
    )
    select * from present union all select * from absent`;
}

/** Reads the first `limit` records behind a place: those with a value of the first key by its btree, then those without. */
function rowsBehind(
  { source, where, sort, limit }: { source: string; where: string; sort: readonly SortKey[]; limit: number },
  { present, absent }: BehindPosition,
  values: BoundValues,
): string {
  const order = compileOrder(sort, values, searchedTable);
  const rows = (condition: string, by: string, maximum: string): string =>
    `select s.id, s.index_version from ${source} where ${where} and ${condition} order by ${by} limit ${maximum}`;
  if (present === undefined) return rows(absent, order, String(limit));
  return `with present as materialized (${rows(present, presentOrder(sort, values), String(limit))}),
    absent as materialized (${rows(absent, order, `${limit} - (select count(*) from present)`)})
    select * from present union all select * from absent`;
}

/** Returns the order of records with a value of the first key. Without `nulls last`, a btree is read backwards for a descending key. */
function presentOrder(sort: readonly SortKey[], values: BoundValues): string {
  const [first, ...rest] = sort;
  if (!first?.descending || !indexedKey(first)) return compileOrder(sort, values, searchedTable);
  const order = compileOrder(rest, values, searchedTable);
  const descending = orderTerms(first, values, searchedTable).map((term) => `${term} desc`);
  return `${descending.join(', ')}, ${order}`;
}

/** Returns the column with the btree of this key, if it has one. */
function indexedKey({ column }: SortKey): string | undefined {
  switch (column.type) {
    case 'string':
      return searchedTable.start(column.name);
    case 'uuid':
    case 'date':
    case 'integer':
    case 'number':
      return `s.${quoteName(column.name)}`;
    default:
      return undefined;
  }
}
