import type { Platform } from '../ports/ports.ts';
import { RecordCache } from '../runtime/recordCache.ts';
import type { NotificationRuleValues } from './rules.ts';

const caches = new WeakMap<Platform, RecordCache<NotificationRuleValues>>();

/** The NotificationRules of this process: accepting a notification looks none up. */
export function rulesOf(platform: Platform): RecordCache<NotificationRuleValues> {
  let cache = caches.get(platform);
  if (!cache) {
    const { sql } = platform;
    cache = new RecordCache(async (by, value) => {
      const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
      const [row] = await sql<{ doc: string }[]>`select doc from notification_rule ${where}`;
      return row && (JSON.parse(row.doc) as NotificationRuleValues);
    });
    caches.set(platform, cache);
  }
  return cache;
}
