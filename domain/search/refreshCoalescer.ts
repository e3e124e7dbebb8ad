import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { deleteIndexedRows } from '../../db/queries/queue/relayOutbox.ts';
import { indexRowsOf } from '../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../kinds/kind.ts';
import { type SearchEngine, SearchIndexMissing } from '../ports/search.ts';

/** A write is answered within 5 s even if the search engine is slow. */
const LIMIT_MS = 4_500;
/** Maximum number of ids of one index.sync job. */
const MAX_BATCH = 500;
/** Maximum time a write waits to join a batch, in ms. It is also limited by the duration of the previous write. */
const GATHER_MS = 20;

interface Waiting {
  readonly id: string;
  readonly outboxId: string | undefined;
  readonly resolve: (found: boolean) => void;
}

/**
 * Indexes records for writes that wait until a search finds them. Concurrent writes of one kind share one write to the
 * index and one refresh (microbatch).
 */
export class RefreshCoalescer {
  readonly #sql: Database;
  readonly #search: SearchEngine;
  readonly #log: Logger;
  readonly #wakeRelay: () => void;
  readonly #waiting = new Map<Kind, Waiting[]>();
  readonly #busy = new Map<Kind, Promise<void>>();
  /** The indexes of each kind as they were listed last, with a live one among them. */
  readonly #listed = new Map<Kind, readonly string[]>();
  /** Called for each new waiting write while a batch is being gathered. */
  readonly #onJoin = new Map<Kind, () => void>();

  constructor(sql: Database, search: SearchEngine, log: Logger, wakeRelay: () => void) {
    this.#sql = sql;
    this.#search = search;
    this.#log = log;
    this.#wakeRelay = wakeRelay;
  }

  /**
   * Resolves to true when a search finds the record as committed before this call. Resolves to false if that takes too
   * long or the engine is unavailable: its outbox row then indexes the record.
   */
  readonly wait = (kind: Kind, id: string, outboxId?: string): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), LIMIT_MS);
      const settle = (found: boolean): void => {
        clearTimeout(timer);
        resolve(found);
      };
      const waiting = this.#waiting.get(kind);
      if (waiting) waiting.push({ id, outboxId, resolve: settle });
      else this.#waiting.set(kind, [{ id, outboxId, resolve: settle }]);
      this.#onJoin.get(kind)?.();
      if (!this.#busy.has(kind)) this.#busy.set(kind, this.#run(kind));
    });

  async #run(kind: Kind): Promise<void> {
    for (let waiting = this.#waiting.get(kind); waiting && waiting.length > 0; waiting = this.#waiting.get(kind)) {
      await this.#indexBatch(kind, waiting.splice(0, MAX_BATCH), waiting);
    }
    this.#busy.delete(kind);
  }

  /** Writes a batch to the index. @param next the writes that wait for the next batch */
  async #indexBatch(kind: Kind, batch: readonly Waiting[], next: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const ids = [...new Set(batch.map(({ id }) => id))];
      const indexes = () => this.#indexesOf(kind);
      const outboxIds = outboxIdsOf(batch);
      const options = { refresh: true, outboxIds, expectedIndexes: this.#listed.get(kind) ?? [] };
      const { failures, outboxIsDeleted } = await this.#search.sync(kind, ids, indexes, options);
      const failed = new Set(failures.map(({ id }) => id));
      const done = batch.filter(({ id }) => !failed.has(id));
      const nextWriters = this.#awaitNextWriters(kind, next, done.length, performance.now() - startedAt);
      for (const { resolve } of done) resolve(true);
      if (!outboxIsDeleted) this.#deleteOutboxRows(outboxIdsOf(done));
      if (failed.size > 0) await this.#makeDue(batch.filter(({ id }) => failed.has(id)));
      await nextWriters;
    } catch (error) {
      this.#log.warn(
        { err: error, kind: kind.name },
        'the index could not be written at once; its queue indexes the records',
      );
      await this.#makeDue(batch);
    }
    for (const { resolve } of batch) resolve(false);
  }

  /** Returns the indexes of the kind. Throws without a live one: a write to one that is being filled is not searchable. */
  async #indexesOf(kind: Kind): Promise<string[]> {
    const rows = await indexRowsOf(this.#sql, this.#search.name, kind.name);
    if (!rows.some(({ state }) => state === 'LIVE'))
      throw new SearchIndexMissing(`No index of ${kind.plural} is live.`);
    const names = rows.map(({ name }) => name);
    this.#listed.set(kind, names);
    return names;
  }

  /**
   * Waits briefly for the next writes of the clients that are answered now. Without it the clients split into groups
   * that alternate, and each write waits for two refreshes.
   */
  async #awaitNextWriters(kind: Kind, next: readonly Waiting[], resolvedCount: number, tookMs: number): Promise<void> {
    const nextWriters = Math.min(next.length + resolvedCount, MAX_BATCH);
    if (!this.#search.costlyRefresh || nextWriters <= 1) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(tookMs, GATHER_MS));
      this.#onJoin.set(kind, () => {
        if (next.length < nextWriters) return;
        clearTimeout(timer);
        resolve();
      });
    });
    this.#onJoin.delete(kind);
  }

  /** Deletes outbox rows without waiting. A row that remains becomes due and is indexed once more. */
  #deleteOutboxRows(outboxIds: string[]): void {
    if (outboxIds.length === 0) return;
    deleteIndexedRows(this.#sql, outboxIds).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'outbox rows could not be changed; they become due by themselves');
    });
  }

  /** Makes outbox rows due for the relay. If that fails, they become due by themselves. */
  async #makeDue(batch: readonly Waiting[]): Promise<void> {
    const outboxIds = outboxIdsOf(batch);
    try {
      await this.#sql`update outbox set not_before = now() where id = any(${outboxIds}::uuid[])`;
      this.#wakeRelay();
    } catch (error) {
      this.#log.warn({ err: error }, 'outbox rows could not be changed; they become due by themselves');
    }
  }
}

const outboxIdsOf = (batch: readonly Waiting[]): string[] => batch.flatMap(({ outboxId }) => outboxId ?? []);
