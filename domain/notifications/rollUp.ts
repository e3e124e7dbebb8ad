import type { Transaction } from '../../db/client.ts';
import {
  type ChangedNotification,
  type CountRow,
  countTargets,
  readDocs,
  stillOpen,
  writeNotifications,
} from '../../db/queries/notifications/statusRows.ts';
import type { Audit, Values } from '../kinds/kind.ts';
import { notification as kind, type NotificationStatus, type TargetStatus } from '../kinds/processing/notification.ts';
import { workerCaller } from '../queue/context.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import type { DeliveredContent } from './channels/channel.ts';
import { type StatusCounts, statusOf } from './status.ts';

/** Characters of what was sent that the notification keeps. */
const MAX_CONTENTS = 8_000;

/** Gives notifications whose rows are held the status that their targets make of them. */
export async function rollUp(
  transaction: Transaction,
  held: readonly { readonly id: string; readonly status: string }[],
  outcomes: readonly { readonly notificationId: string; readonly told?: DeliveredContent }[] = [],
): Promise<void> {
  // Most targets that end leave their notification as it was: what thousands of them make of it need not be counted.
  const going = held.filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id);
  const open = going.length > 0 ? await stillOpen(transaction, going) : new Set<string>();
  const looked = held.filter(({ id }) => !open.has(id));
  if (looked.length === 0) return;
  const ids = looked.map(({ id }) => id);
  const [rows, docs] = await Promise.all([countTargets(transaction, ids), readDocs(transaction, ids)]);
  const counts = Map.groupBy(rows, ({ notificationId }) => notificationId);
  const statuses = new Map<string, NotificationStatus>();
  for (const { id, status } of looked) {
    const now = statusNow(counts.get(id) ?? []);
    if (now !== status) statuses.set(id, now);
  }
  if (statuses.size === 0) return;
  const told = new Map(outcomes.flatMap(({ notificationId, told }) => (told ? [[notificationId, told]] : [])));
  const caller = workerCaller(undefined);
  const changed = docs.flatMap(({ id, doc, audit }): ChangedNotification[] => {
    const status = statuses.get(id);
    if (status === undefined) return [];
    const now = new Date();
    const next = nextAudit(JSON.parse(audit) as Audit, caller, now);
    return [{ ...recordTexts(kind, withStatus(JSON.parse(doc) as Values, status, now, told.get(id)), next), status }];
  });
  const syncOf = (ids: readonly string[]) => ({ id: newId(), syncData: indexSyncData(kind, ids, caller) });
  await writeNotifications(transaction, changed, syncOf);
}

function statusNow(rows: readonly CountRow[]): NotificationStatus {
  const counts: StatusCounts = {};
  for (const { status, count } of rows) counts[status as TargetStatus] = count;
  return statusOf(
    counts,
    rows.some(({ begun }) => begun),
  );
}

function withStatus(values: Values, status: NotificationStatus, now: Date, told: DeliveredContent | undefined): Values {
  const sent = status === 'SENT' || status === 'PARTIALLY_SENT';
  return {
    ...values,
    status,
    ...(told && { contents: told.contents.slice(0, MAX_CONTENTS).toWellFormed().replaceAll('\u0000', '') }),
    ...(told?.subject !== undefined && { subject: told.subject }),
    ...(sent && (told !== undefined || values.sent === undefined) && { sent: now.toISOString() }),
  };
}
