import { type Opening, openAttempts, renewAttempts } from '../../db/queries/notifications/attemptRows.ts';
import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { targetOfMessage } from '../../db/queries/notifications/receiptRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { DeliveryEvent } from '../../domain/notifications/delivery/deliveryState.ts';
import { NotConfirmed, type SendResult } from '../../domain/ports/channels.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import { isUnavailable, retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { startStopwatch } from '../../domain/runtime/stopwatch.ts';
import type { WorkContext } from '../runtime/handler.ts';
import type { AttemptRegistry } from './attemptRegistry.ts';
import type { ChannelRequest } from './channelRequests.ts';
import type { OpenAttempt } from './effects.ts';

/** Maximum ms from the database's last confirmation of an attempt to its hand-over. */
const FRESH_MS = 2_000;

/** How a send ended. */
type Sent =
  | { readonly type: 'ended'; readonly result: SendResult }
  | { readonly type: 'stopped'; readonly result: SendResult }
  /** The attempt no longer belongs to this worker; nothing was handed over. */
  | { readonly type: 'fenced' }
  /** The database could not confirm the attempt; nothing was handed over. */
  | { readonly type: 'notHandedOver' };

/** Opens attempts and sends their messages. Concurrent openings share a statement, and so do confirmations. */
export class AttemptRunner {
  readonly #context: WorkContext;
  readonly #registry: AttemptRegistry;
  readonly #openings: MicroBatcher<Opening, Date | undefined>;
  readonly #renewals: MicroBatcher<{ id: string; fence: number }, boolean>;

  constructor(context: WorkContext, registry: AttemptRegistry) {
    const { services, worker } = context;
    this.#context = context;
    this.#registry = registry;
    this.#openings = new MicroBatcher({
      maxBatch: 100,
      concurrency: 1,
      run: async (openings) => {
        const opened = await withTransactionRetry(() => openAttempts(services.sql, worker, openings));
        return openings.map(({ id }) => opened.get(id));
      },
    });
    this.#renewals = new MicroBatcher({
      maxBatch: 100,
      concurrency: 1,
      run: async (attempts) => {
        const renewed = await withTransactionRetry(() => renewAttempts(services.sql, worker, attempts));
        return attempts.map(({ id }) => renewed.has(id));
      },
    });
  }

  /**
   * Opens an attempt with the number after `fence`; returns undefined if the row has changed since it was read. If the
   * database fails, the attempt may be open.
   *
   * @param counts whether the attempt counts; an attempt at a fallback provider does not
   */
  async open(
    { id, notificationId, fence }: Pick<DeliveryRow, 'id' | 'notificationId' | 'fence'>,
    request: ChannelRequest,
    { counts }: { readonly counts: boolean },
  ): Promise<OpenAttempt | undefined> {
    const { worker, logExchanges } = this.#context;
    const { provider, recordsHandOver } = request;
    const ageMs = startStopwatch();
    const since = await this.#openings.submit({ id, notificationId, fence, provider, counts, recordsHandOver });
    if (!since) return undefined;
    return {
      number: fence + 1,
      worker,
      since,
      ageMs,
      provider,
      ...(logExchanges !== 'none' && { loggedRequest: () => request.describe(logExchanges === 'full') }),
    };
  }

  /** Sends the message of an open attempt. */
  async send(targetId: string, attempt: OpenAttempt, request: ChannelRequest, signal: AbortSignal): Promise<Sent> {
    const confirm = (): Promise<void> => this.#confirm(targetId, attempt, request);
    try {
      if (!request.confirmsHandOver) await confirm();
      return { type: 'ended', result: await request.send(signal, confirm) };
    } catch (error) {
      if (error instanceof NotConfirmed) {
        if (error.cause === undefined) return { type: 'fenced' };
        if (isUnavailable(error.cause)) return { type: 'notHandedOver' };
        throw error.cause;
      }
      const { provider } = attempt;
      if (signal.aborted) {
        const answer = 'the worker had to stop';
        return { type: 'stopped', result: { outcome: 'retry', answer, provider, providerUnavailable: false } };
      }
      // A channel throws only when it is aborted. Any other error is a bug, and the outcome is unknown.
      return { type: 'ended', result: { outcome: 'unknown', answer: messageOf(error), provider } };
    }
  }

  /**
   * Confirms immediately before a hand-over that the attempt still belongs to this worker. Where the channel records
   * hand-overs, the row says from now on that the message may have been sent. A process that was paused meanwhile, for
   * however long, confirms again.
   *
   * @throws NotConfirmed
   */
  async #confirm(id: string, attempt: OpenAttempt, { recordsHandOver }: ChannelRequest): Promise<void> {
    let isRecorded = !recordsHandOver;
    let ageMs = attempt.ageMs ?? startStopwatch();
    while (!isRecorded || ageMs() > FRESH_MS) {
      ageMs = startStopwatch();
      const isOwn = await this.#renewals.submit({ id, fence: attempt.number }).catch((cause: unknown) => {
        throw new NotConfirmed(messageOf(cause), { cause });
      });
      if (!isOwn) throw new NotConfirmed('the attempt belongs to another worker');
      isRecorded = true;
    }
    this.#registry.markHandedOver(id, attempt.number);
  }

  /** Looks up a message of unknown outcome at its provider; returns undefined if the outcome stays unknown. */
  async lookUp(targetId: string, request: ChannelRequest | undefined, since: Date): Promise<SendResult | undefined> {
    // A message that is not found may still have been sent.
    const found = await request?.lookUp?.(since).catch((error: unknown) => {
      this.#context.log.warn({ err: error }, 'The provider could not look up a message.');
      return undefined;
    });
    if (found?.outcome !== 'sent') return found?.outcome === 'rejected' ? found : undefined;
    const { providerId } = found;
    if (providerId === undefined) return found;
    // Another notification may have sent the same text to the same number at the same time.
    const owner = await retryWhileUnavailable(() => targetOfMessage(this.#context.services.sql, providerId));
    return owner === undefined || owner === targetId ? found : undefined;
  }
}

/** Converts the result of a send to an event. */
export function eventOf(
  result: SendResult,
  { resend, nextProvider = false }: { readonly resend: boolean; readonly nextProvider?: boolean },
): DeliveryEvent {
  const { answer } = result;
  switch (result.outcome) {
    case 'sent':
      return { type: 'sent' };
    case 'rejected':
      return { type: 'rejected', answer, ...(result.address && { address: result.address }) };
    case 'unknown':
      return { type: 'unknown', answer, resend };
    case 'retry': {
      if (result.busy) return { type: 'busy', answer };
      const { afterSeconds } = result;
      const after = afterSeconds === undefined ? {} : { afterSeconds };
      return { type: 'failed', answer, ...after, nextProvider: result.providerUnavailable && nextProvider };
    }
  }
}
