import { deleteOldChanges } from '../../db/queries/changes/changeRows.ts';
import { deleteOldBatches } from '../../db/queries/documents/documentItems.ts';
import { deleteOldResults } from '../../db/queries/jobs/results.ts';
import { dropOldTokens } from '../../db/queries/notifications/bounces/webhookTokens.ts';
import { dropOldItems } from '../../db/queries/notifications/digestRows.ts';
import { dropOldReservations } from '../../db/queries/notifications/rateLimitRows.ts';
import { dropOldPermits } from '../../db/queries/notifications/throttleRows.ts';
import { dropActivity } from '../../db/queries/runtime/activity.ts';
import { deleteOldAnswers } from '../../db/queries/runtime/storedAnswers.ts';
import { deleteOldAuditEntries } from '../../domain/identity/auditEntries.ts';
import { deleteOldJobs } from '../../domain/jobs/upkeep/retention.ts';
import { MAX_AGE_HOURS } from '../../domain/notifications/bounces/receiveReports.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Deletes data past its retention: closed Jobs, audit entries, changes, results that no caller fetched, answers, activity, reservations, tokens. */
export async function retention(
  _jobs: readonly unknown[],
  { services, retentionDays, auditDays, changeDays, resultDays, log }: WorkContext,
): Promise<undefined> {
  const { sql } = services;
  await dropActivity(sql);
  await deleteOldResults(sql, resultDays);
  await deleteOldAnswers(sql);
  const batches = await deleteOldBatches(sql, resultDays);
  if (batches > 0) log.info({ batches }, 'old documents were deleted');
  await dropOldReservations(sql);
  await dropOldPermits(sql);
  await dropOldItems(sql);
  await dropOldTokens(sql, 2 * MAX_AGE_HOURS);
  if (auditDays > 0) await deleteOldAuditEntries(services, auditDays);
  await deleteOldChanges(sql, changeDays);
  await deleteOldJobs(services, retentionDays, workerCaller(undefined));
  return undefined;
}
