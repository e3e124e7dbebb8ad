import { deliveryQueueOf } from '../../db/queries/notifications/deliveryQueue.ts';
import {
  deleteNotifications,
  oldNotifications,
  unqueuedTargets,
} from '../../db/queries/notifications/notificationUpkeep.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { notification as kind } from '../../domain/kinds/processing/notification.ts';
import { channelNames, channelNamesWith } from '../../domain/notifications/channels/index.ts';
import { contextOf, workerCaller } from '../../domain/queue/context.ts';
import { indexSyncData, newId } from '../../domain/records/record.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Maximum number of notifications deleted in a transaction. */
const MAX_BATCH = 200;
/** Maximum number of rows in a run; the next run continues. */
const LIMIT = 10_000;

/** Deletes notifications past their retention, and enqueues open targets that have no queue job. */
export async function notificationUpkeep(
  _jobs: readonly unknown[],
  { services, retentionDays, log }: WorkContext,
): Promise<undefined> {
  const { sql } = services;
  const caller = workerCaller(undefined);
  const targets = await unqueuedTargets(sql, channelNames, LIMIT);
  await enqueue(
    sql,
    targets.map(({ id: targetId, channel }) => ({
      id: newId(),
      queue: deliveryQueueOf(channel),
      data: JSON.stringify({ targetId, context: contextOf(caller) }),
    })),
  );
  if (targets.length > 0) log.warn({ targets: targets.length }, 'Open targets without a queue job were enqueued.');
  const old = await oldNotifications(sql, retentionDays, LIMIT);
  for (let from = 0; from < old.length; from += MAX_BATCH) {
    await sql.begin(async (transaction) => {
      const deleted = await deleteNotifications(
        transaction,
        old.slice(from, from + MAX_BATCH),
        channelNamesWith('hasReceipts'),
      );
      if (deleted.length === 0) return;
      await enqueue(transaction, [{ id: newId(), queue: 'index.sync', data: indexSyncData(kind, deleted, caller) }]);
    });
  }
  if (old.length > 0) log.info({ notifications: old.length }, 'Old notifications were deleted.');
  services.wakeRelay();
  return undefined;
}
