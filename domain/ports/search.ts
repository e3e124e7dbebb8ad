import type { Filtering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';

/** What an index did with the records it was given. */
export interface IndexOutcome {
  indexed: number;
  deleted: number;
  failed: number;
  failures: { id: string; error: string }[];
}

/** A stretch of a kind's records by id, both ends included: the chunk of a reindex step. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export interface FoundPage {
  readonly total: number;
  /** The records as JSON text, auditInfo included, in the order asked for. */
  readonly records: string[];
}

/** The engine is away. It is waited for and burns no tries; a search is answered by a 500 that says so. */
export class SearchUnavailable extends Error {
  override readonly name = 'EngineAway';
}

/**
 * A search engine. Physical indexes are named by their caller (`worklog-types-000001`); the list of them with their
 * states is the table search_index, which every engine shares. An engine never decides which indexes there are.
 */
export interface SearchEngine {
  readonly name: 'postgres' | 'elasticsearch';
  /** A refresh costs many times what a record costs: writes that want one wait a few ms to share it. */
  readonly costlyRefresh: boolean;
  /** Makes an empty physical index with the kind's mapping. Again is no error. */
  createIndex(kind: Kind, index: string): Promise<void>;
  dropIndex(kind: Kind, index: string): Promise<void>;
  /** Points the kind's read alias from `previous` to `index` in one step. Again is no error. */
  promoteIndex(kind: Kind, index: string, previous: string | undefined): Promise<void>;
  /** Adds the fields that the schema has and the index lacks; a field of another type is a 400 that says to rebuild. */
  updateMapping(kind: Kind, index: string): Promise<void>;
  /**
   * Makes the indexes hold these records as the database has them now: rows are read again at each call, a missing row
   * is a delete with a newer version, older versions never replace newer ones. `indexes` is asked for after the rows
   * are read. With `refresh` the change can be found when the promise resolves.
   */
  sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    options?: { refresh?: boolean; signal?: AbortSignal },
  ): Promise<IndexOutcome>;
  /** Writes the records of a stretch into one index. */
  fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome>;
  /** What the index holds, by id in ascending order, in batches: for comparing it with the database. */
  versions(kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]>;
  /** Makes everything written so far searchable. */
  refresh(kind: Kind, index: string): Promise<void>;
  /** One window of the live index's records that the filtering lets through, in its order, with the exact total. */
  search(kind: Kind, filtering: Filtering, window: { from: number; size: number }): Promise<FoundPage>;
  count(kind: Kind, filtering: Filtering): Promise<number>;
  documents(kind: Kind, index: string): Promise<number>;
  /** Throws EngineAway when it cannot be reached. */
  ping(): Promise<void>;
}
