import { backoffMs, isRefusal } from './backoff.ts';
import { LeaseLostError } from './errors.ts';
import { sleep } from './retry.ts';

/** Maximum number of steps of one request. */
export const MAX_STEPS = 500;

export type Outcome = 'ACCEPTED' | 'LOST';

interface Report {
  readonly id: string;
  readonly token: number;
}

interface Waiting<R> {
  readonly report: R;
  /** Aborted when the worker has lost the step. */
  readonly lost: AbortSignal;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<R> {
  /** Sends reports of different steps; resolves with their outcomes in order. */
  readonly send: (reports: readonly R[]) => Promise<readonly Outcome[]>;
  /** Called with each failure after which a request is repeated. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sends reports of one operation, one request at a time: reports that arrive meanwhile share the next one. A request without
 * an answer is repeated until the worker has lost its steps, because a repeated report changes nothing.
 */
export class ReportBatcher<R extends Report> {
  readonly #options: BatcherOptions<R>;
  #waiting: Waiting<R>[] = [];
  #isSending = false;

  constructor(options: BatcherOptions<R>) {
    this.#options = options;
  }

  /** Resolves with the outcome. Rejects if the service refuses the report. */
  submit(report: R, lost: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ report, lost, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // Handlers that end in one turn of the event loop share a request.
    await Promise.resolve();
    for (let failures = 0; this.#waiting.length > 0; ) {
      const error = await this.#sendBatch(this.#take());
      failures = error === undefined ? 0 : failures + 1;
      if (error !== undefined) await sleep(backoffMs(failures, error));
    }
    this.#isSending = false;
  }

  /** Removes reports of different steps: a step is named once in a request. */
  #take(): Waiting<R>[] {
    const batch = new Map<string, Waiting<R>>();
    const remaining: Waiting<R>[] = [];
    for (const one of this.#waiting) {
      if (one.lost.aborted) one.resolve('LOST');
      else if (batch.size < MAX_STEPS && !batch.has(one.report.id)) batch.set(one.report.id, one);
      else remaining.push(one);
    }
    this.#waiting = remaining;
    return [...batch.values()];
  }

  /** Returns the error after which the batch waits again. */
  async #sendBatch(batch: readonly Waiting<R>[]): Promise<unknown> {
    if (batch.length === 0) return undefined;
    try {
      const outcomes = await this.#options.send(batch.map(({ report }) => report));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? 'LOST');
    } catch (error) {
      if (error instanceof LeaseLostError) for (const { resolve } of batch) resolve('LOST');
      else if (!isRefusal(error)) {
        this.#options.onError(error);
        this.#waiting = [...batch, ...this.#waiting];
        return error;
      } else if (batch.length > 1) return this.#sendEach(batch);
      else for (const { reject } of batch) reject(error);
    }
    return undefined;
  }

  /** One refused report must not block the others. */
  async #sendEach(batch: readonly Waiting<R>[]): Promise<unknown> {
    for (const one of batch) {
      const error = await this.#sendBatch([one]);
      if (error !== undefined) {
        this.#waiting.push(...batch.slice(batch.indexOf(one) + 1));
        return error;
      }
    }
    return undefined;
  }
}
