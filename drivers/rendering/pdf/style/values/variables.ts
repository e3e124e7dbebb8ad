import { hasOpenColour } from '../../../../../domain/documents/css/colourValues.ts';
import {
  cyclicVariable,
  isOptionalVariable,
  unknownVariable,
} from '../../../../../domain/documents/warnings/variableProblems.ts';
import { noneRegistered, type RegisteredProperties, type RegisteredProperty } from './registered.ts';

/** What a value may come to whose variables are replaced: each may hold the next one several times. */
export const variableLimits = { characters: 20_000, variables: 1_000, levels: 50 } as const;

/** What the replaced variables of one value come to. */
interface Replacing {
  count: number;
  isTooLarge: boolean;
  /** The variable that has neither a value nor a fallback, and whether because it refers to itself. */
  lacking?: { readonly name: string; readonly isCyclic: boolean };
}

/** Reports a declaration that is ignored because of its variables, with its value before they are replaced. */
export type ReportIgnored = (problem: string, property: string, value: string) => void;

/** The problem of a declaration whose value is too large once its variables are replaced. */
export const tooLargeProblem = (property: string, reason: string): string =>
  `${property}, whose variables are replaced, is ignored: ${reason}`;

const tooLarge = `its variables come to at most ${variableLimits.characters} characters, ${variableLimits.variables} variables and ${variableLimits.levels} levels`;

/** The value of a variable that is declared to have none, which sheets do so that what uses it does not count. */
const NONE = '\u0001';

/** Marks a longhand whose shorthand has variables: the shorthand is expanded once they are replaced. */
const PENDING = '\u0000';

export const hasVariables = (value: string): boolean => value.includes('var(');

/** Whether a value is known only with the variables and the colour of its element. */
export const isOpen = (value: string): boolean => hasVariables(value) || hasOpenColour(value);

/** A longhand that stands for a part of a shorthand with variables. */
interface PendingLonghand {
  readonly shorthand: string;
  readonly longhand: string;
  readonly value: string;
}

/** The value of a longhand that stands for a part of a shorthand with variables. */
export const pendingValue = ({ shorthand, longhand, value }: PendingLonghand): string =>
  PENDING + [shorthand, longhand, value].join(PENDING);

/** Reads such a value; undefined for any other. */
export function readPending(text: string): PendingLonghand | undefined {
  if (!text.startsWith(PENDING)) return undefined;
  const [, shorthand = '', longhand = '', value = ''] = text.split(PENDING);
  return { shorthand, longhand, value };
}

/**
 * Returns the custom properties of an element: those that it inherits, and its own, with their variables replaced. A
 * property that refers to itself is absent, or has its initial value.
 */
export function customOf(
  inherited: ReadonlyMap<string, string> | undefined,
  declarations: ReadonlyMap<string, string>,
  { report, registered = noneRegistered }: CustomOptions = {},
): ReadonlyMap<string, string> | undefined {
  const passed = registered.passedOn(inherited);
  let own: Map<string, string> | undefined;
  for (const [property, declared] of declarations) {
    if (!property.startsWith('--')) continue;
    own ??= new Map(passed);
    own.set(property, ownCustom(declared, inherited?.get(property), registered.get(property)));
  }
  if (!own) return passed;
  const open = own;
  for (const property of declarations.keys()) {
    if (!property.startsWith('--')) continue;
    const value = open.get(property);
    if (value === undefined || !hasVariables(value)) continue;
    const replaced = reportedWithout(property, value, open, report, [property]) ?? registered.get(property)?.initial;
    if (replaced === undefined) open.delete(property);
    else open.set(property, replaced);
  }
  return open;
}

/** Returns the value of a custom property, whose declaration may be a keyword. */
function ownCustom(declared: string, ofParent: string | undefined, known: RegisteredProperty | undefined): string {
  const keyword = declared.toLowerCase();
  const isUnset = /^(?:unset|revert|revert-layer)$/.test(keyword);
  const inherits = keyword === 'inherit' || (isUnset && (known?.inherits ?? true));
  if (inherits) return ofParent ?? known?.initial ?? NONE;
  return isUnset || keyword === 'initial' ? (known?.initial ?? NONE) : declared;
}

interface CustomOptions {
  readonly report?: ReportIgnored | undefined;
  readonly registered?: RegisteredProperties | undefined;
}

/** Replaces each `var()` of the value of a property, as `withoutVariables` does, and reports one that is ignored. */
export function reportedWithout(
  property: string,
  value: string,
  custom: ReadonlyMap<string, string> | undefined,
  report: ReportIgnored | undefined,
  open: readonly string[] = [],
): string | undefined {
  const replacing: Replacing = { count: 0, isTooLarge: false };
  const replaced = withoutVariables(value, custom, open, replacing);
  const { isTooLarge, lacking } = replacing;
  if (isTooLarge) report?.(tooLargeProblem(property, tooLarge), property, value);
  else if (replaced === undefined && lacking && !isOptionalVariable(lacking.name)) {
    const describe = lacking.isCyclic ? cyclicVariable : unknownVariable;
    report?.(describe(property, value, lacking.name), property, value);
  }
  return replaced;
}

/** The values of variables, by their names. */
export type Variables = Pick<ReadonlyMap<string, string>, 'get'>;

/** Replaces each `var()` of a value. Returns undefined if one has neither a value nor a fallback. */
export function withoutVariables(
  text: string,
  custom: Variables | undefined,
  open: readonly string[] = [],
  replacing: Replacing = { count: 0, isTooLarge: false },
): string | undefined {
  const giveUp = (): undefined => {
    replacing.isTooLarge = true;
  };
  if (open.length > variableLimits.levels) return giveUp();
  let result = '';
  let rest = text;
  for (let at = rest.indexOf('var('); at >= 0; at = rest.indexOf('var(')) {
    if (++replacing.count > variableLimits.variables) return giveUp();
    const end = endOfBrackets(rest, at + 4);
    const [name = '', ...fallback] = splitAtComma(rest.slice(at + 4, end));
    const isCyclic = open.includes(name);
    const value = isCyclic ? undefined : custom?.get(name);
    const known = value === NONE ? undefined : value;
    const replaced =
      known === undefined
        ? fallback[0] && withoutVariables(fallback[0], custom, open, replacing)
        : withoutVariables(known, custom, [...open, name], replacing);
    if (replaced === undefined) {
      if (value === undefined && fallback[0] === undefined) replacing.lacking ??= { name, isCyclic };
      return undefined;
    }
    result += rest.slice(0, at) + replaced;
    rest = rest.slice(end + 1);
    // What replaces a variable never joins what follows, which may stand without a space: `var(--a)0`.
    if (/^[\w#.%+-]/.test(rest)) result += ' ';
    if (result.length > variableLimits.characters) return giveUp();
  }
  return result + rest;
}

function endOfBrackets(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** The name of a variable, and its fallback, which may contain commas. */
function splitAtComma(text: string): string[] {
  const comma = text.indexOf(',');
  return comma < 0 ? [text.trim()] : [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
}
