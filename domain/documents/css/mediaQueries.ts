import { ownValue } from './ownValue.ts';

/** The size that media queries ask for: that of A4 less 1 cm on each side, as browsers print it by default; px. */
const PAGE_WIDTH = ((210 - 20) * 96) / 25.4;
const PAGE_HEIGHT = ((297 - 20) * 96) / 25.4;
/** Maximum nesting of brackets. */
const MAX_DEPTH = 20;

/** Undefined where browsers do not know either: what is negated then does not count. */
type Truth = boolean | undefined;

/** Whether a list of media queries covers paper. */
export function isForPrint(queries: string): boolean {
  return queries.split(',').some((query) => isTrue(query.trim().toLowerCase()));
}

/** Whether a media query joins media by `and`, which only features are joined by: it covers none. */
export const isBrokenQuery = (query: string): boolean =>
  /^\s*(?:(?:not|only)\s+)?[a-z]+\s+and\s+[a-z]/i.test(query) && !/\band\s+not\b/i.test(query);

function isTrue(query: string): boolean {
  if (query === '') return true;
  const [, sign, type, features] = /^(?:(not|only)\s+)?(?!not\b|only\b)([a-z]+)(?:\s+and\s+(.*))?$/s.exec(query) ?? [];
  if (type === undefined) return conditionOf(query, 0) === true;
  if (isBrokenQuery(query)) return false;
  const found = every([/^(?:print|all)$/.test(type), features === undefined || conditionOf(features, 0)]);
  return (sign === 'not' ? negated(found) : found) === true;
}

const negated = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

/** Reads features in brackets, with `not` before one, or joined by either `and` or `or`. */
function conditionOf(text: string, depth: number): Truth {
  const parts = depth > MAX_DEPTH ? [] : partsOf(text.trim());
  const truths = parts.filter((part) => part.startsWith('(')).map((part) => inBrackets(part.slice(1, -1), depth));
  const words = parts.filter((part) => !part.startsWith('(')).join(' ');
  if (words === 'not' && parts.length === 2 && parts[0] === 'not') return negated(truths[0]);
  if (parts.length !== 2 * truths.length - 1) return undefined;
  if (/^(?:and ?)*$/.test(words)) return every(truths);
  return /^(?:or ?)+$/.test(words) ? negated(every(truths.map(negated))) : undefined;
}

const inBrackets = (text: string, depth: number): Truth =>
  /^\s*(?:\(|not\b)/.test(text) ? conditionOf(text, depth + 1) : hasFeature(text.trim());

/** Splits a text at its outermost brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let open = 0;
  let start = 0;
  const take = (end: number): void => {
    const part = text.slice(start, end).trim();
    if (part !== '') parts.push(part);
    start = end;
  };
  for (const { 0: sign, index } of text.matchAll(/[()]/g)) {
    if (sign === '(' && open++ === 0) take(index);
    else if (sign === ')' && --open === 0) take(index + 1);
  }
  take(text.length);
  return open === 0 ? parts : [];
}

/** What a page and its reader have, whatever the template says; without a value where they have it at all. */
const constant =
  /^(?:orientation: portrait|prefers-color-scheme(?:: light)?|prefers-(?:reduced-(?:motion|data|transparency)|contrast): no-preference|(?:forced|inverted)-colors: none|(?:any-)?(?:hover(?:: hover)?|pointer(?:: fine)?)|update: none|scripting: none|display-mode(?:: browser)?|overflow-block(?:: paged)?|color-gamut(?:: srgb)?|(?:video-)?dynamic-range(?:: standard)?|orientation|-webkit-transform-[23]d)$/;
const names =
  /^(?:orientation|prefers-(?:color-scheme|reduced-motion|reduced-data|reduced-transparency|contrast)|(?:forced|inverted)-colors|(?:any-)?(?:hover|pointer)|update|scripting|display-mode|overflow-(?:block|inline)|color-gamut|(?:video-)?dynamic-range|scan)(?::|$)/;

const lengths: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
/** A page is asked for its resolution as a screen with a pixel of 1/96 inch. */
const densities: Readonly<Record<string, number>> = { x: 1, dppx: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };
const count: Readonly<Record<string, number>> = { '': 1 };

interface Measure {
  readonly value: number;
  readonly units: Readonly<Record<string, number>>;
}

const measures: Readonly<Record<string, Measure>> = {
  width: { value: PAGE_WIDTH, units: lengths },
  height: { value: PAGE_HEIGHT, units: lengths },
  'aspect-ratio': { value: PAGE_WIDTH / PAGE_HEIGHT, units: count },
  resolution: { value: 1, units: densities },
  'device-pixel-ratio': { value: 1, units: count },
  color: { value: 8, units: count },
  'color-index': { value: 0, units: count },
  monochrome: { value: 0, units: count },
  grid: { value: 0, units: count },
};

/** A longer feature is none. */
const MAX_FEATURE = 200;
const bounds: Readonly<Record<string, string>> = { min: '>=', max: '<=' };

function hasFeature(feature: string): Truth {
  if (feature.length > MAX_FEATURE) return undefined;
  const [, bound, name = '', declared] = /^(?:-webkit-)?(?:(min|max)-)?([a-z-]+)\s*(?::\s*(.+))?$/s.exec(feature) ?? [];
  const measure = measureOf(name);
  if (measure && declared !== undefined) return compares(measure, bounds[bound ?? ''] ?? '=', declared);
  if (measure) return measure.value > 0;
  const written = feature.replace(/\s*:\s*/, ': ');
  if (constant.test(written)) return true;
  return names.test(written) ? false : inRange(feature);
}

const measureOf = (name: string): Measure | undefined => ownValue(measures, name.replace(/^device-(?!pixel)/, ''));

const opposite: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

/** Reads `400px <= width < 60em`, or one side of it. */
function inRange(feature: string): Truth {
  const [, lower, sign = '', name = '', other, upper] =
    /^(?:([^<>=]+?)\s*([<>]=?|=)\s*)?([a-z-]+)\s*(?:([<>]=?|=)\s*([^<>=]+))?$/.exec(feature) ?? [];
  const measure = measureOf(name);
  if (!measure) return undefined;
  return every([
    lower === undefined || compares(measure, opposite[sign] ?? '', lower),
    upper === undefined || compares(measure, other ?? '', upper),
  ]);
}

function compares({ value, units }: Measure, sign: string, text: string): Truth {
  const [, number, unit = '', divisor = '1'] = /^([\d.]+)([a-z]*)(?:\s*\/\s*([\d.]+))?$/.exec(text.trim()) ?? [];
  const factor = ownValue(units, unit) ?? (Number(number) === 0 ? 1 : undefined);
  if (factor === undefined || number === undefined) return undefined;
  const limit = (Number(number) * factor) / Number(divisor);
  if (sign === '=') return value === limit;
  if (value === limit) return sign.endsWith('=');
  return sign.startsWith('>') ? value > limit : value < limit;
}
