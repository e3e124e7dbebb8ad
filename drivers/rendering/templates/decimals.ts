import { Big } from 'big.js';
import Handlebars from 'handlebars';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';

/** Maximum number of digits before and after the point. */
export const MAX_DIGITS = 100;
/** Number of decimal places of a quotient. */
const QUOTIENT_DIGITS = 20;

const Decimal = Big();
Decimal.DP = QUOTIENT_DIGITS;

/**
 * Reads a number or a text that is one.
 *
 * @throws TemplateFault if the value is not a number, or out of range
 */
export function decimalOf(value: unknown, options: { readonly emptyIsZero?: boolean } = {}): Big {
  if (options.emptyIsZero && (value === undefined || value === null || value === '')) return new Decimal(0);
  const text = (value === undefined || value === null || isObject(value) ? '' : String(value)).trim();
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text) || text.length > 2 * MAX_DIGITS)
    throw new TemplateFault(`${JSON.stringify(text.slice(0, 100))} is not a number`);
  const number = new Decimal(text.replace(/^(-?)\./, '$10.').replace(/\.$/, ''));
  if (Math.abs(number.e) > MAX_DIGITS) throw new TemplateFault('a number is out of range');
  return number;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && !(value instanceof Handlebars.SafeString);
}

export function plain(number: Big): string {
  if (Math.abs(number.e) > MAX_DIGITS || number.c.length > 2 * MAX_DIGITS)
    throw new TemplateFault('a number is out of range');
  return number.toFixed();
}

export const zero = (): Big => new Decimal(0);

/** Rounds half away from zero. */
export function rounded(number: Big, digits: number): Big {
  return number.round(Math.min(digits, MAX_DIGITS), Big.roundHalfUp);
}

/** Amounts as decimal texts, by rate and in total. The highest rate comes first. */
export interface VatSummary {
  readonly rates: readonly {
    readonly rate: string;
    readonly base: string;
    readonly vat: string;
    readonly total: string;
  }[];
  readonly base: string;
  readonly vat: string;
  readonly total: string;
}

/**
 * Computes the tax summary of an invoice. Each item is rounded before the sum, and the tax of a rate is computed from its
 * whole base, so that the printed lines, bases, taxes and totals add up.
 *
 * @param items unit price, quantity (1 if absent) and rate (0 if absent; 0.21 is 21 %)
 */
export function vatOf(
  items: readonly { price: unknown; quantity: unknown; rate: unknown }[],
  digits: number,
): VatSummary {
  const bases = new Map<string, Big>();
  for (const { price, quantity, rate } of items) {
    const count = quantity === undefined || quantity === null || quantity === '' ? 1 : quantity;
    const key = decimalOf(rate, { emptyIsZero: true }).toFixed();
    const amount = rounded(decimalOf(price, { emptyIsZero: true }).times(decimalOf(count)), digits);
    bases.set(key, (bases.get(key) ?? zero()).plus(amount));
  }
  const sums = [...bases]
    .map(([rate, base]) => ({ rate, base, vat: rounded(base.times(rate), digits) }))
    .sort((one, other) => decimalOf(other.rate).cmp(decimalOf(one.rate)));
  const add = (pick: (sum: (typeof sums)[number]) => Big): Big =>
    sums.reduce((total, sum) => total.plus(pick(sum)), zero());
  const [base, vat] = [add((sum) => sum.base), add((sum) => sum.vat)];
  const text = (number: Big): string => number.toFixed(digits);
  return {
    rates: sums.map((sum) => ({
      rate: sum.rate,
      base: text(sum.base),
      vat: text(sum.vat),
      total: text(sum.base.plus(sum.vat)),
    })),
    base: text(base),
    vat: text(vat),
    total: text(base.plus(vat)),
  };
}
