import {
  detachLogPartition,
  dropDetachedLogs,
  logPartitions,
  type Month,
} from '../../db/queries/logs/logPartitions.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';

/**
 * Drops the months before `oldest` whole, while reads and writes of the others go on, and ends what a process that
 * died has left half dropped. The search index is told of every id that goes.
 *
 * @param oldest the first month that stays; absent: none is dropped
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
