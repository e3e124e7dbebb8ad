import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { openDatabase } from '../../db/client.ts';
import { type Channel, insertMailboxMessage, trimMailbox } from '../../db/queries/notifications/mailbox.ts';
import type { NewMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import type { Component } from '../../domain/ports/component.ts';
import { type MailSink, startMailSink } from './mailSink.ts';
import { type SmsSink, startSmsSink } from './smsSink.ts';

export interface MailboxOptions {
  readonly smtp: boolean;
  readonly sms: boolean;
  /** Sender of SMS that name none. */
  readonly smsFrom: string;
  /** Asked for at each message: an embedded database that was started again may be elsewhere. */
  readonly databaseUrl: () => string;
  readonly log: Logger;
}

export interface Mailbox extends Component {
  /** What leads other processes here, once it has started. */
  environment(): Readonly<Record<string, string>>;
}

/** Where messages are kept: resolves once they are. */
export interface MessageStore {
  readonly sql: () => Database;
  keep(channel: Channel, message: NewMailboxMessage): Promise<void>;
}

/** After so many messages, or bytes, the oldest are looked for. */
const TRIM_EVERY = 50;
const TRIM_BYTES = 64 * 1024 * 1024;

/**
 * Takes every e-mail and every SMS in place of a mail server and of Twilio, on this machine's own address alone, and
 * keeps the newest.
 */
export function makeMailbox({ smtp, sms, smsFrom, databaseUrl, log }: MailboxOptions): Mailbox {
  let open: { url: string; sql: Database } | undefined;
  let mail: MailSink | undefined;
  let phone: SmsSink | undefined;
  let messages = 0;
  let bytes = 0;

  const sql = (): Database => {
    const url = databaseUrl();
    if (open?.url !== url) {
      void open?.sql.end({ timeout: 1 }).catch(() => {});
      open = { url, sql: openDatabase(url, { name: 'waybill mailbox', max: 2 }) };
    }
    return open.sql;
  };
  const keeper: MessageStore = {
    sql,
    async keep(channel, message) {
      await insertMailboxMessage(sql(), channel, message);
      messages++;
      bytes += message.raw.byteLength;
      if (messages % TRIM_EVERY !== 0 && bytes < TRIM_BYTES) return;
      bytes = 0;
      await trimMailbox(sql()).catch((error: unknown) => log.warn({ err: error }, 'the mailbox was not trimmed'));
    },
  };
  /** Nobody else on this machine sends by it. */
  const account = { sid: `AC${randomBytes(16).toString('hex')}`, token: randomBytes(16).toString('hex') };

  return {
    async start() {
      if (smtp) mail = await startMailSink(keeper, log);
      if (sms) phone = startSmsSink(keeper, account, log);
    },
    async stop() {
      await mail?.stop();
      await phone?.stop();
      await open?.sql.end({ timeout: 1 });
      mail = phone = open = undefined;
    },
    environment: () => ({
      ...(mail && { SMTP_URL: mail.url }),
      ...(phone && {
        TWILIO_ACCOUNT_SID: account.sid,
        TWILIO_AUTH_TOKEN: account.token,
        TWILIO_BASE_URL: phone.url,
        TWILIO_FROM: smsFrom,
      }),
    }),
  };
}
