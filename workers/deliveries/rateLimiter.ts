import { reserveSlots } from '../../db/queries/notifications/rateLimitRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { DeliveryLimits } from '../../domain/notifications/retries.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { RateLimitKeys as GivenTurns } from '../../domain/queue/definitions.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';

/** How many may go at once where turns have been left over: those of a second, or of a recipient's hour. */
interface Limit {
  readonly key: string;
  readonly intervalMs: number;
  readonly atOnce: number;
}

interface Turn {
  /** ms since 1970 by the database's clock. */
  readonly at: number;
  readonly now: number;
}

/** ms: a turn that has been missed by more is given back: all that waited through an outage must not go at once. */
const MISSED = { channel: 5_000, recipient: 3_600_000 };

/**
 * Rate limits that all processes keep to together. Who comes is given the next free turn, and comes again when it is
 * there; the turns of one moment are taken in one statement.
 */
export class RateLimiter {
  readonly #limits: DeliveryLimits;
  readonly #takes: MicroBatcher<Limit, Turn>;

  constructor({ sql }: Services, limits: DeliveryLimits) {
    this.#limits = limits;
    this.#takes = new MicroBatcher({
      maxBatch: 500,
      concurrency: 1,
      write: async (limits) => {
        const counts = Map.groupBy(limits, ({ key }) => key);
        const requests = [...counts].map(([key, same]) => ({
          key,
          count: same.length,
          intervalMs: (same[0] as Limit).intervalMs,
        }));
        const taken = await withTransactionRetry(() => reserveSlots(sql, requests));
        const given = new Map<string, number>();
        return limits.map(({ key, intervalMs, atOnce }) => {
          const { until, now } = taken.get(key) as { until: number; now: number };
          const place = given.get(key) ?? 0;
          given.set(key, place + 1);
          const first = until - (counts.get(key) as Limit[]).length * intervalMs;
          return { at: first + (place - atOnce + 1) * intervalMs, now };
        });
      },
    });
  }

  /** Undefined where it may go now; else the turns to come back with, and when. */
  async wait(
    { channel, address }: { readonly channel: string; readonly address: string },
    had: GivenTurns = {},
    now: number,
  ): Promise<{ turns: GivenTurns; seconds: number; reason: string } | undefined> {
    const perHour = channel === 'webhook' ? 0 : this.#limits.recipientPerHour;
    const perSecond = this.#limits.perSecond[channel as 'email'] ?? 0;
    if (perHour === 0 && perSecond === 0) return undefined;
    const recipient = await this.#turn(had.recipient, now, MISSED.recipient, {
      key: `${channel} ${new Bun.CryptoHasher('sha256').update(address.toLowerCase()).digest('base64url')}`,
      intervalMs: 3_600_000 / perHour,
      atOnce: perHour,
    });
    // Its recipient's turn comes first: a channel's, taken now for an hour later, would go to nobody.
    if (recipient && recipient.at > recipient.now) {
      const { at, now } = recipient;
      return {
        turns: { recipient: at },
        seconds: (at - now) / 1_000,
        reason: `waits for its turn: ${perHour} an hour go to one recipient (RECIPIENT_PER_HOUR)`,
      };
    }
    const turn = await this.#turn(had.channel, now, MISSED.channel, {
      key: channel,
      intervalMs: 1_000 / perSecond,
      atOnce: perSecond,
    });
    if (!turn || turn.at <= turn.now) return undefined;
    return {
      turns: {
        channel: turn.at,
        ...(recipient ? { recipient: recipient.at } : had.recipient && { recipient: had.recipient }),
      },
      seconds: (turn.at - turn.now) / 1_000,
      reason: `waits for its turn: ${perSecond} a second go by ${channel}`,
    };
  }

  async #turn(had: number | undefined, now: number, missed: number, limit: Limit): Promise<Turn | undefined> {
    if (limit.atOnce <= 0) return undefined;
    if (had !== undefined && had <= now + 50 && had > now - missed) return undefined;
    return this.#takes.submit(limit);
  }
}
