import type { Logger } from 'pino';
import type { Component } from '../ports/component.ts';

export interface PollingFeedOptions<News> {
  /** Names the news in the log. */
  readonly name: string;
  readonly pollMs: number;
  /** News hold for `pollMs`, so that a subscriber of a topic that has just lost its last one gets them too. */
  readonly replaysLatest?: true;
  /** Reads the news of every topic that has a subscriber; a topic that is missing in the result gets undefined. */
  readonly read: (topics: readonly string[]) => Promise<ReadonlyMap<string, News>>;
}

type Listener<News> = (news: News | undefined) => void;

/**
 * Sends news of topics to subscribers. It polls, with one read for all subscribers of the process and none while there
 * are no subscribers: a NOTIFY for each change would serialize the commits of the whole database.
 */
export class PollingFeed<News> implements Component {
  readonly #options: PollingFeedOptions<News>;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener<News>>>();
  #latest: ReadonlyMap<string, News> = new Map();
  #polling = false;

  constructor(log: Logger, options: PollingFeedOptions<News>) {
    this.#log = log;
    this.#options = options;
  }

  /**
   * Calls `listener` after each poll that begins later, until the returned function is called. Never calls it before
   * `subscribe` returns; soon afterwards if the topic has another subscriber, and news. The last news of a topic without a
   * subscriber are sent only if they hold: they can be those of an end that has been undone since.
   */
  subscribe(topic: string, listener: Listener<News>): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    const latest = listeners.size > 0 || this.#options.replaysLatest ? this.#latest.get(topic) : undefined;
    listeners.add(listener);
    this.#listeners.set(topic, listeners);
    if (latest !== undefined) queueMicrotask(() => listeners.has(listener) && listener(latest));
    if (!this.#polling) void this.#poll();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  async start(): Promise<void> {}

  /** Drops all subscribers, which ends the polling. */
  async stop(): Promise<void> {
    for (const listeners of this.#listeners.values()) listeners.clear();
    this.#listeners.clear();
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    while (this.#listeners.size > 0) {
      try {
        const before = [...this.#listeners].map(([topic, listeners]) => ({
          topic,
          listeners,
          listening: [...listeners],
        }));
        this.#latest = await this.#options.read(before.map(({ topic }) => topic));
        for (const { topic, listeners, listening } of before) {
          for (const listener of listening) if (listeners.has(listener)) listener(this.#latest.get(topic));
        }
      } catch (error) {
        this.#log.warn({ err: error }, `${this.#options.name} could not be read`);
      }
      await Bun.sleep(this.#options.pollMs);
    }
    this.#polling = false;
    this.#latest = new Map();
  }
}
