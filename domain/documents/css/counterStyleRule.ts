import { type CounterStyle, type CounterSystem, plainStyle, type Weight } from './counterStyle.ts';
import { unescaped } from './unescaped.ts';

/** An `@counter-style`: a style, or what changes in one that it extends. */
export type CounterStyleRule = CounterStyle | (Partial<Omit<CounterStyle, 'system'>> & { readonly extended: string });

/** Names that no rule can take. */
const reserved =
  /^(?:none|decimal|disc|square|circle|disclosure-(?:open|closed)|inherit|initial|unset|revert(?:-layer)?|default)$/i;

/** Reads the descriptors of an `@counter-style` rule; undefined for one that browsers ignore. */
export function readCounterStyle(
  name: string,
  descriptors: readonly (readonly [name: string, value: string, important: boolean])[],
): CounterStyleRule | undefined {
  if (!identifier.test(name) || reserved.test(name)) return undefined;
  const found = new Map(descriptors.map(([descriptor, value]) => [descriptor, value.trim()]));
  const own = readDescriptors(found);
  const [kind = '', argument] = (found.get('system') ?? 'symbolic').split(/\s+/);
  if (/^extends$/i.test(kind)) {
    const isPlain = argument !== undefined && !found.has('symbols') && !found.has('additive-symbols');
    return isPlain ? { ...own, extended: argument } : undefined;
  }
  const system = readSystem(kind.toLowerCase(), argument, found);
  return system && { ...plainStyle, ...own, system };
}

function readSystem(
  kind: string,
  argument: string | undefined,
  found: ReadonlyMap<string, string>,
): CounterSystem | undefined {
  if (kind === 'additive') {
    const weights = weightsOf(found.get('additive-symbols') ?? '');
    return argument === undefined && weights ? { kind, weights } : undefined;
  }
  const symbols = symbolsOf(found.get('symbols') ?? '');
  if (!symbols || symbols.length === 0) return undefined;
  if (kind === 'fixed') {
    const first = argument === undefined ? 1 : integerOf(argument);
    return first === undefined ? undefined : { kind, symbols, first };
  }
  if (argument !== undefined) return undefined;
  if (kind === 'cyclic' || kind === 'symbolic') return { kind, symbols };
  return (kind === 'alphabetic' || kind === 'numeric') && symbols.length > 1 ? { kind, symbols } : undefined;
}

function readDescriptors(found: ReadonlyMap<string, string>): Partial<Omit<CounterStyle, 'system'>> {
  const symbols = (name: string): string[] => symbolsOf(found.get(name) ?? '') ?? [];
  const [before, behind = '', ...more] = symbols('negative');
  const [prefix, ...otherPrefixes] = symbols('prefix');
  const [suffix, ...otherSuffixes] = symbols('suffix');
  const ranges = rangesOf(found.get('range') ?? '');
  const pad = padOf(found.get('pad') ?? '');
  const fallback = found.get('fallback') ?? '';
  return {
    ...(before !== undefined && more.length === 0 && { negative: [before, behind] as const }),
    ...(prefix !== undefined && otherPrefixes.length === 0 && { prefix }),
    ...(suffix !== undefined && otherSuffixes.length === 0 && { suffix }),
    ...(ranges && { ranges }),
    ...(pad && { pad }),
    ...(identifier.test(fallback) && { fallback }),
  };
}

const identifier = /^(?:--|-?(?:[a-z_\u0080-\u{10ffff}]|\\[^\n]))(?:[\w\u0080-\u{10ffff}-]|\\[^\n])*$/iu;
const word = /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|[^\s"']+/g;

/** Texts and names; undefined with anything else. */
function symbolsOf(value: string): string[] | undefined {
  const found: string[] = [];
  for (const [plain, double, single] of value.matchAll(word)) {
    const text = double ?? single;
    if (text === undefined && !identifier.test(plain)) return undefined;
    found.push(unescaped(text ?? plain));
  }
  return found;
}

const integerOf = (text: string): number | undefined => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined);

/** A number and a symbol, in any order. */
function weightOf(text: string): Weight | undefined {
  const words = text.match(word) ?? [];
  const number = words.find((one) => /^\d{1,15}$/.test(one));
  const [symbol, ...more] = symbolsOf(words.filter((one) => one !== number).join(' ')) ?? [];
  return number === undefined || symbol === undefined || more.length > 0 ? undefined : [Number(number), symbol];
}

/** Their weights decrease. */
function weightsOf(value: string): Weight[] | undefined {
  const found: Weight[] = [];
  for (const part of layersOutsideOfTexts(value)) {
    const weight = weightOf(part);
    if (!weight || weight[0] >= (found.at(-1)?.[0] ?? Number.POSITIVE_INFINITY)) return undefined;
    found.push(weight);
  }
  return found.length > 0 ? found : undefined;
}

function padOf(value: string): CounterStyle['pad'] | undefined {
  const [length, symbol] = weightOf(value) ?? [];
  return length === undefined || symbol === undefined ? undefined : { length, symbol };
}

function rangesOf(value: string): CounterStyle['ranges'] {
  if (value === '' || /^auto$/i.test(value)) return undefined;
  const ranges = value.split(',').map((part) => {
    const [from = '', to = '', ...more] = part.trim().split(/\s+/);
    const least = /^infinite$/i.test(from) ? Number.NEGATIVE_INFINITY : integerOf(from);
    const greatest = /^infinite$/i.test(to) ? Number.POSITIVE_INFINITY : integerOf(to);
    return least === undefined || greatest === undefined || least > greatest || more.length > 0
      ? undefined
      : ([least, greatest] as const);
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** The parts between commas that are in no text. */
const layersOutsideOfTexts = (value: string): string[] =>
  value.match(/(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^,"'])+/g) ?? [];
