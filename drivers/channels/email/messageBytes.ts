import { encode as toBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as toQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';

/**
 * Returns the bytes of a message that `createReadStream` of its tree would stream, in one piece: the streams take most of the
 * time of a small message. Undefined if a part is not a text or a buffer.
 */
export function messageBytes(message: MimeNode): Buffer | undefined {
  const text = textOfNode(message);
  if (text === undefined) return undefined;
  return Buffer.from(withLastNewline(text));
}

/** Ends the last line of a message. */
export function withLastNewline(text: string): string {
  if (text.endsWith('\n')) return text;
  return text.endsWith('\r') ? `${text}\n` : `${text}\r\n`;
}

/** A part with its headers; see `stream` of MimeNode. */
function textOfNode(node: MimeNode): string | undefined {
  const encoding = node.getTransferEncoding();
  const headers = node.buildHeaders();
  const content = contentOf(node, encoding);
  if (content === undefined) return undefined;
  const own = `${headers}\r\n\r\n${content}`;
  if (!node.multipart) return own;
  const parts = node.childNodes.map(textOfNode);
  if (parts.includes(undefined)) return undefined;
  const boundary = `--${node.boundary}`;
  return `${own}${parts.map((part) => `${boundary}\r\n${part}`).join('\r\n')}\r\n${boundary}--\r\n`;
}

function contentOf({ content, contentType = '' }: MimeNode, encoding: string | false): string | undefined {
  if (!content) return '';
  if (typeof content !== 'string' && !Buffer.isBuffer(content)) return undefined;
  if (encoding === 'base64') return wrapBase64(toBase64(content));
  const isText = /^text\//i.test(contentType);
  if (encoding === 'quoted-printable') return isText ? wrapQuoted(toQuoted(content)) : undefined;
  return typeof content === 'string' ? content : undefined;
}
