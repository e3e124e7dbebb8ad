import type { NewBulkItem } from '../../db/queries/bulk/bulkRows.ts';
import { badRequest } from '../errors.ts';
import { type Condition, checkFiltering, type Filtering } from '../filtering/index.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { newId } from '../records/record.ts';
import { describe, isObject, isUuid } from '../validation/values.ts';

/** What a client requests: records to be created, a patch of the records that match, or their deletion. */
export type BulkChange =
  | { readonly operation: 'CREATE'; readonly items: readonly NewBulkItem[] }
  | { readonly operation: 'PATCH'; readonly filtering: JsonObject; readonly patch: JsonObject }
  | { readonly operation: 'DELETE'; readonly filtering: JsonObject };

const operations = ['CREATE', 'PATCH', 'DELETE'] as const;
type Operation = (typeof operations)[number];

/** The members of the body beside `operation` and `dryRun`. */
const membersOf: Readonly<Record<Operation, readonly string[]>> = {
  CREATE: ['records'],
  PATCH: ['filtering', 'patch'],
  DELETE: ['filtering'],
};

/** Members that give rights, which the database role of workers may not write (db/roles/applyRoles.ts). */
const grantingMembers: Readonly<Record<string, string>> = { UserGroup: 'associatedUserRoleId' };

/** Returns the problem of a record or patch that gives rights; none if it does not. */
function problemOfGrant({ name }: Kind, values: JsonObject, at: string): string[] {
  const member = grantingMembers[name];
  return member === undefined || values[member] === undefined
    ? []
    : [`${at}.${member}: a bulk change cannot give rights, change each ${name} by itself`];
}

/** Maximum number of records that one request creates. */
const MAX_RECORDS = 10_000;

/** Reads the body of a bulk change. Throws a 400 with all problems. */
export function readBulkChange(kind: Kind, input: unknown): { readonly change: BulkChange; readonly dryRun: boolean } {
  if (!isObject(input)) throw refused([`body: must be an object, not ${describe(input)}`]);
  const operation = operations.find((name) => name === input.operation);
  if (!operation)
    throw refused([
      input.operation === undefined
        ? `operation: is required, one of ${operations.join(', ')}`
        : `operation: must be one of ${operations.join(', ')}, not ${describe(input.operation)}`,
    ]);
  const { dryRun = false } = input;
  const expected = membersOf[operation];
  const problems = [
    ...Object.keys(input)
      .filter((name) => !['operation', 'dryRun', ...expected].includes(name))
      .map((name) => `${name}: unknown member, ${operation} has ${expected.join(' and ')}`),
    ...expected.filter((name) => input[name] === undefined).map((name) => `${name}: is required`),
    ...(typeof dryRun === 'boolean' ? [] : [`dryRun: must be true or false, not ${describe(dryRun)}`]),
  ];
  const items = expected.includes('records') ? readItems(kind, input.records, problems) : [];
  if (expected.includes('patch')) problems.push(...problemsOfPatch(kind, input.patch));
  if (problems.length > 0) throw refused(problems);
  const { patch } = input;
  if (operation === 'CREATE') return { change: { operation, items }, dryRun: dryRun === true };
  const filtering = selectionOf(kind, input.filtering as Json);
  return {
    change: operation === 'PATCH' ? { operation, filtering, patch: patch as JsonObject } : { operation, filtering },
    dryRun: dryRun === true,
  };
}

const refused = (problems: readonly string[]) => badRequest('The bulk change cannot be read.', problems);

function readItems(kind: Kind, records: unknown, problems: string[]): NewBulkItem[] {
  if (records === undefined) return [];
  if (!Array.isArray(records) || records.length === 0 || records.length > MAX_RECORDS) {
    const found = Array.isArray(records) ? `${records.length} elements` : describe(records);
    problems.push(`records: must be an array of 1 to ${MAX_RECORDS} records, not ${found}`);
    return [];
  }
  const ids = new Map<string, number>();
  return records.map((record: unknown, index): NewBulkItem => {
    const id = isObject(record) ? (record.id ?? newId()) : undefined;
    if (!isObject(record)) problems.push(`records[${index}]: must be an object, not ${describe(record)}`);
    else if (typeof id !== 'string' || !isUuid(id))
      problems.push(`records[${index}].id: type mismatch, ${describe(id)} is not a UUID`);
    else problems.push(...problemOfGrant(kind, record, `records[${index}]`));
    const recordId = String(id).toLowerCase();
    const first = ids.get(recordId);
    if (first === undefined) ids.set(recordId, index);
    else if (isObject(record)) problems.push(`records[${index}].id: ${recordId} is given in records[${first}] already`);
    return { recordId, input: JSON.stringify(isObject(record) ? { ...record, id: recordId } : null) };
  });
}

/** A patch that would fail for every record alike is refused as a whole. */
function problemsOfPatch(kind: Kind, patch: unknown): string[] {
  if (patch === undefined) return [];
  if (!isObject(patch)) return [`patch: must be an object, not ${describe(patch)}`];
  const names = Object.keys(patch);
  if (names.length === 0) return ['patch: must have a member'];
  return [
    ...names.flatMap((name) => {
      if (name === 'id') return ['patch.id: the id of a record cannot change'];
      return Object.hasOwn(kind.members, name) ? [] : [`patch.${name}: ${kind.name} has no such member to patch`];
    }),
    ...problemOfGrant(kind, patch, 'patch'),
  ];
}

/** Returns the filtering as an object. Throws a 400 if it has no condition: an empty one would change every record. */
function selectionOf(kind: Kind, filtering: Json): JsonObject {
  const { conditions, words } = checkFiltering(kind, filtering, 'backup');
  if (!conditions.some(restricts) && words.length === 0)
    throw refused([
      'filtering: must have a filter or a fulltext; for all records, send a filter that all match, such as id IS_NOT_NULL',
    ]);
  return Array.isArray(filtering) ? { filters: filtering } : (filtering as JsonObject);
}

const restricts = (condition: Condition): boolean =>
  condition.type === 'and' ? condition.conditions.some(restricts) : true;

/** The conditions of a filtering as one, for a record in memory. */
export const conditionOf = ({ conditions, words }: Pick<Filtering, 'conditions' | 'words'>): Condition => ({
  type: 'and',
  conditions: [...conditions, ...(words.length > 0 ? [{ type: 'words', words } as const] : [])],
});
