import type { Member } from '../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind, ValueProblem } from '../kinds/kind.ts';
import { formats, isLanguageTag } from './formats.ts';
import { describe, isObject } from './values.ts';

type ValueChecks = Pick<Kind, 'members' | 'checkValue' | 'checkNew'>;

/** Returns the problems that a write causes. @param stored the stored values; undefined for a new record */
export const causedProblems = (problems: readonly ValueProblem[], stored: JsonObject | undefined): string[] =>
  problems.filter(({ isStored }) => !stored || !isStored(stored)).map(({ text }) => text);

/**
 * Returns what is wrong with values of the right types: formats, language tags, periods that end before they begin, and
 * what the kind checks in new values.
 */
export function valueProblems(kind: ValueChecks, values: JsonObject): ValueProblem[] {
  const isStoredIn = (names: readonly string[]) => (stored: JsonObject) =>
    names.every((name) => Bun.deepEquals(values[name], stored[name]));
  const { checkNew } = kind;
  const found: ValueProblem[] = reversedPeriods(values).map(({ from, to, text }) => ({
    text,
    isStored: isStoredIn([from, to]),
  }));
  for (const name in kind.members) {
    const member = kind.members[name];
    const value = values[name];
    if (!member || value === undefined) continue;
    const texts = [...problemsOf(member, value, name), ...(kind.checkValue?.(name, value) ?? [])];
    for (const text of texts) found.push({ text, isStored: isStoredIn([name]) });
  }
  for (const text of checkNew?.(values) ?? [])
    found.push({ text, isStored: (stored) => checkNew?.(stored).includes(text) === true });
  return found;
}

function problemsOf(member: Member, value: Json, path: string): string[] {
  switch (member.type) {
    case 'string': {
      const format = member.format && formats[member.format];
      if (!format || typeof value !== 'string' || format.accepts(value)) return [];
      return [`${path}: must be ${format.expected}, not ${describe(value)}`];
    }
    case 'localizations':
      return problemsOfLanguages(Object.keys(isObject(value) ? value : {}), path);
    case 'objects':
      return (Array.isArray(value) ? value : []).flatMap((element, index) =>
        isObject(element) ? reversedPeriods(element).map(({ text }) => `${path}[${index}].${text}`) : [],
      );
    default:
      return [];
  }
}

/** Tags are compared without their case (RFC 5646): of `cs` and `CS`, a reader could not know which counts. */
function problemsOfLanguages(languages: readonly string[], path: string): string[] {
  const first = new Map<string, string>();
  return languages.flatMap((language) => {
    if (!isLanguageTag(language))
      return [`${path}: ${describe(language)} is not a language tag such as cs or en-GB (BCP 47)`];
    const other = first.get(language.toLowerCase());
    if (other !== undefined)
      return [
        `${path}: ${describe(language)} is given by ${describe(other)} already, the case of language tags is ignored`,
      ];
    first.set(language.toLowerCase(), language);
    return [];
  });
}

const periods = [
  { from: 'validFrom', to: 'validTo' },
  { from: 'validityFrom', to: 'validityTo' },
] as const;

/** Dates are ISO 8601 in UTC with milliseconds, so they compare as text. */
function reversedPeriods(values: JsonObject): { readonly from: string; readonly to: string; readonly text: string }[] {
  return periods.flatMap(({ from, to }) => {
    const [begin, end] = [values[from], values[to]];
    const isReversed = typeof begin === 'string' && typeof end === 'string' && end < begin;
    return isReversed ? [{ from, to, text: `${to}: must not be before ${from}` }] : [];
  });
}
