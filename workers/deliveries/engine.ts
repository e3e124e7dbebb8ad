import { type DeliveryRow, readDeliveries } from '../../db/queries/notifications/deliveryRows.ts';
import type {
  ChannelDeclaration,
  DeliveredContent,
  DeliveryLinks,
} from '../../domain/notifications/channels/channel.ts';
import { type ChannelDrivers, type ChannelName, channels } from '../../domain/notifications/channels/index.ts';
import { type DeliveryEvent, SENDER_REFUSED } from '../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { inLanguage } from '../../domain/notifications/planInLanguage.ts';
import { defaultCircuitBreaker, noLimits } from '../../domain/notifications/retries.ts';
import { preferencesOf } from '../../domain/notifications/rules/preferences.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { Settlement } from '../../domain/queue/broker.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { AttemptRegistry } from './attemptRegistry.ts';
import { AttemptRunner, eventOf } from './attempts.ts';
import { ChannelQueues } from './channelQueues.ts';
import { type AddressedRow, type ChannelRequest, channelRequestsOf, providersOf } from './channelRequests.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { CannotCompose } from './compose.ts';
import { DeliveryCache } from './deliveryCache.ts';
import { makeLinks } from './deliveryLinks.ts';
import { Digests } from './digests/digests.ts';
import { type DeliveryJob, type EffectSubject, endsJob, type OpenAttempt, RETURNED, settlementOf } from './effects.ts';
import { hoursOf, ineligibilityOf, isUnfinished, outsideHours, servicesOfSender } from './eligibility.ts';
import { withoutEscalation } from './escalations/escalation.ts';
import { RateLimiter } from './rateLimiter.ts';
import { AttemptRecovery } from './recovery.ts';
import { resolveTarget } from './resolveTarget.ts';
import { signingSecret } from './signingSecret.ts';
import { Throttle } from './throttle.ts';
import { DeliveryTransitions } from './transitions.ts';
import { makeOutcomeWriter } from './writer.ts';

/** A delivery that is ready for an attempt. */
interface Sendable {
  readonly channel: ChannelDeclaration;
  readonly target: AddressedRow;
  readonly requests: readonly ChannelRequest[];
  readonly content: DeliveredContent;
}

const DONE: Settlement = { type: 'done' };
/** The end of the attempt has removed the queue job. */
const REMOVED: Settlement = { type: 'removed' };
/** If the database or the renderer is unavailable, no attempt is counted. */
const UNAVAILABLE: Settlement = { type: 'retry', seconds: 1 };
/** Seconds until a job ends an attempt that its last fault has left open. */
const OPEN_ATTEMPT_SECONDS = 5;

/** An attempt of a delivery at one provider. */
interface Attempted {
  readonly channel: ChannelDeclaration;
  readonly request: ChannelRequest;
  readonly content: DeliveredContent;
  /** Whether the attempt counts; an attempt at a fallback provider does not. */
  readonly counts: boolean;
  readonly hasNext: boolean;
}

const opened = (row: AddressedRow, fence: number, { counts }: Attempted): AddressedRow => ({
  ...row,
  fence,
  attemptCount: row.attemptCount + (counts ? 1 : 0),
  openSince: new Date(),
});

/**
 * Delivers messages to recipients, each independently. Database work is batched across deliveries: a thousand deliveries
 * a second need some tens of statements. The state machine decides the effects of each event
 * (domain/notifications/delivery/stateMachine.ts).
 */
export class DeliveryEngine {
  readonly #context: WorkContext;
  readonly #cache: DeliveryCache;
  readonly #attempts: AttemptRunner;
  readonly #registry = new AttemptRegistry();
  readonly #transitions: DeliveryTransitions;
  readonly #recovery: AttemptRecovery;
  readonly #channelQueues: ChannelQueues;
  readonly #rateLimiter: RateLimiter;
  readonly #throttle: Throttle;
  readonly #digests: Digests;
  readonly #circuitBreaker: CircuitBreaker;
  readonly #links: () => Promise<DeliveryLinks>;

  constructor(context: WorkContext) {
    const { services, deliveryRules } = context;
    this.#context = context;
    this.#cache = new DeliveryCache(context);
    const registry = this.#registry;
    const attempts = new AttemptRunner(context, registry);
    const write = makeOutcomeWriter(services);
    const transitions = new DeliveryTransitions({ rules: deliveryRules, registry, write });
    this.#attempts = attempts;
    this.#transitions = transitions;
    this.#recovery = new AttemptRecovery({ context, registry, attempts, cache: this.#cache, transitions });
    this.#channelQueues = new ChannelQueues(services);
    this.#digests = new Digests(services);
    this.#throttle = new Throttle(services);
    this.#links = makeLinks(context);
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
            // An outage is logged by what finds it.
            if (!isUnavailable(error)) faults.push(error);
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
    if (!isUnfinished(row))
      return (await this.#digests.passOn(row, await this.#cache.plan(row), job)) ? DONE : RETURNED;
    if (!this.#channelQueues.includes(job, row.channel)) return this.#channelQueues.passOn(job, row.channel);
    const plan = inLanguage(await this.#cache.plan(row), preferencesOf(row.userDoc).language);
    if (row.openSince) return this.#recover(job, row, await this.#digests.planOfAttempt(row, plan));
    const ineligible = ineligibilityOf(row);
    if (ineligible) return this.#end(ineligible, { job, row }, plan);
    const services = await servicesOfSender(this.#context.services, plan);
    if (!services) return this.#end({ type: 'undeliverable', reason: SENDER_REFUSED }, { job, row }, plan);
    const resolved = await resolveTarget(services, row, plan, job.data.context);
    if ('event' in resolved) return this.#transitions.apply(resolved.event, { job, row });
    if (row.channel === null) return this.#channelQueues.passOn(job, resolved.channel);
    const target = { ...row, ...resolved };
    const prepared = await this.#prepare(job, target, plan, row.clock + performance.now() - readAt);
    return 'type' in prepared ? this.#transitions.apply(prepared, { job, row: target }) : this.#attempt(job, prepared);
  }

  /** Ends a delivery. Of a digest, the job is claimed again, and lets another target send it. */
  async #end(event: DeliveryEvent, subject: EffectSubject, { digest }: DeliveryPlan): Promise<Settlement> {
    const settlement = await this.#transitions.apply(event, subject);
    return digest && event.type !== 'repeated' ? RETURNED : settlement;
  }

  /** Prepares an attempt; returns an event instead if no attempt may be opened now. */
  async #prepare(
    job: DeliveryJob,
    target: AddressedRow,
    planned: DeliveryPlan,
    now: number,
  ): Promise<Sendable | DeliveryEvent> {
    const channelOf = channels.find(({ name }) => name === target.channel);
    const closed = outsideHours(target, { plan: planned, channel: channelOf }, now);
    if (closed) return closed;
    const driven = this.#driven(target.channel);
    if ('type' in driven) return driven;
    const { drivers, channel } = driven;
    const hours = hoursOf(target, { plan: planned, channel });
    const early = await withoutEscalation(this.#context.services, target, planned, hours, now);
    if (early) return early;
    const plan = await this.#digests.join(target, planned, channel);
    if ('type' in plan) return plan;
    const { usable, seconds } = await this.#circuitBreaker.available(providersOf(drivers, channel, plan));
    if (usable.size === 0 && Number.isFinite(seconds))
      return { type: 'deferred', seconds, reason: 'waits for its provider, which is unavailable' };
    const throttled = await this.#throttle.check(target, plan, channel);
    if (throttled) return throttled;
    const limited = await this.#rateLimiter.reserve(channel, target.address, now, job.data.slots);
    if (limited) return { type: 'deferred', ...limited };
    try {
      const composed = await this.#cache.message(target, plan, channel);
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
    let row = target;
    for (const [index, request] of requests.entries()) {
      const provider = { channel, request, content, counts: index === 0, hasNext: index + 1 < requests.length };
      const fence = row.fence + 1;
      if (!this.#registry.enter(row.id, fence)) return this.#transitions.apply({ type: 'fenced' }, { job, row });
      try {
        const settlement = await this.#attemptBy(job, row, provider);
        if (settlement) return settlement;
      } finally {
        this.#registry.leave(row.id, fence);
      }
      row = { ...opened(row, fence, provider), openSince: null, status: 'PLAN' };
    }
    return RETURNED;
  }

  /** Makes one attempt; returns undefined if the next provider is to be tried. */
  async #attemptBy(job: DeliveryJob, target: AddressedRow, attempted: Attempted): Promise<Settlement | undefined> {
    const { request, channel, content, hasNext } = attempted;
    const fence = target.fence + 1;
    const row = opened(target, fence, attempted);
    let attempt: OpenAttempt | undefined;
    try {
      attempt = await this.#attempts.open(target, request, attempted);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { provider } = request;
      const inDoubt = { number: fence, worker: this.#context.worker, since: new Date(), provider };
      return this.#transitions.apply({ type: 'notHandedOver' }, { job, row, attempt: inDoubt });
    }
    if (!attempt) return this.#transitions.apply({ type: 'fenced' }, { job, row: target });
    const sent = await this.#attempts.send(row.id, attempt, request, job.signal);
    if (sent.type === 'fenced') return this.#transitions.apply({ type: 'fenced' }, { job, row });
    if (sent.type === 'notHandedOver') return this.#transitions.apply({ type: 'notHandedOver' }, { job, row, attempt });
    let { result } = sent;
    const resend = channel.resendsUnknown;
    if (sent.type === 'ended') await this.#recordProviderState(result);
    if (result.outcome === 'unknown' && !resend)
      result = (await this.#attempts.lookUp(row.id, request, attempt.since)) ?? result;
    const event: DeliveryEvent =
      sent.type === 'stopped'
        ? { type: 'stopped', answer: result.answer }
        : eventOf(result, { resend, nextProvider: hasNext });
    const subject = { job, row, attempt, result, content };
    const effects = this.#transitions.effectsOf(event, subject);
    const removesJob = endsJob(effects);
    if (!(await this.#transitions.perform(effects, { ...subject, removesJob }))) return RETURNED;
    if (removesJob) return REMOVED;
    return effects.some(({ type }) => type === 'tryNextProvider') ? undefined : settlementOf(effects);
  }

  /** A busy connection and an unknown outcome prove nothing about the provider. */
  async #recordProviderState(result: SendResult): Promise<void> {
    if (result.outcome === 'unknown' || (result.outcome === 'retry' && result.busy)) return;
    await this.#circuitBreaker.record(result.provider, result.outcome === 'retry' && result.providerUnavailable);
  }

  /** Ends an attempt that another worker, or an earlier job of this worker, has opened. */
  async #recover(job: DeliveryJob, row: DeliveryRow, plan: DeliveryPlan): Promise<Settlement> {
    const { channel: name, address, openSince } = row;
    if (!openSince || name === null || address === null) return { type: 'done' };
    const driven = this.#driven(name);
    if ('type' in driven) return this.#transitions.apply(driven, { job, row });
    return this.#recovery.recover({ job, plan, ...driven, row: { ...row, channel: name, address, openSince } });
  }

  /**
   * Settles a job after a fault. After the last fault the delivery fails and the job becomes a dead letter, unless an attempt
   * is open: the job then ends it first.
   */
  async #handleFault(job: DeliveryJob, row: DeliveryRow | undefined, error: unknown): Promise<Settlement> {
    if (isUnavailable(error)) return UNAVAILABLE;
    const settlement = settlementAfterFault(job, publicMessageOf(error));
    if (settlement.type !== 'deadLetter' || !row) return settlement;
    const { reason } = settlement;
    const [now] = await readDeliveries(this.#context.services.sql, [row.id]);
    if (now?.openSince) return { type: 'retry', seconds: OPEN_ATTEMPT_SECONDS, reason };
    const event = { type: 'undeliverable', reason: `could not be delivered: ${reason}` } as const;
    await this.#transitions.apply(event, { job, row });
    return settlement;
  }
}
