import { kinds } from '../kinds/index.ts';
import type { JsonObject, Kind, Values } from '../kinds/kind.ts';

/** Adds the problems that the kind finds in values, without the members that a problem names already. */
export function checkCrossFields(kind: Kind, values: JsonObject, problems: string[], at = ''): void {
  if (!kind.check) return;
  const named = membersOf(problems, at);
  const valid = withoutMembers(values, named) as Values;
  for (const problem of kind.check(valid, kinds, named)) problems.push(at === '' ? problem : `${at}.${problem}`);
}

export const memberOf = (problem: string): string => /^[^.:[]*/.exec(problem)?.[0] ?? '';

/** Returns the members that problems of the record at a place name. */
export function membersOf(problems: readonly string[], at = ''): ReadonlySet<string> {
  const place = at === '' ? '' : `${at}.`;
  return new Set(problems.filter((one) => one.startsWith(place)).map((one) => memberOf(one.slice(place.length))));
}

export function withoutMembers(values: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
