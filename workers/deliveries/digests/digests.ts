import type { Transaction } from '../../../db/client.ts';
import {
  addItem,
  closeDigest,
  leaderOf,
  lockOpenTarget,
  lockOwnDigest,
  openDigest,
  readItems,
  replaceLeader,
  skipJoined,
} from '../../../db/queries/notifications/digestRows.ts';
import { lockNotifications } from '../../../db/queries/notifications/statusRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import type { ChannelDeclaration } from '../../../domain/notifications/channels/channel.ts';
import type { DeliveryEvent } from '../../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../../domain/notifications/plan.ts';
import { rollUp } from '../../../domain/notifications/rollUp.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import type { AddressedRow } from '../channelRequests.ts';

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
    const { digest, ruleCode = '' } = plan;
    if (!digest || !channel.limitsRecipients) return plan;
    const recipient = `${ruleCode}\n${channel.name}\n${row.address.toLowerCase()}`;
    const key = new Bun.CryptoHasher('sha256').update(recipient).digest('base64url');
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
        const own =
          open.leader === row.id
            ? open
            : await replaceLeader(transaction, { key, former: open.leader, targetId: row.id, minutes: digest.minutes });
        await addItem(transaction, { targetId: row.id, leader: row.id, data });
        return { event: waiting(own.seconds) };
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
