import type { Database } from '../../../db/client.ts';
import {
  type IndexedRow,
  indexVersionsOf,
  raiseIndexVersions,
  rowsToFill,
  rowsToSync,
} from '../../../db/queries/search/indexedRows.ts';
import { searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import {
  type IndexOutcome,
  type KeyRange,
  SearchIndexMissing,
  SearchUnavailable,
} from '../../../domain/ports/search.ts';
import { type BulkOutcome, deleteOperation, indexOperation, type Operation, writeBulk } from './bulk.ts';
import { type ElasticsearchClient, requireSuccess } from './elasticsearchClient.ts';
import type { IndexNames } from './indexNames.ts';

const FILL_ROWS = 2_000;
/** Rounds in which conflicts are resolved. */
const MAX_CONFLICT_ROUNDS = 4;

type Signal = AbortSignal | undefined;

/** One index, written through its alias. */
interface Target {
  readonly kind: Kind;
  readonly index: string;
  readonly signal: Signal;
}

interface VersionItem {
  readonly _id: string;
  readonly _version?: number;
  readonly found?: boolean;
  readonly error?: { readonly type: string };
}

/** Writes rows of records into indexes. */
export class IndexWriter {
  readonly #sql: Database;
  readonly #client: ElasticsearchClient;
  readonly #names: IndexNames;

  constructor(sql: Database, client: ElasticsearchClient, names: IndexNames) {
    this.#sql = sql;
    this.#client = client;
    this.#names = names;
  }

  async sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    { refresh = false, signal }: { refresh?: boolean; signal?: AbortSignal } = {},
  ): Promise<IndexOutcome> {
    const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
    /** How often the index version of an id has been raised. */
    const raises = new Map<string, number>();
    for (let remaining = [...new Set(ids)]; remaining.length > 0; ) {
      signal?.throwIfAborted();
      // Before the rows: an index that is registered later is filled from rows that are as new or newer.
      const targets = (await indexes()).map((index): Target => ({ kind, index, signal }));
      const { rows, clock } = await rowsToSync(this.#sql, kind.table, remaining);
      const writes = operationsOf(kind, rows);
      const found = new Set(rows.map(({ id }) => id));
      const absent = remaining.filter((id) => !found.has(id));
      const deletes = absent.map((id) => deleteOperation(id, clock));
      const { failures, raised } = await this.#write(targets, [...writes, ...deletes], { refresh });
      outcome.indexed += writes.filter(({ id }) => !failures.has(id) && !raised.has(id)).length;
      outcome.deleted += deletes.filter(({ id }) => !failures.has(id)).length;
      addFailures(outcome, failures);
      // Rows that did not fit into the page are read again.
      const left = rows.filter(({ record }) => record === null).map(({ id }) => id);
      // Elasticsearch keeps the versions of deletions for a minute, which may be newer than the clock if it was set back.
      for (const id of raised) raises.set(id, (raises.get(id) ?? 0) + 1);
      if ([...raised].some((id) => (raises.get(id) ?? 0) > MAX_CONFLICT_ROUNDS))
        throw new SearchUnavailable(`Elasticsearch has newer versions of ${kind.plural} than the database.`);
      // Raised versions are written to every index, not only to the one that had a conflict.
      remaining = [...new Set([...left, ...raised, ...(await this.#reappeared(kind, absent))])];
    }
    return outcome;
  }

  /**
   * Returns the ids whose deletion has been written although a record has them now, with a newer index version. Such a
   * record was inserted, but not committed, when the rows were read; its document may have been written before the
   * deletion, which is newer.
   */
  async #reappeared(kind: Kind, deleted: readonly string[]): Promise<string[]> {
    if (deleted.length === 0) return [];
    const ids = [...(await indexVersionsOf(this.#sql, kind.table, deleted)).keys()];
    if (ids.length > 0) await raiseIndexVersions(this.#sql, kind.table, ids);
    return ids;
  }

  /**
   * Writes the operations into every index. With `refresh` the read alias can find them afterwards.
   *
   * @returns the errors by id, and the ids whose index version was raised: they are still to be written
   */
  async #write(
    targets: readonly Target[],
    operations: readonly Operation[],
    { refresh }: { refresh: boolean },
  ): Promise<{ readonly failures: Map<string, string>; readonly raised: Set<string> }> {
    const raised = new Set<string>();
    const failures = new Map<string, string>();
    // An index that is being filled need not be searchable, and a refresh costs it much: only the live one is refreshed.
    const withWrite = refresh && targets.length === 1;
    await Promise.all(
      targets.map(async (target) => {
        const options = { refresh: withWrite, signal: target.signal };
        const outcome = await writeBulk(this.#client, this.#names.writeAlias(target.index), operations, options);
        for (const [id, error] of outcome.failures) failures.set(id, error);
        // After the request that refreshed.
        const isUnrefreshed = await this.#resolveConflicts(target, outcome, raised, MAX_CONFLICT_ROUNDS);
        if (withWrite && isUnrefreshed) await this.#refreshAlias(target);
      }),
    );
    const [first] = targets;
    if (refresh && !withWrite && first) await this.#refreshAlias(first);
    return { failures, raised };
  }

  async #refreshAlias({ kind, signal }: Target): Promise<void> {
    const alias = this.#names.readAlias(kind);
    const response = await this.#client.send({ method: 'POST', path: `/${alias}/_refresh`, signal });
    if (response.status === 404) throw new SearchIndexMissing(`The search index of ${kind.plural} does not exist.`);
    requireSuccess(response, `refresh ${alias}`);
  }

  /**
   * Resolves version conflicts. Nearly always the index already has the row's version, or a newer one of a row that has
   * changed since. Three cases differ. A record inserted while the deletion of its id was indexed has an older version than
   * the deletion. A restored database has older versions than the index. Such rows get a newer version, and are added to
   * `raised`. And a deletion is older than the document where the record changed after the clock was read, so it is
   * repeated with a newer version; the next sync resolves what is left after the last round.
   *
   * @returns whether the live index needs a refresh: something was written, or the index may have a successor
   */
  async #resolveConflicts(
    target: Target,
    { conflicts, indexMissing }: BulkOutcome,
    raised: Set<string>,
    rounds: number,
  ): Promise<boolean> {
    if (indexMissing) return true;
    if (conflicts.length === 0 || rounds === 0) return false;
    const { kind, index, signal } = target;
    const ids = conflicts.map(({ id }) => id);
    const indexed = await this.#indexedVersions(target, ids);
    // Dropped since the write: its successor is written too, or filled from rows that are as new.
    if (!indexed) return true;
    // Read after the index: a document is written from a committed row, so only a restored row can be older than it.
    const rows = await indexVersionsOf(this.#sql, kind.table, ids);
    const outdated: string[] = [];
    const operations: Operation[] = [];
    let newest = 0n;
    for (const id of ids) {
      const [version, row] = [indexed.get(id), rows.get(id)];
      if (row === undefined && version !== undefined) operations.push(deleteOperation(id, String(version + 1n)));
      if (row === undefined || (version !== undefined && version <= row)) continue;
      outdated.push(id);
      if (version !== undefined && version > newest) newest = version;
    }
    if (outdated.length > 0) {
      await raiseIndexVersions(this.#sql, kind.table, outdated, newest);
      for (const id of outdated) raised.add(id);
    }
    if (operations.length === 0) return false;
    const outcome = await writeBulk(this.#client, this.#names.writeAlias(index), operations, { signal });
    await this.#resolveConflicts(target, outcome, raised, rounds - 1);
    return true;
  }

  /** Returns the versions of the documents that the index has; undefined if it does not exist any more. */
  async #indexedVersions({ index, signal }: Target, ids: readonly string[]): Promise<Map<string, bigint> | undefined> {
    const response = await this.#client.send({
      method: 'POST',
      path: `/${this.#names.writeAlias(index)}/_mget`,
      query: { _source: false, filter_path: 'docs._id,docs._version,docs.found,docs.error.type' },
      body: { ids },
      signal,
    });
    if (response.status === 404) return undefined;
    requireSuccess(response, `read versions of ${index}`);
    const { docs = [] }: { docs?: VersionItem[] } = JSON.parse(response.text);
    // An item with an error says nothing about the document.
    const error = docs.find((doc) => doc.error)?.error;
    if (error?.type === 'index_not_found_exception') return undefined;
    if (error) throw new SearchUnavailable(`Elasticsearch cannot read versions of ${index} now: ${error.type}`);
    return new Map(docs.flatMap(({ _id, _version, found }) => (found ? [[_id, BigInt(_version ?? 0)]] : [])));
  }

  async fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome> {
    const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
    let pending: { readonly result: Promise<BulkOutcome>; readonly size: number } | undefined;
    const settle = async (): Promise<void> => {
      if (!pending) return;
      const { failures, indexMissing } = await pending.result;
      if (indexMissing) throw new SearchIndexMissing(`The index ${index} does not exist any more.`);
      outcome.indexed += pending.size - failures.size;
      addFailures(outcome, failures);
    };
    // The next page is read while the last one is written: two pages in memory, however many rows there are.
    for (let rows = await this.#page(kind, range, undefined); rows.length > 0; ) {
      signal?.throwIfAborted();
      const operations = operationsOf(kind, rows);
      await settle();
      const result = writeBulk(this.#client, this.#names.writeAlias(index), operations, { signal });
      // Awaited by `settle`; until then its failure must not count as unhandled.
      result.catch(() => {});
      pending = { result, size: operations.length };
      const last = operations.at(-1)?.id;
      rows = last === undefined ? [] : await this.#page(kind, range, last);
    }
    await settle();
    return outcome;
  }

  #page(kind: Kind, { from, to }: KeyRange, last: string | undefined): Promise<IndexedRow[]> {
    const after = last !== undefined;
    return rowsToFill(this.#sql, kind.table, { from: last ?? from, to, after, limit: FILL_ROWS });
  }
}

/** Returns the operations of the rows that fit into their page. */
function operationsOf(kind: Kind, rows: readonly IndexedRow[]): Operation[] {
  const columns = searchColumns(kind);
  return rows.flatMap(({ id, indexVersion, record, search }) =>
    record === null || search === null ? [] : [indexOperation(columns, { id, indexVersion, record, search })],
  );
}

function addFailures(outcome: IndexOutcome, failures: ReadonlyMap<string, string>): void {
  outcome.failed += failures.size;
  for (const [id, error] of failures) outcome.failures.push({ id, error });
}
