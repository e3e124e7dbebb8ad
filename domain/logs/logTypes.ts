import type { Database } from '../../db/client.ts';
import { RecordCache } from '../runtime/recordCache.ts';

/** The members that a Log copies from its LogType. */
export interface LogTypeRef {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** LogTypes by code and by id: a write of a Log reads none from the database. Codes without a LogType are allowed. */
export type LogTypeCache = RecordCache<LogTypeRef>;

export function makeLogTypeCache(sql: Database): LogTypeCache {
  return new RecordCache(async (by, value) => {
    const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
    const [row] = await sql<LogTypeRef[]>`select id, code, doc::json ->> 'name' as name from log_type ${where}`;
    return row && { id: row.id, code: row.code, name: row.name };
  });
}
