import { badRequest } from '../../errors.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { mergePatch } from '../../validation/mergePatch.ts';
import type { Reading } from '../../validation/readRecord.ts';
import { isObject } from '../../validation/values.ts';
import { findRecord } from '../findRecord.ts';
import { splitUndeclared } from '../memberOrder.ts';
import { newId, type RecordRow, withId } from '../record.ts';
import { changeRecord, contended, MAX_ATTEMPTS } from './changeRecord.ts';
import { readBody, rereadReferences } from './readBody.ts';
import { insertRecord, type Saved, type SaveOptions } from './writeRecord.ts';

export type { Saved, SaveOptions };

/** Options of a save whose path names the record. */
export interface PathOptions extends SaveOptions {
  /** The path parameter: `id` where only an id is accepted. */
  readonly parameter?: string;
}

/** POST: creates the record, or replaces the one whose id is sent. */
export async function saveRecord(services: Services, kind: Kind, input: unknown, options: SaveOptions): Promise<Saved> {
  const reading = await readBody(services, kind, input);
  const sentId = reading.values.id as string | undefined;
  const onPath = { ...options, parameter: 'id' };
  if (reading.version !== undefined) {
    // A version names a record that exists already.
    const row = sentId === undefined ? undefined : await findRecord(services, kind, sentId, 'id');
    if (!row) throw badRequest(`The ${kind.name} cannot be saved.`, [noRecordAtVersion(reading.version)]);
    return changeRecord(services, kind, { key: row.id, read: rereadable(services, kind, reading) }, onPath);
  }
  const id = sentId ?? newId();
  const read = rereadable(services, kind, reading);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const created = await insertRecord(services, kind, withId((await read()).values, id), options);
    if (created) return created;
    const row = await findRecord(services, kind, id, 'id');
    if (row) return changeRecord(services, kind, { key: id, read, row }, onPath);
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
  const { auditInfo, ...members } = patch;
  const read = async (row: RecordRow): Promise<Reading> => {
    const { declared, undeclared } = splitUndeclared(kind, JSON.parse(row.doc) as JsonObject);
    const merged = { ...mergePatch(declared, members), ...referencesOf(kind, members) };
    const input = auditInfo === undefined ? merged : { ...merged, auditInfo };
    const reading = await readBody(services, kind, input, () => row);
    return { ...reading, values: { ...reading.values, ...undeclared } };
  };
  return changeRecord(services, kind, { key: idOrCode, read }, options);
}

/** A patched reference is another reference: merged with the old one it would still name the old record. */
const referencesOf = (kind: Kind, patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => isObject(value) && kind.members[name]?.type === 'reference'),
  );

/** Returns the reading for the first attempt; each later attempt looks up its references again. */
function rereadable(services: Services, kind: Kind, reading: Reading): () => Reading | Promise<Reading> {
  let isUsed = false;
  return () => {
    if (isUsed) return rereadReferences(services, kind, reading);
    isUsed = true;
    return reading;
  };
}

const noRecordAtVersion = (version: number): string =>
  `auditInfo.version: ${version} was sent, there is no such record`;
