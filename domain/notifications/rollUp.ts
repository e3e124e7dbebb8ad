import type { Transaction } from '../../db/client.ts';
import {
  type ChangedNotification,
  countTargets,
  readDocs,
  type TargetCount,
  withOpenTargets,
  writeNotifications,
} from '../../db/queries/notifications/statusRows.ts';
import type { Audit, Values } from '../kinds/kind.ts';
import { notification as kind, type NotificationStatus, type TargetStatus } from '../kinds/processing/notification.ts';
import { workerCaller } from '../queue/context.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import type { DeliveredContent } from './channels/channel.ts';
import { type StatusCounts, statusOf } from './status.ts';

/** Maximum number of characters of the sent content that the notification stores. */
const MAX_CONTENTS = 8_000;

/** Computes the statuses of locked notifications from the statuses of their targets, and writes the changed ones. */
export async function rollUp(
  transaction: Transaction,
  locked: readonly { readonly id: string; readonly status: string }[],
  outcomes: readonly { readonly notificationId: string; readonly content?: DeliveredContent }[] = [],
): Promise<void> {
  // A notification with an open target stays IN_PROGRESS, so that its targets need not be counted.
  const inProgress = locked.filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id);
  const open = inProgress.length > 0 ? await withOpenTargets(transaction, inProgress) : new Set<string>();
  const counted = locked.filter(({ id }) => !open.has(id));
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  const [rows, docs] = await Promise.all([countTargets(transaction, ids), readDocs(transaction, ids)]);
  const counts = Map.groupBy(rows, ({ notificationId }) => notificationId);
  const statuses = new Map<string, NotificationStatus>();
  for (const { id, status } of counted) {
    const now = statusNow(counts.get(id) ?? []);
    if (now !== status) statuses.set(id, now);
  }
  if (statuses.size === 0) return;
  const contents = new Map(
    outcomes.flatMap(({ notificationId, content }) => (content ? [[notificationId, content]] : [])),
  );
  const caller = workerCaller(undefined);
  const changed = docs.flatMap(({ id, doc, audit }): ChangedNotification[] => {
    const status = statuses.get(id);
    if (status === undefined) return [];
    const now = new Date();
    const next = nextAudit(parseStored<Audit>(audit), caller, now);
    return [{ ...recordTexts(kind, withStatus(parseStored(doc), status, now, contents.get(id)), next), status }];
  });
  const syncOf = (ids: readonly string[]) => ({ id: newId(), syncData: indexSyncData(kind, ids, caller) });
  await writeNotifications(transaction, changed, syncOf);
}

function statusNow(rows: readonly TargetCount[]): NotificationStatus {
  const counts: StatusCounts = {};
  for (const { status, count } of rows) counts[status as TargetStatus] = count;
  return statusOf(counts, { attempted: rows.some(({ attempted }) => attempted) });
}

function withStatus(
  values: Values,
  status: NotificationStatus,
  now: Date,
  content: DeliveredContent | undefined,
): Values {
  const sent = status === 'SENT' || status === 'PARTIALLY_SENT';
  return {
    ...values,
    status,
    ...(content && { contents: content.contents.slice(0, MAX_CONTENTS).toWellFormed().replaceAll('\u0000', '') }),
    ...(content?.subject !== undefined && { subject: content.subject }),
    ...(sent && (content !== undefined || values.sent === undefined) && { sent: now.toISOString() }),
  };
}
