import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { newMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import type { MessageStore } from './messageStore.ts';

export interface MailSink {
  readonly url: string;
  stop(): Promise<void>;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Limits of the parsed members that lists show. The raw message is stored in full. */
const MAX_TEXT = 100_000;
const MAX_HEADERS = 200;

/** Starts an SMTP server that accepts every message it can store; for the others it answers that the sender should retry. */
export async function startMailSink(store: MessageStore, log: Logger): Promise<MailSink> {
  const server = new SMTPServer({
    // Connections stay on this machine, so neither encryption nor authentication is needed.
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    closeTimeout: 1_000,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        if (stream.sizeExceeded) return done(reply(552, '5.3.4 the message is too large'));
        const id = Bun.randomUUIDv7();
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        storeMail(store, id, from, to, Buffer.concat(chunks)).then(
          () => done(null, `2.0.0 Ok: queued as ${id}`),
          (error: unknown) => {
            log.warn({ err: error }, 'The e-mail could not be stored.');
            done(reply(451, '4.3.0 the message could not be stored'));
          },
        );
      });
    },
  });
  server.on('error', (error) => log.debug({ err: error }, 'The embedded mail server reported an error.'));
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((closed) => server.close(() => closed())),
  };
}

const reply = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

async function storeMail(store: MessageStore, id: string, from: string, to: string[], raw: Buffer): Promise<void> {
  // A message that cannot be parsed is stored without its members.
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' }).catch(() => undefined);
  const members = { id, channel: 'EMAIL' as const, receivedAt: new Date().toISOString(), from, to };
  await store.insert('EMAIL', newMailboxMessage({ ...members, ...(mail && partsOf(mail)) }, raw));
}

function partsOf({ from, subject, text, html, messageId, headers, attachments }: Email) {
  return {
    // The envelope has the address to which the message returns, if there is one of its own.
    ...(from?.address && { from: from.address }),
    subject,
    text: text?.slice(0, MAX_TEXT),
    html: html?.slice(0, MAX_TEXT),
    messageId,
    headers: headers.slice(0, MAX_HEADERS).map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: attachments.map(({ filename, mimeType, contentId, content }) => ({
      ...(filename !== null && filename !== undefined && { name: filename }),
      mediaType: mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      ...(contentId !== undefined && { contentId: contentId.replace(/^<|>$/g, '') }),
    })),
  };
}
