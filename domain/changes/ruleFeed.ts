import { feedState } from '../../db/queries/changes/ruleFeedRows.ts';
import { notFound } from '../errors.ts';
import { notificationRule } from '../kinds/processing/notificationRule.ts';
import type { Services } from '../ports/services.ts';
import { findRecord, missing } from '../records/findRecord.ts';

/**
 * Returns how a rule posts the changes of records, as JSON. It has neither positions nor their age: both would show that
 * records change which the caller may not read.
 */
export async function getRuleFeed(services: Services, idOrCode: string): Promise<string> {
  const rule = await findRecord(services, notificationRule, idOrCode);
  if (!rule) throw missing(notificationRule, 'idOrCode', idOrCode, true);
  const state = await feedState(services.sql, rule.id);
  if (!state)
    throw notFound('The rule does not post changes.', [
      'idOrCode: the rule has no feed, because its eventType is not SYSTEM or its config.event is not RECORD_CHANGED',
    ]);
  const { lastPostedAt, attemptCount, error, failingSince, nextAt, batchId, missed } = state;
  return JSON.stringify({
    status: failingSince ? 'RETRYING' : 'ACTIVE',
    ...(lastPostedAt && { lastPostedAt }),
    missed,
    ...(failingSince && { failingSince, failedAttempts: attemptCount, error, nextAttemptAt: nextAt }),
    ...(failingSince && batchId !== null && { requestId: batchId }),
  });
}
