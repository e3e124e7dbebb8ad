import type { Transaction } from '../../../db/client.ts';
import {
  addDigestItems,
  type DigestItem,
  type JoinedTarget,
  leadersOf,
  lockOpenTargets,
  openDigests,
  replaceLeader,
  skipJoined,
} from '../../../db/queries/notifications/digestRows.ts';
import { lockNotifications } from '../../../db/queries/notifications/statusRows.ts';
import type { DeliveryEvent } from '../../../domain/notifications/delivery/deliveryState.ts';
import { rollUp } from '../../../domain/notifications/rollUp.ts';
import { partOfDigest } from '../../../domain/notifications/rules/openDigests.ts';

/** A target whose data goes into the digest of its rule and recipient. */
export interface Joining {
  readonly id: string;
  readonly notificationId: string;
  readonly fence: number;
  /** Names the rule and the recipient. */
  readonly key: string;
  readonly minutes: number;
  /** JSON text. */
  readonly data: string;
}

/** `leads`: the target sends its digest, which an earlier transaction has opened. */
export type Joined = DeliveryEvent | 'leads';

/** The digest of a key in this transaction. */
interface Digest {
  readonly leader: string;
  /** The notification that sends it. */
  readonly notificationId: string;
  readonly seconds: number;
}

/**
 * Adds the data of targets to the digests of their recipients, and ends the targets that do not send them. Returns what
 * becomes of each, in their order.
 *
 * The row of an open digest is locked by each transaction that adds to it or closes it, so that each event is in one digest,
 * over all workers. Notifications are locked before digests, in every transaction.
 */
export async function joinDigests(transaction: Transaction, joining: readonly Joining[]): Promise<Joined[]> {
  const targets = new Map(joining.map((one) => [one.id, one]));
  const locked = await lockNotifications(
    transaction,
    joining.map(({ notificationId }) => notificationId),
  );
  const former = await leadersOf(transaction, [...targets.keys()]);
  const added = [...targets.values()].filter(({ id }) => !former.has(id));
  const digests = await openedDigests(transaction, added);
  const items: DigestItem[] = [];
  const ending: JoinedTarget[] = [];
  for (const { id, key, fence, data } of added) {
    const digest = digests.get(key);
    if (!digest) throw new Error('The digest was not opened.');
    items.push({ targetId: id, leader: digest.leader, data });
    if (digest.leader !== id) ending.push({ id, fence, reason: partOfDigest(digest.notificationId) });
  }
  if (items.length > 0) await addDigestItems(transaction, items);
  const ended = await skipJoined(transaction, ending);
  const ids = new Set([...ended].map((id) => targets.get(id)?.notificationId));
  await rollUp(
    transaction,
    locked.filter(({ id }) => ids.has(id)),
  );
  return joining.map((one): Joined => {
    const leader = former.get(one.id);
    if (leader === one.id) return 'leads';
    // A former run of this transaction was committed, and its answer was lost.
    if (leader !== undefined || ended.has(one.id)) return { type: 'repeated' };
    const digest = digests.get(one.key);
    // Another job of the target is in this transaction, or the target has changed since it was read.
    return digest?.leader === one.id && targets.get(one.id) === one ? waiting(digest.seconds) : { type: 'fenced' };
  });
}

/** Locks or opens the digests of these targets, by key. One whose leader has ended is sent by the first of the targets. */
async function openedDigests(
  transaction: Transaction,
  added: readonly Joining[],
): Promise<ReadonlyMap<string, Digest>> {
  const firsts = new Map<string, Joining>();
  for (const one of added) if (!firsts.has(one.key)) firsts.set(one.key, one);
  if (firsts.size === 0) return new Map();
  const toOpen = [...firsts.values()].map(({ key, id, minutes }) => ({ key, targetId: id, minutes }));
  const open = await openDigests(transaction, toOpen);
  const own = new Set(toOpen.map(({ targetId }) => targetId));
  const others = [...open.values()].map(({ leader }) => leader).filter((leader) => !own.has(leader));
  const sending = others.length > 0 ? await lockOpenTargets(transaction, others) : new Map<string, string>();
  const digests = new Map<string, Digest>();
  for (const [key, { leader, seconds }] of open) {
    const first = firsts.get(key);
    if (!first) continue;
    const { id: targetId, notificationId, minutes } = first;
    const sender = leader === targetId ? notificationId : sending.get(leader);
    if (sender === undefined) {
      await replaceLeader(transaction, { key, former: leader, targetId, minutes });
      digests.set(key, { leader: targetId, notificationId, seconds: minutes * 60 });
    } else digests.set(key, { leader, notificationId: sender, seconds });
  }
  return digests;
}

export const waiting = (seconds: number): DeliveryEvent => ({
  type: 'deferred',
  seconds,
  reason: `waits for its digest, which closes at ${new Date(Date.now() + seconds * 1_000).toISOString()}`,
});
