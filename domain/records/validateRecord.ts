import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import type { Member, Members } from '../kinds/members.ts';

/** Nesting beyond this is refused: nothing real is that deep, and every reader of it would have to recurse. */
export const MAX_DEPTH = 100;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** A record read from input: its values in declared order, and the version it claims to be based on. */
export interface Reading {
  readonly values: JsonObject;
  /** `auditInfo.version` as sent, the only part of auditInfo that is looked at. */
  readonly version?: number;
}

/**
 * Reads a body as a record of the kind. Every problem goes into `problems`, each beginning with `at` and the member's
 * path; the values are whole only when none was added. Null means absent; auditInfo is ignored but for its version.
 */
export function readRecord(kind: Pick<Kind, 'name' | 'members'>, input: unknown, problems: string[], at = ''): Reading {
  if (!isObject(input)) {
    problems.push(`${at || 'body'}: must be ${article(kind.name)} object, not ${describe(input)}`);
    return { values: {} };
  }
  const prefix = at === '' ? '' : `${at}.`;
  const values = readMembers(kind.members, input, problems, prefix, 'auditInfo');
  checkCode(values.code, problems, prefix);
  const version = readVersion(input.auditInfo, problems, prefix);
  return version === undefined ? { values } : { values, version };
}

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

/** The moment an ISO 8601 text names, in ms, or undefined: a date-time with an offset, or a plain date at midnight UTC. */
export function parseDate(text: string): number | undefined {
  const match = datePattern.exec(text);
  if (!match) return undefined;
  const [, day, , time = '00:00:00', fraction = '', zone = 'Z'] = match;
  const millis = fraction === '' ? '000' : fraction.slice(1).padEnd(3, '0').slice(0, 3);
  const clock = time.length === 5 ? `${time}:00` : time;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  if (!isCalendarDay(day as string)) return undefined;
  const moment = Date.parse(`${day}T${clock}.${millis}${offset}`);
  return Number.isNaN(moment) || moment < EARLIEST || moment > LATEST ? undefined : moment;
}

const datePattern = /^(\d{4}-\d{2}-\d{2})([Tt](\d{2}:\d{2}(?::\d{2})?)([.,]\d+)?([Zz]|[+-]\d{2}:?\d{2}))?$/;
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Date.parse takes 30 February for 2 March. */
function isCalendarDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}

/** Reads a body that is a free object by itself; `at` names it in problems that are about the whole of it. */
export function readFreeObject(given: unknown, problems: string[], at = 'body'): JsonObject {
  if (!isObject(given)) {
    problems.push(`${at}: must be an object, not ${describe(given)}`);
    return {};
  }
  for (const name of Object.keys(given)) {
    if (name === '__proto__') problems.push('__proto__: is not allowed as a name');
    else if (isStorable(name, problems, at)) readFree(given[name] as Json, problems, name, 2);
  }
  return given;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names a value in a problem without repeating a long one. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57).toWellFormed()}...` : text;
}

function article(name: string): string {
  return /^[AEIO]/.test(name) ? `an ${name}` : `a ${name}`;
}

/**
 * Reads an object of known members, as {@link readRecord} reads a record.
 *
 * @param prefix  the object's own path with a dot behind it, or nothing
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
    const member = members[name] as Member;
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    if (given === undefined || given === null) {
      if (member.type === 'string' && member.default !== undefined) values[name] = member.default;
      else if (member.required) problems.push(`${prefix}${name}: is required`);
      continue;
    }
    const value = readMember(member, given, problems, prefix + name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readMember(member: Member, given: Json, problems: string[], path: string): Json | undefined {
  switch (member.type) {
    case 'string': {
      const text = readString(given, problems, path);
      return text === undefined || !checkString(member, text, problems, path) ? undefined : text;
    }
    case 'uuid':
      if (typeof given === 'string' && isUuid(given)) return given.toLowerCase();
      return refuse(problems, `${path}: type mismatch, ${describe(given)} is not a UUID`);
    case 'date': {
      const moment = typeof given === 'string' ? parseDate(given) : undefined;
      if (moment !== undefined) return new Date(moment).toISOString();
      return refuse(
        problems,
        `${path}: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not ${describe(given)}`,
      );
    }
    case 'integer':
      if (!Number.isSafeInteger(given))
        return refuse(problems, `${path}: must be a whole number, not ${describe(given)}`);
      if (member.min !== undefined && (given as number) < member.min) {
        return refuse(problems, `${path}: must be at least ${member.min}`);
      }
      if (member.max !== undefined && (given as number) > member.max) {
        return refuse(problems, `${path}: must be at most ${member.max}`);
      }
      return given;
    case 'number':
      if (typeof given === 'number' && Number.isFinite(given)) return given;
      return refuse(problems, `${path}: must be a number, not ${describe(given)}`);
    case 'boolean':
      if (typeof given === 'boolean') return given;
      return refuse(problems, `${path}: must be true or false, not ${describe(given)}`);
    case 'strings':
      return readStrings(given, member.uuids === true, problems, path);
    case 'free':
      if (!isObject(given)) return refuse(problems, `${path}: must be an object, not ${describe(given)}`);
      return readFree(given, problems, path, 1);
    case 'localizations':
      return readLocalizations(given, member.open === true, problems, path);
    case 'object':
      if (!isObject(given)) return refuse(problems, `${path}: must be an object, not ${describe(given)}`);
      if (member.period) return readPeriod(member.members, given, problems, path);
      return readMembers(member.members, given, problems, `${path}.`);
    case 'objects':
      if (!Array.isArray(given)) return refuse(problems, `${path}: must be an array, not ${describe(given)}`);
      return given.map((element, index) => {
        if (isObject(element)) return readMembers(member.members, element, problems, `${path}[${index}].`);
        problems.push(`${path}[${index}]: must be an object, not ${describe(element)}`);
        return null;
      });
    case 'reference':
      return readReference(given, problems, path);
  }
}

/** A period without an end on either side says nothing: it is not kept, so that `isValid` alone changes nothing. */
function readPeriod(members: Members, given: JsonObject, problems: string[], path: string): Json | undefined {
  const period = readMembers(members, given, problems, `${path}.`, 'isValid');
  const { validFrom, validTo } = period as { validFrom?: string; validTo?: string };
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom)
    problems.push(`${path}.validTo: must not be before validFrom`);
  return validFrom === undefined && validTo === undefined ? undefined : period;
}

function refuse(problems: string[], problem: string): undefined {
  problems.push(problem);
  return undefined;
}

function readString(given: Json, problems: string[], path: string): string | undefined {
  if (typeof given !== 'string') return refuse(problems, `${path}: must be a string, not ${describe(given)}`);
  return isStorable(given, problems, path) ? given : undefined;
}

/** What PostgreSQL cannot store and no other program could read back. */
function isStorable(text: string, problems: string[], path: string): boolean {
  if (text.includes('\u0000')) problems.push(`${path}: must not contain the character NUL`);
  else if (!text.isWellFormed()) problems.push(`${path}: must not contain half of a surrogate pair`);
  else return true;
  return false;
}

function checkString(
  member: { min?: number; max?: number; values?: readonly string[] },
  text: string,
  problems: string[],
  path: string,
): boolean {
  const { min = 0, max = Number.POSITIVE_INFINITY, values } = member;
  if (text.length < min || (text.length > max && [...text].length > max)) {
    problems.push(
      `${path}: must have ${max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`} characters`,
    );
    return false;
  }
  if (values && !values.includes(text)) {
    problems.push(`${path}: must be one of ${values.join(', ')}, not ${describe(text)}`);
    return false;
  }
  return true;
}

/** A path that is `.` or `..` is resolved away by clients before it is sent, so such a record could never be asked for. */
function checkCode(code: Json | undefined, problems: string[], prefix: string): void {
  if (code === '.' || code === '..') problems.push(`${prefix}code: must not be "." or ".."`);
}

function readStrings(given: Json, uuids: boolean, problems: string[], path: string): Json | undefined {
  if (!Array.isArray(given)) return refuse(problems, `${path}: must be an array of strings, not ${describe(given)}`);
  return given.map((element, index) => {
    const text = readString(element, problems, `${path}[${index}]`);
    if (uuids && text !== undefined && !isUuid(text)) {
      problems.push(`${path}[${index}]: type mismatch, ${describe(text)} is not a UUID`);
    }
    return text === undefined ? null : uuids ? text.toLowerCase() : text;
  });
}

function readFree(given: Json, problems: string[], path: string, depth: number): Json {
  if (depth > MAX_DEPTH) {
    problems.push(`${path.slice(0, 200)}: is nested deeper than ${MAX_DEPTH} levels`);
    return null;
  }
  if (typeof given === 'string') isStorable(given, problems, path);
  else if (typeof given === 'number') {
    if (!Number.isFinite(given)) problems.push(`${path}: is a number out of range`);
  } else if (Array.isArray(given)) {
    for (let index = 0; index < given.length; index++)
      readFree(given[index] as Json, problems, `${path}[${index}]`, depth + 1);
  } else if (given !== null && typeof given === 'object') {
    for (const name of Object.keys(given)) {
      if (name === '__proto__') problems.push(`${path}.__proto__: is not allowed as a name`);
      else if (isStorable(name, problems, path)) readFree(given[name] as Json, problems, `${path}.${name}`, depth + 1);
    }
  }
  return given;
}

/** `empty` is made anew each time, whatever was sent: it never makes a difference by itself. */
function readLocalizations(given: Json, open: boolean, problems: string[], path: string): Json | undefined {
  if (!isObject(given)) return refuse(problems, `${path}: must be an object by language code, not ${describe(given)}`);
  const result: JsonObject = open ? { empty: true } : {};
  for (const [language, texts] of Object.entries(given)) {
    if (open && language === 'empty') continue;
    if (language === '__proto__' || !isStorable(language, problems, path)) {
      problems.push(`${path}: ${describe(language)} is not allowed as a language code`);
      continue;
    }
    if (texts === null) continue;
    if (!isObject(texts)) {
      const holding = open ? 'texts' : 'name and description';
      problems.push(`${path}.${language}: must be an object with ${holding}, not ${describe(texts)}`);
      continue;
    }
    const members = open ? textsOf(texts) : localization;
    result[language] = readMembers(members, texts, problems, `${path}.${language}.`);
    if (open) result.empty = false;
  }
  return result;
}

/** Every name but what no free object may have. */
function textsOf(texts: JsonObject): Members {
  const names = Object.keys(texts).filter((name) => name !== '__proto__' && isStorable(name, [], ''));
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
}

const localization: Members = { name: { type: 'string' }, description: { type: 'string' } };

function readReference(given: Json, problems: string[], path: string): Json | undefined {
  if (!isObject(given))
    return refuse(problems, `${path}: must be an object with an id or a code, not ${describe(given)}`);
  const { id, code } = given;
  const result: JsonObject = {};
  if (id !== undefined && id !== null) {
    if (typeof id === 'string' && isUuid(id)) result.id = id.toLowerCase();
    else problems.push(`${path}.id: type mismatch, ${describe(id)} is not a UUID`);
  }
  if (code !== undefined && code !== null) {
    const text = readString(code, problems, `${path}.code`);
    if (text !== undefined) result.code = text;
  }
  if (result.id === undefined && result.code === undefined) return refuse(problems, `${path}: needs an id or a code`);
  return result;
}

function readVersion(auditInfo: Json | undefined, problems: string[], prefix: string): number | undefined {
  if (!isObject(auditInfo)) return undefined;
  const version = auditInfo.version;
  if (version === undefined || version === null) return undefined;
  if (Number.isSafeInteger(version)) return version as number;
  return refuse(problems, `${prefix}auditInfo.version: must be a whole number, not ${describe(version)}`);
}
