import { isDataFault } from '../../db/errors.ts';

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export interface MicroBatcherOptions<T, R> {
  /** Items of one write. */
  readonly maxBatch: number;
  /** Writes on their way at once. Two keep the database busy while the next items gather; more would leave each small. */
  readonly concurrency: number;
  /** ms that are waited for more after a write. Absent where somebody waits for each. */
  readonly pauseMs?: number;
  /** Resolves with the result of each, in order, when all of them are committed; throws when none is. */
  readonly write: (items: readonly T[]) => Promise<readonly R[]>;
}

/**
 * Writes by group commit: what comes in while the database is busy with others goes in one statement. What comes alone
 * goes at once. Measured with 32 clients: a statement, its commit and its way through the socket cost several times
 * what a further row in it does.
 */
export class MicroBatcher<T, R> {
  readonly #options: MicroBatcherOptions<T, R>;
  readonly #waiting: Waiting<T, R>[] = [];
  #running = 0;
  #woken = false;

  constructor(options: MicroBatcherOptions<T, R>) {
    this.#options = options;
  }

  /** Resolves when the item is committed. */
  submit(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#woken || this.#running >= this.#options.concurrency) return;
      this.#woken = true;
      // After what has come in with this one: requests arrive in bunches.
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
      // Shared among the writes, so that two halves go side by side.
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
        // What one of them is refused for must not cost the others.
        for (const one of batch) await this.#write([one]);
      } else for (const { reject } of batch) reject(error);
    }
  }
}
