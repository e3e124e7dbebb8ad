import { insertNotifications, type NewNotification } from '../../db/queries/notifications/notificationRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Caller } from '../kinds/kind.ts';
import { notification } from '../kinds/processing/notification.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { contextOf } from '../queue/context.ts';
import { newId } from '../records/record.ts';
import { MicroBatcher } from '../runtime/microBatcher.ts';
import type { AttachmentInput } from './attachments.ts';

/** Maximum number of single notifications in a statement. */
const MAX_MICROBATCH = 16;
const CONCURRENCY = 2;

/** The rows of a notification, ready to be stored. */
export interface PreparedNotification {
  readonly row: NewNotification;
  readonly caller: Caller;
  readonly attachments: readonly AttachmentInput[];
}

/** Batches the inserts of single notifications into shared commits. */
export type NotificationWriter = MicroBatcher<PreparedNotification, undefined>;

export function makeNotificationWriter({
  sql,
  wakeRelay,
}: Pick<ServiceDependencies, 'sql' | 'wakeRelay'>): NotificationWriter {
  return new MicroBatcher<PreparedNotification, undefined>({
    maxBatch: MAX_MICROBATCH,
    concurrency: CONCURRENCY,
    write: async (batch) => {
      const rows = batch.map(({ row }) => row);
      await withTransactionRetry(() => insertNotifications(sql, rows, syncOf(batch)));
      wakeRelay();
      return [];
    },
  });
}

/** The outbox row by which stored notifications are indexed. */
export function syncOf(accepted: readonly PreparedNotification[]): { id: string; syncData: string } {
  const contexts = accepted.slice(0, MAX_MICROBATCH).map(({ caller }) => contextOf(caller));
  const ids = accepted.map(({ row }) => row.id);
  return { id: newId(), syncData: JSON.stringify({ kind: notification.name, ids, contexts }) };
}
