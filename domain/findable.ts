import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { indexesOf } from '../db/queries/searchIndexes.ts';
import type { Kind } from './kind.ts';
import type { SearchEngine } from './ports.ts';

/** A write is answered within 5 s whatever the search engine does. */
const LIMIT_MS = 4_500;
/** As many ids as an index.sync job carries. */
const MAX_BATCH = 500;

interface Waiting {
  readonly id: string;
  readonly outboxId: string;
  readonly resolve: (found: boolean) => void;
}

/**
 * Indexes records at the request of writes that wait until they can be found. Those that wait for the same kind at the
 * same time share one write to the index and one refresh (group commit): 32 clients do not mean 32 refreshes.
 */
export class Findable {
  readonly #sql: Database;
  readonly #search: SearchEngine;
  readonly #log: Logger;
  readonly #wakeRelay: () => void;
  readonly #waiting = new Map<Kind, Waiting[]>();
  readonly #busy = new Map<Kind, Promise<void>>();

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
      if (!this.#busy.has(kind)) this.#busy.set(kind, this.#run(kind));
    });

  async #run(kind: Kind): Promise<void> {
    for (let waiting = this.#waiting.get(kind); waiting && waiting.length > 0; waiting = this.#waiting.get(kind)) {
      await this.#share(kind, waiting.splice(0, MAX_BATCH));
    }
    this.#busy.delete(kind);
  }

  async #share(kind: Kind, batch: readonly Waiting[]): Promise<void> {
    const outboxIds = batch.map(({ outboxId }) => outboxId);
    try {
      const ids = [...new Set(batch.map(({ id }) => id))];
      const indexes = () => indexesOf(this.#sql, this.#search.name, kind.name);
      const { failures } = await this.#search.sync(kind, ids, indexes, { refresh: true });
      const failed = new Set(failures.map(({ id }) => id));
      const done = batch.filter(({ id }) => !failed.has(id));
      for (const { resolve } of done) resolve(true);
      const doneIds = done.map(({ outboxId }) => outboxId);
      if (doneIds.length > 0) await this.#sql`delete from outbox where id = any(${doneIds}::uuid[])`;
      if (failed.size > 0) await this.#leave(outboxIds);
    } catch (error) {
      this.#log.warn({ err: error, kind: kind.name }, 'the index could not be written at once; its queue will do it');
      await this.#leave(outboxIds);
    }
    for (const { resolve } of batch) resolve(false);
  }

  /** To the relay. When even that fails, the rows fall due by themselves. */
  async #leave(outboxIds: string[]): Promise<void> {
    try {
      await this.#sql`update outbox set not_before = now() where id = any(${outboxIds}::uuid[])`;
      this.#wakeRelay();
    } catch (error) {
      this.#log.warn({ err: error }, 'outbox rows stay until they fall due');
    }
  }
}
