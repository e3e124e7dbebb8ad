/** How a counter style writes numbers, without its sign, its padding and what is around it. */
export type CounterSystem =
  | { readonly kind: 'cyclic' | 'symbolic' | 'alphabetic' | 'numeric'; readonly symbols: readonly string[] }
  | { readonly kind: 'fixed'; readonly symbols: readonly string[]; readonly first: number }
  | { readonly kind: 'additive'; readonly weights: readonly Weight[] }
  | { readonly kind: 'computed'; readonly textOf: (value: number) => string };

/** A symbol of an additive system. */
export type Weight = readonly [weight: number, symbol: string];

export interface CounterStyle {
  readonly system: CounterSystem;
  readonly negative: readonly [before: string, behind: string];
  readonly prefix: string;
  readonly suffix: string;
  /** The values that it writes; undefined for those of its system. */
  readonly ranges: readonly (readonly [least: number, greatest: number])[] | undefined;
  readonly pad: { readonly length: number; readonly symbol: string };
  /** The name of the style that writes other values. */
  readonly fallback: string;
}

/** What a style has that declares nothing but its system. */
export const plainStyle: Omit<CounterStyle, 'system'> = {
  negative: ['-', ''],
  prefix: '',
  suffix: '. ',
  ranges: undefined,
  pad: { length: 0, symbol: '' },
  fallback: 'decimal',
};

/** Maximum number of symbols of a number, as in browsers, and of its characters. */
const MAX_SYMBOLS = 120;
const MAX_CHARACTERS = 10_000;

/** Returns a number as a counter style writes it; undefined for one that is left to its fallback. */
export function numberIn(style: CounterStyle, value: number): string | undefined {
  const { system, negative, pad } = style;
  if (
    !Number.isSafeInteger(value) ||
    !(style.ranges ?? [rangeOf(system)]).some(([from, to]) => value >= from && value <= to)
  )
    return undefined;
  const isNegative = value < 0 && hasSign(system);
  const written = writtenBy(system, isNegative ? -value : value);
  if (written === undefined || written.length > MAX_CHARACTERS) return undefined;
  const sign = isNegative ? negative : (['', ''] as const);
  const missing = pad.length - lengthOf(written) - lengthOf(sign.join(''));
  if (missing > MAX_SYMBOLS || missing * pad.symbol.length > MAX_CHARACTERS) return undefined;
  return sign[0] + pad.symbol.repeat(Math.max(0, missing)) + written + sign[1];
}

const lengthOf = (text: string): number => [...text].length;

const hasSign = ({ kind }: CounterSystem): boolean => kind !== 'cyclic' && kind !== 'fixed';

/** The values of a system that a style without a range writes. */
function rangeOf({ kind }: CounterSystem): readonly [number, number] {
  const least = { alphabetic: 1, symbolic: 1, additive: 0 }[kind as string] ?? Number.NEGATIVE_INFINITY;
  return [least, Number.POSITIVE_INFINITY];
}

function writtenBy(system: CounterSystem, value: number): string | undefined {
  // They have no symbol for 0, whatever their range is.
  if (value === 0 && (system.kind === 'symbolic' || system.kind === 'alphabetic')) return undefined;
  switch (system.kind) {
    case 'cyclic': {
      const { symbols } = system;
      return symbols[(((value - 1) % symbols.length) + symbols.length) % symbols.length];
    }
    case 'fixed':
      return system.symbols[value - system.first];
    case 'symbolic': {
      const { symbols } = system;
      return repeated(symbols[(value - 1) % symbols.length] ?? '', Math.ceil(value / symbols.length));
    }
    case 'additive':
      return added(system.weights, value);
    case 'computed':
      return system.textOf(value);
    default:
      return positional(system.symbols, value, system.kind === 'alphabetic' ? 1 : 0);
  }
}

/** Numbers with digits of increasing places, the lowest of which is 0, or 1 in an alphabet. */
function positional(symbols: readonly string[], value: number, least: 0 | 1): string {
  let text = '';
  let rest = value;
  do {
    rest -= least;
    text = (symbols[rest % symbols.length] ?? '') + text;
    rest = Math.floor(rest / symbols.length);
  } while (rest > 0);
  return text;
}

function added(weights: readonly Weight[], value: number): string | undefined {
  if (value === 0) return weights.find(([weight]) => weight === 0)?.[1];
  let [text, rest, left] = ['', value, MAX_SYMBOLS];
  for (const [weight, symbol] of weights) {
    if (weight === 0 || weight > rest) continue;
    const count = Math.floor(rest / weight);
    const part = count > left ? undefined : repeated(symbol, count);
    if (part === undefined || text.length > MAX_CHARACTERS) return undefined;
    text += part;
    left -= count;
    rest -= count * weight;
  }
  return rest === 0 ? text : undefined;
}

const repeated = (symbol: string, count: number): string | undefined =>
  count > MAX_SYMBOLS || count * symbol.length > MAX_CHARACTERS ? undefined : symbol.repeat(count);
