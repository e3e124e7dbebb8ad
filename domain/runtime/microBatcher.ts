import { isDataFault } from '../../db/errors.ts';

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export interface MicroBatcherOptions<T, R> {
  /** Maximum number of items of one batch. */
  readonly maxBatch: number;
  /** Concurrent batches. Two keep the database busy while the next items gather; more would make each batch small. */
  readonly concurrency: number;
  /** ms to wait for further items after a batch. Absent where a caller waits for each item. */
  readonly pauseMs?: number;
  /** Resolves with the results in order once all items are committed, or read; throws when none is. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
}

/**
 * Batches writes by group commit, and reads of single rows likewise: items that arrive while a statement runs share the next one, and an
 * item that arrives alone has its own at once. Measured with 32 clients: a statement with its commit and round trip costs several times as
 * much as one more row in it.
 */
export class MicroBatcher<T, R> {
  readonly #options: MicroBatcherOptions<T, R>;
  readonly #waiting: Waiting<T, R>[] = [];
  #running = 0;
  #woken = false;
  /** Number of items of the latest batch. */
  #latest = 0;

  constructor(options: MicroBatcherOptions<T, R>) {
    this.#options = options;
  }

  /** True if no item waits, and neither a batch nor its pause is under way. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Resolves when the item is committed, or read. */
  submit(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#woken || this.#running >= this.#options.concurrency) return;
      // The latest item was alone, so that probably no other comes in this tick.
      if (this.#running === 0 && this.#latest === 1) {
        this.#next();
        return;
      }
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
      // Divided among the free batches, so that two halves run concurrently.
      const share = Math.ceil(this.#waiting.length / (concurrency - this.#running));
      this.#running++;
      const batch = this.#waiting.splice(0, Math.min(share, maxBatch));
      this.#latest = batch.length;
      void this.#runBatch(batch).finally(() => {
        if (pauseMs === undefined) ended();
        else setTimeout(ended, pauseMs);
      });
    }
  }

  async #runBatch(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      if (batch.length > 1 && isDataFault(error)) {
        // A fault in the data of one item must not fail the others.
        for (const one of batch) await this.#runBatch([one]);
      } else for (const { reject } of batch) reject(error);
    }
  }
}
