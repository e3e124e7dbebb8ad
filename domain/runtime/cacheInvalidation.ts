import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { Component } from '../ports/component.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { makePeriodicTask } from './periodicTask.ts';

/** The caches that can be evicted, as the two administrations name them. */
export const cacheNames = ['user-management', 'document-management'] as const;
export type CacheName = (typeof cacheNames)[number];

const CHANNEL = 'waybill_evict';
const POLL_MS = 2_000;

/**
 * Evicts caches in every process. `evict` clears those of its own process before it returns. Other processes
 * receive a NOTIFY, and poll a generation number because a NOTIFY can be lost.
 */
export class CacheInvalidation implements Component {
  readonly #sql: Database;
  readonly #log: Logger;
  readonly #clearers: Readonly<Record<CacheName, (() => void)[]>> = {
    'user-management': [],
    'document-management': [],
  };
  readonly #seen = new Map<string, bigint>();
  readonly #polling: Component;
  #unlisten: (() => Promise<void>) | undefined;

  constructor({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>) {
    this.#sql = sql;
    this.#log = log;
    this.#polling = makePeriodicTask({
      intervalMs: POLL_MS,
      run: () => this.#poll(),
      failed: (error) => log.warn({ err: error }, 'cache generations could not be read'),
    });
  }

  /** Calls `clear` whenever the cache is evicted: in this process, and in any other once this component is started. */
  onEvict(name: CacheName, clear: () => void): void {
    this.#clearers[name].push(clear);
  }

  async evict(name: CacheName): Promise<void> {
    this.#clear(name);
    await this.#sql`
      with raised as (
        insert into cache_generation (name, value) values (${`cache ${name}`}, 1)
        on conflict (name) do update set value = cache_generation.value + 1 returning 1)
      select pg_notify(${CHANNEL}, ${name}) from raised`;
  }

  async start(): Promise<void> {
    // Evictions older than this process do not concern it.
    await this.#poll({ clears: false });
    await this.#polling.start();
    const listening = await this.#sql.listen(CHANNEL, () => void this.#poll().catch(() => {}));
    this.#unlisten = () => listening.unlisten();
  }

  async stop(): Promise<void> {
    await this.#polling.stop();
    await this.#unlisten?.().catch(() => {});
    this.#unlisten = undefined;
  }

  async #poll({ clears = true } = {}): Promise<void> {
    const rows = await this.#sql<
      { name: string; value: bigint }[]
    >`select name, value from cache_generation where name like 'cache %'`;
    for (const { name, value } of rows) {
      if (this.#seen.get(name) === value) continue;
      this.#seen.set(name, value);
      const cache = cacheNames.find((one) => name === `cache ${one}`);
      if (!clears || !cache) continue;
      this.#log.info({ cache }, 'cache evicted');
      this.#clear(cache);
    }
  }

  #clear(name: CacheName): void {
    for (const clear of this.#clearers[name]) clear();
  }
}
