import type { Database } from '../../client.ts';
import { plainArray } from '../plainArray.ts';

/** A record to be written to an external search engine. */
export interface IndexedRow {
  readonly id: string;
  readonly indexVersion: string;
  /** JSON text of the record with its auditInfo; null, as `search`, if the page was full. */
  readonly record: string | null;
  /** JSON text of the search document. */
  readonly search: string | null;
}

/** Maximum bytes of a page of rows; a larger row is a page of its own. */
const PAGE_BYTES = 8_000_000;

const isFirstOrFits = `(sum(bytes) over (order by id) <= ${PAGE_BYTES} or row_number() over (order by id) = 1)`;

/**
 * Reads sizes first, and texts only of the rows that fit: octet_length does not read a value stored out of line
 * (TOAST), so that memory is limited however large the records are.
 */
const page = (rows: string): string => `
  with sized as (
    select *, octet_length(doc) + octet_length(audit) + octet_length(search) as bytes from (${rows}) as r
  ), fitting as (select *, ${isFirstOrFits} as fits from sized)
  select id, index_version::text as "indexVersion",
    case when fits then left(doc, -1) || ',"auditInfo":' || audit || '}' end as record,
    case when fits then search end as search
  from fitting order by id`;

const columns = 'id, index_version, doc, audit, search';

/**
 * Returns the current records with these ids, and the database's clock in µs before they were read, which is the version
 * of the deletion of missing ones.
 */
export async function rowsToSync(
  sql: Database,
  table: string,
  ids: readonly string[],
): Promise<{ rows: IndexedRow[]; clock: string }> {
  // The time of the statement is taken before its snapshot.
  const text = `with clock as (select (extract(epoch from statement_timestamp()) * 1000000)::bigint::text as clock),
    page as (${page(`select ${columns} from "${table}" where id = any($1::uuid[])`)})
    select clock, page.* from clock left join page on true order by id`;
  const rows = await sql.unsafe<(IndexedRow & { clock: string })[]>(text, [plainArray(ids)], { prepare: true });
  return { rows: rows.filter(({ id }) => id !== null), clock: rows[0]?.clock ?? '0' };
}

/** Returns the next rows of a range of ids, in order, from `from` on, which is excluded if `after`. */
export function rowsToFill(
  sql: Database,
  table: string,
  { from, to, after, limit }: { from: string; to: string; after: boolean; limit: number },
): Promise<IndexedRow[]> {
  const rows = `select ${columns} from "${table}" where id ${after ? '>' : '>='} $1::uuid and id <= $2::uuid order by id limit ${limit}`;
  return sql.unsafe<IndexedRow[]>(page(rows), [from, to], { prepare: true });
}

/** Returns the index versions of the records with these ids. */
export async function indexVersionsOf(
  sql: Database,
  table: string,
  ids: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await sql.unsafe<{ id: string; indexVersion: string }[]>(
    `select id, index_version::text as "indexVersion" from "${table}" where id = any($1::uuid[])`,
    [plainArray(ids)],
    { prepare: true },
  );
  return new Map(rows.map(({ id, indexVersion }) => [id, BigInt(indexVersion)]));
}

/**
 * Raises the index versions of records to the clock, and above `indexed`, the newest version that an index has of one of
 * them. The records do not change.
 */
export async function raiseIndexVersions(
  sql: Database,
  table: string,
  ids: readonly string[],
  indexed = 0n,
): Promise<void> {
  await sql.unsafe(
    `update "${table}" set index_version = greatest(index_version + 1, $2::bigint + 1, clock_us())
      where id = any($1::uuid[])`,
    [plainArray(ids), String(indexed)],
    { prepare: true },
  );
}

/** Returns those of the ids whose records have their first version. An index version may be raised without a change of the record. */
export async function unchangedIds(sql: Database, table: string, ids: readonly string[]): Promise<string[]> {
  // For each id by itself: a plan that is cached while the table is empty would read all of it.
  const text = `select found.id from unnest($1::uuid[]) as input(id)
    cross join lateral (select id from "${table}" where id = input.id and version = 1 limit 1) as found`;
  const rows = await sql.unsafe<{ id: string }[]>(text, [plainArray(ids)], { prepare: true });
  return rows.map(({ id }) => id);
}
