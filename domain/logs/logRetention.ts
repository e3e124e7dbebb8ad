import {
  detachLogPartition,
  dropDetachedLogs,
  logPartitions,
  type Month,
  makeLogPartitionsAhead,
  monthOf,
} from '../../db/queries/logs/logPartitions.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';

/**
 * Makes the partitions of this month and the next, and drops months past the retention.
 *
 * @param retentionMonths months that stay beside the current one; 0 and absent: all
 */
export async function maintainLogPartitions(
  services: Services,
  retentionMonths: number | undefined,
  caller: Caller,
): Promise<void> {
  await makeLogPartitionsAhead(services.sql);
  const oldest = retentionMonths ? monthOf(new Date(), -retentionMonths) : undefined;
  await dropLogsBefore(services, oldest, caller);
}

/**
 * Drops whole months before `oldest` while reads and writes of the others continue, and completes the drops that a
 * process that died has left incomplete. Every id is enqueued for removal from the search index.
 *
 * @param oldest the first month that stays; absent: no month is dropped
 */
export async function dropLogsBefore(services: Services, oldest: Month | undefined, caller: Caller): Promise<void> {
  const { sql, log } = services;
  const context = JSON.stringify(contextOf(caller));
  for (const { month, attached } of await logPartitions(sql)) {
    if (attached && (oldest === undefined || month >= oldest)) continue;
    await detachLogPartition(sql, month);
    const logs = await dropDetachedLogs(sql, month, context);
    services.wakeRelay();
    log.info({ month, logs }, 'a month of logs was dropped');
  }
}
