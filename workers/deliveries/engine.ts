import { type DeliveryRow, readDeliveries } from '../../db/queries/notifications/deliveryRows.ts';
import { sharedKeyOf } from '../../db/queries/notifications/suppressionRows.ts';
import { isBadRequest } from '../../domain/errors.ts';
import type {
  ChannelDeclaration,
  DeliveredContent,
  DeliveryLinks,
} from '../../domain/notifications/channels/channel.ts';
import { type ChannelDrivers, type ChannelName, channels } from '../../domain/notifications/channels/index.ts';
import { type DeliveryEvent, stateOf } from '../../domain/notifications/delivery/deliveryState.ts';
import { transition } from '../../domain/notifications/delivery/stateMachine.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { twilioReceiptUrl } from '../../domain/notifications/recipients/receipts.ts';
import { unsubscribeToken } from '../../domain/notifications/recipients/unsubscribeToken.ts';
import { type DeliveryRules, defaultCircuitBreaker, noLimits } from '../../domain/notifications/retries.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Settlement } from '../../domain/queue/broker.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';
import { AttemptRunner, eventOf } from './attempts.ts';
import { type AddressedRow, type ChannelRequest, channelRequestsOf, providersOf } from './channelRequests.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { CannotCompose } from './compose.ts';
import { DeliveryCache } from './deliveryCache.ts';
import { type DeliveryJob, type EffectSubject, type OpenAttempt, outcomeOf, settlementOf } from './effects.ts';
import { ineligibilityOf, isUnfinished, outsideWindow } from './eligibility.ts';
import { RateLimiter } from './rateLimiter.ts';
import { resolveTarget } from './resolveTarget.ts';
import { signingSecret } from './signingSecret.ts';
import { makeOutcomeWriter, type Outcome } from './writer.ts';

/** A delivery that is ready for an attempt. */
interface Sendable {
  readonly channel: ChannelDeclaration;
  readonly target: AddressedRow;
  readonly requests: readonly ChannelRequest[];
  readonly content: DeliveredContent;
}

/** If the database or the renderer is unavailable, no attempt is counted. */
const UNAVAILABLE: Settlement = { type: 'retry', seconds: 1 };
const SENDER_REFUSED = 'the user that has sent the notification may no longer send';
const RETURNED: Settlement = { type: 'retry', seconds: 0 };
/** ms within which a live worker sends a heartbeat. */
const HEARTBEAT_MS = 15_000;

/** An empty message: a look-up needs only the recipient. */
const uncomposed = { composed: { subject: '', text: '', attachments: [] }, links: {} };

/**
 * Delivers messages to recipients, each independently. Database work is batched across deliveries: a thousand deliveries
 * a second need some tens of statements. The state machine decides the effects of each event
 * (domain/notifications/delivery/stateMachine.ts).
 */
export class DeliveryEngine {
  readonly #context: WorkContext;
  readonly #rules: DeliveryRules;
  readonly #cache: DeliveryCache;
  readonly #attempts: AttemptRunner;
  readonly #write: (outcome: Outcome) => Promise<boolean>;
  readonly #rateLimiter: RateLimiter;
  readonly #circuitBreaker: CircuitBreaker;
  #unsubscribeKey: Promise<string> | undefined;

  constructor(context: WorkContext) {
    const { services, deliveryRules } = context;
    this.#context = context;
    this.#rules = deliveryRules;
    this.#cache = new DeliveryCache(context);
    this.#attempts = new AttemptRunner(context);
    this.#write = makeOutcomeWriter(services);
    this.#rateLimiter = new RateLimiter(services, deliveryRules.limits ?? noLimits);
    this.#circuitBreaker = new CircuitBreaker(services, deliveryRules.circuitBreaker ?? defaultCircuitBreaker);
  }

  async deliver(jobs: readonly DeliveryJob[]): Promise<Map<string, Settlement>> {
    const rows = await readDeliveries(
      this.#context.services.sql,
      jobs.map(({ data }) => data.targetId),
    );
    const readAt = performance.now();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const settlements = new Map<string, Settlement>();
    const faults: unknown[] = [];
    await Promise.all(
      jobs.map(async (job) => {
        const row = byId.get(job.data.targetId);
        try {
          if (row) settlements.set(job.id, await this.#deliverOne(job, row, readAt));
        } catch (error) {
          if (job.signal.aborted) settlements.set(job.id, RETURNED);
          else {
            faults.push(error);
            settlements.set(job.id, await this.#handleFault(job, row, error));
          }
        }
      }),
    );
    for (const error of faults.slice(0, 3))
      this.#context.log.error({ err: error, faults: faults.length }, 'Deliveries failed.');
    return settlements;
  }

  async #deliverOne(job: DeliveryJob, row: DeliveryRow, readAt: number): Promise<Settlement> {
    if (!isUnfinished(row)) return { type: 'done' };
    const plan = await this.#cache.plan(row.notificationId);
    if (row.openSince) return this.#recoverAttempt(job, row, plan);
    const ineligible = ineligibilityOf(row);
    if (ineligible) return this.#apply(ineligible, { job, row });
    const services = await this.#servicesOfSender(plan);
    if (!services) return this.#apply({ type: 'undeliverable', reason: SENDER_REFUSED }, { job, row });
    const resolved = await resolveTarget(services, row, plan, job.data.context);
    if ('event' in resolved) return this.#apply(resolved.event, { job, row });
    const target = { ...row, ...resolved };
    const prepared = await this.#prepare(job, target, plan, row.clock + performance.now() - readAt);
    return 'type' in prepared ? this.#apply(prepared, { job, row: target }) : this.#attempt(job, prepared);
  }

  /** Returns services with the access of the sender; undefined if the sender may no longer send notifications. */
  async #servicesOfSender(plan: DeliveryPlan): Promise<Services | undefined> {
    try {
      const services = await servicesOfHolder(this.#context.services, plan);
      return services.access.entity('NotificationSend') === 'READ_WRITE' ? services : undefined;
    } catch (error) {
      if (isBadRequest(error)) return undefined;
      throw error;
    }
  }

  /** Prepares an attempt; returns an event instead if no attempt may be opened now. */
  async #prepare(
    job: DeliveryJob,
    target: AddressedRow,
    plan: DeliveryPlan,
    now: number,
  ): Promise<Sendable | DeliveryEvent> {
    const closed = outsideWindow(target, plan, now);
    if (closed) return closed;
    const driven = this.#driven(target.channel);
    if ('type' in driven) return driven;
    const { drivers, channel } = driven;
    const { usable, seconds } = await this.#circuitBreaker.available(providersOf(drivers, channel, plan));
    if (usable.size === 0 && Number.isFinite(seconds))
      return { type: 'deferred', seconds, reason: 'waits for its provider, which is unavailable' };
    const limited = await this.#rateLimiter.reserve(channel, target.address, now, job.data.slots);
    if (limited) return { type: 'deferred', ...limited };
    try {
      const composed = await this.#cache.message(target.notificationId, plan, channel);
      const secret = await signingSecret(this.#context.services.sql, plan, channel.name);
      const message = { plan, composed, links: await this.#links(), secret };
      const requests = channelRequestsOf(drivers, channel, target, message);
      if (requests.length === 0) return { type: 'unserved', reason: `this worker has no ${channel.name}` };
      return {
        channel,
        target,
        requests: requests.filter(({ provider }) => usable.has(provider)),
        content: channel.contentOf(composed),
      };
    } catch (error) {
      if (error instanceof CannotCompose) return { type: 'undeliverable', reason: error.message };
      throw error;
    }
  }

  /** Returns the drivers of a channel. Another worker may have drivers or channels that this worker lacks. */
  #driven(name: string): { drivers: ChannelDrivers; channel: ChannelDeclaration<ChannelName> } | DeliveryEvent {
    const { channels: drivers } = this.#context;
    if (!drivers) return { type: 'unserved', reason: 'this worker has no channels' };
    const channel = channels.find((one) => one.name === name);
    return channel ? { drivers, channel } : { type: 'unserved', reason: `this worker knows no channel ${name}` };
  }

  /** Sends the message by the first provider that is available. */
  async #attempt(job: DeliveryJob, { channel, target, requests, content }: Sendable): Promise<Settlement> {
    const resend = channel.resendsUnknown;
    let row = target;
    for (const [index, request] of requests.entries()) {
      const counts = index === 0;
      const attempt = await this.#attempts.open(row, request, { counts });
      if (!attempt) return this.#apply({ type: 'fenced' }, { job, row });
      row = {
        ...row,
        fence: attempt.number,
        attemptCount: row.attemptCount + (counts ? 1 : 0),
        openSince: attempt.since,
      };
      const sent = await this.#attempts.send(row.id, attempt, request, job.signal);
      if (!sent) return this.#apply({ type: 'fenced' }, { job, row });
      const { stopped } = sent;
      let { result } = sent;
      if (!stopped) await this.#recordProviderState(result);
      if (result.outcome === 'unknown' && !resend)
        result = (await this.#attempts.lookUp(request, attempt.since)) ?? result;
      const event: DeliveryEvent = stopped
        ? { type: 'stopped', answer: result.answer }
        : eventOf(result, { resend, nextProvider: index + 1 < requests.length });
      const { effects } = transition(stateOf(row), event, this.#rules);
      const written = await this.#perform(effects, { job, row, attempt, result, content });
      if (!effects.some(({ type }) => type === 'tryNextProvider')) return settlementOf(effects);
      if (!written) return RETURNED;
      row = { ...row, openSince: null, status: 'PLAN' };
    }
    return RETURNED;
  }

  /** A busy connection and an unknown outcome prove nothing about the provider. */
  async #recordProviderState(result: SendResult): Promise<void> {
    if (result.outcome === 'unknown' || (result.outcome === 'retry' && result.busy)) return;
    await this.#circuitBreaker.record(result.provider, result.outcome === 'retry' && result.providerUnavailable);
  }

  /**
   * Ends an attempt that another worker, or another job of this worker, has open. During its lease the attempt may still
   * run. After the lease its worker is considered lost.
   */
  async #recoverAttempt(job: DeliveryJob, row: DeliveryRow, plan: DeliveryPlan): Promise<Settlement> {
    const { channel: name, address, openSince } = row;
    if (!openSince || name === null || address === null) return { type: 'done' };
    const driven = this.#driven(name);
    if ('type' in driven) return this.#apply(driven, { job, row });
    const { drivers, channel } = driven;
    const requests = channelRequestsOf(drivers, channel, { ...row, channel: name, address }, { plan, ...uncomposed });
    const longest = Math.max(...requests.map(({ maxSendMs }) => maxSendMs), 0);
    const remainingMs = (this.#rules.leaseMs ?? longest + HEARTBEAT_MS) - (row.openMs ?? 0);
    if (remainingMs > 0) return this.#apply({ type: 'leased', seconds: Math.ceil(remainingMs / 1_000) }, { job, row });
    const provider = row.openProvider ?? '';
    const attempt: OpenAttempt = { number: row.fence, worker: row.openWorker ?? '', since: openSince, provider };
    const lost: SendResult = { outcome: 'unknown', answer: 'its worker was lost', provider };
    const resend = channel.resendsUnknown;
    const request = requests.find((one) => one.provider === provider);
    const found = resend ? undefined : await this.#attempts.lookUp(request, openSince);
    const event: DeliveryEvent = found ? eventOf(found, { resend }) : { type: 'lost', answer: lost.answer, resend };
    return this.#apply(event, { job, row, attempt, result: found ?? lost });
  }

  /** Settles a job after a fault. After the last fault the delivery fails and the job becomes a dead letter. */
  async #handleFault(job: DeliveryJob, row: DeliveryRow | undefined, error: unknown): Promise<Settlement> {
    if (isUnavailable(error)) return UNAVAILABLE;
    const settlement = settlementAfterFault(job, publicMessageOf(error));
    if (settlement.type === 'deadLetter' && row) {
      const reason = `could not be delivered: ${settlement.reason}`;
      await this.#apply({ type: 'undeliverable', reason }, { job, row });
    }
    return settlement;
  }

  async #apply(event: DeliveryEvent, subject: EffectSubject): Promise<Settlement> {
    const { effects } = transition(stateOf(subject.row), event, this.#rules);
    await this.#perform(effects, subject);
    return settlementOf(effects);
  }

  /** Performs effects; returns false if the row has changed since it was read. */
  async #perform(effects: Parameters<typeof outcomeOf>[0], subject: EffectSubject): Promise<boolean> {
    const outcome = outcomeOf(effects, subject);
    return outcome === undefined || this.#write(outcome);
  }

  async #links(): Promise<DeliveryLinks> {
    const { publicUrl, receiptUrl, services } = this.#context;
    if (publicUrl !== undefined) this.#unsubscribeKey ??= sharedKeyOf(services.sql, 'unsubscribe');
    const key = await this.#unsubscribeKey;
    return {
      ...(key !== undefined && {
        unsubscribe: (id: string) => `${publicUrl}/unsubscribe/${unsubscribeToken(key, id)}`,
      }),
      ...(receiptUrl !== undefined && { receipt: (id: string) => twilioReceiptUrl(receiptUrl, id) }),
    };
  }
}
