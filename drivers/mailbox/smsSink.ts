import type { Logger } from 'pino';
import { sinkMessages } from '../../db/queries/notifications/mailbox.ts';
import { newMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import { twilioSignature } from '../../domain/notifications/recipients/receipts.ts';
import type { MessageStore } from './messageStore.ts';

export interface SmsSink {
  readonly url: string;
  stop(): Promise<void>;
}

export interface TwilioAccount {
  readonly sid: string;
  readonly token: string;
}

/** The members of Twilio's message that the mailbox stores. */
interface SinkMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly date_created: string;
}

const MAX_TEXT = 1_600;

/** Delay of a receipt, so that the sender can store the response to its message first. */
const RECEIPT_MS = 300;

/**
 * Serves the Messages resource of Twilio's API: create, fetch and list. Every message counts as delivered at once, and
 * a receipt is sent where one is requested, to this machine alone: nothing may leave it.
 */
export function startSmsSink(store: MessageStore, account: TwilioAccount, log: Logger): SmsSink {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const messages = new Messages(store, account, log);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.headers.get('authorization') !== authorization) return failure(401, 20003, 'Authenticate');
      try {
        return await messages.serve(request);
      } catch (error) {
        log.warn({ err: error }, 'The SMS could not be stored.');
        // 429 says that the message was not accepted; a 500 would leave that open.
        return failure(429, 20429, 'The message could not be stored', { 'retry-after': '2' });
      }
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

class Messages {
  readonly #store: MessageStore;
  readonly #account: TwilioAccount;
  readonly #log: Logger;
  readonly #base: string;

  constructor(store: MessageStore, account: TwilioAccount, log: Logger) {
    this.#store = store;
    this.#account = account;
    this.#log = log;
    this.#base = `/2010-04-01/Accounts/${account.sid}/Messages`;
  }

  async serve(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === `${this.#base}.json` && request.method === 'POST') {
      return this.#create(new URLSearchParams(await request.text()));
    }
    if (pathname === `${this.#base}.json` && request.method === 'GET') return this.#list(searchParams);
    const sid = new RegExp(`^${this.#base}/(SM[0-9a-f]{32})\\.json$`).exec(pathname)?.[1];
    if (sid !== undefined && request.method === 'GET') return this.#fetch(sid);
    return failure(404, 20404, `The requested resource ${pathname} was not found`);
  }

  async #create(form: URLSearchParams): Promise<Response> {
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
    if (!/^\+[1-9]\d{1,14}$/.test(to)) return failure(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if (from === '') return failure(400, 21603, "A 'From' phone number is required");
    if (body === '') return failure(400, 21602, 'Message body is required');
    if ([...body].length > MAX_TEXT)
      return failure(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
    const id = Bun.randomUUIDv7();
    const now = new Date();
    const message: SinkMessage = { sid: sidOf(id), to, from, body, date_created: now.toUTCString() };
    const raw = Buffer.from(JSON.stringify(message));
    const members = { id, receivedAt: now.toISOString(), from, to: [to], text: body, messageId: message.sid };
    await this.#store.insert('SMS', newMailboxMessage({ ...members, channel: 'SMS' }, raw));
    const callback = form.get('StatusCallback') ?? '';
    const url = URL.parse(callback);
    if (url && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)) {
      setTimeout(() => void this.#sendReceipt(callback, message), RECEIPT_MS);
    }
    return Response.json(await this.#present(message, 'queued'), { status: 201 });
  }

  async #sendReceipt(url: string, { sid, to, from }: SinkMessage): Promise<void> {
    const params = {
      AccountSid: this.#account.sid,
      From: from,
      MessageSid: sid,
      MessageStatus: 'delivered',
      SmsSid: sid,
      To: to,
    };
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-twilio-signature': twilioSignature(this.#account.token, url, params) },
      body: new URLSearchParams(params),
      signal: AbortSignal.timeout(5_000),
    }).catch((error: unknown) => this.#log.debug({ err: error }, 'The receipt could not be sent.'));
  }

  async #list(query: URLSearchParams): Promise<Response> {
    const size = Math.min(Math.max(Number(query.get('PageSize')) || 50, 1), 1_000);
    const rows = await sinkMessages(this.#store.sql(), { to: query.get('To') ?? undefined, size });
    const messages = await Promise.all(rows.map(({ raw }) => this.#present(JSON.parse(raw))));
    return Response.json({ messages, page: 0, page_size: size, next_page_uri: null });
  }

  async #fetch(sid: string): Promise<Response> {
    const [row] = await sinkMessages(this.#store.sql(), { id: idOf(sid), size: 1 });
    if (!row) return failure(404, 20404, `The requested resource ${this.#base}/${sid}.json was not found`);
    return Response.json(await this.#present(JSON.parse(row.raw)));
  }

  async #present(message: SinkMessage, status = 'delivered'): Promise<object> {
    // Imported on first use: only a process that receives SMS counts segments.
    const { SegmentedMessage } = await import('sms-segments-calculator');
    return {
      ...message,
      status,
      account_sid: this.#account.sid,
      direction: 'outbound-api',
      num_segments: String(new SegmentedMessage(message.body).segmentsCount),
      num_media: '0',
      error_code: null,
      error_message: null,
      date_updated: message.date_created,
      date_sent: status === 'delivered' ? message.date_created : null,
      api_version: '2010-04-01',
      uri: `${this.#base}/${message.sid}.json`,
    };
  }
}

const sidOf = (id: string): string => `SM${id.replaceAll('-', '')}`;
const idOf = (sid: string): string => sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function failure(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    { status, headers },
  );
}
