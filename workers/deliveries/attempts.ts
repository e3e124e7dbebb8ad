import { type Opening, openAttempts, renewAttempts } from '../../db/queries/notifications/attemptRows.ts';
import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { DeliveryEvent } from '../../domain/notifications/delivery/deliveryState.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import type { WorkContext } from '../runtime/handler.ts';
import type { ChannelRequest } from './channelRequests.ts';
import type { OpenAttempt } from './effects.ts';

/** Maximum ms from the opening of an attempt to its send. An older attempt is renewed before the send. */
const FRESH_MS = 2_000;

/** Opens attempts and sends their messages. Concurrent openings share a statement, and so do renewals. */
export class AttemptRunner {
  readonly #context: WorkContext;
  readonly #openings: MicroBatcher<Opening, Date | undefined>;
  readonly #renewals: MicroBatcher<{ id: string; fence: number }, boolean>;

  constructor(context: WorkContext) {
    const { services, worker } = context;
    this.#context = context;
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
        const renewed = await renewAttempts(services.sql, worker, attempts);
        return attempts.map(({ id }) => renewed.has(id));
      },
    });
  }

  /**
   * Opens an attempt with the number after `fence`; returns undefined if the row has changed since it was read.
   *
   * @param counts whether the attempt counts; an attempt at a fallback provider does not
   */
  async open(
    { id, notificationId, fence }: Pick<DeliveryRow, 'id' | 'notificationId' | 'fence'>,
    request: ChannelRequest,
    { counts }: { readonly counts: boolean },
  ): Promise<OpenAttempt | undefined> {
    const { worker, logExchanges } = this.#context;
    const { provider } = request;
    const startedAt = performance.now();
    const since = await this.#openings.submit({ id, notificationId, fence, provider, counts });
    if (!since) return undefined;
    return {
      number: fence + 1,
      worker,
      since,
      startedAt,
      provider,
      ...(logExchanges !== 'none' && { loggedRequest: () => request.describe(logExchanges === 'full') }),
    };
  }

  /** Sends the message of an open attempt; returns undefined if the attempt no longer belongs to this worker. */
  async send(
    targetId: string,
    attempt: OpenAttempt,
    request: ChannelRequest,
    signal: AbortSignal,
  ): Promise<{ readonly result: SendResult; readonly stopped: boolean } | undefined> {
    if (performance.now() - (attempt.startedAt ?? 0) > FRESH_MS) {
      if (!(await this.#renewals.submit({ id: targetId, fence: attempt.number }))) return undefined;
    }
    try {
      return { result: await request.send(signal), stopped: false };
    } catch (error) {
      const { provider } = attempt;
      if (signal.aborted) {
        const answer = 'the worker had to stop';
        return { result: { outcome: 'retry', answer, provider, providerUnavailable: false }, stopped: true };
      }
      // A channel throws only when it is aborted. Any other error is a bug, and the outcome is unknown.
      return { result: { outcome: 'unknown', answer: messageOf(error), provider }, stopped: false };
    }
  }

  /** Looks up a message of unknown outcome at its provider; returns undefined if the outcome stays unknown. */
  async lookUp(request: ChannelRequest | undefined, since: Date): Promise<SendResult | undefined> {
    // A message that is not found may still have been sent.
    const found = await request?.lookUp?.(since).catch((error: unknown) => {
      this.#context.log.warn({ err: error }, 'The provider could not look up a message.');
      return undefined;
    });
    return found?.outcome === 'sent' || found?.outcome === 'rejected' ? found : undefined;
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
