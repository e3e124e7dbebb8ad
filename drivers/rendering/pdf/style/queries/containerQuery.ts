import { closingBracket } from '../../../../../domain/documents/css/cssPatterns.ts';
import { unescaped } from '../../../../../domain/documents/css/unescaped.ts';
import type { QueryContainer } from './queryContainer.ts';

/** The condition of an `@container`. */
export interface ContainerQuery {
  /** Whether it holds in the containers around an element, from the innermost. */
  readonly holds: (containers: readonly QueryContainer[]) => boolean;
}

/** Whether a condition holds in a container; undefined where that is not known. */
type Test = (container: QueryContainer) => boolean | undefined;

/** Maximum number of brackets within each other. */
const MAX_DEPTH = 20;

const ofHeight = /\b(?:height|block-size|aspect-ratio|orientation)\b/i;

/** Reads what stands behind `@container`. */
export function readContainerQuery(prelude: string): ContainerQuery {
  const [, name, condition = ''] =
    /^\s*(?:(?!not\b)(-?[a-z_][\w-]*|--[\w-]+)(?=\s|\(|$)(?!\())?\s*([\s\S]*)$/i.exec(unescaped(prelude)) ?? [];
  const test = readCondition(condition.trim(), 0);
  const needsHeight = ofHeight.test(condition);
  return {
    holds: (containers) => {
      const own = containers.find(
        ({ names, hasHeight }) => (name === undefined || names.includes(name)) && (hasHeight || !needsHeight),
      );
      return own !== undefined && test(own) === true;
    },
  };
}

const unknown: Test = () => undefined;

/** The parts in brackets are joined by one word. */
function readCondition(text: string, depth: number): Test {
  if (depth > MAX_DEPTH) return unknown;
  const tests: Test[] = [];
  let joint: string | undefined;
  let rest = text;
  while (rest !== '') {
    const [start, word = ''] = /^\s*(and|or|not)?\s*\(/i.exec(rest) ?? [];
    const end = start === undefined ? -1 : closingBracket(rest, start.length);
    if (start === undefined || end < 0) return unknown;
    const part = readPart(rest.slice(start.length, end).trim(), depth);
    const own = word.toLowerCase();
    if (own === 'not' && tests.length > 0) return unknown;
    if (own !== 'not' && (own === '') !== (tests.length === 0)) return unknown;
    if (joint !== undefined && own !== joint) return unknown;
    if (tests.length > 0) joint = own;
    tests.push(own === 'not' ? negated(part) : part);
    rest = rest.slice(end + 1).trim();
  }
  if (tests.length === 0) return unknown;
  return (container) => {
    const results = tests.map((test) => test(container));
    const decisive = joint === 'or';
    if (results.includes(decisive)) return decisive;
    return results.includes(undefined) ? undefined : !decisive;
  };
}

const negated =
  (test: Test): Test =>
  (container) => {
    const result = test(container);
    return result === undefined ? undefined : !result;
  };

const readPart = (text: string, depth: number): Test =>
  /^(?:\(|not\b)/i.test(text) ? readCondition(text, depth + 1) : readFeature(text);

type Measure = (container: QueryContainer) => number | undefined;

const measures: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ['width', ({ size }) => size?.width],
  ['inline-size', ({ size }) => size?.width],
  ['height', ({ size }) => size?.height],
  ['block-size', ({ size }) => size?.height],
  ['aspect-ratio', ({ size }) => size?.height && size.width / size.height],
]);

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other - EPSILON,
  '<=': (one, other) => one <= other + EPSILON,
  '>': (one, other) => one > other + EPSILON,
  '>=': (one, other) => one >= other - EPSILON,
  '=': (one, other) => Math.abs(one - other) <= EPSILON,
};
/** Layout units are no exact fractions of a point. */
const EPSILON = 0.01;

function readFeature(text: string): Test {
  const [, bound, name = '', value = ''] = /^(?:(min|max)-)?([a-z-]+)\s*:\s*(.+)$/is.exec(text) ?? [];
  if (name.toLowerCase() === 'orientation') return orientation(value.trim().toLowerCase());
  const measure = measures.get(name.toLowerCase());
  if (measure) return compared(measure, bound ? (bound.toLowerCase() === 'min' ? '>=' : '<=') : '=', value);
  const bare = measures.get(text.toLowerCase());
  if (bare) return (container) => (bare(container) ?? 0) > 0;
  return readRange(text);
}

/** `width > 400px`, `400px < width`, or `400px <= width < 900px`. */
function readRange(text: string): Test {
  const parts = text.split(/\s*(<=|>=|<|>|=)\s*/);
  const [first = '', sign = '', second = '', nextSign, third] = parts;
  if (parts.length !== 3 && parts.length !== 5) return unknown;
  const measured = measures.get(first.toLowerCase());
  if (measured && nextSign === undefined) return compared(measured, sign, second);
  const measure = measures.get(second.toLowerCase());
  if (!measure) return unknown;
  const lower = compared(measure, turned[sign] ?? '', first);
  if (nextSign === undefined || third === undefined) return lower;
  const upper = compared(measure, nextSign, third);
  return (container) => {
    const results = [lower(container), upper(container)];
    return results.includes(undefined) ? undefined : results.every(Boolean);
  };
}

const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

function compared(measure: Measure, sign: string, value: string): Test {
  const compare = comparisons[sign];
  if (!compare) return unknown;
  return (container) => {
    const [size, bound] = [measure(container), boundOf(value.trim(), container)];
    return size === undefined || bound === undefined ? undefined : compare(size, bound);
  };
}

/** Returns a length or a ratio. */
function boundOf(value: string, { lengthOf }: QueryContainer): number | undefined {
  const [, over, under] = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (over !== undefined && under !== undefined) return Number(over) / Number(under);
  return lengthOf(value);
}

const orientation =
  (value: string): Test =>
  ({ size }) =>
    size?.height === undefined ? undefined : size.height >= size.width === (value === 'portrait');
