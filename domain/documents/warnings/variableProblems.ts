import { closingBracket, replaceCalls } from '../css/cssPatterns.ts';
import { shown } from './shownText.ts';

/** Whether a variable is one that a framework leaves to its users, and has a use for without a value. */
export const isOptionalVariable = (name: string): boolean => /^--(?:bs|bulma|mdb|pico|uk|tw|md|mdc|fa)-/.test(name);

/** The problem of a declaration with a variable that has no value and no fallback. */
export const unknownVariable = (property: string, value: string, name: string): string =>
  `${declaration(property, value)} is ignored, because ${shown(name)} has no value`;

/** The problem of a declaration with a variable that refers to itself, and has no fallback. */
export const cyclicVariable = (property: string, value: string, name: string): string =>
  `${declaration(property, value)} is ignored, because ${shown(name)} refers to itself`;

/** Cleaning removes spaces of a value. */
const declaration = (property: string, value: string): string => shown(`${property}: ${value.replace(/,\s*/g, ', ')}`);

/** Maximum number of fallbacks in each other that are read. */
const MAX_FALLBACKS = 50;

/** Returns the first variable of a value that has neither a value nor a fallback; undefined if there is none. */
export function unknownVariableIn(value: string, isKnown: (name: string) => boolean): string | undefined {
  return firstUnknown(value, isKnown, MAX_FALLBACKS);
}

function firstUnknown(value: string, isKnown: (name: string) => boolean, left: number): string | undefined {
  let from = 0;
  for (const { index, 0: opening } of value.matchAll(/(?<![\w-])var\(/gi)) {
    if (index < from || left === 0) continue;
    const start = index + opening.length;
    const end = closingBracket(value, start);
    if (end < 0) return undefined;
    const inner = value.slice(start, end);
    const comma = inner.indexOf(',');
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    from = end + 1;
    if (isKnown(name)) continue;
    const unknown = comma < 0 ? name : firstUnknown(inner.slice(comma + 1), isKnown, left - 1);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

/** Replaces the variables of a value that are not known by their fallbacks; those without one remain. */
export function withFallbacks(value: string, isKnown: (name: string) => boolean, left = MAX_FALLBACKS): string {
  return replaceCalls(value, variables, (call) => {
    const [, name = '', fallback] = /^var\(\s*(--[^\s,)]+)\s*,(.*)\)$/is.exec(call) ?? [];
    if (fallback === undefined || left === 0 || isKnown(name)) return undefined;
    return withFallbacks(fallback.trim(), isKnown, left - 1);
  });
}

/** Texts, addresses, and the starts of variables. */
const variables = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|url\([^()]*\)|(?<![\w-])var\(/gis;
