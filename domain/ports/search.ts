import type { Filtering, Position } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';

/** The names of the search engines, as the API reports them. */
export const searchEngineNames = ['postgres', 'elasticsearch'] as const;
type SearchEngineName = (typeof searchEngineNames)[number];

/** The result of writing records to indexes. */
export interface IndexOutcome {
  indexed: number;
  deleted: number;
  failed: number;
  failures: { id: string; error: string }[];
  /** The write has deleted the outbox rows of its call, none of whose records has failed. */
  outboxIsDeleted?: true;
}

export interface SyncOptions {
  readonly refresh?: boolean;
  readonly signal?: AbortSignal;
  /** Outbox rows that index these records too. An engine inside the database deletes them with its write. */
  readonly outboxIds?: readonly string[];
  /**
   * The indexes that were listed before. An engine inside the database can write them without a call of `indexes`, if it finds
   * them listed in the snapshot in which it reads the rows.
   */
  readonly expectedIndexes?: readonly string[];
}

/** A range of a kind's records by id, both ends included: the chunk of a reindex step. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** A part of the records that match, in their order. */
export interface SearchWindow {
  /** The number of records before the window; 0 with `after`. */
  readonly from: number;
  readonly size: number;
  /** The window begins behind this place. */
  readonly after?: Position;
  /** The total is not counted, and is 0. */
  readonly isUncounted?: boolean;
  /** The total is counted up to this number. */
  readonly countLimit?: number;
  readonly freshness?: Freshness;
}

/**
 * What a search sees: the state of the primary, if absent; everything committed before the search (`caughtUp`); or a state
 * that may lag by the bound of the read replica (`lagging`). An engine outside of PostgreSQL sees what is indexed.
 */
export type Freshness = 'caughtUp' | 'lagging';

export interface FoundPage {
  readonly total: number;
  /** More records match than `total`, which is the limit of the count. */
  readonly isLowerBound?: boolean;
  /** The records as JSON text with auditInfo, in the requested order. */
  readonly records: readonly string[];
  /** The places of records that have changed since they were indexed, by their ids: the order is that of the index. */
  readonly places?: ReadonlyMap<string, Position>;
}

/** The engine cannot be reached. Jobs wait for it without counting an attempt; a search fails with a 500 that says so. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}

/** The engine works but does not have the index: it was deleted there, or is not filled yet. A wait does not help. */
export class SearchIndexMissing extends Error {
  override readonly name = 'SearchIndexMissing';
}

/**
 * A search engine. The caller names and lists the physical indexes (`worklog-types-000001`) in the table search_index,
 * with their states; an engine never creates or drops an index by itself.
 */
export interface SearchEngine {
  readonly name: SearchEngineName;
  /** Whether a refresh costs many times what a record costs: writes then wait a few ms to share one. */
  readonly costlyRefresh: boolean;
  /** Batches of records that a worker writes at a time: more would only wait for each other. */
  readonly concurrentSyncs: number;
  /** Creates an empty physical index with the mapping of the kind. Repeating it is no error. */
  createIndex(kind: Kind, index: string): Promise<void>;
  dropIndex(kind: Kind, index: string): Promise<void>;
  /** Moves the read alias of the kind from `previous` to `index` atomically. Repeating it is no error. */
  promoteIndex(kind: Kind, index: string, previous: string | undefined): Promise<void>;
  /** Adds the fields that the index lacks. A field of another type is a 400: the index must be rebuilt. */
  updateMapping(kind: Kind, index: string): Promise<void>;
  /**
   * Brings these records in the indexes up to date with the database. It reads the rows at each call; a missing row is a
   * delete with a newer version, and older versions never replace newer ones. It calls `indexes` before it reads the
   * rows, unless `expectedIndexes` are still those of the kind. With `refresh`, searches find the change once the promise
   * resolves. An index that does not exist is left out.
   *
   * @throws SearchIndexMissing with `refresh`, if the kind has no live index
   */
  sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    options?: SyncOptions,
  ): Promise<IndexOutcome>;
  /** Writes the records of a range to one index. */
  fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome>;
  /** All that was written to the index so far, in ascending order of id, in batches, to be compared with the database. */
  versions(kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]>;
  /**
   * Returns one window of the records in the live index that match, in the order of the filtering, with the exact total of
   * all that match, unless the window limits the count.
   *
   * @throws SearchIndexMissing if the kind has no live index
   */
  search(kind: Kind, filtering: Filtering, window: SearchWindow): Promise<FoundPage>;
  count(kind: Kind, filtering: Filtering, freshness?: Freshness): Promise<number>;
  documents(kind: Kind, index: string): Promise<number>;
  /** Returns those of these physical indexes that exist in the engine. */
  existing(indexes: readonly string[]): Promise<ReadonlySet<string>>;
  /** @throws SearchUnavailable when the engine cannot be reached */
  ping(): Promise<void>;
}
