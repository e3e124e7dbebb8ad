import type { Transaction } from '../../../db/client.ts';
import type { DeliveryRow } from '../../../db/queries/notifications/deliveryRows.ts';
import {
  addItem,
  closeDigest,
  firstMember,
  hasStatus,
  leaderOf,
  lockOpenTarget,
  lockOwnDigest,
  openDigest,
  readItems,
  reopenMember,
  replaceLeader,
  skipJoined,
} from '../../../db/queries/notifications/digestRows.ts';
import { lockNotifications } from '../../../db/queries/notifications/statusRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import type { ChannelDeclaration } from '../../../domain/notifications/channels/channel.ts';
import { channels } from '../../../domain/notifications/channels/index.ts';
import { type DeliveryEvent, SENDER_REFUSED } from '../../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../../domain/notifications/plan.ts';
import { rollUp } from '../../../domain/notifications/rollUp.ts';
import { recipientKey } from '../../../domain/notifications/rules/recipientKey.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import type { AddressedRow } from '../channelRequests.ts';
import type { DeliveryJob } from '../effects.ts';

/** The target sends the digest with these items, or the event says what happens to it. */
type Joined = { readonly items: readonly string[] } | { readonly event: DeliveryEvent };

/** Thrown to roll a transaction back, because the target has changed since it was read. */
class Changed extends Error {
  override readonly name = 'Changed';
}

/**
 * Gathers the messages of a rule to one recipient in digests. The first target opens the digest and sends it when it closes;
 * the data of each further target is added, and that target ends in the same transaction. The row of an open digest is locked
 * by each transaction that adds to it or closes it, so that each event is in one digest, over all workers. The items of a
 * closed digest do not change: a retry, or another worker after a death, sends the same message.
 */
export class Digests {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns the plan with which the target is sent, or the event that ends or defers it. */
  async join(
    row: AddressedRow,
    plan: DeliveryPlan,
    channel: ChannelDeclaration,
  ): Promise<DeliveryPlan | DeliveryEvent> {
    const { digest } = plan;
    if (!digest || !channel.limitsRecipients) return plan;
    const key = keyOf(row, plan, channel);
    const joined = await this.#inTransaction(async (transaction) => {
      // Notifications are locked before digests, in every transaction.
      const locked = await lockNotifications(transaction, [row.notificationId]);
      const leader = await leaderOf(transaction, row.id);
      if (leader === row.id) return closedOrWaiting(transaction, key, row.id);
      // A former run of this transaction was committed, and its answer was lost.
      if (leader !== undefined) return { event: { type: 'repeated' } };
      const open = await openDigest(transaction, { key, targetId: row.id, minutes: digest.minutes });
      const data = JSON.stringify(plan.data);
      const sending = open.leader === row.id ? undefined : await lockOpenTarget(transaction, open.leader);
      if (sending === undefined) {
        const { leader: former } = open;
        if (former !== row.id)
          await replaceLeader(transaction, { key, former, targetId: row.id, minutes: digest.minutes });
        await addItem(transaction, { targetId: row.id, leader: row.id, data });
        return { event: waiting(former === row.id ? open.seconds : digest.minutes * 60) };
      }
      await addItem(transaction, { targetId: row.id, leader: open.leader, data });
      if (!(await skipJoined(transaction, row, `part of the digest that the notification ${sending} sends`)))
        throw new Changed();
      await rollUp(transaction, locked);
      return { event: { type: 'repeated' } };
    });
    if (!('event' in joined)) return withItems(row, plan, joined.items);
    if (joined.event.type === 'repeated') this.#services.wakeRelay();
    return joined.event;
  }

  /**
   * Makes another target send the digest of one that has ended before its first attempt, whose data are not sent. The queue
   * job of a cancelled target is due when the digest closes. Returns false if the digest has changed since it was read.
   */
  async passOn(row: DeliveryRow, plan: DeliveryPlan, { data }: DeliveryJob): Promise<boolean> {
    const channel = channels.find(({ name }) => name === row.channel);
    if (!plan.digest || !channel || row.address === null || !leavesItems(row)) return true;
    const member = await firstMember(this.#services.sql, row.id);
    if (!member) return true;
    const key = keyOf({ address: row.address }, plan, channel);
    const isReopened = await withTransactionRetry(() =>
      this.#services.sql.begin(async (transaction) => {
        const locked = await lockNotifications(transaction, [row.notificationId, member.notificationId]);
        await lockOwnDigest(transaction, key, row.id);
        // A client may have planned the notification again, and another job may have found the member.
        if (!(await hasStatus(transaction, row.id, row.status))) return false;
        const reopened = { id: member.id, leader: row.id, context: data.context };
        if (!(await reopenMember(transaction, reopened))) return false;
        await replaceLeader(transaction, { key, former: row.id, targetId: member.id });
        await rollUp(transaction, locked);
        return true;
      }),
    );
    if (isReopened) this.#services.wakeRelay();
    return isReopened;
  }

  /** Returns the plan of a target whose attempt is open: its digest is closed. */
  async planOfAttempt(row: { readonly id: string }, plan: DeliveryPlan): Promise<DeliveryPlan> {
    return plan.digest ? withItems(row, plan, await readItems(this.#services.sql, row.id)) : plan;
  }

  async #inTransaction(work: (transaction: Transaction) => Promise<Joined>): Promise<Joined> {
    try {
      return await withTransactionRetry(() => this.#services.sql.begin(work));
    } catch (error) {
      if (error instanceof Changed) return { event: { type: 'fenced' } };
      throw error;
    }
  }
}

/**
 * Whether a target that has ended leaves the data of others unsent, so that another one sends them. One with an attempt may
 * have sent them.
 */
const leavesItems = ({ status, statusReason, attemptCount }: DeliveryRow): boolean =>
  attemptCount === 0 &&
  (status === 'CANCELLED' || status === 'EXPIRED' || (status === 'FAILED' && statusReason === SENDER_REFUSED));

const keyOf = (
  { address }: Pick<AddressedRow, 'address'>,
  { ruleCode = '' }: DeliveryPlan,
  channel: ChannelDeclaration,
) => recipientKey(ruleCode, channel, address);

async function closedOrWaiting(transaction: Transaction, key: string, leader: string): Promise<Joined> {
  const own = await lockOwnDigest(transaction, key, leader);
  if (own && own.seconds > 0) return { event: waiting(own.seconds) };
  if (own) await closeDigest(transaction, key);
  return { items: await readItems(transaction, leader) };
}

const waiting = (seconds: number): DeliveryEvent => ({
  type: 'deferred',
  seconds,
  reason: `waits for its digest, which closes at ${new Date(Date.now() + seconds * 1_000).toISOString()}`,
});

/** Templates find the data of each event in `items`. */
function withItems({ id }: { readonly id: string }, plan: DeliveryPlan, items: readonly string[]): DeliveryPlan {
  if (items.length === 0) return plan;
  return { ...plan, digestOf: id, data: { ...plan.data, items: items.map((text) => parseStored(text)) } };
}
