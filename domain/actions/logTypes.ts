import type { PendingQuery, Row } from 'postgres';
import type { Database } from '../../db/client.ts';
import type { Platform } from '../ports.ts';

/** What a Log keeps of its LogType. */
export interface LogTypeRef {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

const MAX_ENTRIES = 10_000;
/** How long what was found, and what was not, is taken as it was; ms. An eviction that arrives makes both moot. */
const HIT_MS = 2_000;
const MISS_MS = 500;

interface Entry {
  readonly found: Promise<LogTypeRef | undefined>;
  until: number;
}

/**
 * LogTypes by code and by id, kept in the process: a write of a Log looks none up. What is not there is remembered too,
 * since codes without a LogType are allowed. `clear` is what an eviction calls; entries end by themselves as well, so
 * that one that never arrives costs seconds.
 */
export class LogTypeCache {
  readonly #sql: Database;
  readonly #entries = new Map<string, Entry>();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  byCode(code: string): Promise<LogTypeRef | undefined> {
    return this.#get(`c${code}`, () => this.#read(this.#sql`where code = ${code}`));
  }

  byId(id: string): Promise<LogTypeRef | undefined> {
    return this.#get(`i${id}`, () => this.#read(this.#sql`where id = ${id}`));
  }

  /** Past the cache, before a client is told that there is none. */
  async there(by: 'id' | 'code', value: string): Promise<LogTypeRef | undefined> {
    this.#entries.delete(`${by === 'id' ? 'i' : 'c'}${value}`);
    return by === 'id' ? this.byId(value) : this.byCode(value);
  }

  clear(): void {
    this.#entries.clear();
  }

  async #read(where: PendingQuery<Row[]>): Promise<LogTypeRef | undefined> {
    const [row] = await this.#sql<LogTypeRef[]>`select id, code, doc::json ->> 'name' as name from log_type ${where}`;
    return row && { id: row.id, code: row.code, name: row.name };
  }

  #get(key: string, read: () => Promise<LogTypeRef | undefined>): Promise<LogTypeRef | undefined> {
    const known = this.#entries.get(key);
    if (known && known.until > performance.now()) return known.found;
    // Clients make up codes: the cache must not grow with them.
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    const entry: Entry = { found: read(), until: Number.POSITIVE_INFINITY };
    this.#entries.set(key, entry);
    entry.found.then(
      (found) => {
        entry.until = performance.now() + (found ? HIT_MS : MISS_MS);
      },
      () => this.#entries.delete(key),
    );
    return entry.found;
  }
}

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
