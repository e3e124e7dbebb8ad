import { DATE_FORM, parseDate } from '../validation/dates.ts';
import { describe, isUuid } from '../validation/values.ts';
import type { SearchColumn } from './columns.ts';
import { foldCase, searched } from './folding.ts';
import type { EntryValue, LikePattern, Scalar } from './parsed.ts';

const numeral = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** Returns the number of a text, or undefined. Never returns -0, because engines differ in how they compare it with 0. */
function readNumber(text: string): number | undefined {
  if (!numeral.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Returns the whole number of a text, or undefined. One that a double may not represent is a bigint. */
function readWhole(text: string): number | bigint | undefined {
  const number = readNumber(text);
  if (number === undefined || Number.isSafeInteger(number)) return number;
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace('+', ''));
  return Number.isInteger(number) && Math.abs(number) < FIRST_EXPONENT ? BigInt(number) : undefined;
}

/** Numbers from this one on have texts with an exponent. */
const FIRST_EXPONENT = 1e21;

/** The value of a filter by the type of its column, or undefined and a problem. */
export function readScalar(column: SearchColumn, text: string, problems: string[], at: string): Scalar | undefined {
  const refuse = (what: string): undefined => {
    problems.push(`${at}: type mismatch, ${column.name} wants ${what}, not ${describe(text)}`);
    return undefined;
  };
  switch (column.type) {
    case 'uuid':
      return isUuid(text) ? text.toLowerCase() : refuse('a UUID');
    case 'date':
      return parseDate(text) ?? refuse(DATE_FORM);
    case 'integer': {
      const whole = readWhole(text);
      if (typeof whole === 'bigint' ? BigInt.asIntN(64, whole) === whole : Number.isSafeInteger(whole)) return whole;
      return refuse('a whole number of at most 64 bits');
    }
    case 'number':
      return readNumber(text) ?? refuse('a number');
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : refuse('true or false');
    default:
      return searched(text);
  }
}

/** Adds a problem for a value that no record can have, because the member lists its values. */
export function checkListed(column: SearchColumn, text: string, problems: string[], at: string): void {
  const values = column.type === 'string' ? column.values : undefined;
  if (values && !values.includes(text))
    problems.push(`${at}: must be one of ${values.join(', ')}, not ${describe(text)}`);
}

/** A value to compare with what is inside a free object. */
export function readEntryValue(text: string): EntryValue {
  const number = readNumber(text);
  if (number === undefined) return { text: searched(text) };
  const whole = readWhole(text);
  return { text: searched(text), number, ...(typeof whole === 'bigint' && { digits: String(whole) }) };
}

/**
 * Counts the `_` after a literal that follows a `%`. Each of them doubles the states of a search engine's automaton,
 * because the literal may begin anywhere.
 */
export function looseWildcards(pattern: LikePattern): number {
  const any = pattern.findIndex((part) => typeof part !== 'string' && part.wildcard === 'any');
  const literal = any < 0 ? -1 : pattern.findIndex((part, place) => place > any && typeof part === 'string');
  if (literal < 0) return 0;
  return pattern.slice(literal).filter((part) => typeof part !== 'string' && part.wildcard === 'one').length;
}

/**
 * Takes a LIKE value apart and folds its case. `\` makes `%`, `_` and itself plain; before anything else it stands for
 * itself. A value with no wildcard means "contains".
 */
export function readPattern(text: string): LikePattern {
  const parts: (string | { wildcard: 'any' | 'one' })[] = [];
  let literal = '';
  let wild = false;
  const flush = (): void => {
    if (literal !== '') parts.push(foldCase(literal));
    literal = '';
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === '\\' && (next === '%' || next === '_' || next === '\\')) {
      literal += next;
      index++;
    } else if (character === '%' || character === '_') {
      wild = true;
      flush();
      const wildcard = character === '%' ? 'any' : 'one';
      const last = parts.at(-1);
      if (wildcard === 'any' && typeof last === 'object' && last.wildcard === 'any') continue;
      parts.push({ wildcard });
    } else literal += character;
  }
  flush();
  return wild ? parts : [{ wildcard: 'any' }, ...parts, { wildcard: 'any' }];
}
