import type { Transaction } from '../../db/client.ts';
import {
  type ChangedNotification,
  type CountRow,
  countTargets,
  type Ending,
  endAttempts,
  lockNotifications,
  readDocs,
  writeNotifications,
} from '../../db/queries/deliveryRows.ts';
import { outlasting } from '../../domain/away.ts';
import { GroupCommit } from '../../domain/groupCommit.ts';
import { workerCaller } from '../../domain/jobs/context.ts';
import type { Audit, Values } from '../../domain/kind.ts';
import { notification as kind, type NotificationStatus, type TargetStatus } from '../../domain/kinds/notification.ts';
import { type StatusCounts, statusOf } from '../../domain/notifications/status.ts';
import type { Platform } from '../../domain/ports.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../../domain/record.ts';

/** Endings of one transaction. */
const MOST = 200;
/** What ends so soon after a transaction is written together. */
const GATHER_MS = 15;
/** Notifications that one index.sync job names. */
const INDEXED = 500;
/** Characters of what was sent that the notification keeps. */
const MAX_CONTENTS = 8_000;

/** What was told, for the notification's own record. */
export interface Told {
  readonly subject?: string;
  readonly contents: string;
}

export type Outcome = Ending & { readonly told?: Told };

/**
 * Writes what became of targets, and brings their notifications up to date: those of one moment in one transaction.
 * Each notification's row is held before its targets are written and counted after, so that of two last targets that
 * end together one sees that nothing is open.
 */
export function makeOutcomeWriter(platform: Platform): (outcome: Outcome) => Promise<boolean> {
  const commits = new GroupCommit<Outcome, boolean>({
    most: MOST,
    // Messages end one by one, and a transaction for each few of them would cost more than to send them.
    atOnce: 1,
    pauseMs: GATHER_MS,
    write: async (outcomes) => {
      // What was handed over is known here alone until it is written: a database that restarts is waited for.
      const written = await outlasting(() => platform.sql.begin((transaction) => write(transaction, outcomes)));
      platform.wakeRelay();
      return outcomes.map(({ id }) => written.has(id));
    },
  });
  return (outcome) => commits.keep(outcome);
}

async function write(transaction: Transaction, outcomes: readonly Outcome[]): Promise<Set<string>> {
  const held = await lockNotifications(
    transaction,
    outcomes.map(({ notificationId }) => notificationId),
  );
  const written = await endAttempts(transaction, outcomes);
  await rollUp(transaction, held, outcomes);
  return written;
}

/** Gives notifications whose rows are held the status that their targets make of them. */
export async function rollUp(
  transaction: Transaction,
  held: readonly { readonly id: string; readonly status: string }[],
  outcomes: readonly Outcome[] = [],
): Promise<void> {
  const counts = Map.groupBy(
    await countTargets(
      transaction,
      held.map(({ id }) => id),
    ),
    ({ notificationId }) => notificationId,
  );
  const statuses = new Map<string, NotificationStatus>();
  for (const { id, status } of held) {
    const now = statusNow(counts.get(id) ?? []);
    if (now !== status) statuses.set(id, now);
  }
  if (statuses.size === 0) return;
  const told = new Map(outcomes.flatMap(({ notificationId, told }) => (told ? [[notificationId, told]] : [])));
  const docs = await readDocs(transaction, [...statuses.keys()]);
  const caller = workerCaller(undefined);
  const changed = docs.map(({ id, doc, audit }): ChangedNotification => {
    const status = statuses.get(id) as NotificationStatus;
    const now = new Date();
    const next = nextAudit(JSON.parse(audit) as Audit, caller, now);
    return { ...recordTexts(kind, withStatus(JSON.parse(doc) as Values, status, now, told.get(id)), next), status };
  });
  for (let from = 0; from < changed.length; from += INDEXED) {
    const some = changed.slice(from, from + INDEXED);
    const syncData = indexSyncData(
      kind,
      some.map(({ id }) => id),
      caller,
    );
    await writeNotifications(transaction, some, { id: newId(), syncData });
  }
}

function statusNow(rows: readonly CountRow[]): NotificationStatus {
  const counts: StatusCounts = {};
  for (const { status, count } of rows) counts[status as TargetStatus] = count;
  return statusOf(
    counts,
    rows.some(({ begun }) => begun),
  );
}

const memberNames = Object.keys(kind.members);

function withStatus(values: Values, status: NotificationStatus, now: Date, told: Told | undefined): Values {
  const sent = status === 'SENT' || status === 'PARTIALLY_SENT';
  const changed: Values = {
    ...values,
    status,
    ...(told && { contents: told.contents.slice(0, MAX_CONTENTS).toWellFormed().replaceAll('\u0000', '') }),
    ...(told?.subject !== undefined && { subject: told.subject }),
    ...(sent && { sent: now.toISOString() }),
  };
  const ordered: Values = { id: values.id };
  for (const name of memberNames) {
    const value = changed[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}
