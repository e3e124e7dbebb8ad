import type { Database } from '../../../db/client.ts';
import { badRequest } from '../../../domain/errors.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import {
  type FoundPage,
  type IndexOutcome,
  type KeyRange,
  type SearchEngine,
  SearchIndexMissing,
  SearchUnavailable,
  type SearchWindow,
} from '../../../domain/ports/search.ts';
import { limitedTotal } from '../../../domain/search/limitedTotal.ts';
import {
  ElasticsearchClient,
  type EngineRequest,
  type EngineResponse,
  type ProbeTimes,
  requireSuccess,
} from './elasticsearchClient.ts';
import { filterQuery, searchAfter, sortBody } from './filterQuery.ts';
import { recordsOf } from './hits.ts';
import { IndexNames } from './indexNames.ts';
import { IndexWriter } from './indexWriter.ts';
import { type Fields, indexBody, mappingFields, mappingProblems } from './mapping.ts';

export interface ElasticsearchOptions {
  /** One address, or several of one cluster separated by commas. */
  readonly url: string;
  /** Prefix of every index and alias name, so that several services can share one cluster. */
  readonly prefix?: string;
  /** Shards of a kind's indexes, by the kind's name; 1 by default. A rebuild applies a change. */
  readonly shards?: Readonly<Record<string, number>>;
  /** Replicas of each shard, 0 by default. */
  readonly replicas?: number;
  /** Overrides the times after which an unresponsive engine counts as unavailable. */
  readonly probeTimes?: ProbeTimes;
}

/** The time until a write becomes searchable, well under the second that is promised. */
const REFRESH_INTERVAL = '400ms';
const VERSIONS_BATCH = 5_000;
/** How long a new index waits for its replicas, and for its shards. */
const REPLICAS_LIMIT = '2s';
const PRIMARIES_LIMIT = '10s';
/**
 * How long a change that the cluster has accepted waits for nodes that have not applied it, as one that is just starting.
 * The alias of a kind is not limited: a node that does not know it yet would search the dropped index.
 */
const LAGGING_NODES_LIMIT = '1s';

export interface ElasticsearchSearch extends SearchEngine {
  close(): Promise<void>;
}

/**
 * Search in Elasticsearch. Each physical index is written through an alias of its own; a kind's read alias points to
 * the live one. A document's external version is its row's index_version.
 */
export function makeElasticsearchSearch(sql: Database, options: ElasticsearchOptions): ElasticsearchSearch {
  return new ElasticsearchEngine(sql, options);
}

class ElasticsearchEngine implements ElasticsearchSearch {
  readonly name = 'elasticsearch';
  readonly costlyRefresh = true;
  /** While it indexes one batch, the next is read. */
  readonly concurrentSyncs = 2;
  readonly #client: ElasticsearchClient;
  readonly #options: ElasticsearchOptions;
  readonly #names: IndexNames;
  readonly #writer: IndexWriter;

  constructor(sql: Database, options: ElasticsearchOptions) {
    this.#client = new ElasticsearchClient(options.url, options.probeTimes);
    this.#options = options;
    this.#names = new IndexNames(options.prefix ?? '');
    this.#writer = new IndexWriter(sql, this.#client, this.#names);
  }

  async createIndex(kind: Kind, index: string): Promise<void> {
    const { shards, replicas = 0 } = this.#options;
    const body = indexBody(kind, this.#names.writeAlias(index), { shards: shards?.[kind.name] ?? 1, replicas });
    const response = await this.#client.send({ method: 'PUT', path: `/${this.#names.physical(index)}`, body });
    if (response.text.includes('resource_already_exists_exception')) return;
    requireSuccess(response, `make the index ${index}`);
    if (replicas > 0) await this.#requireCopies(kind, index);
  }

  /**
   * Waits until the shards of a new index have their replicas. A cluster with too few nodes has none, and the wait is
   * short. A shard without any copy has lost its node before it had a replica: the index, which is empty, is dropped, so
   * that the next attempt makes it on another node.
   */
  async #requireCopies(kind: Kind, index: string): Promise<void> {
    const path = `/_cluster/health/${this.#names.physical(index)}`;
    const isRed = async (query: EngineRequest['query']): Promise<boolean> => {
      const response = await this.#client.send({ method: 'GET', path, query: { ...query, filter_path: 'status' } });
      return response.text === '{"status":"red"}';
    };
    if (!(await isRed({ wait_for_active_shards: 'all', timeout: REPLICAS_LIMIT }))) return;
    if (!(await isRed({ wait_for_status: 'yellow', timeout: PRIMARIES_LIMIT }))) return;
    await this.dropIndex(kind, index);
    throw new SearchUnavailable(`The new index ${index} has lost a shard; it will be made again.`);
  }

  async dropIndex(_kind: Kind, index: string): Promise<void> {
    const query = { timeout: LAGGING_NODES_LIMIT };
    const response = await this.#client.send({ method: 'DELETE', path: `/${this.#names.physical(index)}`, query });
    if (response.status !== 404) requireSuccess(response, `drop the index ${index}`);
  }

  async promoteIndex(kind: Kind, index: string, _previous: string | undefined): Promise<void> {
    const name = this.#names.physical(index);
    const alias = this.#names.readAlias(kind);
    const settings = { refresh_interval: REFRESH_INTERVAL, number_of_replicas: this.#options.replicas ?? 0 };
    const query = { timeout: LAGGING_NODES_LIMIT };
    await this.#done(
      { method: 'PUT', path: `/${name}/_settings`, query, body: { index: settings } },
      `set up ${index}`,
    );
    await this.#done({ method: 'POST', path: `/${name}/_refresh` }, `refresh ${index}`);
    // The alias leaves every index that has it, including one that an interrupted promotion has left.
    const response = await this.#client.send({ method: 'GET', path: `/_alias/${alias}` });
    const current = response.status === 404 ? [] : Object.keys(JSON.parse(response.text));
    const actions = [
      ...current.filter((one) => one !== name).map((one) => ({ remove: { index: one, alias } })),
      { add: { index: name, alias } },
    ];
    await this.#done({ method: 'POST', path: '/_aliases', body: { actions } }, `point ${alias} to ${index}`);
  }

  async updateMapping(kind: Kind, index: string): Promise<void> {
    const path = `/${this.#names.physical(index)}/_mapping`;
    const response = await this.#client.send({ method: 'GET', path });
    if (response.status === 404)
      throw badRequest(`No index has the name ${index}.`, [`indexName: ${index} does not exist`]);
    requireSuccess(response, `read the mapping of ${index}`);
    const [indexed] = Object.values<{ mappings: { properties?: Fields } }>(JSON.parse(response.text));
    const properties = mappingFields(kind);
    const problems = mappingProblems(indexed?.mappings.properties ?? {}, properties);
    if (problems.length > 0) throw badRequest(`The index ${index} must be rebuilt.`, problems);
    await this.#done({ method: 'PUT', path, body: { properties } }, `add fields to ${index}`);
  }

  sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    options?: { refresh?: boolean; signal?: AbortSignal },
  ): Promise<IndexOutcome> {
    return this.#writer.sync(kind, ids, indexes, options);
  }

  fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome> {
    return this.#writer.fill(kind, index, range, signal);
  }

  async *versions(_kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]> {
    await this.#done({ method: 'POST', path: `/${this.#names.physical(index)}/_refresh` }, `refresh ${index}`);
    for (let last: string | undefined; ; ) {
      const response = await this.#done(
        {
          method: 'POST',
          path: `/${this.#names.physical(index)}/_search`,
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
      // Parsed from the text: JavaScript numbers are exact only up to 2^53.
      const batch = [...response.text.matchAll(/"_id":"([^"]+)","_version":(\d+)/g)].map(
        ([, id = '', version = '']) => ({
          id,
          indexVersion: BigInt(version),
        }),
      );
      if (batch.length > 0) yield batch;
      last = batch.at(-1)?.id;
      if (batch.length < VERSIONS_BATCH) return;
    }
  }

  async search(kind: Kind, filtering: Filtering, window: SearchWindow): Promise<FoundPage> {
    const { from, size, after, isUncounted, countLimit } = window;
    const response = await this.#read(kind, '_search', {
      query: filterQuery(filtering),
      sort: sortBody(filtering.sort),
      from,
      size,
      // Up to one more than the limit, which shows that there are more.
      track_total_hits: countLimit === undefined ? !isUncounted : countLimit + 1,
      ...(after && { search_after: searchAfter(filtering.sort, after) }),
    });
    const { total, records } = recordsOf(response.text, { isUncounted });
    return { ...limitedTotal(total, countLimit), records };
  }

  async count(kind: Kind, filtering: Filtering): Promise<number> {
    const response = await this.#read(kind, '_count', { query: filterQuery(filtering) });
    return countIn(response);
  }

  async #read(kind: Kind, operation: '_search' | '_count', body: object): Promise<EngineResponse> {
    const query = operation === '_search' ? { allow_partial_search_results: false } : {};
    const response = await this.#client.send({
      method: 'POST',
      path: `/${this.#names.readAlias(kind)}/${operation}`,
      query,
      body,
      probe: 'search',
    });
    if (response.status === 404) throw new SearchIndexMissing(`The search index of ${kind.plural} does not exist.`);
    if (response.status === 429) throw new SearchUnavailable('Elasticsearch is too busy to search.');
    if (response.status >= 400 && response.text.includes('Determinizing automaton'))
      throw badRequest('The filtering cannot be searched.', ['filtering: a LIKE value is too long for its wildcards']);
    return requireSuccess(response, `search ${kind.plural}`);
  }

  async documents(_kind: Kind, index: string): Promise<number> {
    await this.#done({ method: 'POST', path: `/${this.#names.physical(index)}/_refresh` }, `refresh ${index}`);
    const response = await this.#done(
      { method: 'GET', path: `/${this.#names.physical(index)}/_count` },
      `count ${index}`,
    );
    return countIn(response);
  }

  async existing(indexes: readonly string[]): Promise<ReadonlySet<string>> {
    if (indexes.length === 0) return new Set();
    const path = `/${indexes.map((index) => this.#names.physical(index)).join(',')}`;
    const query = { ignore_unavailable: true, filter_path: '*.aliases' };
    const { text } = await this.#done({ method: 'GET', path, query }, 'list indexes');
    const found = new Set(Object.keys(JSON.parse(text)));
    return new Set(indexes.filter((index) => found.has(this.#names.physical(index))));
  }

  async ping(): Promise<void> {
    await this.#client.ping();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #done(request: EngineRequest, action: string): Promise<EngineResponse> {
    return requireSuccess(await this.#client.send(request), action);
  }
}

function countIn({ text }: EngineResponse): number {
  const { count }: { count: number } = JSON.parse(text);
  return count;
}
