import { createHmac } from 'node:crypto';
import { webhookProvider } from '../../../domain/notifications/channels/webhook.ts';
import { type Channel, NotConfirmed, type SendResult, type WebhookMessage } from '../../../domain/ports/channels.ts';
import { messageOf } from '../../../domain/runtime/errorDetails.ts';
import { type GuardedResponse, makeGuardedRequest } from '../../net/guardedRequest.ts';
import { NotReached, retryAfterOf } from '../../net/httpFaults.ts';
import { type HostGuard, HostRefused } from '../../net/ssrfGuard.ts';

export interface WebhookOptions {
  readonly guard: HostGuard;
  /** ms */
  readonly timeoutMs: number;
  /** PEM; beside those that the system trusts. */
  readonly ca?: string;
}

/** Maximum size of a response. Its start is stored with the attempt. */
const ANSWER_BYTES = 64 * 1024;

/**
 * POSTs JSON, signed according to Standard Webhooks. All attempts of a message have its id, so that a receiver can drop
 * duplicates. Each host is a provider.
 */
export function makeWebhookChannel({ guard, timeoutMs, ca }: WebhookOptions): Channel<WebhookMessage> {
  const request = makeGuardedRequest({ guard, timeoutMs, maxBytes: ANSWER_BYTES, ...(ca !== undefined && { ca }) });

  async function send(
    { id, url, secret, body }: WebhookMessage,
    signal?: AbortSignal,
    confirm?: () => Promise<void>,
  ): Promise<SendResult> {
    signal?.throwIfAborted();
    const provider = webhookProvider(url);
    const seconds = Math.floor(Date.now() / 1_000);
    if (/[^\x21-\x7e]/.test(id))
      return { outcome: 'rejected', answer: 'not handed over: the id is not a valid header value', provider };
    try {
      const response = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Waybill',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          ...(secret !== undefined && { 'webhook-signature': signatureOf(id, seconds, body, secret) }),
        },
        body,
        ...(confirm && { beforeCall: confirm }),
      });
      return resultOf(response, provider);
    } catch (error) {
      if (error instanceof NotConfirmed) throw error;
      const answer = messageOf(error).slice(0, 1_000);
      if (error instanceof HostRefused) return { outcome: 'rejected', answer: `not called: ${answer}`, provider };
      if (error instanceof NotReached) return { outcome: 'retry', answer, provider, providerUnavailable: true };
      return { outcome: 'unknown', answer, provider };
    }
  }

  return { provider: 'webhook', maxSendMs: timeoutMs, confirmsHandOver: true, send };
}

function resultOf({ status, headers, body }: GuardedResponse, provider: string): SendResult {
  const answer = `${status} ${body.toString('utf8').replace(/\s+/g, ' ').trim()}`.trim().slice(0, 1_000);
  if (status >= 200 && status < 300) return { outcome: 'sent', answer, provider };
  if (status < 500 && ![408, 425, 429].includes(status)) return { outcome: 'rejected', answer, provider };
  const retryAfter = headers['retry-after'];
  const afterSeconds = retryAfterOf(typeof retryAfter === 'string' ? retryAfter : undefined);
  return {
    outcome: 'retry',
    answer,
    provider,
    providerUnavailable: false,
    ...(afterSeconds !== undefined && { afterSeconds }),
  };
}

/** `v1,` and the HMAC-SHA256 of `id.timestamp.body` as base64. A secret `whsec_…` is base64; any other is used as it is. */
function signatureOf(id: string, seconds: number, body: string, secret: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret, 'utf8');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
