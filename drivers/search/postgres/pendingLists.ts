import type { Database } from '../../../db/client.ts';
import { mergePendingLists } from '../../../db/queries/search/indexTables.ts';
import { ownsTables } from '../../../db/roles/ownership.ts';

/**
 * Written rows of an index table after which its pending lists are merged: some 8 MB. Measured with logs: a row costs 45 µs in merges
 * of 1,000 rows, 33 µs in those of 2,000 and 29 µs in those of 4,000; 1,000 rows in the lists make a LIKE 0.8 ms slower.
 */
const MERGED_ROWS = 2_000;
/**
 * Fewer rows are merged after this time. Several processes write to one table, and each merge takes all: with 1,000 ms, three processes
 * that send 1,000 messages a second merged 250 rows at a time.
 */
const DELAY_MS = 4_000;
/**
 * Unmerged rows at which a bulk writer waits. Measured with two bulk writers: if each waits for each merge, both take a
 * third longer. The lists stay below 27 MB, and their limit is 32 MB.
 */
const MAX_UNMERGED_ROWS = 4_000;
/** Maximum time for which a bulk writer waits for a merge. PostgreSQL merges until a list is empty, also while clients fill it faster. */
const MAX_WAIT_MS = 30_000;

interface UnmergedRows {
  /** Includes the rows of a merge in progress. */
  count: number;
  merge?: Promise<void> | undefined;
  /** A writer has waited for this merge until its limit; no other waits for it. */
  lateMerge?: Promise<void> | undefined;
  timer?: Timer | undefined;
}

/**
 * Merges the pending lists of GIN indexes. A search reads the whole list, and PostgreSQL merges it within the write that
 * exceeds its limit; of 16 MB, that takes a search 50 ms and a write two seconds. This process merges after its writes
 * instead, in statements of its own, so that neither a search nor a client waits for it.
 */
export class PendingLists {
  readonly #sql: Database;
  readonly #maxWaitMs: number;
  readonly #unmerged = new Map<string, UnmergedRows>();
  /** Merges the lists of one index table at a time. */
  #running: Promise<void> = Promise.resolve();

  constructor(sql: Database, maxWaitMs: number = MAX_WAIT_MS) {
    this.#sql = sql;
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Reports rows that were written to an index table. The promise resolves when the table has few unmerged rows, or after a
   * time limit: a bulk writer waits for it, so that it does not write faster than is merged. A merge that exceeds the limit
   * delays one write, not each one.
   */
  wrote(index: string, rows: number): Promise<void> {
    if (rows === 0) return Promise.resolve();
    const unmerged = this.#unmerged.get(index) ?? { count: 0 };
    this.#unmerged.set(index, unmerged);
    unmerged.count += rows;
    this.#schedule(index, unmerged);
    const { merge, lateMerge, count } = unmerged;
    if (count < MAX_UNMERGED_ROWS || !merge || merge === lateMerge) return Promise.resolve();
    return this.#waitFor(merge, unmerged);
  }

  async #waitFor(merge: Promise<void>, unmerged: UnmergedRows): Promise<void> {
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      unmerged.lateMerge = merge;
      resolve();
    }, this.#maxWaitMs);
    await Promise.race([merge, isLate]);
    clearTimeout(timer);
  }

  #schedule(index: string, unmerged: UnmergedRows): void {
    if (unmerged.merge) return;
    if (unmerged.count >= MERGED_ROWS) unmerged.merge = this.#merge(index, unmerged);
    else
      unmerged.timer ??= setTimeout(() => {
        unmerged.timer = undefined;
        unmerged.merge ??= this.#merge(index, unmerged);
      }, DELAY_MS).unref();
  }

  async #merge(index: string, unmerged: UnmergedRows): Promise<void> {
    let merged = 0;
    this.#running = this.#running
      .then(async () => {
        merged = unmerged.count;
        const isOwner = await ownsTables(this.#sql);
        await this.#sql.unsafe(isOwner ? mergePendingLists : 'select merge_pending_lists($1)', [index]);
      })
      // A failed merge, such as of a table that was dropped, is left to the next one and to autovacuum.
      .catch(() => {});
    await this.#running;
    unmerged.count -= merged;
    unmerged.merge = undefined;
    clearTimeout(unmerged.timer);
    unmerged.timer = undefined;
    if (unmerged.count === 0) this.#unmerged.delete(index);
    else this.#schedule(index, unmerged);
  }
}
