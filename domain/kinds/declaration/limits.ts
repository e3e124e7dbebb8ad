import type { IntegerMember, ObjectsMember, StringMember, StringsMember } from './members.ts';

/**
 * Limits of members, which the validation of bodies and the OpenAPI document share. A member without an own limit has one
 * that no body of the default MAX_BODY_MB reaches: 64 MB have fewer characters, and fewer elements with their commas.
 */

/** In code points. */
export const MAX_TEXT = 67_108_864;
export const MAX_ELEMENTS = 33_554_432;

/** PostgreSQL stores every text but one with NUL. */
export const TEXT_PATTERN = '^[^\\x00]*$';

const INTEGERS = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/** Returns the maximum length of a text in code points. */
export const maxLengthOf = ({ max = MAX_TEXT }: Pick<StringMember, 'max'>): number => max;

/** Returns the maximum number of elements of an array. */
export const maxElementsOf = ({ maxElements = MAX_ELEMENTS }: StringsMember | ObjectsMember): number => maxElements;

/** Returns the maximum length of the elements of an array of texts, in code points. */
export const maxElementLengthOf = ({ maxLength = MAX_TEXT }: StringsMember): number => maxLength;

/** Returns the least and the greatest value of an integer. */
export const rangeOf = ({
  min,
  max,
}: IntegerMember): { readonly min: number | bigint; readonly max: number | bigint } => ({
  min: min ?? INTEGERS.min,
  max: max ?? INTEGERS.max,
});

/** Whether a text has more code points than a limit. Reads no more of the text than necessary. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let points = 0;
  for (const _ of text) if (++points > limit) return true;
  return false;
}

/** Adds a problem if a text is longer than its limit. Returns whether it is not. */
export function checkLength(text: string, limit: number, problems: string[], path: string): boolean {
  if (!isLongerThan(text, limit)) return true;
  problems.push(`${path}: must have at most ${limit} characters`);
  return false;
}

/** Adds a problem if an array has more elements than its limit. Returns whether it has not. */
export function checkCount(elements: readonly unknown[], limit: number, problems: string[], path: string): boolean {
  if (elements.length <= limit) return true;
  problems.push(`${path}: must have at most ${limit} elements, not ${elements.length}`);
  return false;
}
