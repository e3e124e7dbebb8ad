import type { Transaction } from '../../../db/client.ts';
import type { DeliveryRow } from '../../../db/queries/notifications/deliveryRows.ts';
import {
  closeDigest,
  firstMember,
  hasStatus,
  lockOwnDigest,
  readItems,
  reopenMember,
  replaceLeader,
} from '../../../db/queries/notifications/digestRows.ts';
import { lockNotifications } from '../../../db/queries/notifications/statusRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { ChannelDeclaration } from '../../../domain/notifications/channels/channel.ts';
import { channels } from '../../../domain/notifications/channels/index.ts';
import { type DeliveryEvent, SENDER_REFUSED } from '../../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../../domain/notifications/plan.ts';
import { rollUp } from '../../../domain/notifications/rollUp.ts';
import { digestKey } from '../../../domain/notifications/rules/openDigests.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import { MicroBatcher } from '../../../domain/runtime/microBatcher.ts';
import type { AddressedRow } from '../channelRequests.ts';
import type { DeliveryJob } from '../effects.ts';
import { type Joined, type Joining, joinDigests, waiting } from './joinDigests.ts';

/** Maximum number of targets that join digests in a transaction. */
const MAX_BATCH = 200;
/** ms after a transaction in which further targets join the next one. */
const GATHER_MS = 15;

/** The target sends the digest with these items, or the event says what happens to it. */
type OwnDigest = { readonly items: readonly string[] } | { readonly event: DeliveryEvent };

/**
 * Gathers the messages of a rule to one recipient in digests. The first target opens the digest and sends it when it closes;
 * the data of each further target is added, and that target ends in the same transaction. The row of an open digest is locked
 * by each transaction that adds to it or closes it, so that each event is in one digest, over all workers. The items of a
 * closed digest do not change: a retry, or another worker after a death, sends the same message.
 */
export class Digests {
  readonly #services: Services;
  readonly #joins: MicroBatcher<Joining, Joined>;

  constructor(services: Services) {
    this.#services = services;
    this.#joins = new MicroBatcher({
      maxBatch: MAX_BATCH,
      // Two transactions would wait for each other's digests.
      concurrency: 1,
      pauseMs: GATHER_MS,
      run: async (joining) => {
        const joined = await withTransactionRetry(() =>
          services.sql.begin((transaction) => joinDigests(transaction, joining)),
        );
        if (joined.some((one) => one !== 'leads' && one.type === 'repeated')) services.wakeRelay();
        return joined;
      },
    });
  }

  /** Returns the plan with which the target is sent, or the event that ends or defers it. */
  async join(
    row: AddressedRow,
    plan: DeliveryPlan,
    channel: ChannelDeclaration,
  ): Promise<DeliveryPlan | DeliveryEvent> {
    const { digest } = plan;
    if (!digest || !channel.limitsRecipients) return plan;
    const key = digestKey(plan, channel.name, row.address);
    const { id, notificationId, fence } = row;
    const { minutes } = digest;
    const joined = await this.#joins.submit({
      id,
      notificationId,
      fence,
      key,
      minutes,
      data: JSON.stringify(plan.data),
    });
    if (joined !== 'leads') return joined;
    const own = await withTransactionRetry(() =>
      this.#services.sql.begin(async (transaction) => {
        await lockNotifications(transaction, [notificationId]);
        return closedOrWaiting(transaction, key, id);
      }),
    );
    return 'event' in own ? own.event : withItems(row, plan, own.items);
  }

  /**
   * Makes another target send the digest of one that has ended before its first attempt, whose data are not sent. The queue
   * job of a cancelled target is due when the digest closes. Returns false if the digest has changed since it was read.
   */
  async passOn(row: DeliveryRow, plan: DeliveryPlan, { data }: DeliveryJob): Promise<boolean> {
    const channel = channels.find(({ name }) => name === row.channel);
    if (!plan.digest || !channel || row.address === null || !leavesItems(row)) return true;
    const key = digestKey(plan, channel.name, row.address);
    const member = await firstMember(this.#services.sql, row.id);
    if (!member) return !(await this.#isBeingJoined(key, row.id));
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

  /** Whether a transaction that read the digest before its leader ended has added an item. Waits for all of them. */
  async #isBeingJoined(key: string, leader: string): Promise<boolean> {
    return this.#services.sql.begin(async (transaction) => {
      await lockOwnDigest(transaction, key, leader);
      return (await firstMember(transaction, leader)) !== undefined;
    });
  }

  /** Returns the plan of a target whose attempt is open: its digest is closed. */
  async planOfAttempt(row: { readonly id: string }, plan: DeliveryPlan): Promise<DeliveryPlan> {
    return plan.digest ? withItems(row, plan, await readItems(this.#services.sql, row.id)) : plan;
  }
}

/**
 * Whether a target that has ended leaves the data of others unsent, so that another one sends them. One with an attempt may
 * have sent them.
 */
const leavesItems = ({ status, statusReason, attemptCount }: DeliveryRow): boolean =>
  attemptCount === 0 &&
  (status === 'CANCELLED' || status === 'EXPIRED' || (status === 'FAILED' && statusReason === SENDER_REFUSED));

async function closedOrWaiting(transaction: Transaction, key: string, leader: string): Promise<OwnDigest> {
  const own = await lockOwnDigest(transaction, key, leader);
  if (own && own.seconds > 0) return { event: waiting(own.seconds) };
  if (own) await closeDigest(transaction, key);
  return { items: await readItems(transaction, leader) };
}

/** Templates find the data of each event in `items`, and those of the first one beside it. */
function withItems({ id }: { readonly id: string }, plan: DeliveryPlan, texts: readonly string[]): DeliveryPlan {
  if (texts.length === 0) return plan;
  const items = texts.map((text) => parseStored<JsonObject>(text));
  return { ...plan, digestOf: id, data: { ...items[0], items } };
}
