import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { backupRows } from '../../db/queries/imports/backupRows.ts';
import { hiddenPendingIds } from '../../db/queries/search/pendingIds.ts';
import { indexRowsOf } from '../../db/queries/search/searchIndexes.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { membersThatMayHide } from '../access/hidden/hiddenMembers.ts';
import { readable, readableRows, readConditions } from '../access/reach.ts';
import { unavailable } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Condition, Filtering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { type FoundPage, type Freshness, SearchIndexMissing, type SearchWindow } from '../ports/search.ts';
import type { Services } from '../ports/services.ts';
import { idOf, type RecordRow } from '../records/record.ts';
import { tableOf } from '../records/table.ts';
import { limitedTotal } from './limitedTotal.ts';

/**
 * Searches in the records that the caller may read. Their condition is part of the query of the engine. An index lags
 * behind the records: a record that has left the caller's reach must not be found or counted any more. Therefore the
 * records that wait to be indexed are compared with the reach as they are now, and those out of reach are excluded from
 * the query; the records of the page are compared once more, because an index also shows a change with a delay.
 */

/** How the search of a caller reads the read replica. */
interface SearchOptions {
  /** The caller accepts that the records lag by the bound of the read replica. */
  readonly isEventual?: boolean | undefined;
}

/**
 * Rights never lag. They are read from the primary, and where the records decide what the caller may see of them, the
 * replica must have everything that was committed before the search.
 */
function freshnessFor(services: Services, kind: Kind, { isEventual }: SearchOptions): { freshness?: Freshness } {
  if (!isEventual) return {};
  const depends = services.access.of(kind).read !== 'all' || membersThatMayHide(services, kind).length > 0;
  return { freshness: depends ? 'caughtUp' : 'lagging' };
}

/** Each round excludes the records that the round before has found out of reach. */
const MAX_ROUNDS = 5;

export async function searchReadable(
  services: Services,
  kind: Kind,
  requested: Filtering,
  { isEventual, ...part }: SearchWindow & SearchOptions,
): Promise<FoundPage> {
  const window = { ...part, ...freshnessFor(services, kind, { isEventual }) };
  const filtering = await visibleFiltering(services, kind, requested);
  const reach = readConditions(services, kind);
  if (!reach) return { total: 0, records: [] };
  if (reach.length === 0) return withEngine(services, kind, () => services.search.search(kind, filtering, window));
  const narrowed = { ...filtering, conditions: [...filtering.conditions, ...reach] };
  const hidden = await hiddenPending(services, kind);
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const page = await withEngine(services, kind, () =>
      services.search.search(kind, without(narrowed, hidden), window),
    );
    const left = await outOfReach(services, kind, page.records.map(idOf));
    if (left.length === 0) return page;
    for (const id of left) hidden.add(id);
  }
  return searchTable(services, kind, narrowed, window);
}

export async function countReadable(
  services: Services,
  kind: Kind,
  requested: Filtering,
  options: SearchOptions = {},
): Promise<number> {
  const { freshness } = freshnessFor(services, kind, options);
  const filtering = await visibleFiltering(services, kind, requested);
  const reach = readConditions(services, kind);
  if (!reach) return 0;
  if (reach.length === 0) return withEngine(services, kind, () => services.search.count(kind, filtering, freshness));
  const narrowed = { ...filtering, conditions: [...filtering.conditions, ...reach] };
  const hidden = await hiddenPending(services, kind);
  return withEngine(services, kind, () => services.search.count(kind, without(narrowed, hidden), freshness));
}

/** Returns the ids of records out of reach that the index may still show as before. */
async function hiddenPending(services: Services, kind: Kind): Promise<Set<string>> {
  const text = hiddenPendingIds(kind.table, readableRows(services, kind));
  const rows = await queryReadable<{ id: string }>(services.sql, text, [kind.name]);
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of the ids whose record the caller may not read, or which no longer exists. */
async function outOfReach(services: Services, kind: Kind, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { sql } = services;
  const rows = await sql<Pick<RecordRow, 'id' | 'doc' | 'audit'>[]>`
    select id, doc, audit from ${sql(kind.table)} where id = any(${[...ids]}::uuid[])`;
  const inReach = new Set(rows.flatMap((row) => readable(services, kind, row)?.id ?? []));
  return ids.filter((id) => !inReach.has(id));
}

function without(filtering: Filtering, hidden: ReadonlySet<string>): Filtering {
  if (hidden.size === 0) return filtering;
  const isHidden: Condition = {
    type: 'compare',
    column: { name: 'id', type: 'uuid' },
    operator: 'IN',
    values: [...hidden],
  };
  return { ...filtering, conditions: [...filtering.conditions, { type: 'not', condition: isHidden }] };
}

/** Searches the records themselves, where each round found records that had just left the reach. */
async function searchTable(
  services: Services,
  kind: Kind,
  filtering: Filtering,
  { from, size, after, countLimit }: SearchWindow,
): Promise<FoundPage> {
  const { sql } = services;
  const all = backupRows(tableOf(kind), searchColumns(kind), filtering);
  const [counted] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::int as total from (${all.text} ${countLimit === undefined ? '' : `limit ${countLimit + 1}`}) found`,
    all.values,
  );
  const { text, values } = backupRows(tableOf(kind), searchColumns(kind), filtering, after);
  const rows = await sql.unsafe<{ record: string }[]>(
    `select record from (${text}) found(record) limit ${size} offset ${from}`,
    values,
  );
  return { ...limitedTotal(counted?.total ?? 0, countLimit), records: rows.map(({ record }) => record) };
}

/** Maps a missing index to an error that says so. Reads by id and writes do not need it. */
async function withEngine<T>(services: Services, kind: Kind, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SearchIndexMissing) throw unavailable(await reasonOfMissing(services, kind), error);
    throw error;
  }
}

/** Returns what is the matter with the index of a kind that the engine does not have, and what to do. */
async function reasonOfMissing(services: Services, { name, plural, path }: Kind): Promise<string> {
  const rows = await indexRowsOf(services.sql, services.search.name, name);
  return rows.some(({ state }) => state === 'FILLING')
    ? `The search index of ${plural} is being filled; reads by id and writes work meanwhile.`
    : `The search index of ${plural} (${path}) is missing in ${services.search.name}: an administrator has to create it with POST /api/v2/admin/indexes. Reads by id and writes work.`;
}
