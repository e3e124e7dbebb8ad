import { closingBracket } from '../css/cssPatterns.ts';
import { isLaidOut } from './cssSupport.ts';
import { isBrokenSelector, unknownPseudoOf } from './pseudoSupport.ts';

/** Maximum length of a condition that is read. */
const MAX_LENGTH = 10_000;
/** Maximum number of brackets in each other that are read. */
const MAX_DEPTH = 32;

/**
 * Whether the rules of an `@supports` count.
 *
 * A declaration is supported if the layout follows it. One that browsers alone follow is not, because then the rules of
 * the sheet for browsers without it apply.
 */
export const isSupported = (condition: string): boolean =>
  condition.length <= MAX_LENGTH && read(condition.trim(), MAX_DEPTH) === true;

/** Returns undefined for text that is no valid condition; `not` of it is undefined too. */
function read(text: string, depth: number): boolean | undefined {
  if (depth === 0) return undefined;
  const negated = /^not(?=[\s(])\s*(.*)$/is.exec(text)?.[1];
  if (negated !== undefined) {
    const [test, ...others] = testsOf(negated);
    const value = test === undefined || others.length > 0 ? undefined : readTest(test, depth);
    return value === undefined ? undefined : !value;
  }
  const tests = testsOf(text);
  const [, { joint } = { joint: '' }] = tests;
  if (tests.length === 0 || tests.slice(1).some((test) => test.joint !== joint)) return undefined;
  const values = tests.map((test) => readTest(test, depth));
  if (values.includes(undefined)) return undefined;
  return joint === 'or' ? values.includes(true) : !values.includes(false);
}

interface Test {
  /** `and`, `or`, or nothing before the first one. */
  readonly joint: string;
  /** Of a function: `selector`. */
  readonly name: string;
  readonly inner: string;
}

/** Splits a condition at the words that join its tests; returns nothing if it is not valid. */
function testsOf(text: string): Test[] {
  const tests: Test[] = [];
  let rest = text;
  while (rest !== '') {
    const opening = /^\s*(?:(and|or)(?=[\s(])\s*)?([a-z][a-z-]*)?\(/i.exec(rest);
    const joint = opening?.[1]?.toLowerCase() ?? '';
    const start = opening?.[0].length ?? 0;
    const end = opening ? closingBracket(rest, start) : -1;
    if (!opening || end < 0 || (joint === '') !== (tests.length === 0)) return [];
    tests.push({ joint, name: opening[2]?.toLowerCase() ?? '', inner: rest.slice(start, end).trim() });
    rest = rest.slice(end + 1).trim();
  }
  return tests;
}

function readTest({ name, inner }: Test, depth: number): boolean | undefined {
  if (name === 'selector') return !isBrokenSelector(inner) && unknownPseudoOf(inner) === undefined;
  if (name === 'font-format') return /^(?:opentype|truetype|woff2?|collection)$/i.test(inner.replaceAll(/["']/g, ''));
  if (name !== '') return false;
  const [, property, value = ''] = /^([\w-]+)\s*:\s*(.*)$/s.exec(inner) ?? [];
  if (property === undefined) return read(inner, depth - 1);
  return isLaidOut(property.toLowerCase(), value.replace(/\s+/g, ' ').replace(/ ?! ?important$/i, ''));
}
