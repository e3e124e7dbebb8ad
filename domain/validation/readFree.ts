import type { Json, JsonObject } from '../kinds/kind.ts';
import { describe, isObject, isStorableText } from './values.ts';

/** Deeper nesting is refused: no real data is that deep, and every reader of it would have to recurse. */
export const MAX_DEPTH = 100;

/** Reads a body that is a free object by itself; `at` names it in problems that are about the whole of it. */
export function readFreeObject(value: unknown, problems: string[], at = 'body'): JsonObject {
  if (!isObject(value)) {
    problems.push(`${at}: must be an object, not ${describe(value)}`);
    return {};
  }
  for (const name of Object.keys(value)) {
    if (name === '__proto__') problems.push('__proto__: is not allowed as a name');
    else if (checkStorable(name, problems, at)) readFree(value[name] ?? null, problems, name, 2);
  }
  return value;
}

/** Checks any JSON value at `path`, and returns it as it is. */
export function readFree(value: Json, problems: string[], path: string, depth: number): Json {
  if (depth > MAX_DEPTH) {
    problems.push(`${path.slice(0, 200)}: is nested deeper than ${MAX_DEPTH} levels`);
    return null;
  }
  if (typeof value === 'string') checkStorable(value, problems, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) problems.push(`${path}: is a number out of range`);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) readFree(element, problems, `${path}[${index}]`, depth + 1);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__') problems.push(`${path}.__proto__: is not allowed as a name`);
      else if (checkStorable(name, problems, path)) readFree(inner, problems, `${path}.${name}`, depth + 1);
    }
  }
  return value;
}

/** Whether the text can be stored; if not, a problem says why. */
export function checkStorable(text: string, problems: string[], path: string): boolean {
  if (isStorableText(text)) return true;
  const why = text.includes('\u0000') ? 'the character NUL' : 'half of a surrogate pair';
  problems.push(`${path}: must not contain ${why}`);
  return false;
}
