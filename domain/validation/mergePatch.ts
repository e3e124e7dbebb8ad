import type { Members } from '../kinds/declaration/members.ts';
import type { Json, JsonObject } from '../kinds/kind.ts';
import { MAX_DEPTH } from './readFree.ts';
import { unknownMembers } from './readMembers.ts';
import { isObject } from './values.ts';

/** RFC 7396: null clears, objects merge, everything else replaces. The patch is read as the client sent it. */
export function mergePatch(target: JsonObject, patch: JsonObject, depth = 0): JsonObject {
  const merged: JsonObject = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (name === '__proto__') {
      // An own member, so that reading the merged record refuses it, and never the prototype.
      Object.defineProperty(merged, name, { value, enumerable: true });
    } else if (isObject(value) && depth < MAX_DEPTH) {
      const current = merged[name];
      merged[name] = mergePatch(isObject(current) ? current : {}, value, depth + 1);
    } else merged[name] = value;
  }
  return merged;
}

/** Returns a problem for each undeclared member that a patch removes. A merged record does not show such a member. */
export const unknownRemovals = (members: Members, patch: JsonObject): string[] =>
  unknownMembers(members, removalsOf(patch), '');

/** Returns the members of a patch that are null, and the objects that have such members. */
const removalsOf = (patch: JsonObject, depth = 0): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([name, value]): [string, Json][] => {
      if (value === null) return [[name, null]];
      if (!isObject(value) || depth >= MAX_DEPTH) return [];
      const removals = removalsOf(value, depth + 1);
      return Object.keys(removals).length > 0 ? [[name, removals]] : [];
    }),
  );
