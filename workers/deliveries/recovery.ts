import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import type { ChannelDeclaration } from '../../domain/notifications/channels/channel.ts';
import type { ChannelDrivers, ChannelName } from '../../domain/notifications/channels/index.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { Settlement } from '../../domain/queue/broker.ts';
import type { WorkContext } from '../runtime/handler.ts';
import type { AttemptRegistry } from './attemptRegistry.ts';
import { type AttemptRunner, eventOf } from './attempts.ts';
import { type ChannelRequest, channelRequestsOf } from './channelRequests.ts';
import { CannotCompose } from './compose.ts';
import type { DeliveryCache } from './deliveryCache.ts';
import type { DeliveryJob, OpenAttempt } from './effects.ts';
import type { DeliveryTransitions } from './transitions.ts';

/** ms within which a live worker sends a heartbeat. */
const HEARTBEAT_MS = 15_000;
/** Maximum seconds until an attempt that may still run is looked at again. */
const LEASED_SECONDS = 5;

interface Parts {
  readonly context: WorkContext;
  readonly registry: AttemptRegistry;
  readonly attempts: AttemptRunner;
  readonly cache: DeliveryCache;
  readonly transitions: DeliveryTransitions;
}

/** The delivery of an open attempt, with the drivers of its channel. */
interface Driven {
  readonly job: DeliveryJob;
  readonly row: DeliveryRow & { readonly channel: string; readonly address: string; readonly openSince: Date };
  readonly plan: DeliveryPlan;
  readonly drivers: ChannelDrivers;
  readonly channel: ChannelDeclaration<ChannelName>;
}

/**
 * Ends open attempts that a queue job finds after a fault of a worker or of the database, so that the delivery can be retried:
 *
 * - An attempt of this process that no job has in hand was never handed over: it is released at once.
 * - An attempt of a worker that is gone is released if it was not handed over. If it was, the message is sent again where
 *   recipients see two as one; otherwise it is looked up at its provider until the lease ends.
 * - An attempt of any other worker may still run until its lease ends.
 */
export class AttemptRecovery {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async recover(driven: Driven): Promise<Settlement> {
    const { context, registry, transitions } = this.#parts;
    const { job, row, channel } = driven;
    const isOwn = row.openWorker === context.worker;
    const phase = isOwn ? registry.phaseOf(row.id, row.fence) : undefined;
    const attempt = openAttemptOf(row);
    if (phase === 'inHand') return transitions.apply({ type: 'leased', seconds: LEASED_SECONDS }, { job, row });
    if (isOwn && phase === undefined) return transitions.apply({ type: 'notHandedOver' }, { job, row, attempt });
    const requests = await this.#requestsOf(driven);
    const longestMs = Math.max(...requests.map(({ maxSendMs }) => maxSendMs), 0);
    const leaseMs = context.deliveryRules.leaseMs ?? longestMs + HEARTBEAT_MS;
    const remainingMs = isOwn ? 0 : leaseMs - (row.openMs ?? 0);
    const leased = {
      type: 'leased',
      seconds: Math.min(Math.ceil(remainingMs / 1_000), LEASED_SECONDS),
    } as const;
    if (remainingMs > 0 && !(await context.isWorkerGone(row.openWorker ?? '')))
      return transitions.apply(leased, { job, row });
    if (row.isUnsent) return transitions.apply({ type: 'notHandedOver' }, { job, row, attempt });
    const resend = channel.resendsUnknown;
    const request = requests.find(({ provider }) => provider === row.openProvider);
    const found = resend ? undefined : await this.#parts.attempts.lookUp(row.id, request, row.openSince);
    // The request of a worker that is gone may reach the provider until the lease ends.
    if (!resend && !found && remainingMs > 0) return transitions.apply(leased, { job, row });
    const lost: SendResult = { outcome: 'unknown', answer: 'its worker was lost', provider: row.openProvider ?? '' };
    const event = found ? eventOf(found, { resend }) : ({ type: 'lost', answer: lost.answer, resend } as const);
    return transitions.apply(event, { job, row, attempt, result: found ?? lost });
  }

  /** Composes the message where the provider looks it up by its text. */
  async #requestsOf({ row, plan, drivers, channel }: Driven): Promise<readonly ChannelRequest[]> {
    const requestsWith = (composed: Awaited<ReturnType<DeliveryCache['message']>>) =>
      channelRequestsOf(drivers, channel, row, { plan, composed, links: {} });
    const uncomposed = requestsWith({ subject: '', text: '', attachments: [] });
    if (channel.resendsUnknown || !uncomposed.some(({ lookUp }) => lookUp)) return uncomposed;
    try {
      return requestsWith(await this.#parts.cache.message(row, plan, channel));
    } catch (error) {
      if (error instanceof CannotCompose) return uncomposed;
      throw error;
    }
  }
}

const openAttemptOf = (row: Driven['row']): OpenAttempt => ({
  number: row.fence,
  worker: row.openWorker ?? '',
  since: row.openSince,
  provider: row.openProvider ?? '',
  ...(row.openToken !== null && { token: row.openToken }),
});
