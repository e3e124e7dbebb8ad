import { forgetTemplatePartials } from '../documents/templateFiles.ts';
import type { Kind } from '../kinds/kind.ts';
import { logTypesOf } from '../logs/logTypes.ts';
import type { Component } from '../ports/component.ts';
import type { Services } from '../ports/services.ts';

/** The caches that can be evicted, as the two administrations name them. */
export const cacheNames = ['user-management', 'document-management'] as const;
export type CacheName = (typeof cacheNames)[number];

export type CacheClearers = Readonly<Record<CacheName, readonly (() => void)[]>>;

const CHANNEL = 'waybill_evict';
const POLL_MS = 2_000;

/** Which cache holds records of a kind: their writes evict it. */
const cacheOf: Readonly<Record<string, CacheName>> = {
  LogType: 'document-management',
  FormatterTemplate: 'document-management',
};

/**
 * Evicts in every process: in this one before it returns, in others by a NOTIFY that most hear at once, and by a
 * generation number that all of them poll.
 */
export async function invalidateCache(services: Services, name: CacheName): Promise<void> {
  for (const clear of clearersOf(services)[name]) clear();
  await services.sql`
    with raised as (
      insert into generation (name, value) values (${`cache ${name}`}, 1)
      on conflict (name) do update set value = generation.value + 1 returning 1)
    select pg_notify(${CHANNEL}, ${name}) from raised`;
}

/**
 * What follows the commit of a change to records of a kind. The change stands whatever happens here: its outbox rows are
 * swept, and what is cached ends by itself.
 */
export async function publishChange(services: Services, kind: Kind, { relay = true } = {}): Promise<void> {
  if (relay) services.wakeRelay();
  const cache = cacheOf[kind.name];
  if (!cache) return;
  await invalidateCache(services, cache).catch((error: unknown) =>
    services.log.warn({ err: error, cache }, 'not evicted'),
  );
}

/** What this process keeps in memory of each. */
export function clearersOf(services: Services): CacheClearers {
  return {
    'user-management': [forgetTemplatePartials],
    'document-management': [() => logTypesOf(services).clear(), forgetTemplatePartials],
  };
}

/** Clears this process's caches when they are evicted, here or in any other process. */
export function makeCacheInvalidation(services: Services, clearers: CacheClearers = clearersOf(services)): Component {
  const { sql, log } = services;
  const seen = new Map<string, bigint>();
  let timer: Timer | undefined;
  let polling: Promise<void> | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  async function poll(first = false): Promise<void> {
    const rows = await sql<
      { name: string; value: bigint }[]
    >`select name, value from generation where name like 'cache %'`;
    for (const { name, value } of rows) {
      if (seen.get(name) === value) continue;
      seen.set(name, value);
      // What was evicted before this process began, it never had.
      if (!first) clear(name.slice('cache '.length));
    }
  }

  function clear(name: string): void {
    log.info({ cache: name }, 'cache evicted');
    for (const clearer of clearers[name as CacheName] ?? []) clearer();
  }

  return {
    start: async () => {
      await poll(true);
      timer = setInterval(() => {
        polling ??= poll()
          .catch((error: unknown) => log.warn({ err: error }, 'generations could not be read'))
          .finally(() => {
            polling = undefined;
          });
      }, POLL_MS);
      const listening = await sql.listen(CHANNEL, () => void poll().catch(() => {}));
      unlisten = () => listening.unlisten();
    },
    stop: async () => {
      clearInterval(timer);
      await polling;
      await unlisten?.().catch(() => {});
      unlisten = undefined;
    },
  };
}
