import type { NewBulkItem } from '../../db/queries/bulk/bulkRows.ts';
import { badRequest, ServiceError } from '../errors.ts';
import { type Condition, checkFiltering, type Filtering } from '../filtering/index.ts';
import { hasCode, type Member, type Members } from '../kinds/declaration/members.ts';
import type { ConfigurationContext, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { withConfiguration } from '../kinds/memberDefaults.ts';
import { newId } from '../records/record.ts';
import { readMembers } from '../validation/readMembers.ts';
import { problemsOfCode } from '../validation/readRecord.ts';
import { causedProblems, valueProblems } from '../validation/valueProblems.ts';
import { describe, isObject, isUuid } from '../validation/values.ts';
import { actionNamesOf, type BulkActionName, bulkActionOf, isBulkAction } from './bulkActions.ts';

/** What a client requests: records to be created; a patch, a deletion of or an action on the records that match. */
export type BulkChange =
  | { readonly operation: 'CREATE'; readonly items: readonly NewBulkItem[] }
  | { readonly operation: 'PATCH'; readonly filtering: JsonObject; readonly patch: JsonObject }
  | { readonly operation: 'DELETE' | BulkActionName; readonly filtering: JsonObject };

const changes = ['CREATE', 'PATCH', 'DELETE'] as const;
type Operation = (typeof changes)[number] | BulkActionName;

/** The operations on the records of a kind: actions where it declares them, otherwise changes. */
const operationsOf = (kind: Kind): readonly Operation[] =>
  kind.operations.includes('bulkAction') ? actionNamesOf(kind) : changes;

/** The members of the body beside `operation` and `dryRun`. */
const membersOf: Readonly<Record<Operation, readonly string[]>> = {
  CREATE: ['records'],
  PATCH: ['filtering', 'patch'],
  DELETE: ['filtering'],
  CANCEL: ['filtering'],
  RESEND: ['filtering'],
  PAUSE: ['filtering'],
  RESUME: ['filtering'],
};

/** Maximum number of records that one request creates. */
export const MAX_RECORDS = 10_000;

/** Reads the body of a bulk change. Throws a 400 with all problems. */
export function readBulkChange(
  configuration: ConfigurationContext,
  kind: Kind,
  input: unknown,
): { readonly change: BulkChange; readonly dryRun: boolean } {
  if (!isObject(input)) throw refused([`body: must be an object, not ${describe(input)}`]);
  const operations = operationsOf(kind);
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
  if (expected.includes('patch'))
    problems.push(...problemsOfPatch(withConfiguration(configuration, kind), input.patch));
  const selects = expected.includes('filtering') && input.filtering !== undefined;
  const filtering = selects ? selectionOf(kind, input.filtering as Json, problems) : {};
  if (problems.length > 0) throw refused(problems);
  const { patch } = input;
  if (operation === 'CREATE') return { change: { operation, items }, dryRun: dryRun === true };
  const change: BulkChange = isBulkAction(operation)
    ? { operation, filtering: withStatuses(filtering, bulkActionOf(kind, operation)?.statuses ?? []) }
    : operation === 'PATCH'
      ? { operation, filtering, patch: patch as JsonObject }
      : { operation, filtering };
  return { change, dryRun: dryRun === true };
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
  const codes = new Map<Json, number>();
  return records.map((record: unknown, index): NewBulkItem => {
    const id = isObject(record) ? (record.id ?? newId()) : undefined;
    if (!isObject(record)) problems.push(`records[${index}]: must be an object, not ${describe(record)}`);
    else if (typeof id !== 'string' || !isUuid(id))
      problems.push(`records[${index}].id: type mismatch, ${describe(id)} is not a UUID`);
    else if (hasCode(kind)) problems.push(...repeated(codes, record.code, { member: 'code', index }));
    const recordId = String(id).toLowerCase();
    if (isObject(record))
      problems.push(
        ...repeated(ids, recordId, { member: 'id', index }),
        ...problemsOfWriteOnly(kind, record, `records[${index}]`),
      );
    return { recordId, input: JSON.stringify(isObject(record) ? { ...record, id: recordId } : null) };
  });
}

/** A bulk change is stored, and its Job shows the patch: a text that nobody reads has no place there. */
function problemsOfWriteOnly({ name: kind, writeOnly }: Kind, values: JsonObject, at: string): string[] {
  const container = writeOnly && values[writeOnly.member];
  if (!writeOnly || !isObject(container) || typeof container[writeOnly.name] !== 'string') return [];
  return [
    `${at}.${writeOnly.member}.${writeOnly.name}: is not allowed in a bulk change, send it with each ${kind} by itself`,
  ];
}

/** Returns the problem of a text that an earlier record has, of two records that could not both be created. */
function repeated<Value extends Json>(
  seen: Map<Value, number>,
  value: Value | undefined,
  { member, index }: { readonly member: string; readonly index: number },
): string[] {
  if (typeof value !== 'string') return [];
  const first = seen.get(value);
  if (first === undefined) seen.set(value, index);
  return first === undefined
    ? []
    : [`records[${index}].${member}: ${describe(value)} is given in records[${first}] already`];
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
      const member = Object.hasOwn(kind.members, name) ? kind.members[name] : undefined;
      if (!member) return [`patch.${name}: unknown member`];
      return problemsOfValue(kind, { [name]: member }, patch[name] ?? null);
    }),
    ...problemsOfCode(patch.code, 'patch.'),
    ...problemsOfWriteOnly(kind, patch, 'patch'),
  ];
}

/** Objects are merged with those of each record: only their type is checked. */
const merged: ReadonlySet<Member['type']> = new Set(['free', 'localizations', 'object', 'reference']);

function problemsOfValue(kind: Kind, members: Members, value: Json): string[] {
  const [[name, member] = ['', undefined]] = Object.entries(members);
  if (isObject(value) && member && merged.has(member.type)) return [];
  const problems: string[] = [];
  const values = readMembers(members, { [name]: value }, problems, '');
  problems.push(
    ...causedProblems(
      valueProblems({ members, ...(kind.checkValue && { checkValue: kind.checkValue }) }, values),
      undefined,
    ),
  );
  return problems.map((problem) => `patch.${problem}`);
}

/** Returns the filtering as an object. It is a problem if it has no condition: an empty one would change every record. */
function selectionOf(kind: Kind, filtering: Json, problems: string[]): JsonObject {
  try {
    const { conditions, words } = checkFiltering(kind, filtering, 'backup');
    if (!conditions.some(restricts) && words.length === 0)
      problems.push(
        'filtering: must have a filter or a fulltext; for all records, send a filter that all match, such as id IS_NOT_NULL',
      );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    problems.push(...error.errors);
  }
  return Array.isArray(filtering) ? { filters: filtering } : (filtering as JsonObject);
}

/** Adds the condition that records have one of the statuses. */
function withStatuses(filtering: JsonObject, statuses: readonly string[]): JsonObject {
  const status = { column: 'status', operator: 'IN', value: statuses.join(',') };
  return { ...filtering, filters: [...(Array.isArray(filtering.filters) ? filtering.filters : []), status] };
}

const restricts = (condition: Condition): boolean =>
  condition.type === 'and' ? condition.conditions.some(restricts) : true;

/** The conditions of a filtering as one, for a record in memory. */
export const conditionOf = ({ conditions, words }: Pick<Filtering, 'conditions' | 'words'>): Condition => ({
  type: 'and',
  conditions: [...conditions, ...(words.length > 0 ? [{ type: 'words', words } as const] : [])],
});
