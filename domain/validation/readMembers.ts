import {
  checkCount,
  checkLength,
  isLongerThan,
  maxElementLengthOf,
  maxElementsOf,
  maxLengthOf,
  rangeOf,
} from '../kinds/declaration/limits.ts';
import type {
  IntegerMember,
  Member,
  Members,
  ObjectsMember,
  StringMember,
  StringsMember,
} from '../kinds/declaration/members.ts';
import type { Json, JsonObject } from '../kinds/kind.ts';
import { DATE_FORM, parseDate } from './dates.ts';
import { checkStorable, readFree } from './readFree.ts';
import { readLocalizations } from './readLocalizations.ts';
import { describe, isObject, isUuid } from './values.ts';

/**
 * Reads an object of declared members: the values in declared order, absent and null members left out.
 *
 * @param prefix  the object's own path with a dot behind it, or nothing
 * @param ignored a name that is neither declared nor a problem
 */
export function readMembers(
  members: Members,
  input: JsonObject,
  problems: string[],
  prefix: string,
  ignored?: string,
): JsonObject {
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(members, name) && name !== ignored) problems.push(`${prefix}${name}: unknown member`);
  }
  const values: JsonObject = {};
  for (const name in members) {
    const member = members[name];
    if (!member) continue;
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    if (sent === undefined || sent === null) {
      if (member.type === 'string' && member.default !== undefined) values[name] = member.default;
      else if (member.required) problems.push(`${prefix}${name}: is required`);
      continue;
    }
    const value = readMember(member, sent, problems, prefix + name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readMember(member: Member, value: Json, problems: string[], path: string): Json | undefined {
  switch (member.type) {
    case 'string': {
      const text = readString(value, problems, path);
      return text === undefined || !checkString(member, text, problems, path) ? undefined : text;
    }
    case 'uuid':
      if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
      return refuse(problems, `${path}: type mismatch, ${describe(value)} is not a UUID`);
    case 'date':
      return readDate(value, problems, path);
    case 'integer':
      return readInteger(member, value, problems, path);
    case 'number':
      if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return value;
      return refuse(problems, `${path}: must be a number, not ${describe(value)}`);
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return refuse(problems, `${path}: must be true or false, not ${describe(value)}`);
    case 'strings':
      return readStrings(value, member, problems, path);
    case 'free':
      if (!isObject(value)) return refuseObject(value, problems, path);
      return readFree(value, problems, path, 1);
    case 'localizations':
      return readLocalizations(value, { open: member.open === true }, problems, path);
    case 'object':
      if (!isObject(value)) return refuseObject(value, problems, path);
      if (member.period) return readPeriod(member.members, value, problems, path);
      return readMembers(member.members, value, problems, `${path}.`);
    case 'objects':
      return readObjects(member, value, problems, path);
    case 'reference':
      return readReference(value, problems, path);
  }
}

function refuse(problems: string[], problem: string): undefined {
  problems.push(problem);
  return undefined;
}

const refuseObject = (value: Json, problems: string[], path: string): undefined =>
  refuse(problems, `${path}: must be an object, not ${describe(value)}`);

function readString(value: Json, problems: string[], path: string): string | undefined {
  if (typeof value !== 'string') return refuse(problems, `${path}: must be a string, not ${describe(value)}`);
  return checkStorable(value, problems, path) ? value : undefined;
}

function checkString(member: StringMember, text: string, problems: string[], path: string): boolean {
  const { min = 0, values } = member;
  const max = maxLengthOf(member);
  const isTooShort = !isLongerThan(text, min - 1);
  if (isTooShort || isLongerThan(text, max)) {
    const least = isTooShort && member.max === undefined ? `at least ${min}` : `${min} to ${max}`;
    problems.push(`${path}: must have ${min === 0 ? `at most ${max}` : least} characters`);
    return false;
  }
  if (values && !values.includes(text)) {
    problems.push(`${path}: must be one of ${values.join(', ')}, not ${describe(text)}`);
    return false;
  }
  return true;
}

function readDate(value: Json, problems: string[], path: string): string | undefined {
  const moment = typeof value === 'string' ? parseDate(value) : undefined;
  if (moment !== undefined) return new Date(moment).toISOString();
  return refuse(problems, `${path}: must be ${DATE_FORM}, not ${describe(value)}`);
}

function readInteger(member: IntegerMember, value: Json, problems: string[], path: string): Json | undefined {
  const { min, max } = rangeOf(member);
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    return refuse(problems, `${path}: must be a whole number, not ${describe(value)}`);
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
    return refuse(problems, `${path}: must be a whole number of at most 64 bits, not ${describe(value)}`);
  if ((value as number | bigint) < min) return refuse(problems, `${path}: must be at least ${min}`);
  if ((value as number | bigint) > max) return refuse(problems, `${path}: must be at most ${max}`);
  return value;
}

function readStrings(value: Json, member: StringsMember, problems: string[], path: string): Json | undefined {
  const { uuids, values } = member;
  if (!Array.isArray(value)) return refuse(problems, `${path}: must be an array of strings, not ${describe(value)}`);
  if (!checkCount(value, maxElementsOf(member), problems, path)) return undefined;
  return value.map((element, index) => {
    const text = readString(element, problems, `${path}[${index}]`);
    if (text !== undefined) checkLength(text, maxElementLengthOf(member), problems, `${path}[${index}]`);
    if (values && text !== undefined && !values.includes(text))
      problems.push(`${path}[${index}]: must be one of ${values.join(', ')}, not ${describe(text)}`);
    if (uuids && text !== undefined && !isUuid(text)) {
      problems.push(`${path}[${index}]: type mismatch, ${describe(text)} is not a UUID`);
    }
    return text === undefined ? null : uuids ? text.toLowerCase() : text;
  });
}

function readObjects(member: ObjectsMember, value: Json, problems: string[], path: string): Json | undefined {
  const { members } = member;
  if (!Array.isArray(value)) return refuse(problems, `${path}: must be an array, not ${describe(value)}`);
  if (!checkCount(value, maxElementsOf(member), problems, path)) return undefined;
  return value.map((element, index) => {
    if (isObject(element)) return readMembers(members, element, problems, `${path}[${index}].`);
    problems.push(`${path}[${index}]: must be an object, not ${describe(element)}`);
    return null;
  });
}

/** A period that is open at both ends says nothing and is left out: `isValid` alone changes no record. */
function readPeriod(members: Members, value: JsonObject, problems: string[], path: string): Json | undefined {
  const period = readMembers(members, value, problems, `${path}.`, 'isValid');
  const { validFrom, validTo } = period;
  if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
    problems.push(`${path}.validTo: must not be before validFrom`);
  return validFrom === undefined && validTo === undefined ? undefined : period;
}

function readReference(value: Json, problems: string[], path: string): Json | undefined {
  if (!isObject(value))
    return refuse(problems, `${path}: must be an object with an id or a code, not ${describe(value)}`);
  const { id, code, name } = value;
  const result: JsonObject = {};
  if (id !== undefined && id !== null) {
    if (typeof id === 'string' && isUuid(id)) result.id = id.toLowerCase();
    else problems.push(`${path}.id: type mismatch, ${describe(id)} is not a UUID`);
  }
  if (code !== undefined && code !== null) {
    const text = readString(code, problems, `${path}.code`);
    if (text !== undefined) result.code = text;
  }
  // A left side of a diff has the name too; other readers replace it by that of the record.
  if (typeof name === 'string' && checkStorable(name, problems, `${path}.name`)) result.name = name;
  if (result.id === undefined && result.code === undefined) return refuse(problems, `${path}: needs an id or a code`);
  return result;
}

/**
 * Returns a problem for each name in an object, and in the objects inside it, that is not declared. Free objects have any.
 *
 * @param prefix the path of the object with a dot behind it
 */
export function unknownMembers(members: Members, value: Json | undefined, prefix: string): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    return member ? unknownParts(member, inner, prefix + name) : [`${prefix}${name}: unknown member`];
  });
}

const textMembers: Members = { name: { type: 'string' }, description: { type: 'string' } };

function unknownParts(member: Member, value: Json, path: string): string[] {
  switch (member.type) {
    case 'object': {
      const { members, period } = member;
      return unknownMembers(period ? { ...members, isValid: { type: 'boolean' } } : members, value, `${path}.`);
    }
    case 'objects':
      return (Array.isArray(value) ? value : []).flatMap((element, index) =>
        unknownMembers(member.members, element, `${path}[${index}].`),
      );
    case 'localizations':
      if (member.open || !isObject(value)) return [];
      return Object.entries(value).flatMap(([language, texts]) =>
        unknownMembers(textMembers, texts, `${path}.${language}.`),
      );
    default:
      return [];
  }
}
