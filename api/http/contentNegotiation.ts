/** Returns the names in an Accept or Accept-Encoding header in lower case, each with its greatest weight. */
export function weightsIn(header: string | null): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1)) || 0;
    if (name !== '') weights.set(name, Math.max(weight, weights.get(name) ?? 0));
  }
  return weights;
}

/**
 * Returns whether a client prefers the bytes of a document: `Accept` names the media type with at least the quality of
 * `otherwise`. Wildcards are ignored.
 */
export function wantsBytes(accept: string | null, mediaType: string, otherwise = 'application/json'): boolean {
  const weights = weightsIn(accept);
  const bytes = weights.get(mediaType.toLowerCase()) ?? 0;
  return bytes > 0 && bytes >= (weights.get(otherwise) ?? 0);
}

/**
 * Returns the media type that a client prefers to JSON; undefined for JSON. Types count if Accept names them, and wildcards
 * stand for JSON: `text/csv, *` prefers CSV, and `text/csv;q=0.5, *` JSON, where `*` is any type.
 */
export function preferredType<Type extends string>(accept: string | null, types: readonly Type[]): Type | undefined {
  const weights = weightsIn(accept);
  const weightOf = (type: string): number => weights.get(type) ?? 0;
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  const [best] = types.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= json ? best : undefined;
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
