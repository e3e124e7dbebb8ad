import type { Logger } from 'pino';

/** Pause between batches, in ms: under load, commits of many writers share a transaction. */
const GATHER_MS = 4;
/** When rows of the outbox are moved: `now`; `soon` where an index or a following Job waits for them; `index` where only an index does. */
export type WakeTime = 'now' | 'soon' | 'index';

/** Moves batches of outbox rows when it is woken, one at a time, until none is due. */
export class MoveLoop {
  /** Moves one batch. Resolves true if more rows may be due. */
  readonly #moveBatch: () => Promise<boolean>;
  readonly #log: Logger;
  readonly #soonMs: number;
  readonly #streamMs: number;
  /** When the last batch began, by performance.now(). */
  #movedAt = Number.NEGATIVE_INFINITY;
  #woken = false;
  #stopped = false;
  #running: Promise<void> | undefined;
  #soon: Timer | undefined;

  /**
   * @param soonMs time within which rows share a batch that nobody waits for. A batch costs the same with one row as with many
   * @param streamMs minimum time between two such batches, in ms
   */
  constructor(moveBatch: () => Promise<boolean>, log: Logger, soonMs: number, streamMs: number = soonMs) {
    this.#moveBatch = moveBatch;
    this.#log = log;
    this.#soonMs = soonMs;
    this.#streamMs = streamMs;
  }

  wake(when: 'now' | 'soon' = 'now'): void {
    if (when === 'soon') {
      const sinceMs = performance.now() - this.#movedAt;
      this.#soon ??= setTimeout(() => this.wake(), Math.max(this.#soonMs, this.#streamMs - sinceMs));
      return;
    }
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#woken = true;
    if (!this.#running && !this.#stopped) this.#running = this.#run();
  }

  /** Moves what is due, so that the last commits of this process are moved before it ends. */
  async stop(): Promise<void> {
    clearTimeout(this.#soon);
    await this.#running;
    if (!this.#stopped)
      await this.#moveBatch().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the last outbox rows could not be moved; other processes move them'),
      );
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#woken && !this.#stopped) {
      this.#woken = false;
      this.#movedAt = performance.now();
      try {
        if (await this.#moveBatch()) this.#woken = true;
      } catch (error) {
        // The rows stay in the outbox, and the next sweep moves them.
        this.#log.warn({ err: error }, 'the outbox could not be moved');
        break;
      }
      if (this.#woken) await Bun.sleep(GATHER_MS);
    }
    this.#running = undefined;
    if (this.#woken && !this.#stopped) setTimeout(() => this.wake(), GATHER_MS);
  }
}
