/** Maximum length on paper; pt. */
const MAX_LENGTH = 100_000;
/** Maximum nesting of a calculation, and maximum number of its operands. */
const MAX_DEPTH = 32;
const MAX_OPERANDS = 200;

/** A part of the containing block with an offset, or the least, the greatest or the sum of several lengths. */
interface Relative {
  readonly percent: number;
  /** pt. */
  readonly plus?: number;
  readonly among?: { readonly pick: 'min' | 'max' | 'sum'; readonly lengths: readonly Length[] };
}

/** A length in pt, or one that depends on the containing block. */
export type Length = number | Relative;

/** What the units of a document stand for; pt. */
export interface Units {
  /** The font size of the root element. */
  readonly rem: number;
  /** The area of the page within its margins. */
  readonly width: number;
  readonly height: number;
  /** Whether lengths need a unit. Without `<!DOCTYPE html>`, they do not (the quirks mode of browsers). */
  readonly needed?: boolean;
  /** How much larger `zoom` makes an element and all in it; 1 unless declared. */
  readonly zoom?: number;
}

export const defaultUnits: Units = { rem: 12, width: 493, height: 740 };

const units: Record<string, number> = { px: 0.75, pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, q: 72 / 101.6 };

/** Reads a length; undefined for `auto` and for any other text. `em` is the font size in pt. */
export function readLength(text: string, em: number, known: Units = defaultUnits): Length | undefined {
  const value = text.trim();
  if (/^(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/i.test(value)) return readCalculation(value, em, known);
  return readPlain(value, em, known);
}

function readPlain(value: string, em: number, known: Units): Length | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/i.exec(value);
  if (!match) return undefined;
  const number = Number(match[1]);
  if (!Number.isFinite(number)) return undefined;
  const unit = (match[2] ?? '').toLowerCase();
  if (unit === '%') return { percent: Math.max(-1000, Math.min(1000, number)) };
  const { zoom = 1, needed = false } = known;
  if (unit === '' && needed && number !== 0) return undefined;
  const own = unit === 'em' || unit === 'ex' || unit === 'ch' ? 1 : zoom;
  const factor = fontUnit(unit, em, known) ?? units[unit === '' ? 'px' : unit];
  return factor === undefined ? undefined : bounded(number * factor * own);
}

function fontUnit(unit: string, em: number, { rem, width, height }: Units): number | undefined {
  switch (unit) {
    case 'em':
      return em;
    case 'rem':
      return rem;
    case 'ex':
    case 'ch':
      return em / 2;
    case 'vw':
      return width / 100;
    case 'vh':
      return height / 100;
    case 'vmin':
      return Math.min(width, height) / 100;
    case 'vmax':
      return Math.max(width, height) / 100;
    default:
      return undefined;
  }
}

const bounded = (length: number): number => Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, length));

/** Returns a length in pt; percentages are of `whole`. */
export function resolved(length: Length, whole: number): number {
  if (typeof length === 'number') return length;
  const { percent, plus = 0, among } = length;
  if (!among) return (percent / 100) * whole + plus;
  const lengths = among.lengths.map((one) => resolved(one, whole));
  return among.pick === 'sum' ? lengths.reduce((sum, one) => sum + one) : Math[among.pick](...lengths);
}

/** The share of a container that a length is, if it is nothing else. */
export function plainPercent(length: Length | undefined): number | undefined {
  return typeof length === 'object' && !length.among && !length.plus ? length.percent : undefined;
}

/** An operand of a calculation: a length, or a number without a unit. */
type Operand = { readonly number: number } | { readonly length: Length };

class BadCalculation extends Error {}

/** Reads `calc()`, `min()`, `max()` and `clamp()`. */
function readCalculation(text: string, em: number, known: Units): Length | undefined {
  try {
    const reader = new CalculationReader(text, em, known);
    const operand = reader.sum(0);
    if (!reader.isAtEnd()) return undefined;
    return 'length' in operand ? operand.length : operand.number === 0 ? 0 : undefined;
  } catch (error) {
    if (error instanceof BadCalculation) return undefined;
    throw error;
  }
}

class CalculationReader {
  readonly #tokens: readonly string[];
  readonly #em: number;
  readonly #units: Units;
  #at = 0;

  constructor(text: string, em: number, known: Units) {
    this.#tokens = text.match(/[a-z-]*\(|\)|,|[*/]|[+-](?=[\s(])|[^\s()*/,]+/gi) ?? [];
    if (this.#tokens.length > MAX_OPERANDS) throw new BadCalculation();
    this.#em = em;
    this.#units = known;
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
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(token)) return { number: Number(token) };
    const length = readPlain(token, this.#em, this.#units);
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

function scaledLength(length: Length, by: number): Length {
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

function addedLength(one: Length, other: Length): Length {
  if (typeof one === 'number' && typeof other === 'number') return bounded(one + other);
  if ([one, other].some((length) => typeof length === 'object' && length.among)) {
    return { percent: 0, among: { pick: 'sum', lengths: [one, other] } };
  }
  const partOf = (length: Length): Relative => (typeof length === 'number' ? { percent: 0, plus: length } : length);
  const [left, right] = [partOf(one), partOf(other)];
  return { percent: left.percent + right.percent, plus: bounded((left.plus ?? 0) + (right.plus ?? 0)) };
}
