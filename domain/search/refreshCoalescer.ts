import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { indexesOf } from '../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SearchEngine } from '../ports/search.ts';

/** A write is answered within 5 s whatever the search engine does. */
const LIMIT_MS = 4_500;
/** As many ids as an index.sync job carries. */
const MAX_BATCH = 500;
/** At most so long does a write wait for company; and no longer than the last one took. */
const GATHER_MS = 20;

interface Waiting {
  readonly id: string;
  readonly outboxId: string;
  readonly resolve: (found: boolean) => void;
}

/**
 * Indexes records at the request of writes that wait until they can be found. Those that wait for the same kind at the
 * same time share one write to the index and one refresh (group commit): 32 clients do not mean 32 refreshes.
 */
export class RefreshCoalescer {
  readonly #sql: Database;
  readonly #search: SearchEngine;
  readonly #log: Logger;
  readonly #wakeRelay: () => void;
  readonly #waiting = new Map<Kind, Waiting[]>();
  readonly #busy = new Map<Kind, Promise<void>>();
  /** Called by each that comes to wait, while a write waits for company. */
  readonly #joined = new Map<Kind, () => void>();

  constructor(sql: Database, search: SearchEngine, log: Logger, wakeRelay: () => void) {
    this.#sql = sql;
    this.#search = search;
    this.#log = log;
    this.#wakeRelay = wakeRelay;
  }

  /**
   * Resolves true when the record, as it was committed before this call, can be found; false when that takes too long
   * or the engine is away: its outbox row then brings it in later.
   */
  readonly wait = (kind: Kind, id: string, outboxId: string): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), LIMIT_MS);
      const settle = (found: boolean): void => {
        clearTimeout(timer);
        resolve(found);
      };
      const waiting = this.#waiting.get(kind);
      if (waiting) waiting.push({ id, outboxId, resolve: settle });
      else this.#waiting.set(kind, [{ id, outboxId, resolve: settle }]);
      this.#joined.get(kind)?.();
      if (!this.#busy.has(kind)) this.#busy.set(kind, this.#run(kind));
    });

  async #run(kind: Kind): Promise<void> {
    for (let waiting = this.#waiting.get(kind); waiting && waiting.length > 0; waiting = this.#waiting.get(kind)) {
      await this.#share(kind, waiting.splice(0, MAX_BATCH), waiting);
    }
    this.#busy.delete(kind);
  }

  /** One write to the index for a batch. `next` are those that have come since. */
  async #share(kind: Kind, batch: readonly Waiting[], next: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const ids = [...new Set(batch.map(({ id }) => id))];
      const indexes = () => indexesOf(this.#sql, this.#search.name, kind.name);
      const { failures } = await this.#search.sync(kind, ids, indexes, { refresh: true });
      const failed = new Set(failures.map(({ id }) => id));
      const done = batch.filter(({ id }) => !failed.has(id));
      const company = this.#gather(kind, next, done.length, performance.now() - startedAt);
      for (const { resolve } of done) resolve(true);
      this.#forget(done.map(({ outboxId }) => outboxId));
      if (failed.size > 0) await this.#leave(batch.filter(({ id }) => failed.has(id)));
      await company;
    } catch (error) {
      this.#log.warn({ err: error, kind: kind.name }, 'the index could not be written at once; its queue will do it');
      await this.#leave(batch);
    }
    for (const { resolve } of batch) resolve(false);
  }

  /**
   * Waits a little for those that are answered now, since busy clients write again at once. Without it parts of the
   * clients take turns, each waiting for the others' refresh as well as for its own.
   */
  async #gather(kind: Kind, next: readonly Waiting[], answered: number, tookMs: number): Promise<void> {
    const company = Math.min(next.length + answered, MAX_BATCH);
    if (!this.#search.costlyRefresh || company <= 1) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(tookMs, GATHER_MS));
      this.#joined.set(kind, () => {
        if (next.length < company) return;
        clearTimeout(timer);
        resolve();
      });
    });
    this.#joined.delete(kind);
  }

  /** Nobody waits for it: the next write need not, and a row that stays falls due and is indexed once more. */
  #forget(outboxIds: string[]): void {
    if (outboxIds.length === 0) return;
    this.#sql`delete from outbox where id = any(${outboxIds}::uuid[])`.catch((error: unknown) => {
      this.#log.warn({ err: error }, 'outbox rows stay until they fall due');
    });
  }

  /** To the relay. When even that fails, the rows fall due by themselves. */
  async #leave(batch: readonly Waiting[]): Promise<void> {
    const outboxIds = batch.map(({ outboxId }) => outboxId);
    try {
      await this.#sql`update outbox set not_before = now() where id = any(${outboxIds}::uuid[])`;
      this.#wakeRelay();
    } catch (error) {
      this.#log.warn({ err: error }, 'outbox rows stay until they fall due');
    }
  }
}
