import { takePermits } from '../../db/queries/notifications/throttleRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { ChannelDeclaration } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryEvent } from '../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { recipientKey } from '../../domain/notifications/rules/recipientKey.ts';
import type { Services } from '../../domain/ports/services.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import type { AddressedRow } from './channelRequests.ts';

interface Permit {
  readonly key: string;
  readonly targetId: string;
  readonly max: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;

/**
 * Limits the messages of a rule to one recipient, over all workers. A message takes a permit immediately before its attempt;
 * the permit belongs to its target, so that a retry, or another worker after a death, uses the same. Concurrent requests
 * share a statement.
 */
export class Throttle {
  readonly #permits: MicroBatcher<Permit, boolean>;

  constructor({ sql }: Services) {
    this.#permits = new MicroBatcher({
      maxBatch: 500,
      concurrency: 1,
      run: async (requested) => {
        const byKey = Map.groupBy(requested, ({ key }) => key);
        const requests = [...byKey].flatMap(([key, same]) =>
          same
            .slice(-1)
            .map(({ max, windowMs }) => ({ key, max, windowMs, targetIds: same.map((one) => one.targetId) })),
        );
        const permitted = await withTransactionRetry(() => takePermits(sql, requests));
        return requested.map(({ key, targetId }) => permitted.get(key)?.has(targetId) === true);
      },
    });
  }

  /** Returns the event that ends a delivery whose recipient has had enough messages of the rule; undefined if it may go out. */
  async check(
    { id, address }: AddressedRow,
    { throttle, ruleCode = '' }: DeliveryPlan,
    channel: ChannelDeclaration,
  ): Promise<DeliveryEvent | undefined> {
    if (!throttle || !channel.limitsRecipients) return undefined;
    const { max, minutes } = throttle;
    const key = recipientKey(ruleCode, channel, address);
    if (await this.#permits.submit({ key, targetId: id, max, windowMs: minutes * MINUTE_MS })) return undefined;
    const messages = max === 1 ? '1 message' : `${max} messages`;
    const window = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    const reason = `throttled: its recipient has had ${messages} of the rule ${ruleCode} within ${window}`;
    return { type: 'suppressed', reason };
  }
}
