import type { JsonObject, Kind } from './kind.ts';

type WithMembers = Pick<Kind, 'members'>;

/**
 * Returns the values as a record stores them: `id`, the declared members in their order, then the undeclared members.
 * Undeclared members were written by a newer release and survive every change that this release makes. Undefined
 * members are omitted.
 */
export function inDeclaredOrder<V extends JsonObject>({ members }: WithMembers, values: V): V;
export function inDeclaredOrder({ members }: WithMembers, values: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  if (values.id !== undefined) ordered.id = values.id;
  for (const name in members) {
    const value = values[name];
    if (value !== undefined) ordered[name] = value;
  }
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && !Object.hasOwn(members, name)) ordered[name] = value;
  }
  return ordered;
}

/** Splits a stored record into the members that the kind declares and those that only a newer release knows. */
export function splitUndeclared(
  { members }: WithMembers,
  stored: JsonObject,
): { readonly declared: JsonObject; readonly undeclared: JsonObject } {
  const [declared, undeclared]: [JsonObject, JsonObject] = [{}, {}];
  for (const [name, value] of Object.entries(stored))
    (Object.hasOwn(members, name) ? declared : undeclared)[name] = value;
  return { declared, undeclared };
}
