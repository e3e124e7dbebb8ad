import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { nearestOf } from './nearestName.ts';
import { readMembers } from './readMembers.ts';
import { describe, isObject } from './values.ts';

/** A record read from input. */
export interface Reading {
  /** In declared order; null and absent members are left out. */
  readonly values: JsonObject;
  /** `auditInfo.version` as sent, the only part of auditInfo that is read: the version that the client changed. */
  readonly version?: number;
}

/**
 * Reads a body as a record of the kind. Each problem goes into `problems` and begins with `at` and the member's path;
 * the values are complete only when no problem was added.
 */
export function readRecord(kind: Pick<Kind, 'name' | 'members'>, input: unknown, problems: string[], at = ''): Reading {
  if (!isObject(input)) {
    problems.push(`${at || 'body'}: must be ${article(kind.name)} object, not ${describe(input)}`);
    return { values: {} };
  }
  const prefix = at === '' ? '' : `${at}.`;
  const values = readMembers(kind.members, input, problems, prefix, 'auditInfo');
  problems.push(...problemsOfCode(values.code, prefix));
  const version = readVersion(input.auditInfo, problems, prefix);
  return version === undefined ? { values } : { values, version };
}

function article(name: string): string {
  return /^[AEIO]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** Clients resolve the path segments `.` and `..` before they send a request: such a record could never be read. */
export const problemsOfCode = (code: Json | undefined, prefix: string): string[] =>
  code === '.' || code === '..' ? [`${prefix}code: must not be "." or ".."`] : [];

function readVersion(auditInfo: Json | undefined, problems: string[], prefix: string): number | undefined {
  if (auditInfo === undefined || auditInfo === null) return undefined;
  if (!isObject(auditInfo)) {
    problems.push(`${prefix}auditInfo: must be an object, not ${describe(auditInfo)}`);
    return undefined;
  }
  const { version } = auditInfo;
  if (version === undefined || version === null) {
    problems.push(...misspeltVersion(auditInfo, prefix));
    return undefined;
  }
  if (typeof version === 'number' && Number.isSafeInteger(version)) {
    if (version >= 0) return version;
    problems.push(`${prefix}auditInfo.version: must be at least 0`);
    return undefined;
  }
  if (typeof version === 'bigint') {
    const limit = version < 0n ? 'at least 0' : `at most ${Number.MAX_SAFE_INTEGER}`;
    problems.push(`${prefix}auditInfo.version: must be ${limit}`);
    return undefined;
  }
  problems.push(`${prefix}auditInfo.version: must be a whole number, not ${describe(version)}`);
  return undefined;
}

/** Other members of auditInfo are ignored, but not a version that would be: the client relies on it. */
const misspeltVersion = (auditInfo: JsonObject, prefix: string): string[] =>
  Object.keys(auditInfo)
    .filter((name) => name !== 'version' && nearestOf(name, ['version'], 0.45) !== undefined)
    .map((name) => `${prefix}auditInfo.${name}: unknown member, did you mean version?`);
