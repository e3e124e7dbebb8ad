import type { Database } from '../../../db/client.ts';
import { isDatabaseUnavailable, isDataFault } from '../../../db/errors.ts';
import { countTable } from '../../../db/queries/search/indexCounter.ts';
import { indexTable } from '../../../db/queries/search/indexTables.ts';
import {
  type CompiledQuery,
  countMatches,
  currentRecords,
  FEW,
  type FoundRow,
  searchWindow,
} from '../../../db/queries/search/searchWindow.ts';
import { rangeIds, writeRange } from '../../../db/queries/search/writeIndex.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { searchColumns } from '../../../domain/filtering/columns.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { primaryReads, type Read, type Reads } from '../../../domain/ports/reads.ts';
import {
  type FoundPage,
  type Freshness,
  type IndexOutcome,
  type KeyRange,
  type SearchEngine,
  SearchIndexMissing,
  SearchUnavailable,
  type SearchWindow,
  type SyncOptions,
} from '../../../domain/ports/search.ts';
import { pageOf } from './foundPage.ts';
import { addColumns, dropTable, existingTables, hasLiveTable, indexed, makeLive, makeTable } from './indexDdl.ts';
import { IndexTableWriter, isIndexMissing } from './indexTableWriter.ts';
import { PendingLists } from './pendingLists.ts';

/** Rows of one statement when a range is filled. A cancellation takes effect between two statements. */
const FILL_BATCH = 1_000;
const VERSIONS_BATCH = 5_000;
/** Rounds of a search that finds deleted records: each was deleted while the round before read them. */
const MAX_ROUNDS = 5;

/**
 * Searches in PostgreSQL itself. A physical index is a table of the schema `search` with a typed, indexed column for each
 * searchable member; a kind's read alias is a view. Index tables are written from the rows of the records, inside the
 * database.
 *
 * @param few   maximum number of matches that are collected before they are sorted
 * @param reads where searches that may lag go; to the primary by default
 */
export function makePostgresSearch(
  sql: Database,
  { few = FEW, reads = primaryReads(sql) }: { readonly few?: number; readonly reads?: Reads } = {},
): SearchEngine {
  return new PostgresSearch(sql, few, reads);
}

/** How long a search waits until the read replica has replayed what the primary has. */
const CATCH_UP_MS = 200;

class PostgresSearch implements SearchEngine {
  readonly name = 'postgres';
  readonly costlyRefresh = false;
  /** All writes of an index append to the same page of its pending list. */
  readonly concurrentSyncs = 1;
  readonly #sql: Database;
  readonly #few: number;
  readonly #reads: Reads;
  readonly #writer: IndexTableWriter;
  readonly #pendingLists: PendingLists;

  constructor(sql: Database, few: number, reads: Reads) {
    this.#sql = sql;
    this.#writer = new IndexTableWriter(sql);
    this.#pendingLists = new PendingLists(sql);
    this.#few = few;
    this.#reads = reads;
  }

  async createIndex(kind: Kind, index: string): Promise<void> {
    await whileReachable(() => makeTable(this.#sql, kind, index));
  }

  async dropIndex(kind: Kind, index: string): Promise<void> {
    await whileReachable(() => dropTable(this.#sql, kind, index));
  }

  async promoteIndex(kind: Kind, index: string): Promise<void> {
    await whileReachable(() => makeLive(this.#sql, kind, index));
  }

  async updateMapping(kind: Kind, index: string): Promise<void> {
    await whileReachable(() => addColumns(this.#sql, kind, index));
  }

  async sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    options: SyncOptions = {},
  ): Promise<IndexOutcome> {
    const list = [...new Set(ids)];
    const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
    if (list.length === 0) return outcome;
    return whileReachable(async () => {
      const { outboxIds: allOutboxIds = [], expectedIndexes = [] } = options;
      const [only, ...others] = expectedIndexes;
      const isAwaited = options.refresh === true;
      const parts = { ids: list, outboxIds: allOutboxIds, isAwaited };
      if (only !== undefined && others.length === 0 && (await this.#writer.writeOnly(kind, only, parts))) {
        const merged = this.#pendingLists.wrote(only, list.length);
        if (!isAwaited) await merged;
        return { ...outcome, indexed: list.length, ...(allOutboxIds.length > 0 && { outboxIsDeleted: true }) };
      }
      const failures = new Map<string, string>();
      let isMissing = false;
      const written = await indexes();
      for (const index of written) {
        options.signal?.throwIfAborted();
        const isLast = index === written.at(-1) && failures.size === 0;
        const outboxIds = isLast ? allOutboxIds : [];
        const { found, missing, outboxIsDeleted } = await this.#writer.write(
          kind,
          index,
          { ids: list, outboxIds, isAwaited },
          failures,
        );
        isMissing ||= missing;
        if (outboxIsDeleted) outcome.outboxIsDeleted = true;
        const merged = this.#pendingLists.wrote(index, found);
        if (!isAwaited) await merged;
        outcome.indexed = found;
        outcome.deleted = list.length - found - failures.size;
      }
      // An index that was dropped may have a successor.
      if (options.refresh && isMissing && !(await hasLiveTable(this.#sql, kind))) throw noIndex(kind);
      return withFailures(outcome, failures);
    });
  }

  async fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome> {
    return whileReachable(async () => {
      const text = writeRange(kind.table, { index, form: await this.#writer.formOf(index) }, searchColumns(kind));
      const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
      const failures = new Map<string, string>();
      for (let from: string | undefined = range.from; from !== undefined && from <= range.to; ) {
        signal?.throwIfAborted();
        const values: string[] = [from, range.to, String(FILL_BATCH)];
        let batch: { found: number; last: string | null } | undefined;
        try {
          const run = () => this.#sql.unsafe<{ found: number; last: string | null }[]>(text, values, { prepare: true });
          [batch] = await withTransactionRetry(run);
        } catch (error) {
          if (isIndexMissing(error)) throw noIndex(kind, error);
          if (!isDataFault(error)) throw error;
          const rows = await this.#sql.unsafe<{ id: string }[]>(rangeIds(kind.table), values);
          const ids = rows.map(({ id }) => id);
          const { found } = await this.#writer.write(kind, index, { ids, outboxIds: [] }, failures);
          batch = { found, last: ids.at(-1) ?? null };
        }
        outcome.indexed += batch?.found ?? 0;
        await this.#pendingLists.wrote(index, batch?.found ?? 0);
        from = batch?.last ? nextUuid(batch.last) : undefined;
      }
      return withFailures(outcome, failures);
    });
  }

  async *versions(_kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]> {
    const text = `select id, index_version as "indexVersion" from ${indexTable(index)}
      where id >= $1::uuid and id <= $2::uuid order by id limit ${VERSIONS_BATCH}`;
    for (let from: string | undefined = range.from; from !== undefined && from <= range.to; ) {
      const values: string[] = [from, range.to];
      const rows = await whileReachable(() => this.#sql.unsafe<{ id: string; indexVersion: bigint }[]>(text, values));
      if (rows.length > 0) yield [...rows];
      const last: string | undefined = rows.length < VERSIONS_BATCH ? undefined : rows.at(-1)?.id;
      from = last === undefined ? undefined : nextUuid(last);
    }
  }

  /**
   * The index selects and sorts, and the records are those of their table: one that was deleted since is left out, and one that has
   * changed comes with the place that the index gives it.
   */
  search(kind: Kind, filtering: Filtering, window: SearchWindow): Promise<FoundPage> {
    return this.#read(kind, window.freshness, async (sql) => {
      for (let round = 1; ; round++) {
        // Most pages have no deleted record; only another round looks for each match whether it exists.
        const compiled = searchWindow(indexed(kind), filtering, window, { few: this.#few, existing: round > 1 });
        const rows = await query<FoundRow>(sql, compiled);
        const ids = rows.flatMap(({ id }) => id ?? []);
        const records = ids.length === 0 ? [] : await currentRecords(sql, kind.table, ids);
        const current = new Map(records.map((row) => [row.id, row]));
        // In the last round, records that were deleted at this moment are missing from the page.
        if (current.size === ids.length || round === MAX_ROUNDS) return pageOf(rows, current, window);
      }
    });
  }

  async count(kind: Kind, filtering: Filtering, freshness?: Freshness): Promise<number> {
    const counted = countMatches(indexed(kind), filtering);
    const [row] = await this.#read(kind, freshness, (sql) => query<{ total: number }>(sql, counted));
    return row?.total ?? 0;
  }

  async #read<T>(kind: Kind, freshness: Freshness | undefined, read: Read<T>): Promise<T> {
    try {
      return await whileReachable(() => {
        if (freshness === 'lagging') return this.#reads.lagging(read);
        return freshness === 'caughtUp' ? this.#reads.caughtUp(read, CATCH_UP_MS) : read(this.#sql);
      });
    } catch (error) {
      if (isIndexMissing(error)) throw noIndex(kind, error);
      throw error;
    }
  }

  async documents(_kind: Kind, index: string): Promise<number> {
    const [row] = await whileReachable(() =>
      this.#sql.unsafe<{ total: number }[]>(`select total::int from (${countTable(index)}) as counted`),
    );
    return row?.total ?? 0;
  }

  async existing(indexes: readonly string[]): Promise<ReadonlySet<string>> {
    return whileReachable(() => existingTables(this.#sql, indexes));
  }

  async ping(): Promise<void> {
    await whileReachable(() => this.#sql`select 1`);
  }
}

/** Runs a query without preparing it, because the plan depends on the values. */
const query = <Row extends object>(sql: Database, { text, values }: CompiledQuery): Promise<Row[]> =>
  sql.unsafe<Row[]>(text, values);

function withFailures(outcome: IndexOutcome, failures: ReadonlyMap<string, string>): IndexOutcome {
  return {
    ...outcome,
    deleted: Math.max(outcome.deleted, 0),
    failed: failures.size,
    failures: [...failures].map(([id, error]) => ({ id, error })),
  };
}

const noIndex = (kind: Kind, cause?: unknown): SearchIndexMissing =>
  new SearchIndexMissing(`The search index of ${kind.plural} does not exist.`, { cause });

async function whileReachable<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new SearchUnavailable('PostgreSQL cannot be reached.', { cause: error });
  }
}

/** Returns the next id in PostgreSQL's order; undefined after the last possible one. */
function nextUuid(id: string): string | undefined {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  if (next.length > 32) return undefined;
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
