import type { JsonObject } from '../kinds/kind.ts';
import { MAX_DEPTH } from './readFree.ts';
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
