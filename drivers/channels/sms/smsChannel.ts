import type { Twilio } from 'twilio';
import { type Channel, NotConfirmed, type SendResult, type SmsMessage } from '../../../domain/ports/channels.ts';
import { makeSemaphore } from '../../../domain/runtime/semaphore.ts';
import { NotAnswered, NotReached } from '../../net/httpFaults.ts';
import { probeTcp } from '../../net/probeTcp.ts';
import { makeMessageCreation, makeTwilioRequests, TwilioRefusal } from './twilioClient.ts';

export interface SmsOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, an alphanumeric sender or a messaging service (`MG…`) of messages without a sender. */
  readonly from: string;
  /** In place of https://api.twilio.com. */
  readonly baseUrl?: string;
  readonly concurrency: number;
  /** ms; for a connection, and for a whole request. */
  readonly timeouts: { readonly connect: number; readonly whole: number };
}

type Client = Twilio;
type Listed = Awaited<ReturnType<Client['messages']['list']>>[number];

/** Twilio's error codes for an invalid or unreachable number of the recipient, and for an opt-out. */
const BAD_NUMBER = new Set([21211, 21214, 21217, 21614]);
const OPTED_OUT = 21610;
/** ms after a response within which the provider counts as reachable. */
const REACHED_MS = 5_000;

/** Sends SMS by Twilio's Messages resource, without retries: a POST of unknown outcome may have sent its message. */
export function makeSmsChannel(options: SmsOptions): Channel<SmsMessage> {
  const { accountSid, authToken, concurrency, timeouts } = options;
  const base = new URL(options.baseUrl ?? 'https://api.twilio.com');
  const provider = `twilio:${base.host}`;
  const slots = makeSemaphore(concurrency);
  const endpoint = { base, timeoutMs: timeouts.whole };
  const create = makeMessageCreation(endpoint, { accountSid, authToken });
  let client: Promise<Client> | undefined;
  let answeredAt = Number.NEGATIVE_INFINITY;

  /** Loads Twilio's library for the first look-up, because it takes half a second and 30 MB. */
  async function load(): Promise<Client> {
    const { default: twilio } = await import('twilio');
    return twilio(accountSid, authToken, { httpClient: makeTwilioRequests(endpoint), autoRetry: false });
  }

  async function send(message: SmsMessage, signal?: AbortSignal, confirm?: () => Promise<void>): Promise<SendResult> {
    signal?.throwIfAborted();
    const from = message.from ?? options.from;
    const problem = problemOf(message, from);
    if (problem) return { ...problem, provider };
    const release = await slots.acquire(timeouts.whole, signal);
    if (!release)
      return { outcome: 'retry', answer: 'all requests were busy', provider, providerUnavailable: false, busy: true };
    try {
      // Only this probe distinguishes a failed connection, after which nothing was sent, from a request without a response.
      if (performance.now() - answeredAt > REACHED_MS) await probeTcp(base, timeouts.connect);
      signal?.throwIfAborted();
      // Nothing may be awaited between this and the request: the process can be paused at any await.
      await confirm?.();
      const { sid, status, num_segments } = await create({
        To: message.to,
        Body: message.text,
        ...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
        StatusCallback: message.receiptUrl,
      });
      answeredAt = performance.now();
      if (!sid) return { outcome: 'unknown', answer: 'the answer names no message', provider };
      const segments = Number(num_segments) || (await segmentsOf(message.text));
      return { outcome: 'sent', answer: status ?? '', provider, providerId: sid, segments };
    } catch (error) {
      if (error instanceof NotConfirmed || (signal?.aborted && error === signal.reason)) throw error;
      if (error instanceof TwilioRefusal) answeredAt = performance.now();
      return { ...readFault(error), provider };
    } finally {
      release();
    }
  }

  async function lookUp(message: SmsMessage, since: Date): Promise<SendResult | undefined> {
    try {
      client ??= load();
      const { messages } = await client;
      // Newest first. Filtered by the time of creation: a queued message has no time of sending.
      const listed = await messages.list({ to: message.to, limit: 100, pageSize: 100 });
      const found = listed.find((one) => isSameMessage(one, message, since));
      if (!found) return undefined;
      const result = { answer: `found as ${found.sid}: ${found.status}`, provider };
      if (found.status === 'failed' || found.status === 'canceled') {
        return { ...result, outcome: 'rejected', ...addressOf(found.errorCode) };
      }
      return { ...result, outcome: 'sent', providerId: found.sid, segments: Number(found.numSegments) || 1 };
    } catch {
      return undefined;
    }
  }

  return { provider, maxSendMs: timeouts.connect + 2 * timeouts.whole, confirmsHandOver: true, send, lookUp };
}

/** Returns the number of segments that a text is billed as: 160 characters of GSM 03.38 or 70 others, fewer in several segments. */
export async function segmentsOf(text: string): Promise<number> {
  const { SegmentedMessage } = await import('sms-segments-calculator');
  return new SegmentedMessage(text).segmentsCount;
}

type Ended = {
  [K in SendResult['outcome']]: Omit<Extract<SendResult, { outcome: K }>, 'provider'>;
}[SendResult['outcome']];

function problemOf({ to, text }: SmsMessage, from: string): Ended | undefined {
  const rejected = { outcome: 'rejected' } as const;
  if (!/^\+[1-9]\d{6,14}$/.test(to)) {
    return {
      ...rejected,
      address: 'bounced',
      answer: `not handed over: ${JSON.stringify(to)} is not a number (E.164)`,
    };
  }
  if (!/^(\+?\d{3,15}|(?=.*[A-Za-z])[\w &+-]{1,11}|MG[0-9a-f]{32})$/.test(from)) {
    return { ...rejected, answer: `not handed over: ${JSON.stringify(from)} is neither a number nor a sender's name` };
  }
  if (text === '') return { ...rejected, answer: 'not handed over: the message has no text' };
  return undefined;
}

function isSameMessage(listed: Listed, { to, text }: SmsMessage, since: Date): boolean {
  // The clocks differ, so one minute is allowed.
  const createdAt = listed.dateCreated?.getTime() ?? 0;
  return (
    listed.to === to && listed.body === text && createdAt >= since.getTime() - 60_000 && listed.direction !== 'inbound'
  );
}

function addressOf(code: number | undefined): { address?: 'bounced' | 'opted-out' } {
  if (code === OPTED_OUT) return { address: 'opted-out' };
  return code !== undefined && BAD_NUMBER.has(code) ? { address: 'bounced' } : {};
}

function readFault(error: unknown): Ended {
  const answer = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  if (error instanceof NotReached) return { outcome: 'retry', answer, providerUnavailable: true };
  if (error instanceof NotAnswered || !(error instanceof TwilioRefusal)) return { outcome: 'unknown', answer };
  const { status, code, retryAfter } = error;
  if (status >= 500) return { outcome: 'unknown', answer };
  const after = retryAfter === undefined ? {} : { afterSeconds: retryAfter };
  if (status === 429 || status === 408) return { outcome: 'retry', answer, providerUnavailable: false, ...after };
  // The account or its settings are at fault. Another provider can succeed, or this one after a correction.
  if (status < 400 || status === 401 || status === 403) return { outcome: 'retry', answer, providerUnavailable: true };
  return { outcome: 'rejected', answer, ...addressOf(code) };
}
