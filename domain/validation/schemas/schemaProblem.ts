import type { ErrorObject } from 'ajv/dist/2020.js';
import { describe, isObject } from '../values.ts';

/** Values that a problem lists, and their length together. A longer list is counted. */
const MAX_LISTED = 100;
const MAX_LIST_LENGTH = 4_000;

/**
 * Returns the problem of an Ajv error: the path of the member, and what is wrong.
 *
 * @param value the value that was checked
 * @param at its path; absent for a body, whose members are named alone
 */
export function schemaProblem(error: ErrorObject, value: unknown, at?: string): string {
  const { keyword, instancePath, params, message } = error;
  const within = memberPath(instancePath, at);
  const below = (name: unknown): string => (within === '' ? String(name) : `${within}.${name}`);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${below(params['missingProperty'])}: is required`;
    case 'additionalProperties':
      return `${below(params['additionalProperty'])}: unknown member`;
    case 'unevaluatedProperties':
      return `${below(params['unevaluatedProperty'])}: unknown member`;
    default:
      return `${within || 'body'}: ${choiceOf(error, value) ?? message}`;
  }
}

/** Returns the sentence about a value that is none of those that the schema lists. */
function choiceOf({ keyword, params, instancePath }: ErrorObject, value: unknown): string | undefined {
  const allowed: unknown = keyword === 'enum' ? params['allowedValues'] : [params['allowedValue']];
  if ((keyword !== 'enum' && keyword !== 'const') || !Array.isArray(allowed)) return undefined;
  const list = allowed.map((one) => JSON.stringify(one)).join(', ');
  const sent = describe(valueAt(value, instancePath));
  return allowed.length > MAX_LISTED || list.length > MAX_LIST_LENGTH
    ? `must be one value of the ${allowed.length} of the schema, not ${sent}`
    : `must be one of ${list}, not ${sent}`;
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const segment of segmentsOf(pointer)) {
    if (Array.isArray(found)) found = found[Number(segment)];
    else if (isObject(found)) found = found[segment];
    else return undefined;
  }
  return found;
}

/** A JSON pointer as the path of a member: `/a/0/b` is `a[0].b`. */
function memberPath(pointer: string, at = ''): string {
  const path = segmentsOf(pointer)
    .map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : `.${segment}`))
    .join('');
  return at === '' && path.startsWith('.') ? path.slice(1) : `${at}${path}`;
}
