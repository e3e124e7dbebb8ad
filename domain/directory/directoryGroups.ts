import { CHANGE, NEW, REMOVE } from '../../db/queries/imports/diffTables.ts';
import type { JsonObject, Values } from '../kinds/kind.ts';
import { splitUndeclared } from '../kinds/memberOrder.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import type { DirectoryEntry, DirectoryGroup } from '../ports/directory.ts';
import { checkCrossFields } from '../records/crossFieldChecks.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject } from '../validation/values.ts';

/** A stored group that was imported from the directory. */
export interface LocalGroup {
  /** The key of its place in the directory. */
  readonly key: string;
  readonly version: number;
  readonly values: Values;
}

/** A difference between the directory and the stored groups. */
export interface GroupDifference {
  readonly type: typeof NEW | typeof CHANGE | typeof REMOVE;
  readonly code: string;
  readonly place: string;
  /** The stored group; absent for NEW. */
  readonly here?: LocalGroup;
  /** The new values; absent for REMOVE. */
  readonly values?: JsonObject;
}

/** Why a group is not imported, or not removed. */
export interface Reason {
  readonly code?: string;
  readonly place: string;
  readonly reason: string;
}

interface Matched {
  readonly group: DirectoryGroup;
  readonly here: LocalGroup | undefined;
}

/**
 * Compares all groups of a directory with the stored groups that were imported from it. Groups match by place, otherwise
 * by code: such a group was moved. Members for which the directory has no value are not changed.
 */
export function matchGroups(
  entries: readonly DirectoryEntry[],
  groupsHere: readonly LocalGroup[],
  keyOf: (place: string) => string | undefined,
): { differences: GroupDifference[]; unchanged: number; rejected: Reason[] } {
  const rejected: Reason[] = [];
  const places = new Set(entries.map(({ distinguishedName }) => keyOf(distinguishedName)));
  const byPlace = new Map(groupsHere.toReversed().map((here) => [here.key, here]));
  // A group whose place still exists in the directory was not moved.
  const movable = new Map(groupsHere.filter(({ key }) => !places.has(key)).map((here) => [here.values.code, here]));
  const matched: Matched[] = [];
  const sorted = entries.toSorted((one, other) => (one.distinguishedName < other.distinguishedName ? -1 : 1));
  for (const { distinguishedName, group } of sorted) {
    if (!group)
      rejected.push({ place: distinguishedName, reason: 'code: the directory gives neither a code nor a name' });
    else matched.push({ group, here: byPlace.get(keyOf(distinguishedName) ?? '') ?? movable.get(group.code) });
  }
  // If several entries have one code, the entry matched with the group that has the code already comes first.
  const rank = ({ group, here }: Matched): number => (here?.values.code === group.code ? 0 : 1);
  const nameByCode = new Map<string, string>();
  const used = new Set<LocalGroup>();
  const differences: GroupDifference[] = [];
  let unchanged = 0;
  for (const { group, here } of matched.toSorted((one, other) => rank(one) - rank(other))) {
    const { code, distinguishedName } = group;
    const other = nameByCode.get(code);
    if (other !== undefined)
      rejected.push({ code, place: distinguishedName, reason: `code: ${describe(code)} is given by ${other} too` });
    else nameByCode.set(code, distinguishedName);
    if (here) used.add(here);
    if (other !== undefined) continue;
    const values = valuesOf(group, here?.values);
    if (here && Bun.deepEquals(values, here.values)) {
      unchanged++;
      continue;
    }
    const problems: string[] = [];
    if (values.type === undefined) problems.push('type: the directory gives none, and LDAP_GROUP_TYPE is not set');
    const { declared, undeclared } = splitUndeclared(userGroup, values);
    const reading = readRecord(userGroup, declared, problems);
    if (problems.length === 0) checkCrossFields(userGroup, reading.values as Values, problems);
    if (problems.length > 0) rejected.push({ code, place: distinguishedName, reason: problems.join('; ') });
    else
      differences.push({
        type: here ? CHANGE : NEW,
        code,
        place: distinguishedName,
        ...(here && { here }),
        values: { ...reading.values, ...undeclared },
      });
  }
  for (const here of groupsHere) {
    if (used.has(here) || places.has(here.key)) continue;
    const { code, ldapMemberOf } = here.values;
    differences.push({ type: REMOVE, code: String(code), place: String(ldapMemberOf), here });
  }
  return { differences, unchanged, rejected };
}

function valuesOf(
  { distinguishedName, chars, ...attributes }: DirectoryGroup,
  current: Values | undefined,
): JsonObject {
  const before = isObject(current?.chars) ? current.chars : {};
  return { ...current, ...attributes, ldapMemberOf: distinguishedName, chars: { ...before, ...chars } };
}
