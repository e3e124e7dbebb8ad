import type { Database } from '../../../db/client.ts';
import { mergePendingLists } from '../../../db/queries/search/indexTables.ts';
import { ownsTables } from '../../../db/roles/ownership.ts';

/** Written rows of an index table after which its pending lists are merged: some 6 MB. Merging fewer costs more for each. */
const MAX_ROWS = 1_000;
/** Fewer rows are merged after this time. */
const DELAY_MS = 1_000;

/**
 * Merges the pending lists of GIN indexes. A search reads the whole list, and PostgreSQL merges it within the write that
 * exceeds its limit; of 16 MB, that takes a search 50 ms and a write two seconds. This process merges after its writes
 * instead, in statements of its own, so that neither a search nor a client waits for it.
 */
export class PendingLists {
  readonly #sql: Database;
  readonly #unmerged = new Map<string, { rows: number; readonly timer: Timer }>();
  /** Merges one list at a time. */
  #merging: Promise<void> = Promise.resolve();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  /**
   * Reports rows that were written to an index table. The promise resolves when the table has few unmerged rows: a bulk
   * writer waits for it, so that it does not write faster than is merged.
   */
  wrote(index: string, rows: number): Promise<void> {
    if (rows === 0) return Promise.resolve();
    const unmerged = this.#unmerged.get(index);
    if (unmerged) unmerged.rows += rows;
    else this.#unmerged.set(index, { rows, timer: setTimeout(() => void this.#merge(index), DELAY_MS).unref() });
    return (unmerged?.rows ?? rows) < MAX_ROWS ? Promise.resolve() : this.#merge(index);
  }

  #merge(index: string): Promise<void> {
    clearTimeout(this.#unmerged.get(index)?.timer);
    this.#unmerged.delete(index);
    // A failed merge, such as of a table that was dropped, is left to the next one and to autovacuum.
    this.#merging = this.#merging
      .then(async () => {
        const isOwner = await ownsTables(this.#sql);
        await this.#sql.unsafe(isOwner ? mergePendingLists : 'select merge_pending_lists($1)', [index]);
      })
      .catch(() => {});
    return this.#merging;
  }
}
