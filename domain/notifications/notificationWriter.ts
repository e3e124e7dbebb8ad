import type { Database, Transaction } from '../../db/client.ts';
import {
  type DigestItem,
  type JoinableDigest,
  lockJoinableDigests,
} from '../../db/queries/notifications/digestRows.ts';
import { insertNotifications, type NewNotification } from '../../db/queries/notifications/notificationRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Caller } from '../kinds/kind.ts';
import { type NotificationStatus, notification } from '../kinds/processing/notification.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { contextOf } from '../queue/context.ts';
import type { IndexSync } from '../queue/definitions.ts';
import { newId, type RecordTexts } from '../records/record.ts';
import { MicroBatcher } from '../runtime/microBatcher.ts';
import type { AttachmentInput } from './attachments.ts';
import { type DigestCandidate, type OpenDigests, partOfDigest, RememberedDigests } from './rules/openDigests.ts';

/** Maximum number of single notifications in a statement. */
const MAX_MICROBATCH = 16;
const CONCURRENCY = 2;
/** Maximum number of notifications of a batch request in a statement. */
const MAX_PER_STATEMENT = 500;

/**
 * Seconds for which a notification that is sent at once waits for its index write: most have been sent by then, and their end is the only
 * write. In a large batch each notification adds its share of the time that the batch takes.
 */
const INDEX_DELAY_SECONDS = 1;
const SECONDS_PER_NOTIFICATION = 0.001;
const MAX_INDEX_DELAY_SECONDS = 10;

/** A notification that is ready to be stored. */
export interface PreparedNotification {
  readonly row: Omit<NewNotification, 'doc' | 'audit' | 'search' | 'status'>;
  /** Returns the texts of its record with this status. */
  readonly textsWith: (status: NotificationStatus) => RecordTexts;
  /** The targets that end at once where the digest of their recipient is open. */
  readonly candidates: readonly DigestCandidate[];
  readonly caller: Caller;
  readonly attachments: readonly AttachmentInput[];
}

/** Batches the inserts of single notifications into shared commits. */
export type NotificationWriter = MicroBatcher<PreparedNotification, undefined>;

export function makeNotificationWriter({
  sql,
  wakeRelay,
}: Pick<ServiceDependencies, 'sql' | 'wakeRelay'>): NotificationWriter {
  const remembered = new RememberedDigests();
  return new MicroBatcher<PreparedNotification, undefined>({
    maxBatch: MAX_MICROBATCH,
    concurrency: CONCURRENCY,
    run: async (batch) => {
      const jobs = await withTransactionRetry(() => writeBatch(sql, batch, remembered));
      wakeRelay(jobs > 0 ? 'now' : 'index');
      return [];
    },
  });
}

/** Stores a batch, and returns the number of its queue jobs. Where digests are known to be open, one statement does. */
async function writeBatch(
  sql: Database,
  batch: readonly PreparedNotification[],
  remembered: RememberedDigests,
): Promise<number> {
  const candidates = batch.flatMap((one) => one.candidates);
  if (candidates.length === 0) return (await insertRows(sql, batch, new Map())).jobs;
  const known = remembered.of(candidates);
  if (known) {
    const { isStored, jobs } = await insertRows(sql, batch, known, { open: [...known.values()] });
    if (isStored) return jobs;
    remembered.forget(known);
  }
  const { jobs, digests } = await sql.begin((transaction) => storeNotifications(transaction, batch));
  remembered.remember(digests);
  return jobs;
}

/**
 * Stores notifications with their targets, the jobs of these, and the outbox rows by which they are indexed. Targets join the
 * digests of their recipients that are open. Returns the number of jobs, and these digests.
 */
export async function storeNotifications(
  transaction: Transaction,
  accepted: readonly PreparedNotification[],
): Promise<{ readonly jobs: number; readonly digests: OpenDigests }> {
  const keys = new Set(accepted.flatMap(({ candidates }) => candidates.map(({ key }) => key)));
  const digests: OpenDigests = keys.size > 0 ? await lockJoinableDigests(transaction, keys) : new Map();
  const share = SECONDS_PER_NOTIFICATION * accepted.length;
  const delaySeconds = Math.min(INDEX_DELAY_SECONDS + share, MAX_INDEX_DELAY_SECONDS);
  const options = { delaySeconds, ...(digests.size > 0 && { open: [] }) };
  let jobs = 0;
  for (let from = 0; from < accepted.length; from += MAX_PER_STATEMENT) {
    const some = accepted.slice(from, from + MAX_PER_STATEMENT);
    jobs += (await insertRows(transaction, some, digests, options)).jobs;
  }
  return { jobs, digests };
}

interface InsertOptions {
  /** The digests that must still be open; absent where no target joins one. */
  readonly open?: readonly JoinableDigest[];
  /** Seconds for which those that are sent wait for their index write. */
  readonly delaySeconds?: number;
}

/** Inserts notifications by one statement. */
async function insertRows(
  sql: Database | Transaction,
  accepted: readonly PreparedNotification[],
  digests: OpenDigests,
  { open, delaySeconds = INDEX_DELAY_SECONDS }: InsertOptions = {},
): Promise<{ readonly isStored: boolean; readonly jobs: number }> {
  const items: DigestItem[] = [];
  let jobs = 0;
  const rows = accepted.map(({ row, textsWith, candidates }): NewNotification => {
    const joined = new Map<string, string>();
    for (const { targetId, key, data } of candidates) {
      const digest = digests.get(key);
      if (!digest) continue;
      items.push({ targetId, leader: digest.leader, data });
      joined.set(targetId, partOfDigest(digest.notificationId));
    }
    const targets = row.targets.map((target) => {
      const statusReason = joined.get(target.id);
      return statusReason === undefined ? target : { ...target, status: 'SKIPPED', statusReason, job: null };
    });
    jobs += targets.filter(({ job }) => job).length;
    const status = targets.some((target) => target.status === 'PLAN') ? 'PLAN' : 'SKIPPED';
    return { ...row, ...textsWith(status), status, targets };
  });
  // Where nothing is sent, no other write follows soon.
  const sync = syncOf(accepted, jobs > 0 ? delaySeconds : 0);
  const isStored = await insertNotifications(sql, rows, sync, open && { open, items });
  return { isStored, jobs };
}

/** The outbox row by which stored notifications are indexed. */
function syncOf(accepted: readonly PreparedNotification[], delaySeconds: number) {
  const contexts = accepted.slice(0, MAX_MICROBATCH).map(({ caller }) => contextOf(caller));
  const ids = accepted.map(({ row }) => row.id);
  const syncData = JSON.stringify({ kind: notification.name, ids, created: true, contexts } satisfies IndexSync);
  return { id: newId(), syncData, delaySeconds };
}
