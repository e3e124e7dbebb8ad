import type { Logger } from 'pino';
import { sinkMessages } from '../../db/queries/notifications/mailbox.ts';
import { newMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import { twilioSignature } from '../../domain/notifications/recipients/receipts.ts';
import type { MessageStore } from './mailbox.ts';

export interface SmsSink {
  readonly url: string;
  stop(): Promise<void>;
}

interface Account {
  readonly sid: string;
  readonly token: string;
}

/** What Twilio answers of a message, as far as it is known here. */
interface SinkMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly date_created: string;
}

const MAX_TEXT = 1_600;

/** A receipt comes when whoever sent the message has had time to write down what was answered. */
const RECEIPT_MS = 300;

/**
 * Speaks the Messages resource of Twilio's API: create, fetch and list. Every message is delivered at once, and a receipt
 * says so where one is wanted: on this machine, for nothing that comes here may lead out of it.
 */
export function startSmsSink(keeper: MessageStore, account: Account, log: Logger): SmsSink {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const base = `/2010-04-01/Accounts/${account.sid}/Messages`;

  async function create(form: URLSearchParams): Promise<Response> {
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
    if (!/^\+[1-9]\d{1,14}$/.test(to)) return refused(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if (from === '') return refused(400, 21603, "A 'From' phone number is required");
    if (body === '') return refused(400, 21602, 'Message body is required');
    if ([...body].length > MAX_TEXT)
      return refused(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
    const id = Bun.randomUUIDv7();
    const now = new Date();
    const message: SinkMessage = { sid: sidOf(id), to, from, body, date_created: now.toUTCString() };
    const raw = Buffer.from(JSON.stringify(message));
    const members = { id, receivedAt: now.toISOString(), from, to: [to], text: body, messageId: message.sid };
    await keeper.keep('SMS', newMailboxMessage({ ...members, channel: 'SMS' }, raw));
    const wanted = URL.parse(form.get('StatusCallback') ?? '');
    if (wanted && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(wanted.hostname)) {
      setTimeout(() => void tellDelivered(form.get('StatusCallback') as string, message), RECEIPT_MS);
    }
    return Response.json(await told(message, 'queued'), { status: 201 });
  }

  async function tellDelivered(url: string, { sid, to, from }: SinkMessage): Promise<void> {
    const params = {
      AccountSid: account.sid,
      From: from,
      MessageSid: sid,
      MessageStatus: 'delivered',
      SmsSid: sid,
      To: to,
    };
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-twilio-signature': twilioSignature(account.token, url, params) },
      body: new URLSearchParams(params),
      signal: AbortSignal.timeout(5_000),
    }).catch((error: unknown) => log.debug({ err: error }, 'a receipt was not taken'));
  }

  async function list(query: URLSearchParams): Promise<Response> {
    const size = Math.min(Math.max(Number(query.get('PageSize')) || 50, 1), 1_000);
    const rows = await sinkMessages(keeper.sql(), { to: query.get('To') ?? undefined, size });
    const messages = await Promise.all(rows.map(({ raw }) => told(JSON.parse(raw) as SinkMessage)));
    return Response.json({ messages, page: 0, page_size: size, next_page_uri: null });
  }

  async function one(sid: string): Promise<Response> {
    const [row] = await sinkMessages(keeper.sql(), { id: idOf(sid), size: 1 });
    if (!row) return refused(404, 20404, `The requested resource ${base}/${sid}.json was not found`);
    return Response.json(await told(JSON.parse(row.raw) as SinkMessage));
  }

  async function told(message: SinkMessage, status = 'delivered'): Promise<object> {
    // Only a process that takes SMS pays for the counting of segments.
    const { SegmentedMessage } = await import('sms-segments-calculator');
    return {
      ...message,
      status,
      account_sid: account.sid,
      direction: 'outbound-api',
      num_segments: String(new SegmentedMessage(message.body).segmentsCount),
      num_media: '0',
      error_code: null,
      error_message: null,
      date_updated: message.date_created,
      date_sent: status === 'delivered' ? message.date_created : null,
      api_version: '2010-04-01',
      uri: `${base}/${message.sid}.json`,
    };
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.headers.get('authorization') !== authorization) return refused(401, 20003, 'Authenticate');
      try {
        if (pathname === `${base}.json` && request.method === 'POST') {
          return await create(new URLSearchParams(await request.text()));
        }
        if (pathname === `${base}.json` && request.method === 'GET') return await list(searchParams);
        const sid = new RegExp(`^${base}/(SM[0-9a-f]{32})\\.json$`).exec(pathname)?.[1];
        if (sid !== undefined && request.method === 'GET') return await one(sid);
        return refused(404, 20404, `The requested resource ${pathname} was not found`);
      } catch (error) {
        log.warn({ err: error }, 'an SMS could not be kept');
        // Nothing was kept, and that is what this status says; after a 500 nobody could tell.
        return refused(429, 20429, 'The message could not be kept', { 'retry-after': '2' });
      }
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

const sidOf = (id: string): string => `SM${id.replaceAll('-', '')}`;
const idOf = (sid: string): string => sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function refused(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    { status, headers },
  );
}
