import { createHash } from 'node:crypto';
import { detectExtension } from 'nodemailer/lib/mime-funcs';

export interface InlineImage {
  readonly cid: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A tag, also one in a conditional comment. */
const tag = /<[a-z!](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
/** The start of a value of an attribute, or of a `url()` in it, with the data URI of an image. */
const dataUri = /(=["']?\s{0,9}|url\((?:&quot;|["'])?)data:(image\/[\w.+-]+);base64,([\w+/]+=*)/gi;

/**
 * Replaces the data URIs of images in attributes, which mail programs do not show everywhere, by references to parts of the
 * message. An image that the HTML has several times is one part.
 *
 * @param domain of the sender, by which the references are unique
 */
export function withInlineImages(html: string, domain: string): { html: string; images: InlineImage[] } {
  if (!/data:image/i.test(html)) return { html, images: [] };
  const images = new Map<string, InlineImage>();
  const attach = (contentType: string, data: string): string => {
    const known = images.get(data);
    if (known) return known.cid;
    const cid = `${createHash('sha256').update(data).digest('hex').slice(0, 20)}@${domain}`;
    const filename = `image-${images.size + 1}.${detectExtension(contentType)}`;
    images.set(data, { cid, filename, contentType, content: Buffer.from(data, 'base64') });
    return cid;
  };
  const replaced = html.replace(tag, (whole) =>
    whole.replace(dataUri, (_, start: string, type: string, data: string) => `${start}cid:${attach(type, data)}`),
  );
  return { html: replaced, images: [...images.values()] };
}
