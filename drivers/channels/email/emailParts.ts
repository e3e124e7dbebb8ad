import { createHash } from 'node:crypto';
import addressparser from 'nodemailer/lib/addressparser';
import { detectExtension } from 'nodemailer/lib/mime-funcs';
import { POSTMARK_HEADER, TARGET_HEADER } from '../../../domain/notifications/bounces/bounceTexts.ts';
import type { EmailMessage } from '../../../domain/ports/channels.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A message cannot be sent by any provider. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
  readonly address: boolean;

  constructor(message: string, { address = false } = {}) {
    super(message);
    this.address = address;
  }
}

/** Returns the mailbox that a text names; undefined if it names none or several. */
export function mailboxOf(text: string): Mailbox | undefined {
  const [first, ...more] = addressparser(text);
  if (!first || more.length > 0 || !('address' in first) || !first.address) return undefined;
  return /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(first.address) ? { name: first.name, address: first.address } : undefined;
}

/** Returns the sender of a message: its own mailbox, or its own name with the configured address. */
export function senderOf(from: string | undefined, configured: Mailbox): Mailbox {
  if (from === undefined) return configured;
  const own = mailboxOf(from);
  if (own) return own;
  if (from.includes('@')) throw new Unsendable(`the sender ${JSON.stringify(from)} is not an e-mail address`);
  return { name: from, address: configured.address };
}

export function recipientOf(to: string): Mailbox {
  const mailbox = mailboxOf(to);
  if (!mailbox) throw new Unsendable(`${JSON.stringify(to)} is not one e-mail address`, { address: true });
  return mailbox;
}

/** Returns a file name with an extension: of its own, or that of its media type, by which mail programs open a file. */
export function fileNameOf({ name, mediaType }: EmailMessage['attachments'][number]): string {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/\.[\p{L}\d]{1,10}$/u.test(name) || type === 'application/octet-stream') return name;
  const extension = detectExtension(type);
  return extension === UNKNOWN ? name : `${name}.${extension}`;
}

/** What `detectExtension` returns for a type that it does not know. */
const UNKNOWN = 'bin';

/** Returns the Message-ID. It is the same for all attempts and providers, so that a mailbox can drop duplicates. */
export function messageIdOf({ id }: EmailMessage, { address }: Mailbox): string {
  const local = /^[\w.-]{1,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 40);
  return `<${local}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}

/**
 * Rejects control characters in headers: a line break would start another header or the body.
 *
 * @throws Unsendable
 */
export function checkHeaders(message: EmailMessage): void {
  const values: [string, string | undefined][] = [
    ['the id', message.id],
    ['the sender', message.from],
    ['the recipient', message.to],
    ['the subject', message.subject],
    ['the unsubscribe URL', message.unsubscribeUrl],
    ...Object.entries(message.headers ?? {}).map(([name, value]): [string, string] => [`the header ${name}`, value]),
    ...message.attachments.flatMap(({ name, mediaType }): [string, string][] => [
      ['the name of an attachment', name],
      ['the media type of an attachment', mediaType],
    ]),
  ];
  for (const [what, value] of values) {
    if (value !== undefined && /[\p{Cc}\u2028\u2029]/u.test(value)) {
      throw new Unsendable(`${what} contains a control character`, { address: what === 'the recipient' });
    }
  }
  for (const name of Object.keys(message.headers ?? {})) {
    if (!/^[!-9;-~]{1,76}$/.test(name)) throw new Unsendable(`${JSON.stringify(name)} is not the name of a header`);
    if (RESERVED_HEADERS.has(name.toLowerCase()))
      throw new Unsendable(`the header ${name} is made from the message itself`);
  }
  for (const { mediaType } of message.attachments) {
    if (!/^[\w.+-]+\/[\w.+-]+(?:;.*)?$/.test(mediaType)) {
      throw new Unsendable(`${JSON.stringify(mediaType)} is not a media type`);
    }
  }
}

const RESERVED_HEADERS = new Set([
  'bcc',
  'cc',
  'content-transfer-encoding',
  'content-type',
  'date',
  'dkim-signature',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
  TARGET_HEADER.toLowerCase(),
  POSTMARK_HEADER.toLowerCase(),
]);

/** Returns the headers of RFC 2369, and for an HTTP URL those of RFC 8058 (one-click). */
export function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  const parsed = URL.parse(url);
  if (!parsed || !['https:', 'http:', 'mailto:'].includes(parsed.protocol)) {
    throw new Unsendable('the unsubscribe URL is neither https:// nor mailto:');
  }
  const oneClick = parsed.protocol !== 'mailto:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'List-Unsubscribe': `<${parsed.href}>`, ...oneClick };
}
