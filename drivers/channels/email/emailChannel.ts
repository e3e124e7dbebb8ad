import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { POSTMARK_HEADER, TARGET_HEADER } from '../../../domain/notifications/bounces/bounceTexts.ts';
import { type Channel, type EmailMessage, NotConfirmed, type SendResult } from '../../../domain/ports/channels.ts';
import type { Component } from '../../../domain/ports/component.ts';
import { messageOf } from '../../../domain/runtime/errorDetails.ts';
import { makeSemaphore } from '../../../domain/runtime/semaphore.ts';
import { bufferStream } from '../../net/bufferStream.ts';
import {
  checkHeaders,
  fileNameOf,
  type Mailbox,
  messageIdOf,
  recipientOf,
  senderOf,
  Unsendable,
  unsubscribeHeaders,
} from './emailParts.ts';
import { withInlineImages } from './inlineImages.ts';
import { messageBytes } from './messageBytes.ts';
import { readFault, type SmtpFault } from './smtpReplies.ts';
import { textMessageBytes } from './textMessage.ts';

export interface EmailOptions {
  /** `smtp://user:password@host:587`, `smtps://…`; query parameters as nodemailer reads them (`?requireTLS=true`). */
  readonly url: string;
  /** Default sender. */
  readonly from: Mailbox;
  /** To which mail servers return messages; the address of the sender by default. */
  readonly bounceAddress?: string;
  /** Whether Postmark reports bounces: it replaces the Message-ID, and returns what a header of its own names. */
  readonly reportsToPostmark?: true;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string };
  readonly connections: number;
  /** ms */
  readonly timeouts: {
    /** Until the server is reached, and until it greets. */
    readonly connect: number;
    /** For one response, and without progress while a message is sent. */
    readonly answer: number;
    /** For a whole hand-over, including the connection. It also ends hand-overs to a server that only trickles. */
    readonly whole: number;
  };
}

/**
 * The content that nodemailer reads. The first read is after the server has accepted DATA. After the end nodemailer sends
 * the final dot, from which the server may have the message.
 */
interface Content {
  readonly small: boolean;
  /** Of a message that is made without nodemailer. */
  readonly bytes?: Uint8Array | undefined;
  readonly confirm?: (() => Promise<void>) | undefined;
  /** Ends the hand-over before the content. */
  readonly abandon: AbortController;
  stream?: Readable;
}

/** Maximum characters of a message without attachments that is sent in one write. */
const SMALL = 16_000;

/** Stands for a message that `createReadStream` replaces. */
const EMPTY = Buffer.alloc(0);

/** RFC 8058 requires a signature over both headers of one-click unsubscription. */
const SIGNED =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Unsubscribe:List-Unsubscribe-Post';

/**
 * Sends e-mail over pooled SMTP connections, without a queue or retries: the pool never has more messages than
 * connections, and each hand-over has the result that the server or a time-out determines.
 */
export function makeEmailChannel(options: EmailOptions): Channel<EmailMessage> & Component {
  const { timeouts, connections, from: configured, dkim } = options;
  const provider = providerOf(options.url);
  const slots = makeSemaphore(connections);
  const transport = nodemailer.createTransport({
    pool: true,
    url: options.url,
    maxConnections: connections,
    maxRequeues: 0,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED,
      },
    }),
  });
  // Errors of idle connections. Errors of messages are reported by sendMail.
  transport.on('error', () => {});
  // Keyed by the signal of the hand-over, which nodemailer passes through unchanged.
  const contents = new WeakMap<AbortSignal, Content>();
  transport.use('stream', ({ message, data }, done) => {
    const content = data.signal && contents.get(data.signal);
    const create = message.createReadStream.bind(message);
    message.createReadStream = (how) => {
      if (!content) return create(how);
      // nodemailer signs what its own streams yield.
      const bytes = content.bytes ?? (content.small && !dkim ? messageBytes(message) : undefined);
      const source = bytes ? [bytes] : content.small ? bufferStream(create(how)) : create(how);
      content.stream =
        source instanceof Readable && !content.confirm
          ? source
          : Readable.from(confirmed(source, content), { objectMode: false });
      return content.stream;
    };
    done();
  });

  async function send(message: EmailMessage, signal?: AbortSignal, confirm?: () => Promise<void>): Promise<SendResult> {
    signal?.throwIfAborted();
    const mail = mailOf(message);
    if (mail instanceof Unsendable) {
      const address = mail.address ? ({ address: 'bounced' } as const) : {};
      return { outcome: 'rejected', answer: `not handed over: ${mail.message}`, provider, ...address };
    }
    const release = await slots.acquire(timeouts.whole, signal);
    if (!release)
      return {
        outcome: 'retry',
        answer: 'all connections were busy',
        provider,
        providerUnavailable: false,
        busy: true,
      };
    try {
      const startedAt = performance.now();
      const first = await handOver(mail, signal, confirm);
      if (first !== 'stale') return first;
      // A server may close an idle connection just before it is reused; a new connection can succeed. A silent server
      // gets no second hand-over, because the caller relies on maxSendMs.
      const quick = performance.now() - startedAt < timeouts.answer;
      const second = quick ? await handOver(mail, signal, confirm) : 'stale';
      if (second !== 'stale') return second;
      return readFault({ message: 'the connection ended before the message' }, 'incomplete', provider);
    } finally {
      release();
    }
  }

  function mailOf(message: EmailMessage) {
    try {
      checkHeaders(message);
      const from = senderOf(message.from, configured);
      const to = recipientOf(message.to);
      const domain = configured.address.slice(configured.address.lastIndexOf('@') + 1);
      const { html, images } = withInlineImages(message.html ?? '', domain);
      return {
        from,
        to,
        envelope: { from: options.bounceAddress ?? from.address, to: [to.address] },
        messageId: messageIdOf(message, configured),
        subject: message.subject,
        text: message.text,
        ...(message.html !== undefined && { html }),
        attachDataUrls: true,
        attachments: [
          ...images,
          ...message.attachments.map((attachment) => ({
            filename: fileNameOf(attachment),
            contentType: attachment.mediaType,
            content: bytesOf(attachment.content),
          })),
        ],
        headers: {
          ...message.headers,
          ...unsubscribeHeaders(message.unsubscribeUrl),
          [TARGET_HEADER]: message.id,
          ...(options.reportsToPostmark && { [POSTMARK_HEADER]: message.id }),
        },
      };
    } catch (error) {
      if (error instanceof Unsendable) return error;
      throw error;
    }
  }

  function contentOf(mail: Mail): Pick<Content, 'small' | 'bytes'> {
    const ofImages = mail.attachments.reduce((sum, { content }) => sum + content.length, 0);
    const length = mail.text.length + (mail.html?.length ?? 0) + ofImages;
    const small = length <= SMALL && mail.attachments.every((attachment) => 'cid' in attachment);
    return { small, bytes: small && !dkim && ofImages === 0 ? textMessageBytes(mail) : undefined };
  }

  async function handOver(
    mail: Mail,
    signal?: AbortSignal,
    confirm?: () => Promise<void>,
  ): Promise<SendResult | 'stale'> {
    const abandon = new AbortController();
    const content: Content = { ...contentOf(mail), confirm, abandon };
    const hasStarted = () => content.stream?.readableDidRead === true;
    contents.set(abandon.signal, content);
    // Once the content is being sent, only the server knows the result, so its response is awaited.
    const onAbort = () => hasStarted() || abandon.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => abandon.abort(new Error(`no end within ${timeouts.whole} ms`)), timeouts.whole);
    try {
      const { envelope, messageId } = mail;
      const sent = content.bytes ? { envelope, messageId, raw: EMPTY } : mail;
      const { response } = await transport.sendMail({ ...sent, signal: abandon.signal });
      const queued = /\bqueued as (\S+)/i.exec(response)?.[1];
      return { outcome: 'sent', answer: oneLine(response), provider, ...(queued && { providerId: queued }) };
    } catch (error) {
      const fault = error as Error & SmtpFault;
      const progress = content.stream?.readableEnded ? 'complete' : 'incomplete';
      if (abandon.signal.reason instanceof NotConfirmed) throw abandon.signal.reason;
      if (abandon.signal.aborted && fault.code === 'EABORT') {
        if (signal?.aborted && !hasStarted()) throw signal.reason;
        return readFault({ message: messageOf(abandon.signal.reason) }, progress, provider);
      }
      if (!hasStarted() && fault.message.startsWith('Reached maximum number of retries')) return 'stale';
      return readFault(fault, progress, provider);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  type Mail = Exclude<ReturnType<typeof mailOf>, Unsendable>;

  return {
    provider,
    // Waiting for a free connection, a dropped connection, and the message itself.
    maxSendMs: 2 * timeouts.whole + timeouts.answer,
    confirmsHandOver: true,
    send,
    start: async () => {},
    stop: async () => transport.close(),
  };
}

/** Yields the content once it is read, after the server has accepted DATA, and the hand-over is confirmed. */
async function* confirmed(
  content: Readable | readonly Uint8Array[],
  { confirm, abandon }: Content,
): AsyncGenerator<Uint8Array> {
  try {
    await confirm?.();
  } catch (error) {
    abandon.abort(error);
    return await new Promise<never>(() => {});
  }
  yield* content;
}

const bytesOf = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 1_000);

function providerOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `smtp:${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}
