import type { Services } from '../ports/services.ts';
import { RecordCache } from '../runtime/recordCache.ts';
import type { NotificationRuleValues } from './rules.ts';

const caches = new WeakMap<Services, RecordCache<NotificationRuleValues>>();

/** The NotificationRules of this process: accepting a notification looks none up. */
export function rulesOf(services: Services): RecordCache<NotificationRuleValues> {
  let cache = caches.get(services);
  if (!cache) {
    const { sql } = services;
    cache = new RecordCache(async (by, value) => {
      const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
      const [row] = await sql<{ doc: string }[]>`select doc from notification_rule ${where}`;
      return row && (JSON.parse(row.doc) as NotificationRuleValues);
    });
    caches.set(services, cache);
  }
  return cache;
}
