import type { Component } from '../ports/component.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';

const RESULT_WAIT_MS = 60_000;
/** A LISTEN connection can fail silently, so results are also polled for. */
const POLL_MS = 1_000;

export interface WaitOptions {
  /** ms */
  readonly limit?: number;
  /** The caller has gone. */
  readonly signal?: AbortSignal;
  /** The channel on which the ids are notified; that of this process by default. */
  readonly channel?: string;
}

/**
 * Waits for the results of other processes. Results are rows; a NOTIFY on the channel of this process names the ids to
 * read. It is sent once for a batch, because NOTIFY serializes the commits of a database.
 */
export class ReplyWaiter implements Component {
  /** What a worker notifies: `notify_channel` of a Job, `replyTo` of a payload. */
  readonly channel = `waybill_${crypto.randomUUID().replaceAll('-', '')}`;
  /** How long a call waits unless it says otherwise; ms. */
  readonly limitMs: number;
  readonly #sql: ServiceDependencies['sql'];
  readonly #log: ServiceDependencies['log'];
  readonly #wake = new Map<string, Set<() => void>>();
  readonly #listening = new Map<string, Promise<{ unlisten(): Promise<void> } | undefined>>();

  constructor({ sql, log, resultWaitMs }: Pick<ServiceDependencies, 'sql' | 'log' | 'resultWaitMs'>) {
    this.#sql = sql;
    this.#log = log;
    this.limitMs = resultWaitMs ?? RESULT_WAIT_MS;
  }

  /**
   * Reads until there is a result. The ids are registered before the first read, so that a result between the two is not
   * missed.
   *
   * @returns undefined when the limit has passed or the caller has gone
   */
  async until<T>(
    waited: string | readonly string[],
    read: () => Promise<T | undefined>,
    options: WaitOptions = {},
  ): Promise<T | undefined> {
    const ids = typeof waited === 'string' ? [waited] : waited;
    this.#listen(options.channel ?? this.channel);
    const end = Date.now() + (options.limit ?? this.limitMs);
    let wake: () => void = () => {};
    const waker = (): void => wake();
    for (const id of ids) this.#wake.set(id, (this.#wake.get(id) ?? new Set()).add(waker));
    options.signal?.addEventListener('abort', waker);
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const found = await read();
        const remainingMs = end - Date.now();
        if (found !== undefined || remainingMs <= 0 || options.signal?.aborted) return found;
        const timer = setTimeout(waker, Math.min(POLL_MS, remainingMs));
        await woken;
        clearTimeout(timer);
      }
    } finally {
      options.signal?.removeEventListener('abort', waker);
      for (const id of ids) {
        const wakers = this.#wake.get(id);
        wakers?.delete(waker);
        if (wakers?.size === 0) this.#wake.delete(id);
      }
    }
  }

  /** Whether the Job ended within the limit. Begin it with `notifyChannel: waiting.channel`. */
  async jobEnd(jobId: string, options: WaitOptions = {}): Promise<boolean> {
    const read = async (): Promise<true | undefined> => {
      const [row] = await this.#sql<{ status: string }[]>`select status from job where id = ${jobId}`;
      return row?.status === 'COMPLETED' || row?.status === 'FAILED' ? true : undefined;
    };
    return (await this.until(jobId, read, options)) === true;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    const listening = await Promise.all(this.#listening.values());
    this.#listening.clear();
    for (const channel of listening) await channel?.unlisten().catch(() => {});
  }

  /** The payload of a notification is one id or several, separated by commas. */
  #listen(channel: string): void {
    if (this.#listening.has(channel)) return;
    const listening = this.#sql
      .listen(channel, (payload) => {
        for (const id of payload.split(',')) for (const wake of this.#wake.get(id) ?? []) wake();
      })
      .catch((error: unknown) => {
        this.#listening.delete(channel);
        this.#log.warn({ err: error }, 'results are polled: listening failed');
        return undefined;
      });
    this.#listening.set(channel, listening);
  }
}
