import type { Database } from '../../db/client.ts';
import { parseStored } from '../records/storedText.ts';
import { RecordCache } from '../runtime/recordCache.ts';
import type { NotificationRuleValues } from './rules/ruleConfig.ts';

/** Caches NotificationRules by code and by id, so that accepting a notification does not query the database for them. */
export type NotificationRuleCache = RecordCache<NotificationRuleValues>;

export function makeNotificationRuleCache(sql: Database): NotificationRuleCache {
  return new RecordCache(async (by, value) => {
    const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
    const [row] = await sql<{ doc: string }[]>`select doc from notification_rule ${where}`;
    return row && parseStored<NotificationRuleValues>(row.doc);
  });
}
