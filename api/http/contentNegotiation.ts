/**
 * Returns whether a client prefers the bytes of a document: `Accept` names the media type with at least the quality of
 * `otherwise`. Wildcards are ignored.
 */
export function wantsBytes(accept: string | null, mediaType: string, otherwise = 'application/json'): boolean {
  let bytes = 0;
  let other = 0;
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1)) || 0;
    if (type === mediaType.toLowerCase()) bytes = Math.max(bytes, weight);
    if (type === otherwise) other = Math.max(other, weight);
  }
  return bytes > 0 && bytes >= other;
}

/** Returns whether a content type means a JSON value in each line. It has several names, none of them registered. */
export const isByLine = (contentType: string): boolean =>
  /^application\/(x-)?(ndjson|jsonl|jsonlines)\s*(;|$)/i.test(contentType);

/** Returns the `Content-Disposition` of a download, with the file name in ASCII and in full (RFC 6266). */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]|["\\/%;]/g, (character) => (/\p{M}/u.test(character) ? '' : '_'));
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
