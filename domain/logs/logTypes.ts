import type { Services } from '../ports/services.ts';
import { RecordCache } from '../runtime/recordCache.ts';

/** What a Log keeps of its LogType. */
export interface LogTypeRef {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** LogTypes by code and by id: a write of a Log looks none up. Codes without a LogType are allowed. */
export type LogTypeCache = RecordCache<LogTypeRef>;

const caches = new WeakMap<Services, LogTypeCache>();

/** The LogTypes of this process. */
export function logTypesOf(services: Services): LogTypeCache {
  let cache = caches.get(services);
  if (!cache) {
    const { sql } = services;
    cache = new RecordCache(async (by, value) => {
      const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
      const [row] = await sql<LogTypeRef[]>`select id, code, doc::json ->> 'name' as name from log_type ${where}`;
      return row && { id: row.id, code: row.code, name: row.name };
    });
    caches.set(services, cache);
  }
  return cache;
}
