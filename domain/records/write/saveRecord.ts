import { visibleRow } from '../../access/hidden/hiddenMembers.ts';
import { badRequest } from '../../errors.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import { splitUndeclared } from '../../kinds/memberOrder.ts';
import type { Services } from '../../ports/services.ts';
import { mergePatch, unknownRemovals } from '../../validation/mergePatch.ts';
import { countProblems } from '../../validation/problems.ts';
import type { Reading } from '../../validation/readRecord.ts';
import { isObject, isUuid, textOf } from '../../validation/values.ts';
import { findRecord, isHidden } from '../findRecord.ts';
import { checkAbsence } from '../precondition.ts';
import { newId, type RecordRow, withId } from '../record.ts';
import { parseStored } from '../storedText.ts';
import { changeIfStored, changeRecord, contended, MAX_ATTEMPTS } from './changeRecord.ts';
import { readBody, rereadReferences } from './readBody.ts';
import { insertRecord, type Saved, type SaveOptions } from './writeRecord.ts';

export type { Saved, SaveOptions };

/** Options of a save whose path names the record. */
export interface PathOptions extends SaveOptions {
  /** The path parameter: `id` where only an id is accepted. */
  readonly parameter?: string;
}

/** POST: creates the record, or replaces the one whose id is sent. A version that is sent concerns the latter alone. */
export async function saveRecord(services: Services, kind: Kind, input: unknown, options: SaveOptions): Promise<Saved> {
  const id = isObject(input) ? input.id : undefined;
  const findSent = async () =>
    typeof id === 'string' && isUuid(id) ? findRecord(services, kind, id, 'id') : undefined;
  const reading = await readBody(services, kind, input, findSent);
  const sentId = textOf(reading.values.id);
  const onPath = { ...options, parameter: 'id' };
  const recordId = sentId ?? newId();
  const read = rereadable(services, kind, reading);
  // As a new record, it could not keep its references to records out of the caller's reach.
  const stored = services.access.unrestricted && !options.precondition ? undefined : await findSent();
  const change = (row: RecordRow) => changeIfStored(services, kind, { key: recordId, read, row }, onPath);
  const changedStored = stored && (await change(stored));
  if (changedStored) return changedStored;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    checkAbsence(kind, options.precondition);
    const values = withId((await read()).values, recordId);
    const created = await insertRecord(services, kind, values, { ...options, isIdSent: sentId !== undefined });
    if (created) return created;
    const row = await findRecord(services, kind, recordId, 'id');
    // If the record is deleted meanwhile, it is a new one.
    const changed = row && (await change(row));
    if (changed) return changed;
    if (await isHidden(services, kind, recordId))
      throw badRequest(`The ${kind.name} cannot be saved.`, ['id: cannot be used']);
  }
  throw contended(kind);
}

/** Creates a record with the id that it has. Throws a 400 if another record has the id: nothing is replaced. */
export async function createRecord(
  services: Services,
  kind: Kind,
  input: JsonObject & { readonly id: string },
  options: SaveOptions,
): Promise<Saved> {
  const { id } = input;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { values } = await readBody(services, kind, input);
    const created = await insertRecord(services, kind, withId(values, id), { ...options, isIdSent: true });
    if (created) return created;
    const taken = await findRecord(services, kind, id, 'id');
    if (taken || (await isHidden(services, kind, id)))
      throw badRequest(`The ${kind.name} cannot be saved.`, [
        taken ? `id: ${id} is taken by another ${kind.name}` : 'id: cannot be used',
      ]);
  }
  throw contended(kind);
}

/** PUT: replaces all members; absent members are cleared. */
export async function replaceRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  input: unknown,
  options: PathOptions,
): Promise<Saved> {
  const reading = await readBody(services, kind, input, () => findRecord(services, kind, idOrCode, options.parameter));
  return changeRecord(services, kind, { key: idOrCode, read: rereadable(services, kind, reading) }, options);
}

/** PATCH: applies a merge patch (RFC 7396) to the record as it is when the write succeeds. */
export async function patchRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  patch: unknown,
  options: PathOptions,
): Promise<Saved> {
  if (!isObject(patch)) throw badRequest('The patch must be a JSON object.', ['body: must be an object']);
  return changeRecord(services, kind, { key: idOrCode, read: patching(services, kind, patch) }, options);
}

/**
 * Patches the record with this id if there is one.
 *
 * @param accept throws unless the stored record is to be patched
 */
export async function patchStored(
  services: Services,
  kind: Kind,
  { id, patch, accept }: { readonly id: string; readonly patch: JsonObject; readonly accept: (row: RecordRow) => void },
  options: SaveOptions,
): Promise<Saved | undefined> {
  const apply = patching(services, kind, patch);
  const read = (row: RecordRow): Promise<Reading> => {
    accept(row);
    return apply(row);
  };
  return changeIfStored(services, kind, { key: id, read }, { ...options, parameter: 'id' });
}

/** Returns the function that reads a record with a merge patch applied. */
function patching(services: Services, kind: Kind, patch: JsonObject): (row: RecordRow) => Promise<Reading> {
  const { auditInfo, ...members } = patch;
  const unknown = unknownRemovals(kind.members, members);
  if (unknown.length > 0) throw badRequest(`The ${kind.name} has ${countProblems(unknown)}.`, unknown);
  return async (row) => {
    const { doc } = await visibleRow(services, kind, row);
    const { declared, undeclared } = splitUndeclared(kind, parseStored<JsonObject>(doc));
    const merged = { ...mergePatch(declared, members), ...referencesOf(kind, members) };
    removeWriteOnly(kind, members, merged);
    const input = auditInfo === undefined ? merged : { ...merged, auditInfo };
    const reading = await readBody(services, kind, input, () => row);
    return { ...reading, values: { ...reading.values, ...undeclared } };
  };
}

/** In a merge patch, null means that a member is absent. A write-only text that is absent stays, and null removes it. */
function removeWriteOnly({ writeOnly }: Kind, patch: JsonObject, merged: JsonObject): void {
  if (!writeOnly) return;
  const [patched, container] = [patch[writeOnly.member], merged[writeOnly.member]];
  if (isObject(patched) && isObject(container) && patched[writeOnly.name] === null) container[writeOnly.name] = null;
}

/** A patched reference is another reference: merged with the old one it would still name the old record. */
const referencesOf = (kind: Kind, patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => isObject(value) && kind.members[name]?.type === 'reference'),
  );

/** Returns the reading for the first attempt; each later attempt looks up its references again. */
function rereadable(
  services: Services,
  kind: Kind,
  reading: Reading,
): (stored?: RecordRow) => Reading | Promise<Reading> {
  let isUsed = false;
  return (stored) => {
    if (isUsed) return rereadReferences(services, kind, reading, stored);
    isUsed = true;
    return reading;
  };
}
