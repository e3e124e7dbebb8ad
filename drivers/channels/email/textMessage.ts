import { encode as toBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { foldLines, hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode as toQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';
import type { Mailbox } from './emailParts.ts';
import { withLastNewline } from './messageBytes.ts';

/** A message of texts. */
export interface TextMessage {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Only its functions for values of headers are used. */
const encoder = new MimeNode('text/plain');

/** Headers whose values have no form of their own. */
const FREE_HEADER = /^(?:X|List)-/i;
/** A value that is neither encoded nor normalized: no quotes, and no start of an encoded word. */
const PLAIN = /^(?!.*=\?)[ !#-~]*$/;
/** An address that is written as it is. The last label of an IPv4 address is a number. */
const PLAIN_ADDRESS = /^\w+(?:[.+-]\w+)*@(?:[a-z0-9]+[.-])*[a-z]{2,}$/;
const LINE = 76;

/**
 * Returns the bytes that nodemailer makes of a message that has only texts, in a fraction of its time: it builds a tree of parts,
 * parses addresses that have been parsed, and normalizes each name of a header. Undefined if the message has an image to attach,
 * a header with a form of its own, or no text.
 */
export function textMessageBytes(message: TextMessage): Buffer | undefined {
  const { from, to, subject, messageId, text, html, headers } = message;
  if ((text === '' && !html) || (html && /data:/i.test(html))) return undefined;
  if (!Object.keys(headers).every((name) => FREE_HEADER.test(name))) return undefined;
  const body = bodyOf(text, html);
  const lines = [
    ...Object.entries(headers).map(([name, value]) => header(canonicalName(name), value)),
    senderLine(from),
    !to.name && PLAIN_ADDRESS.test(to.address) ? header('To', to.address) : mailboxLine('To', to),
    header('Subject', subject),
    header('Message-ID', messageId),
    ...(body.encoding ? [`Content-Transfer-Encoding: ${body.encoding}`] : []),
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: ${body.type}`,
  ];
  return Buffer.from(withLastNewline(`${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n${body.content}`));
}

/** Returns a header; empty if its value is. */
function header(name: string, value: string): string {
  const encoded = PLAIN.test(value) ? value : encoder.encodeHeaderValue(name, value);
  return encoded.trim() === '' ? '' : folded(`${name}: ${encoded}`);
}

/** Maximum number of cached names. */
const NAMES = 100;
const names = new Map<string, string>();

/** Returns the name of a header as nodemailer writes it. */
function canonicalName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const [line = ''] = new MimeNode('text/plain').setHeader(name, 'x').buildHeaders().split('\r\n', 1);
  const canonical = line.slice(0, line.indexOf(':'));
  if (names.size < NAMES) names.set(name, canonical);
  return canonical;
}

const mailboxLine = (name: 'From' | 'To', mailbox: Mailbox): string =>
  folded(`${name}: ${encoder.encodeHeaderValue(name, { ...mailbox })}`);

const folded = (line: string): string => (line.length < LINE ? line : foldLines(line, LINE));

let lastSender: { readonly name: string; readonly address: string; readonly line: string } | undefined;

/** Most messages of a process have the same sender. */
function senderLine(from: Mailbox): string {
  if (lastSender?.name !== from.name || lastSender.address !== from.address)
    lastSender = { ...from, line: mailboxLine('From', from) };
  return lastSender.line;
}

interface Body {
  readonly type: string;
  /** Of a body without parts. */
  readonly encoding?: string;
  readonly content: string;
}

let lastBody: { readonly text: string; readonly html: string | undefined; readonly body: Body } | undefined;

/** The targets of a notification have the same texts. */
function bodyOf(text: string, html: string | undefined): Body {
  if (lastBody?.text !== text || lastBody.html !== html) lastBody = { text, html, body: encodedBody(text, html) };
  return lastBody.body;
}

function encodedBody(text: string, html: string | undefined): Body {
  const parts = [
    ...(text === '' ? [] : [{ type: 'text/plain; charset=utf-8', ...encoded(text) }]),
    ...(html ? [{ type: 'text/html; charset=utf-8', ...encoded(html) }] : []),
  ];
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const boundary = `--_NmP-${crypto.getRandomValues(new Uint8Array(8)).toHex()}-Part_1`;
  const inner = parts.map(
    ({ type, encoding, content }) =>
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}`,
  );
  return {
    type: `multipart/alternative;\r\n boundary="${boundary}"`,
    content: `${inner.join('\r\n')}\r\n--${boundary}--\r\n`,
  };
}

/** Encodes a text as nodemailer does: not at all, or in the form that leaves more of it readable. */
function encoded(text: string): { encoding: string; content: string } {
  if (isPlainText(text) && !hasLongerLines(text, LINE)) return { encoding: '7bit', content: text };
  if (isMostlyLatin(text)) return { encoding: 'quoted-printable', content: wrapQuoted(toQuoted(text)) };
  return { encoding: 'base64', content: wrapBase64(toBase64(text)) };
}

function isMostlyLatin(text: string): boolean {
  const others = text.match(/[^\t\n\r -\u007f]/g)?.length ?? 0;
  return others < (text.match(/[A-Za-z]/g)?.length ?? 0);
}
