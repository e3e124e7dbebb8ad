import { ownValue } from './ownValue.ts';

/** Maximum length on paper; pt. */
const MAX_LENGTH = 100_000;
/** Maximum nesting of a calculation, and maximum number of its brackets, signs and operands. */
export const MAX_DEPTH = 32;
export const MAX_PARTS = 200;

/** A part of the containing block with an offset, or the least, the greatest or the sum of several lengths. */
interface Relative {
  readonly percent: number;
  /** pt. */
  readonly plus?: number;
  readonly among?: { readonly pick: 'min' | 'max' | 'sum'; readonly lengths: readonly Length[] };
}

/** A length in pt, or one that depends on the containing block. */
export type Length = number | Relative;

/** Bounds a length to what paper may have; pt. */
export const bounded = (length: number): number => Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, length));

/** An operand of a calculation: a length, or a number without a unit. */
type Operand = { readonly number: number } | { readonly length: Length };

/** Reads a length that is not calculated; undefined for any other text. */
type PlainReader = (text: string) => Length | undefined;

/** Numbers with a name. An infinite length is the greatest one on paper: `calc(infinity * 1px)` rounds corners wholly. */
const constants: Readonly<Record<string, number>> = { infinity: 1e9, pi: Math.PI, e: Math.E };

class BadCalculation extends Error {}

/** Whether a calculation has more levels or more parts than are read. */
export function isBeyondLimits(text: string): boolean {
  let depth = 0;
  for (const part of partsOf(text)) {
    if (part.endsWith('(')) depth++;
    else if (part === ')') depth--;
    // The brackets of the calculation itself are no level within it.
    if (depth > MAX_DEPTH + 1) return true;
  }
  return partsOf(text).length > MAX_PARTS;
}

const partsOf = (text: string): readonly string[] =>
  text.match(/[a-z-]*\(|\)|,|[*/]|[+-](?=[\s(])|[^\s()*/,]+/gi) ?? [];

/** Reads `calc()`, `min()`, `max()` and `clamp()`; undefined for what is no length, or is beyond a limit. */
export function readCalculation(text: string, readPlain: PlainReader): Length | undefined {
  try {
    const reader = new CalculationReader(text, readPlain);
    const operand = reader.sum(0);
    if (!reader.isAtEnd()) return undefined;
    return 'length' in operand ? operand.length : operand.number === 0 ? 0 : undefined;
  } catch (error) {
    if (error instanceof BadCalculation) return undefined;
    throw error;
  }
}

/** Reads a calculation of numbers without units, such as `calc(1.75 / 1.25)`; undefined for any other text. */
export function readNumber(text: string): number | undefined {
  try {
    const reader = new CalculationReader(text, () => undefined);
    const operand = reader.sum(0);
    return reader.isAtEnd() && 'number' in operand ? operand.number : undefined;
  } catch (error) {
    if (error instanceof BadCalculation) return undefined;
    throw error;
  }
}

class CalculationReader {
  readonly #tokens: readonly string[];
  readonly #readPlain: PlainReader;
  #at = 0;

  constructor(text: string, readPlain: PlainReader) {
    this.#tokens = partsOf(text);
    if (this.#tokens.length > MAX_PARTS) throw new BadCalculation();
    this.#readPlain = readPlain;
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(depth: number): Operand {
    if (depth > MAX_DEPTH) throw new BadCalculation();
    let left = this.#product(depth);
    for (let sign = this.#tokens[this.#at]; sign === '+' || sign === '-'; sign = this.#tokens[this.#at]) {
      this.#at++;
      const right = this.#product(depth);
      left = added(left, sign === '+' ? right : scaled(right, -1));
    }
    return left;
  }

  #product(depth: number): Operand {
    let left = this.#operand(depth);
    for (let sign = this.#tokens[this.#at]; sign === '*' || sign === '/'; sign = this.#tokens[this.#at]) {
      this.#at++;
      const right = this.#operand(depth);
      if (sign === '/') {
        if (!('number' in right) || right.number === 0) throw new BadCalculation();
        left = scaled(left, 1 / right.number);
      } else if ('number' in right) left = scaled(left, right.number);
      else if ('number' in left) left = scaled(right, left.number);
      else throw new BadCalculation();
    }
    return left;
  }

  #operand(depth: number): Operand {
    const token = this.#tokens[this.#at++] ?? '';
    if (token.endsWith('(')) {
      const name = token
        .slice(0, -1)
        .toLowerCase()
        .replace(/^-(?:webkit|moz)-/, '');
      const operands = [this.sum(depth + 1)];
      while (this.#tokens[this.#at] === ',') {
        this.#at++;
        operands.push(this.sum(depth + 1));
      }
      if (this.#tokens[this.#at++] !== ')') throw new BadCalculation();
      return called(name, operands);
    }
    if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(token)) return { number: Number(token) };
    const constant = ownValue(constants, token.toLowerCase().replace(/^[+-]/, ''));
    if (constant !== undefined) return { number: token.startsWith('-') ? -constant : constant };
    const length = this.#readPlain(token);
    if (length === undefined) throw new BadCalculation();
    return { length };
  }
}

function called(name: string, operands: readonly Operand[]): Operand {
  const [first = { number: 0 }, second, third] = operands;
  if (name === '' || name === 'calc') {
    if (operands.length > 1) throw new BadCalculation();
    return first;
  }
  if (name === 'min' || name === 'max') return among(name, operands);
  if (name !== 'clamp' || !second || !third) throw new BadCalculation();
  return among('max', [first, among('min', [second, third])]);
}

function among(pick: 'min' | 'max', operands: readonly Operand[]): Operand {
  const numbers = operands.map((one) => ('number' in one ? one.number : undefined));
  if (numbers.every((one) => one !== undefined)) return { number: Math[pick](...numbers) };
  const lengths = operands.map(lengthOf);
  if (lengths.every((one) => typeof one === 'number')) return { length: Math[pick](...lengths) };
  return { length: { percent: 0, among: { pick, lengths } } };
}

/** A zero needs no unit. */
function lengthOf(operand: Operand): Length {
  if ('length' in operand) return operand.length;
  if (operand.number !== 0) throw new BadCalculation();
  return 0;
}

function scaled(operand: Operand, by: number): Operand {
  if (!Number.isFinite(by)) throw new BadCalculation();
  if ('number' in operand) return { number: operand.number * by };
  return { length: scaledLength(operand.length, by) };
}

export function scaledLength(length: Length, by: number): Length {
  if (typeof length === 'number') return bounded(length * by);
  const { percent, plus = 0, among: several } = length;
  if (!several) return { percent: percent * by, plus: bounded(plus * by) };
  const turned = { min: 'max', max: 'min', sum: 'sum' } as const;
  const pick = by < 0 ? turned[several.pick] : several.pick;
  return { percent: 0, among: { pick, lengths: several.lengths.map((one) => scaledLength(one, by)) } };
}

function added(one: Operand, other: Operand): Operand {
  if ('number' in one && 'number' in other) return { number: one.number + other.number };
  return { length: addedLength(lengthOf(one), lengthOf(other)) };
}

export function addedLength(one: Length, other: Length): Length {
  if (typeof one === 'number' && typeof other === 'number') return bounded(one + other);
  if ([one, other].some((length) => typeof length === 'object' && length.among)) {
    return { percent: 0, among: { pick: 'sum', lengths: [one, other] } };
  }
  const partOf = (length: Length): Relative => (typeof length === 'number' ? { percent: 0, plus: length } : length);
  const [left, right] = [partOf(one), partOf(other)];
  return { percent: left.percent + right.percent, plus: bounded((left.plus ?? 0) + (right.plus ?? 0)) };
}
