import { extendClaim, postponeFeed, type RuleFeed } from '../../db/queries/changes/ruleFeedRows.ts';
import { writeOnlyTextFor } from '../../db/queries/records/writeOnlyRows.ts';
import type { DescribedChange } from '../../domain/changes/describeChanges.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { notificationRule } from '../../domain/kinds/processing/notificationRule.ts';
import { inPartitions } from '../../domain/logs/logWriter.ts';
import { describeWebhook, webhookProvider } from '../../domain/notifications/channels/webhook.ts';
import { defaultCircuitBreaker } from '../../domain/notifications/retries.ts';
import { RECORD_CHANGED } from '../../domain/notifications/rules/recordChangeRule.ts';
import type { NotificationRuleValues } from '../../domain/notifications/rules/ruleConfig.ts';
import { NotConfirmed, type SendResult, type WebhookMessage } from '../../domain/ports/channels.ts';
import { contextOf, workerCaller } from '../../domain/queue/context.ts';
import { startStopwatch } from '../../domain/runtime/stopwatch.ts';
import { CircuitBreaker } from '../deliveries/circuitBreaker.ts';
import { type Exchange, exchangeLogs, insertExchangeLogs } from '../deliveries/exchangeLogs.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Seconds until a rule that cannot post is tried again. */
const MAX_PAUSE = 3_600;

/** The changes that a request posts. */
export interface Batch {
  readonly changes: readonly DescribedChange[];
  /** The last position that the batch covers. */
  readonly to: bigint;
  readonly missed: boolean;
}

interface Posting {
  readonly id: string;
  readonly rule: NotificationRuleValues;
  readonly feed: RuleFeed;
  readonly batch: Batch;
}

/** The receiver has not accepted a batch. */
class Refused extends ServiceError {
  readonly result: SendResult;
  readonly exchange: Exchange;

  constructor(result: SendResult, exchange: Exchange) {
    super('BAD_REQUEST', `The receiver has not accepted the changes: ${result.answer}`);
    this.result = result;
    this.exchange = exchange;
  }
}

/** The circuit breaker of the receiver is open: the batch was not posted. */
class Deferred extends ServiceError {
  readonly seconds: number;

  constructor(provider: string, seconds: number) {
    super('BAD_REQUEST', `The circuit breaker of ${provider} is open, because it was unavailable.`);
    this.seconds = seconds;
  }
}

/** Posts batches of changes to receivers. */
export class ChangePoster {
  readonly #context: WorkContext;
  readonly #circuitBreaker: CircuitBreaker;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#circuitBreaker = new CircuitBreaker(
      context.services,
      context.deliveryRules.circuitBreaker ?? defaultCircuitBreaker,
    );
  }

  /** Posts a batch. Throws a ServiceError if the receiver has not accepted it. */
  async post(posting: Posting, signal: AbortSignal): Promise<void> {
    const { services, channels } = this.#context;
    const [channel] = channels?.webhook ?? [];
    if (!channel) throw new Error('this worker has no channels');
    const { feed } = posting;
    const message = await this.#messageOf(posting);
    const provider = webhookProvider(message.url);
    const { usable, seconds } = await this.#circuitBreaker.available([provider]);
    if (!usable.has(provider)) throw new Deferred(provider, seconds);
    const confirm = async (): Promise<void> => {
      if (!(await extendClaim(services.sql, feed)))
        throw new NotConfirmed('another worker posts the changes of the rule');
    };
    const since = new Date();
    const elapsedMs = startStopwatch();
    const result = await channel.send(message, signal, confirm);
    // An unknown outcome proves nothing about the receiver.
    if (result.outcome !== 'unknown')
      await this.#circuitBreaker.record(provider, result.outcome === 'retry' && result.providerUnavailable);
    if (result.outcome === 'sent') return;
    throw new Refused(result, {
      owner: { type: 'NotificationRule', id: feed.ruleId },
      since,
      durationMs: Math.round(elapsedMs()),
      request: this.#requestOf(message, posting),
      provider,
      outcome: result.outcome,
      answer: result.answer,
      messageId: posting.id,
      context: contextOf(workerCaller(undefined)),
    });
  }

  /** A refused batch is never skipped: a receiver would miss changes without notice. It is retried until it is accepted. */
  async postpone(feed: RuleFeed, rule: NotificationRuleValues, error: ServiceError): Promise<void> {
    const { services, log, logExchanges } = this.#context;
    const seconds = Math.min(this.#pauseAfter(feed, error), MAX_PAUSE);
    const { message } = error;
    log.warn({ rule: rule.code, seconds, reason: message }, 'The changes of records were not posted; they will be.');
    const isLogged = error instanceof Refused && logExchanges !== 'none';
    const logs = await exchangeLogs(services, isLogged ? [error.exchange] : []);
    const months = logs.map(({ month }) => month);
    const postponement = { error: message, seconds, isAttempt: !(error instanceof Deferred) };
    await inPartitions(services, months, () =>
      services.sql.begin(async (transaction) => {
        if (await postponeFeed(transaction, feed, postponement)) await insertExchangeLogs(transaction, logs);
      }),
    );
    if (logs.length > 0) services.wakeRelay();
  }

  #pauseAfter({ attemptCount }: RuleFeed, error: ServiceError): number {
    if (error instanceof Deferred) return error.seconds;
    const own = error instanceof Refused && error.result.outcome === 'retry' ? error.result.afterSeconds : undefined;
    return own ?? this.#context.deliveryRules.backoff(attemptCount + 1);
  }

  #requestOf(message: WebhookMessage, { feed, batch }: Posting): JsonObject {
    const described = describeWebhook(message, { full: this.#context.logExchanges === 'full' });
    return { ...described, attempt: feed.attemptCount + 1, changes: batch.changes.length };
  }

  async #messageOf({ id, rule, batch }: Posting): Promise<WebhookMessage> {
    const { sql, changeFeed } = this.#context.services;
    const { url } = rule.config ?? {};
    if (typeof url !== 'string') throw badRequest('The rule has no config.url.');
    const { writeOnly } = notificationRule;
    const boundTo = writeOnly?.boundTo({ url });
    const secret = writeOnly && (await writeOnlyTextFor(sql, writeOnly.table, { recordId: rule.id, boundTo }));
    const { changes, to, missed } = batch;
    const head: JsonObject = { id, event: RECORD_CHANGED, ruleCode: rule.code, ...(missed && { missed }) };
    const cursor = (await changeFeed.cursors()).write(to);
    const list = changes.map(({ text }) => `${text}}`).join(',');
    const body = `${JSON.stringify(head).slice(0, -1)},"changes":[${list}],"cursor":${JSON.stringify(cursor)}}`;
    return { id, url, ...(secret !== undefined && { secret }), body };
  }
}
