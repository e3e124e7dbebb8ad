import { isDeepStrictEqual } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { mergePatch } from '../../domain/validation/mergePatch.ts';
import { isObject } from '../../domain/validation/values.ts';
import type { Connection } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { yamlOf } from '../base/output.ts';
import type { RecordDocument } from './documents.ts';
import { findRecord, nameOf, pathOf, type ReadRecord, type StoredRecord } from './recordAccess.ts';

/** What a document would change. */
export interface PlannedChange {
  readonly document: RecordDocument;
  readonly name: string;
  readonly action: 'created' | 'changed' | 'unchanged';
  readonly stored: ReadRecord | undefined;
  /** The record after the change, without auditInfo. */
  readonly result: StoredRecord;
}

export interface PlanOptions {
  readonly replace?: boolean;
}

/** Compares a document with the stored record of its id or code. */
export async function planChange(
  connection: Connection,
  document: RecordDocument,
  options: PlanOptions,
): Promise<PlannedChange> {
  const { kind, source } = document;
  const values = withoutAudit(document.values);
  const key = values['id'] ?? values['code'];
  if (typeof key !== 'string' || key === '')
    throw usageError(`${source}: has neither an id nor a code, by which the stored record could be found.`);
  const stored = await findRecord(connection, kind, key);
  const name = nameOf(kind, values);
  if (!stored) return { document, name, action: 'created', stored, result: mergePatch({}, values) };
  return { document, name, stored, ...changeOf(withoutAudit(stored.values), values, options) };
}

/** Returns a change as it is if the same run has made an earlier change of the same record. */
export function changeAfter(earlier: PlannedChange, change: PlannedChange, options: PlanOptions): PlannedChange {
  const values = withoutAudit(change.document.values);
  return { ...change, stored: earlier.stored, ...changeOf(earlier.result, values, options) };
}

/** Returns what the values of a document make of a record. */
function changeOf(
  current: StoredRecord,
  values: StoredRecord,
  { replace = false }: PlanOptions,
): Pick<PlannedChange, 'action' | 'result'> {
  const result = replace ? { ...pick(current, ['id']), ...mergePatch({}, values) } : mergePatch(current, values);
  return { action: isDeepStrictEqual(current, result) ? 'unchanged' : 'changed', result };
}

/** Returns the request that makes a change. */
export function requestOf({ document, action, stored, result }: PlannedChange): {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
} {
  const { kind, values } = document;
  if (action === 'created' || !stored) return { method: 'POST', path: pathOf(kind), body: result };
  const patch = patchBetween(withoutAudit(stored.values), result);
  // The version of the file, if it has one, so that a change since it was written is not undone.
  const body = { ...patch, ...(values['auditInfo'] !== undefined && { auditInfo: values['auditInfo'] }) };
  return { method: 'PATCH', path: pathOf(kind, String(stored.values['id'])), body };
}

/** Returns the change in the form of `diff -u`, of the record as YAML; an empty text if nothing changes. */
export function unifiedDiff({ name, action, stored, result }: PlannedChange): string {
  if (action === 'unchanged') return '';
  const before = stored ? yamlOf(withoutAudit(stored.values)) : '';
  const ordered = stored ? inOrderOf(withoutAudit(stored.values), result) : result;
  // Headers are set off by a tab, which a terminal would get as an escape.
  const [from, to] = [stored ? `${name} (stored)` : '/dev/null', `${name} (new)`];
  return createTwoFilesPatch(from, to, before, yamlOf(ordered), undefined, undefined, { context: 3 });
}

export function withoutAudit({ auditInfo: _, ...values }: StoredRecord): StoredRecord {
  return values;
}

/** Returns the merge patch (RFC 7396) that makes `before` into `after`. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const name of Object.keys(before)) if (!(name in after)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (isDeepStrictEqual(old, value)) continue;
    patch[name] = isObject(old) && isObject(value) ? patchBetween(old, value) : value;
  }
  return patch;
}

const pick = (values: StoredRecord, names: readonly string[]): StoredRecord =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Returns the members of `values` in the order of `model`, new ones last. */
function inOrderOf(model: StoredRecord, values: StoredRecord): StoredRecord {
  const names = new Set([...Object.keys(model), ...Object.keys(values)]);
  return Object.fromEntries([...names].filter((name) => name in values).map((name) => [name, values[name] ?? null]));
}
