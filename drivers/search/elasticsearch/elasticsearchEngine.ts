import type { Database } from '../../../db/client.ts';
import {
  existingIds,
  type IndexedRow,
  raiseIndexVersions,
  rowsToFill,
  rowsToSync,
} from '../../../db/queries/search/indexedRows.ts';
import { badRequest } from '../../../domain/errors.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import { searchColumns } from '../../../domain/filtering/searchDocument.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import {
  type FoundPage,
  type IndexOutcome,
  type KeyRange,
  type SearchEngine,
  SearchUnavailable,
} from '../../../domain/ports/search.ts';
import { type BulkOutcome, deleteOperation, indexOperation, type Operation, writeBulk } from './bulk.ts';
import { type Answer, ElasticsearchClient, type Patience, type Request } from './client.ts';
import { filterQuery, sortBody } from './filterQuery.ts';
import { recordsOf } from './hits.ts';
import { type Fields, indexBody, mappingFields, mappingProblems } from './mapping.ts';

export interface ElasticsearchOptions {
  /** One address, or several of one cluster with commas between. */
  readonly url: string;
  /** Before the name of every index and alias, so that several services share one cluster. */
  readonly prefix?: string;
  /** Shards of a kind's indexes by the kind's name; 1 where none is given. A rebuild brings a change about. */
  readonly shards?: Readonly<Record<string, number>>;
  /** Copies of each shard once the index is live. */
  readonly replicas?: number;
  /** In place of the usual one, by which an engine that does not answer is away within 2 s. */
  readonly patience?: Patience;
}

/** What was written can be found after this time, well under the second that is promised. */
const REFRESH_INTERVAL = '400ms';
const FILL_ROWS = 2_000;
const VERSIONS_BATCH = 5_000;
/** A conflict is looked into, repaired and written again; what then meets another one is left to the next sync. */
const ROUNDS = 4;

export interface ElasticsearchSearch extends SearchEngine {
  close(): Promise<void>;
}

/**
 * Search in Elasticsearch. Each physical index is written through an alias of its own; a kind's read alias points to
 * the live one. A document's external version is its row's index_version.
 */
export function makeElasticsearchSearch(sql: Database, options: ElasticsearchOptions): ElasticsearchSearch {
  return new Search(sql, options);
}

class Search implements ElasticsearchSearch {
  readonly name = 'elasticsearch';
  readonly costlyRefresh = true;
  readonly #sql: Database;
  readonly #client: ElasticsearchClient;
  readonly #options: ElasticsearchOptions;
  readonly #prefix: string;

  constructor(sql: Database, options: ElasticsearchOptions) {
    this.#sql = sql;
    this.#client = new ElasticsearchClient(options.url, options.patience);
    this.#options = options;
    this.#prefix = options.prefix ?? '';
  }

  #physical(index: string): string {
    return this.#prefix + index;
  }

  #writeAlias(index: string): string {
    return `${this.#prefix}${index}-write`;
  }

  #readAlias(kind: Kind): string {
    return this.#prefix + kind.path;
  }

  async createIndex(kind: Kind, index: string): Promise<void> {
    const body = indexBody(kind, this.#writeAlias(index), this.#options.shards?.[kind.name] ?? 1);
    const answer = await this.#client.send({ method: 'PUT', path: `/${this.#physical(index)}`, body });
    if (answer.text.includes('resource_already_exists_exception')) return;
    expectDone(answer, `make the index ${index}`);
  }

  async dropIndex(_kind: Kind, index: string): Promise<void> {
    const answer = await this.#client.send({ method: 'DELETE', path: `/${this.#physical(index)}` });
    if (answer.status !== 404) expectDone(answer, `drop the index ${index}`);
  }

  async promoteIndex(kind: Kind, index: string, _previous: string | undefined): Promise<void> {
    const name = this.#physical(index);
    const alias = this.#readAlias(kind);
    const settings = { refresh_interval: REFRESH_INTERVAL, number_of_replicas: this.#options.replicas ?? 0 };
    await this.#done({ method: 'PUT', path: `/${name}/_settings`, body: { index: settings } }, `set up ${index}`);
    await this.#done({ method: 'POST', path: `/${name}/_refresh` }, `refresh ${index}`);
    // Whoever holds the alias gives it up, also one that an earlier swap was interrupted over.
    const holders = await this.#client.send({ method: 'GET', path: `/_alias/${alias}` });
    const held = holders.status === 404 ? [] : Object.keys(JSON.parse(holders.text) as object);
    const actions = [
      ...held.filter((one) => one !== name).map((one) => ({ remove: { index: one, alias } })),
      { add: { index: name, alias } },
    ];
    await this.#done({ method: 'POST', path: '/_aliases', body: { actions } }, `point ${alias} to ${index}`);
  }

  async updateMapping(kind: Kind, index: string): Promise<void> {
    const path = `/${this.#physical(index)}/_mapping`;
    const answer = await this.#client.send({ method: 'GET', path });
    if (answer.status === 404) throw badRequest(`There is no index ${index}.`, [`indexName: ${index} does not exist`]);
    expectDone(answer, `read the mapping of ${index}`);
    const [held] = Object.values(JSON.parse(answer.text) as Record<string, { mappings: { properties?: Fields } }>);
    const properties = mappingFields(kind);
    const problems = mappingProblems(held?.mappings.properties ?? {}, properties);
    if (problems.length > 0) throw badRequest(`The index ${index} has to be rebuilt.`, problems);
    await this.#done({ method: 'PUT', path, body: { properties } }, `add fields to ${index}`);
  }

  async sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    { refresh = false, signal }: { refresh?: boolean; signal?: AbortSignal } = {},
  ): Promise<IndexOutcome> {
    const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
    for (let left = [...new Set(ids)]; left.length > 0; ) {
      signal?.throwIfAborted();
      const { rows, clock } = await rowsToSync(this.#sql, kind.table, left);
      const operations = operationsOf(kind, rows);
      const found = new Set(rows.map(({ id }) => id));
      const deletes = left.filter((id) => !found.has(id)).map((id) => deleteOperation(id, clock));
      const names = await indexes();
      const failures = await this.#write(kind, names, [...operations, ...deletes], refresh, signal);
      outcome.indexed += operations.filter(({ id }) => !failures.has(id)).length;
      outcome.deleted += deletes.filter(({ id }) => !failures.has(id)).length;
      addFailures(outcome, failures);
      // What did not fit into the page.
      left = rows.filter(({ record }) => record === null).map(({ id }) => id);
    }
    return outcome;
  }

  /** Writes the operations into every index. With `refresh` they can then be found through the read alias. */
  async #write(
    kind: Kind,
    indexes: readonly string[],
    operations: readonly Operation[],
    refresh: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Map<string, string>> {
    const failures = new Map<string, string>();
    // An index that is being filled need not be searchable, and a refresh costs it dearly: then only the live one is refreshed.
    const atOnce = refresh && indexes.length === 1;
    await Promise.all(
      indexes.map(async (index) => {
        const outcome = await writeBulk(this.#client, this.#writeAlias(index), operations, { refresh: atOnce, signal });
        for (const [id, error] of outcome.failures) failures.set(id, error);
        const settled = await this.#settle(kind, index, outcome, ROUNDS, signal);
        // Written after the request that refreshed.
        if (atOnce && settled) await this.#refreshAlias(kind, signal);
      }),
    );
    if (refresh && !atOnce) await this.#refreshAlias(kind, signal);
    return failures;
  }

  async #refreshAlias(kind: Kind, signal: AbortSignal | undefined): Promise<void> {
    const answer = await this.#client.send({ method: 'POST', path: `/${this.#readAlias(kind)}/_refresh`, signal });
    if (answer.status !== 404) expectDone(answer, `refresh ${this.#readAlias(kind)}`);
  }

  /**
   * Looks into conflicts: nearly always the index holds what the row says, or something newer that another wrote. But
   * a record that is inserted while the deletion of its id is indexed has an older version than that deletion, and
   * would stay out of the index: its row is raised above. The other way round a deletion is, when the record had been
   * changed after the deletion's clock was read.
   *
   * @returns whether something was written
   */
  async #settle(
    kind: Kind,
    index: string,
    { conflicts, gone }: BulkOutcome,
    rounds: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (conflicts.length === 0 || gone || rounds === 0) return false;
    const ids = conflicts.map(({ id }) => id);
    const held = await this.#heldVersions(index, ids, signal);
    const rows = await existingIds(this.#sql, kind.table, ids);
    const buried = ids.filter((id) => rows.has(id) && !held.has(id));
    const operations: Operation[] = [];
    for (const id of ids) {
      const version = held.get(id);
      if (version !== undefined && !rows.has(id)) operations.push(deleteOperation(id, String(version + 1n)));
    }
    if (buried.length > 0) {
      await raiseIndexVersions(this.#sql, kind.table, buried);
      operations.push(...operationsOf(kind, (await rowsToSync(this.#sql, kind.table, buried)).rows));
    }
    if (operations.length === 0) return false;
    const again = await writeBulk(this.#client, this.#writeAlias(index), operations, { signal });
    await this.#settle(kind, index, again, rounds - 1, signal);
    return true;
  }

  async #heldVersions(
    index: string,
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, bigint>> {
    const answer = await this.#client.send({
      method: 'POST',
      path: `/${this.#writeAlias(index)}/_mget`,
      query: { _source: false, filter_path: 'docs._id,docs._version,docs.found' },
      body: { ids },
      signal,
    });
    if (answer.status === 404) return new Map();
    expectDone(answer, `read versions of ${index}`);
    const { docs = [] } = JSON.parse(answer.text) as { docs?: { _id: string; _version?: number; found?: boolean }[] };
    return new Map(docs.flatMap(({ _id, _version, found }) => (found ? [[_id, BigInt(_version ?? 0)]] : [])));
  }

  async fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome> {
    const outcome: IndexOutcome = { indexed: 0, deleted: 0, failed: 0, failures: [] };
    let posting: Promise<BulkOutcome> | undefined;
    let posted = 0;
    const settle = async (): Promise<void> => {
      if (!posting) return;
      const { failures, gone } = await posting;
      if (gone) throw new Error(`The index ${index} is gone.`);
      outcome.indexed += posted - failures.size;
      addFailures(outcome, failures);
    };
    const next = (from: string, after: boolean) =>
      rowsToFill(this.#sql, kind.table, { from, to: range.to, after, limit: FILL_ROWS });
    // The next page is read while the last one is written: two pages in memory, however many rows there are.
    for (let rows = await next(range.from, false); rows.length > 0; ) {
      signal?.throwIfAborted();
      const operations = operationsOf(kind, rows);
      await settle();
      posting = writeBulk(this.#client, this.#writeAlias(index), operations, { signal });
      // Awaited above or below; until then its failure must not count as unhandled.
      posting.catch(() => {});
      posted = operations.length;
      const last = operations.at(-1)?.id;
      rows = last === undefined ? [] : await next(last, true);
    }
    await settle();
    return outcome;
  }

  async *versions(_kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]> {
    await this.#done({ method: 'POST', path: `/${this.#physical(index)}/_refresh` }, `refresh ${index}`);
    for (let last: string | undefined; ; ) {
      const answer = await this.#done(
        {
          method: 'POST',
          path: `/${this.#physical(index)}/_search`,
          query: { filter_path: 'hits.hits._id,hits.hits._version', allow_partial_search_results: false },
          body: {
            query: { range: { 's.id': { gte: range.from, lte: range.to } } },
            sort: [{ 's.id': 'asc' }],
            size: VERSIONS_BATCH,
            version: true,
            _source: false,
            track_total_hits: false,
            ...(last === undefined ? {} : { search_after: [last] }),
          },
        },
        `read versions of ${index}`,
      );
      // Read from the text: a version beyond 2^53 is no JavaScript number.
      const batch = [...answer.text.matchAll(/"_id":"([^"]+)","_version":(\d+)/g)].map(([, id, version]) => ({
        id: id as string,
        indexVersion: BigInt(version as string),
      }));
      if (batch.length > 0) yield batch;
      last = batch.at(-1)?.id;
      if (batch.length < VERSIONS_BATCH) return;
    }
  }

  async refresh(_kind: Kind, index: string): Promise<void> {
    await this.#done({ method: 'POST', path: `/${this.#physical(index)}/_refresh` }, `refresh ${index}`);
  }

  async search(kind: Kind, filtering: Filtering, window: { from: number; size: number }): Promise<FoundPage> {
    const answer = await this.#read(kind, '_search', {
      query: filterQuery(filtering),
      sort: sortBody(filtering.sort),
      from: window.from,
      size: window.size,
      track_total_hits: true,
    });
    return recordsOf(answer.text);
  }

  async count(kind: Kind, filtering: Filtering): Promise<number> {
    const answer = await this.#read(kind, '_count', { query: filterQuery(filtering) });
    return (JSON.parse(answer.text) as { count: number }).count;
  }

  async #read(kind: Kind, operation: '_search' | '_count', body: object): Promise<Answer> {
    const query = operation === '_search' ? { allow_partial_search_results: false } : {};
    const answer = await this.#client.send({
      method: 'POST',
      path: `/${this.#readAlias(kind)}/${operation}`,
      query,
      body,
      patience: 'search',
    });
    if (answer.status === 404) throw new SearchUnavailable(`There is no search index of ${kind.plural}.`);
    if (answer.status === 429) throw new SearchUnavailable('Elasticsearch is too busy to search.');
    if (answer.status >= 400 && answer.text.includes('Determinizing automaton'))
      throw badRequest('The filtering cannot be searched.', ['filtering: a LIKE value is too long for its wildcards']);
    return expectDone(answer, `search ${kind.plural}`);
  }

  async documents(_kind: Kind, index: string): Promise<number> {
    await this.#done({ method: 'POST', path: `/${this.#physical(index)}/_refresh` }, `refresh ${index}`);
    const answer = await this.#done({ method: 'GET', path: `/${this.#physical(index)}/_count` }, `count ${index}`);
    return (JSON.parse(answer.text) as { count: number }).count;
  }

  async ping(): Promise<void> {
    await this.#client.ping();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #done(request: Request, what: string): Promise<Answer> {
    return expectDone(await this.#client.send(request), what);
  }
}

function expectDone(answer: Answer, what: string): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`Elasticsearch could not ${what}: ${answer.status} ${answer.text.slice(0, 1_000)}`);
}

/** The operations of the rows that fit into their page. */
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
