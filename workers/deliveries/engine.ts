import {
  type DeliveryRow,
  type Opening,
  openAttempts,
  readDeliveries,
  renewAttempts,
} from '../../db/queries/notifications/deliveryRows.ts';
import { sharedKeyOf } from '../../db/queries/notifications/suppressionRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { twilioReceiptUrl } from '../../domain/notifications/recipients/receipts.ts';
import { newSuppression } from '../../domain/notifications/recipients/suppressionKind.ts';
import { unsubscribeToken } from '../../domain/notifications/recipients/unsubscribeToken.ts';
import { type DeliveryRules, defaultPause, noLimits } from '../../domain/notifications/retries.ts';
import type { DeliveredContent } from '../../domain/notifications/rollUp.ts';
import { type DeliveryWindow, isOpen, opensAt } from '../../domain/notifications/window.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { DeliverNotification, RateLimitKeys as GivenTurns } from '../../domain/queue/definitions.ts';
import { newId } from '../../domain/records/record.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { messageOf, settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { type ChannelRequest, channelRequestsOf, type Links, providersOf } from './channelRequests.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { CannotCompose, type Composed } from './compose.ts';
import { DeliveryCache } from './deliveryCache.ts';
import { RateLimiter } from './rateLimiter.ts';
import { resolveTarget } from './resolveTarget.ts';
import { makeOutcomeWriter, type Outcome } from './writer.ts';

type Job = ClaimedJob<DeliverNotification>;
type Addressed = DeliveryRow & { readonly channel: string; readonly address: string };

const DONE: Settlement = { type: 'done' };
const AT_ONCE: Settlement = { type: 'retry', seconds: 0 };
/** A database or a renderer that is away is nobody's fault. */
const AWAY: Settlement = { type: 'retry', seconds: 1 };
/** ms from the opening of an attempt to its hand-over, past which it is asked whether the attempt is still ours. */
const FRESH_MS = 2_000;
/** ms: a worker that lives is heard of within this. */
const HEARTBEAT_MS = 15_000;
/** Seconds after which a worker without the channel leaves its job to another. */
const ELSEWHERE = 30;

/** Seconds after which a message comes again that found every connection of its channel in use, at most. */
const BUSY = 5;

/** An attempt that is open. */
interface Attempt {
  readonly number: number;
  readonly worker: string;
  readonly since: Date;
  /** By this process's clock, as of before it was opened; absent where another process opened it. */
  readonly asked?: number;
  readonly provider: string;
  /** What went out, for the Log; absent where none is kept. */
  readonly told?: () => JsonObject;
}

/**
 * Tells targets. Each goes its own way; what it asks of the database meanwhile goes together with what others ask at
 * that moment, so that a thousand deliveries a second are some tens of statements.
 */
export class DeliveryEngine {
  readonly #context: WorkContext;
  readonly #rules: DeliveryRules;
  readonly #kept: DeliveryCache;
  readonly #end: (outcome: Outcome) => Promise<boolean>;
  readonly #openings: MicroBatcher<Opening, Date | undefined>;
  readonly #turns: RateLimiter;
  readonly #providers: CircuitBreaker;
  #key: Promise<string> | undefined;
  readonly #renewals: MicroBatcher<{ id: string; attempt: number }, boolean>;

  constructor(context: WorkContext) {
    const { services, worker } = context;
    this.#context = context;
    this.#rules = context.deliveryRules;
    this.#kept = new DeliveryCache(context);
    this.#end = makeOutcomeWriter(services);
    this.#turns = new RateLimiter(services, this.#rules.limits ?? noLimits);
    this.#providers = new CircuitBreaker(services, this.#rules.pause ?? defaultPause);
    this.#openings = new MicroBatcher({
      maxBatch: 100,
      concurrency: 1,
      write: async (openings) => {
        const opened = await withTransactionRetry(() => openAttempts(services.sql, worker, openings));
        return openings.map(({ id }) => opened.get(id));
      },
    });
    this.#renewals = new MicroBatcher({
      maxBatch: 100,
      concurrency: 1,
      write: async (attempts) => {
        const ours = await renewAttempts(services.sql, worker, attempts);
        return attempts.map(({ id }) => ours.has(id));
      },
    });
  }

  async deliver(jobs: readonly Job[]): Promise<Map<string, Settlement>> {
    const rows = await readDeliveries(
      this.#context.services.sql,
      jobs.map(({ data }) => data.targetId),
    );
    const read = performance.now();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const settlements = new Map<string, Settlement>();
    const faults: unknown[] = [];
    await Promise.all(
      jobs.map(async (job) => {
        const row = byId.get(job.data.targetId);
        try {
          if (row) settlements.set(job.id, await this.#tell(job, row, read));
        } catch (error) {
          if (job.signal.aborted) settlements.set(job.id, AT_ONCE);
          else {
            faults.push(error);
            settlements.set(job.id, await this.#fault(job, row, error));
          }
        }
      }),
    );
    for (const error of faults.slice(0, 3))
      this.#context.log.error({ err: error, faults: faults.length }, 'deliveries failed');
    return settlements;
  }

  /** A fault of ours. With the last of them the target says why it is not told; its job is there to be looked at. */
  async #fault(job: Job, row: DeliveryRow | undefined, error: unknown): Promise<Settlement> {
    if (isUnavailable(error)) return AWAY;
    const settlement = settlementAfterFault(job, messageOf(error));
    if (settlement.type === 'deadLetter' && row)
      await this.#without(row, 'FAILED', `could not be delivered: ${settlement.reason}`);
    return settlement;
  }

  async #tell(job: Job, row: DeliveryRow, read: number): Promise<Settlement> {
    if (row.status !== 'PLAN' && row.status !== 'IN_PROGRESS') return DONE;
    if (row.notificationStatus !== 'PLAN' && row.notificationStatus !== 'IN_PROGRESS') return DONE;
    const plan = await this.#kept.plan(row.notificationId);
    if (row.openSince) return this.#judge(job, row, plan);
    if (row.early) return DONE;
    if (row.suppressed) return this.#without(row, 'SKIPPED', 'its address is suppressed: nothing is sent there');
    if (row.expired) return this.#without(row, 'EXPIRED', 'its time had passed before it could be sent');
    const target = await this.#addressed(job, row, plan);
    if ('type' in target) return target;
    const now = row.clock + performance.now() - read;
    const window = row.laterWindow === null ? plan.window : (JSON.parse(row.laterWindow) as DeliveryWindow | null);
    if (window && !isOpen(window, now)) {
      const opens = opensAt(window, now);
      return this.#later(
        job,
        target,
        (opens - now) / 1_000,
        `waits for its window, which opens at ${new Date(opens).toISOString()}`,
      );
    }
    const { channels } = this.#context;
    if (!channels) return { type: 'retry', seconds: ELSEWHERE, reason: 'this worker has no channels' };
    const { usable, seconds } = await this.#providers.available(providersOf(channels, target.channel as 'email', plan));
    if (usable.size === 0 && Number.isFinite(seconds))
      return this.#later(job, target, seconds, 'waits for its provider, which is away');
    const turn = await this.#turns.wait(target, job.data.rateLimitKeys, now);
    if (turn) return this.#later(job, target, turn.seconds, turn.reason, turn.turns);
    let message: Composed;
    try {
      message = await this.#kept.message(row.notificationId, plan, target.channel as 'email');
    } catch (error) {
      if (!(error instanceof CannotCompose)) throw error;
      return this.#without(target, 'FAILED', error.message);
    }
    const sendings = channelRequestsOf(channels, target, plan, message, await this.#links());
    return this.#attempt(
      job,
      target,
      sendings.filter(({ provider }) => usable.has(provider)),
      {
        ...(target.channel === 'email' && { subject: message.subject }),
        contents: message.text,
      },
    );
  }

  /** The key is read once. */
  async #links(): Promise<Links> {
    const { publicUrl, receiptUrl, services } = this.#context;
    if (publicUrl !== undefined) this.#key ??= sharedKeyOf(services.sql, 'unsubscribe');
    const key = await this.#key;
    return {
      ...(key !== undefined && {
        unsubscribe: (id: string) => `${publicUrl}/unsubscribe/${unsubscribeToken(key, id)}`,
      }),
      ...(receiptUrl !== undefined && { receipt: (id: string) => twilioReceiptUrl(receiptUrl, id) }),
    };
  }

  async #addressed(job: Job, row: DeliveryRow, plan: DeliveryPlan): Promise<Addressed | Settlement> {
    const { channel, address } = row;
    if (channel !== null && address !== null) return { ...row, channel, address };
    const resolved = await resolveTarget(this.#context.services, row, plan, job.data.context);
    if (resolved === 'done') return DONE;
    if ('status' in resolved) return this.#without(row, resolved.status, resolved.reason);
    return { ...row, ...resolved };
  }

  /** Hands over by the first provider that is there. */
  async #attempt(
    job: Job,
    target: Addressed,
    sendings: readonly ChannelRequest[],
    told: DeliveredContent,
  ): Promise<Settlement> {
    if (sendings.length === 0)
      return { type: 'retry', seconds: ELSEWHERE, reason: `this worker has no ${target.channel}` };
    let { attempt } = target;
    const tries = target.tries + 1;
    for (const [index, sending] of sendings.entries()) {
      const { provider } = sending;
      const asked = performance.now();
      const { id, notificationId } = target;
      const since = await this.#openings.submit({ id, notificationId, attempt, provider, counts: index === 0 });
      // Cancelled or expired in this moment, or another's: looked at anew.
      if (!since) return AT_ONCE;
      const open: Attempt = {
        number: ++attempt,
        worker: this.#context.worker,
        since,
        asked,
        provider,
        ...this.#toldOf(sending),
      };
      const result = await this.#handOver(job, target, open, sending);
      if (!result) return AT_ONCE;
      if (result.outcome === 'again' && result.busy) return this.#busy(job, target, open, result);
      if (result.outcome !== 'unknown')
        await this.#providers.note(result.provider, result.outcome === 'again' && result.providerAway);
      const next = index + 1 < sendings.length;
      if (result.outcome === 'again' && result.providerAway && next) {
        const ended = await this.#end(this.#ending(job, target, open, result, { status: 'PLAN', reason: null }));
        if (!ended) return AT_ONCE;
      } else return this.#settle(job, { ...target, tries }, open, result, sending, told);
    }
    return AT_ONCE;
  }

  /** The provider was not asked: no try, no attempt to tell of, nothing for the Log. */
  async #busy(job: Job, target: Addressed, open: Attempt, result: SendResult): Promise<Settlement> {
    const { exchange: _, ...ending } = this.#ending(job, target, open, result, {
      status: 'PLAN',
      reason: `waits for its turn: ${result.answer}`,
    });
    const seconds = Math.min(this.#rules.pauseAfter(1), BUSY);
    await this.#end({ ...ending, record: null, untried: true, successor: successorOf(job, target, seconds) });
    return DONE;
  }

  /** Undefined where the attempt is not this worker's any more, or the worker has to stop: nothing was handed over then. */
  async #handOver(
    job: Job,
    target: Addressed,
    open: Attempt,
    sending: ChannelRequest,
  ): Promise<SendResult | undefined> {
    const { id } = target;
    if (performance.now() - (open.asked ?? 0) > FRESH_MS) {
      if (!(await this.#renewals.submit({ id, attempt: open.number }))) return undefined;
    }
    try {
      return await sending.send(job.signal);
    } catch (error) {
      const stopped = job.signal.aborted;
      const answer = stopped ? 'the worker had to stop' : error instanceof Error ? error.message : String(error);
      // What a channel throws of its own accord is a fault in it: nobody knows how far it came.
      const result: SendResult = stopped
        ? { outcome: 'again', answer, provider: open.provider, providerAway: false }
        : { outcome: 'unknown', answer, provider: open.provider };
      if (!stopped) return result;
      await this.#end(this.#ending(job, target, open, result, { status: 'PLAN', reason: answer }));
      return undefined;
    }
  }

  /** Writes what a hand-over came to, with the job that tries again. */
  async #settle(
    job: Job,
    target: Addressed,
    open: Attempt,
    result: SendResult,
    sending: Pick<ChannelRequest, 'lookUp'>,
    told?: DeliveredContent,
  ): Promise<Settlement> {
    const found =
      result.outcome === 'unknown' && target.channel !== 'email' ? await this.#lookUp(sending, open.since) : undefined;
    const known = found ?? result;
    const retry = known.outcome === 'again' || (known.outcome === 'unknown' && target.channel === 'email');
    let end: { status: string; reason: string | null; again?: number };
    if (known.outcome === 'sent') end = { status: 'SENT', reason: null };
    else if (known.outcome === 'refused') end = { status: 'FAILED', reason: known.answer };
    else if (!retry) end = { status: 'FAILED', reason: `OUTCOME_UNKNOWN: ${known.answer}` };
    else if (target.tries >= this.#rules.tries) {
      end = { status: 'FAILED', reason: `given up after ${target.tries} tries: ${known.answer}` };
    } else {
      const asked = known.outcome === 'again' ? known.afterSeconds : undefined;
      end = { status: 'PLAN', reason: known.answer, again: asked ?? this.#rules.pauseAfter(target.tries) };
    }
    const suppress = known.outcome === 'refused' && known.address ? suppressionOf(job, target, known) : undefined;
    const ending = { ...this.#ending(job, target, open, known, end), ...(suppress && { suppress }) };
    const successor = end.again === undefined ? null : successorOf(job, target, end.again);
    await this.#end({ ...ending, successor, ...(known.outcome === 'sent' && told && { told }) });
    return DONE;
  }

  /** An empty look-up is no proof that nothing was sent, and a provider that does not answer proves nothing at all. */
  async #lookUp({ lookUp }: Pick<ChannelRequest, 'lookUp'>, since: Date): Promise<SendResult | undefined> {
    const found = await lookUp?.(since).catch((error: unknown) => {
      this.#context.log.warn({ err: error }, 'a message could not be looked up');
      return undefined;
    });
    return found && (found.outcome === 'sent' || found.outcome === 'refused') ? found : undefined;
  }

  /**
   * An attempt that another has open, or this worker in another job: it is let alone as long as a hand-over can take.
   * Then its worker is taken for dead. An e-mail is sent again under the same id; of others the provider is asked.
   */
  async #judge(job: Job, row: DeliveryRow, plan: DeliveryPlan): Promise<Settlement> {
    const { channels } = this.#context;
    const { channel, address, openSince, openWorker, openProvider } = row;
    if (!openSince || channel === null || address === null) return DONE;
    if (!channels) return { type: 'retry', seconds: ELSEWHERE, reason: 'this worker has no channels' };
    const target = { ...row, channel, address };
    const sendings = channelRequestsOf(channels, target, plan, { subject: '', text: '', attachments: [] });
    const longest = Math.max(...sendings.map(({ maxSendMs }) => maxSendMs), 0);
    const lease = this.#rules.leaseMs ?? longest + HEARTBEAT_MS;
    const left = lease - (row.openMs ?? 0);
    if (left > 0) return { type: 'retry', seconds: Math.ceil(left / 1_000) };
    const provider = openProvider ?? '';
    const lost: SendResult = { outcome: 'unknown', answer: 'its worker was lost', provider };
    const open: Attempt = { number: row.attempt, worker: openWorker ?? '', since: openSince, provider };
    if (channel !== 'email') {
      const sending = sendings.find((one) => one.provider === provider) ?? {};
      return this.#settle(job, target, open, lost, sending);
    }
    const tries = target.tries;
    const again = tries < this.#rules.tries;
    const end = again
      ? { status: 'PLAN', reason: lost.answer }
      : { status: 'FAILED', reason: `given up after ${tries} tries: ${lost.answer}` };
    await this.#end({
      ...this.#ending(job, target, open, lost, end),
      successor: again ? successorOf(job, target, 0) : null,
    });
    return DONE;
  }

  #toldOf({ told }: ChannelRequest): Pick<Attempt, 'told'> {
    const { logExchanges } = this.#context;
    return logExchanges === 'none' ? {} : { told: () => told(logExchanges === 'full') };
  }

  #ending(
    { data }: Job,
    { id, notificationId }: DeliveryRow,
    open: Attempt,
    result: SendResult,
    { status, reason }: { status: string; reason: string | null },
  ): Outcome {
    const durationMs = open.asked === undefined ? undefined : Math.round(performance.now() - open.asked);
    const providerId = result.outcome === 'sent' ? (result.providerId ?? null) : null;
    const record = {
      attempt: open.number,
      at: open.since.toISOString(),
      worker: open.worker,
      provider: result.provider,
      outcome: result.outcome,
      answer: cut(result.answer),
      ...(durationMs !== undefined && { durationMs }),
    };
    return {
      id,
      notificationId,
      attempt: open.number,
      openWorker: open.worker,
      status,
      statusReason: reason === null ? null : cut(reason),
      record: JSON.stringify(record),
      providerId,
      successor: null,
      ...(open.told && {
        exchange: {
          targetId: id,
          notificationId,
          since: open.since,
          durationMs: durationMs ?? 0,
          request: open.told(),
          provider: result.provider,
          outcome: result.outcome,
          answer: cut(result.answer),
          messageId: providerId ?? id,
          context: data.context,
        },
      }),
    };
  }

  /** Ends a target that nothing was handed over of. */
  async #without(row: DeliveryRow, status: string, reason: string): Promise<Settlement> {
    const { id, notificationId, attempt } = row;
    const ending = { id, notificationId, attempt, openWorker: null, record: null, providerId: null, successor: null };
    await this.#end({ ...ending, status, statusReason: cut(reason) });
    return DONE;
  }

  /** This job is over, and another begins when it is time: one transaction, so that neither is without the other. */
  async #later(job: Job, row: DeliveryRow, seconds: number, reason: string, turns?: GivenTurns): Promise<Settlement> {
    const { id, notificationId, attempt } = row;
    const ending = { id, notificationId, attempt, openWorker: null, record: null, providerId: null };
    await this.#end({
      ...ending,
      status: 'PLAN',
      statusReason: reason,
      successor: successorOf(job, row, seconds, turns),
    });
    return DONE;
  }
}

/** What expires while it waits is looked at then. */
const successorOf = ({ data }: Job, { expiresIn }: DeliveryRow, seconds: number, rateLimitKeys?: GivenTurns) => ({
  id: newId(),
  data: JSON.stringify({ targetId: data.targetId, context: data.context, ...(rateLimitKeys && { rateLimitKeys }) }),
  seconds: Math.max(Math.min(seconds, expiresIn === null ? seconds : expiresIn + 0.05), 0),
});

/** The address itself is at fault, or its owner wants nothing: the next message would be refused as well. */
function suppressionOf({ data }: Job, { id, channel, address }: Addressed, { address: fault, answer }: Refusal) {
  if (channel !== 'email' && channel !== 'sms') return undefined;
  const reason = fault === 'opted-out' ? 'OPTED_OUT' : 'BOUNCED';
  const values = { channel, address, reason, description: cut(answer), notificationToId: id };
  return newSuppression(values, workerCaller(data.context));
}

type Refusal = Pick<Extract<SendResult, { outcome: 'refused' }>, 'address' | 'answer'>;

/** What a provider says may be long, and is kept once an attempt. */
const cut = (text: string): string =>
  (text.length > 1_000 ? `${text.slice(0, 999).toWellFormed()}…` : text).replaceAll('\u0000', '');
