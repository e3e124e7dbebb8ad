/**
 * How text is folded for search. Both engines and the in-memory reading of a filter use these and nothing else,
 * so that they agree: PostgreSQL's lower() and Elasticsearch's case_insensitive each have a Unicode of their own.
 */

/** Filters and sorting look at this many code points of a string: four bytes each stay under Elasticsearch's 32,766. */
const SEARCHED_LENGTH = 8_000;

const ascii = /^\p{ASCII}*$/u;

/** The part of a string that filters and sorting see: its first {@link SEARCHED_LENGTH} code points. */
export function searched(text: string): string {
  if (text.length <= SEARCHED_LENGTH) return text;
  let end = 0;
  for (let points = 0; points < SEARCHED_LENGTH && end < text.length; points++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * Folds case one code point at a time, so that `_` of LIKE counts the same characters before and after.
 * By way of the capital, because that is where Σ, σ and ς meet; a code point whose fold is longer than one (ß, İ) stays.
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text)
    folded += character.length === 1 ? foldUnit(character.charCodeAt(0), character) : foldCharacter(character);
  return folded;
}

/** The folds of the characters of one code unit that have occurred, by that unit. */
const foldedUnits: string[] = [];

function foldUnit(unit: number, character: string): string {
  foldedUnits[unit] ??= foldCharacter(character);
  return foldedUnits[unit];
}

function foldCharacter(character: string): string {
  const capital = character.toUpperCase();
  const small = (isOneCodePoint(capital) ? capital : character).toLowerCase();
  return isOneCodePoint(small) ? small : character;
}

function isOneCodePoint(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}

const marks = /\p{M}+/gu;
const word = /[\p{L}\p{N}]+/gu;

/** The words of a text with case and accents folded away ("Plzeň-město" is plzen, mesto), as `fulltext` compares them. */
export function words(text: string): string[] {
  const plain = ascii.test(text) ? text.toLowerCase() : foldCase(text.normalize('NFKD').replace(marks, ''));
  return plain.match(word) ?? [];
}
