import Handlebars from 'handlebars';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { decimalOf } from './decimals.ts';

/** Maximum length of a single value, in characters. */
const MAX_TEXT = 1_000_000;

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function printed(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && !(value instanceof Handlebars.SafeString)) {
    throw new TemplateFault(`expects a text or a number, not ${Array.isArray(value) ? 'a list' : 'an object'}`);
  }
  return limited(String(value));
}

export function limited(text: string): string {
  if (text.length > MAX_TEXT) throw new TemplateFault(`a single value may have at most ${MAX_TEXT} characters`);
  return text;
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new TemplateFault(`${name} expects a list`);
  return value;
}

/** Returns the value at a path `a.b` of an item. Inherited members are ignored. */
export function at(item: unknown, path: string): unknown {
  let value = item;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

export function wholeOf(value: unknown, what: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || isEmpty(value))
    throw new TemplateFault(`${what} must be a whole number of 0 or more`);
  return number;
}

/** Compares as numbers if one is a number or both look like numbers, else as texts. Undefined: not comparable. */
export function compare(a: unknown, b: unknown): number | undefined {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b) ? 0 : undefined;
  if (typeof a === 'number' || typeof b === 'number') {
    try {
      return decimalOf(a).cmp(decimalOf(b));
    } catch {
      return undefined;
    }
  }
  if (typeof a === 'object' || typeof b === 'object') return a === b ? 0 : undefined;
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  if (isDecimal(first) && isDecimal(second)) return decimalOf(first).cmp(decimalOf(second));
  return first < second ? -1 : 1;
}

function isDecimal(text: string): boolean {
  return /^-?\d{1,100}(\.\d{1,100})?$/.test(text);
}
