import { reserveSlots } from '../../db/queries/notifications/rateLimitRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { ChannelDeclaration } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryLimits } from '../../domain/notifications/retries.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { RateLimitSlots } from '../../domain/queue/definitions.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';

/** A token bucket: one slot per interval, and bursts of unused slots. */
interface Limit {
  readonly key: string;
  readonly intervalMs: number;
  readonly burst: number;
}

interface Slot {
  /** ms since 1970 by the database's clock. */
  readonly at: number;
  readonly now: number;
}

/** ms after which a missed slot expires, so that deliveries do not all start together after an outage. */
const VALID_MS = { channel: 5_000, recipient: 3_600_000 };
/** ms by which a delivery may be ahead of its slot: clocks and timers differ. */
const EARLY_MS = 50;

/**
 * Rate limits shared by all processes. A delivery reserves the next free slot and returns when it is due. Concurrent
 * reservations share a statement.
 */
export class RateLimiter {
  readonly #limits: DeliveryLimits;
  readonly #reservations: MicroBatcher<Limit, Slot>;

  constructor({ sql }: Services, limits: DeliveryLimits) {
    this.#limits = limits;
    this.#reservations = new MicroBatcher({
      maxBatch: 500,
      concurrency: 1,
      run: async (requested) => {
        const byKey = Map.groupBy(requested, ({ key }) => key);
        const requests = [...byKey].flatMap(([key, same]) =>
          same.slice(0, 1).map(({ intervalMs }) => ({ key, count: same.length, intervalMs })),
        );
        const reserved = await withTransactionRetry(() => reserveSlots(sql, requests));
        const assigned = new Map<string, number>();
        return requested.map(({ key, intervalMs, burst }) => {
          const slots = reserved.get(key);
          if (!slots) throw new Error(`No slots were reserved for ${key}.`);
          const { until, now } = slots;
          const place = assigned.get(key) ?? 0;
          assigned.set(key, place + 1);
          const first = until - (byKey.get(key)?.length ?? 0) * intervalMs;
          return { at: first + (place - burst + 1) * intervalMs, now };
        });
      },
    });
  }

  /** Returns undefined if the message may be sent now; otherwise the reserved slots for the successor job and the time until they are due. */
  async reserve(
    { name, limitsRecipients }: ChannelDeclaration,
    address: string,
    now: number,
    slots: RateLimitSlots = {},
  ): Promise<{ slots: RateLimitSlots; seconds: number; reason: string } | undefined> {
    const perHour = limitsRecipients ? this.#limits.recipientPerHour : 0;
    const perSecond = this.#limits.perSecond[name] ?? 0;
    if (perHour === 0 && perSecond === 0) return undefined;
    const ofRecipient = await this.#slot(slots.recipient, now, VALID_MS.recipient, {
      key: `${name} ${new Bun.CryptoHasher('sha256').update(address.toLowerCase()).digest('base64url')}`,
      intervalMs: 3_600_000 / perHour,
      burst: perHour,
    });
    // The recipient's slot comes first: a channel's slot would expire while the message waits for the recipient's.
    if (ofRecipient && ofRecipient.at > ofRecipient.now) {
      const { at, now } = ofRecipient;
      const reason = `waits for the limit of ${perHour} messages an hour to one recipient (RECIPIENT_PER_HOUR)`;
      return { slots: { recipient: at }, seconds: (at - now) / 1_000, reason };
    }
    const ofChannel = await this.#slot(slots.channel, now, VALID_MS.channel, {
      key: name,
      intervalMs: 1_000 / perSecond,
      burst: perSecond,
    });
    if (!ofChannel || ofChannel.at <= ofChannel.now) return undefined;
    const recipient = ofRecipient?.at ?? slots.recipient;
    return {
      slots: { channel: ofChannel.at, ...(recipient !== undefined && { recipient }) },
      seconds: (ofChannel.at - ofChannel.now) / 1_000,
      reason: `waits for the limit of ${perSecond} messages a second by ${name}`,
    };
  }

  /** Reserves a slot; returns undefined if there is no limit or the reserved slot is due. */
  async #slot(reserved: number | undefined, now: number, validMs: number, limit: Limit): Promise<Slot | undefined> {
    if (limit.burst <= 0) return undefined;
    if (reserved !== undefined && reserved <= now + EARLY_MS && reserved > now - validMs) return undefined;
    return this.#reservations.submit(limit);
  }
}
