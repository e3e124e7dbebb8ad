import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { openDatabase } from '../../db/client.ts';
import { insertMailboxMessage, trimMailbox } from '../../db/queries/notifications/mailbox.ts';
import type { Component } from '../../domain/ports/component.ts';
import { type MailSink, startMailSink } from './mailSink.ts';
import type { MessageStore } from './messageStore.ts';
import { type SmsSink, startSmsSink } from './smsSink.ts';

export interface MailboxOptions {
  readonly smtp: boolean;
  readonly sms: boolean;
  /** Default sender of SMS. */
  readonly smsFrom: string;
  /** Read at each message: an embedded database may change its port when it restarts. */
  readonly databaseUrl: () => string;
  readonly log: Logger;
}

export interface Mailbox extends Component {
  /** The variables that direct other processes to this mailbox, once it has started. */
  environment(): Readonly<Record<string, string>>;
}

/** The oldest messages are deleted after this many new ones, or bytes. */
const TRIM_EVERY = 50;
const TRIM_BYTES = 64 * 1024 * 1024;

/**
 * Accepts e-mail and SMS in place of a mail server and of Twilio, on the loopback address alone, and stores the newest
 * messages.
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
  const store: MessageStore = {
    sql,
    async insert(channel, message) {
      await insertMailboxMessage(sql(), channel, message);
      messages++;
      bytes += message.raw.byteLength;
      if (messages % TRIM_EVERY !== 0 && bytes < TRIM_BYTES) return;
      bytes = 0;
      await trimMailbox(sql()).catch((error: unknown) => log.warn({ err: error }, 'The mailbox could not be trimmed.'));
    },
  };
  /** Random credentials, so that no other program on this machine can send. */
  const account = { sid: `AC${randomBytes(16).toString('hex')}`, token: randomBytes(16).toString('hex') };

  return {
    async start() {
      if (smtp) mail = await startMailSink(store, log);
      if (sms) phone = startSmsSink(store, account, log);
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
