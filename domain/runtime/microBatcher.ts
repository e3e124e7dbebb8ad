import { isDataFault } from '../../db/errors.ts';

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export interface MicroBatcherOptions<T, R> {
  /** Maximum number of items of one write. */
  readonly maxBatch: number;
  /** Concurrent writes. Two keep the database busy while the next items gather; more would make each write small. */
  readonly concurrency: number;
  /** ms to wait for further items after a write. Absent where a caller waits for each item. */
  readonly pauseMs?: number;
  /** Resolves with the results in order once all items are committed; throws when none is. */
  readonly write: (items: readonly T[]) => Promise<readonly R[]>;
}

/**
 * Batches writes by group commit: items that arrive during a write share the next statement, and an item that arrives
 * alone is written at once. Measured with 32 clients: a statement with its commit and round trip costs several times as
 * much as one more row in it.
 */
export class MicroBatcher<T, R> {
  readonly #options: MicroBatcherOptions<T, R>;
  readonly #waiting: Waiting<T, R>[] = [];
  #running = 0;
  #woken = false;

  constructor(options: MicroBatcherOptions<T, R>) {
    this.#options = options;
  }

  /** True if no item waits, and neither a write nor its pause is under way. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Resolves when the item is committed. */
  submit(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#woken || this.#running >= this.#options.concurrency) return;
      this.#woken = true;
      // After the other requests of this tick, because requests arrive in bursts.
      setImmediate(() => {
        this.#woken = false;
        this.#next();
      });
    });
  }

  #next(): void {
    const { maxBatch, concurrency, pauseMs } = this.#options;
    const ended = (): void => {
      this.#running--;
      this.#next();
    };
    while (this.#running < concurrency && this.#waiting.length > 0) {
      // Divided among the free writes, so that two halves run concurrently.
      const share = Math.ceil(this.#waiting.length / (concurrency - this.#running));
      this.#running++;
      void this.#write(this.#waiting.splice(0, Math.min(share, maxBatch))).finally(() => {
        if (pauseMs === undefined) ended();
        else setTimeout(ended, pauseMs);
      });
    }
  }

  async #write(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#options.write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      if (batch.length > 1 && isDataFault(error)) {
        // A fault in the data of one item must not fail the others.
        for (const one of batch) await this.#write([one]);
      } else for (const { reject } of batch) reject(error);
    }
  }
}
