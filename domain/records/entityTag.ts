import { preconditionFailed } from '../errors.ts';

/** The entity tags of a header, or `*` for any representation. */
export type EntityTags = '*' | readonly string[];

/** The conditions of a request on the record as its caller sees it (RFC 9110, section 13). */
export interface Precondition {
  readonly ifMatch?: EntityTags;
  readonly ifNoneMatch?: EntityTags;
}

/**
 * Returns the strong entity tag of a representation: two representations have one tag only if they are the same text. It is
 * computed from what the caller is shown, so that it does not tell about hidden codes.
 */
export function entityTag(representation: string): string {
  const hash = new Bun.CryptoHasher('sha256').update(representation).digest('base64url');
  return `"${hash.slice(0, 22)}"`;
}

/** Compares strongly, as If-Match requires: a weak tag never matches. */
const matchesStrongly = (tags: EntityTags, tag: string): boolean => tags === '*' || tags.includes(tag);

/** Compares weakly, as If-None-Match requires: `W/"a"` matches `"a"`. */
export const matchesWeakly = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.some((one) => one === tag || one === `W/${tag}`);

/** Throws a 412 if the precondition does not hold for the tag of a record. @param kind names the record */
export function checkTag(kind: { readonly name: string }, tag: string, { ifMatch, ifNoneMatch }: Precondition): void {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag))
    throw preconditionFailed(`The ${kind.name} was changed since it was read.`, [
      `If-Match: the ${kind.name} has the ETag ${tag} now`,
    ]);
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag))
    throw preconditionFailed(`The ${kind.name} is one that the request excludes.`, [
      `If-None-Match: the ${kind.name} has the ETag ${tag}`,
    ]);
}
