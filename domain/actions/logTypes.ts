import type { Database } from '../../db/client.ts';
import type { Platform } from '../ports.ts';

/** What a Log keeps of its LogType. */
export interface LogTypeRef {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/**
 * LogTypes by code and by id, kept in the process: a write of a Log looks none up. What is not there is remembered too,
 * since codes without a LogType are allowed. `clear` is what an eviction calls; entries end by themselves as well, so
 * that one that never arrives costs seconds.
 */
export class LogTypeCache {
  readonly #sql: Database;
  readonly #ttl: number;
  readonly #entries = new Map<string, { readonly found: Promise<LogTypeRef | undefined>; readonly until: number }>();

  /** @param ttl ms */
  constructor(sql: Database, ttl = 2_000) {
    this.#sql = sql;
    this.#ttl = ttl;
  }

  byCode(code: string): Promise<LogTypeRef | undefined> {
    return this.#get(
      `c${code}`,
      () => this.#sql<LogTypeRef[]>`select id, code, doc::json ->> 'name' as name from log_type where code = ${code}`,
    );
  }

  byId(id: string): Promise<LogTypeRef | undefined> {
    return this.#get(
      `i${id}`,
      () => this.#sql<LogTypeRef[]>`select id, code, doc::json ->> 'name' as name from log_type where id = ${id}`,
    );
  }

  clear(): void {
    this.#entries.clear();
  }

  #get(key: string, query: () => Promise<LogTypeRef[]>): Promise<LogTypeRef | undefined> {
    const now = performance.now();
    const known = this.#entries.get(key);
    if (known && known.until > now) return known.found;
    // Clients make up codes: the cache must not grow with them.
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    const found = Promise.resolve(query()).then(([row]) => row && { id: row.id, code: row.code, name: row.name });
    this.#entries.set(key, { found, until: now + this.#ttl });
    found.catch(() => this.#entries.delete(key));
    return found;
  }
}

const MAX_ENTRIES = 10_000;

const caches = new WeakMap<Platform, LogTypeCache>();

/** The LogTypes of this process. */
export function logTypesOf(platform: Platform): LogTypeCache {
  let cache = caches.get(platform);
  if (!cache) {
    cache = new LogTypeCache(platform.sql);
    caches.set(platform, cache);
  }
  return cache;
}
