import { writeOnlyText } from '../../../db/queries/records/writeOnlyRows.ts';
import { maskOf } from '../../access/hidden/hiddenMembers.ts';
import { checkWritable } from '../../access/reach.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import type { Kind, Values } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { staleVersion } from '../../validation/problems.ts';
import type { Reading } from '../../validation/readRecord.ts';
import { findRecord, missing } from '../findRecord.ts';
import { checkPrecondition } from '../precondition.ts';
import { type RecordRow, withId } from '../record.ts';
import { shownText } from '../showRecord.ts';
import { parseStored } from '../storedText.ts';
import { comparesWriteOnly, type Separated, separateWriteOnly } from '../writeOnly.ts';
import { type Saved, type SaveOptions, updateRecord } from './writeRecord.ts';

/** Writers of one record alternate; a client that loses this often meets a writer that never pauses. */
export const MAX_ATTEMPTS = 50;

/** The change of one record. */
export interface RecordChange {
  /** Its id or code. */
  readonly key: string;
  /** Returns the new values, read against the stored record. */
  readonly read: (row: RecordRow) => Reading | Promise<Reading>;
  /** The stored record, where it has been read already. */
  readonly row?: RecordRow;
}

/**
 * Reads the record and writes its new values `where version =` the version read. A lost race is retried, unless the
 * client named the version it changed. A rejected change is retried too if the record has changed meanwhile: a record
 * read before the rename of its type names a code that no longer exists, and that is not the client's mistake.
 */
export async function changeRecord(
  services: Services,
  kind: Kind,
  change: RecordChange,
  options: SaveOptions & { readonly parameter?: string },
): Promise<Saved> {
  const saved = await changeIfStored(services, kind, change, options);
  if (!saved) throw missing(kind, options.parameter ?? 'idOrCode', change.key);
  return saved;
}

/** As changeRecord; returns undefined if there is no such record. */
export async function changeIfStored(
  services: Services,
  kind: Kind,
  { key, read, row: knownRow }: RecordChange,
  { parameter = 'idOrCode', ...options }: SaveOptions & { readonly parameter?: string },
): Promise<Saved | undefined> {
  let row = knownRow;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const stored: RecordRow | undefined = row ?? (await findRecord(services, kind, key, parameter));
    if (!stored) return undefined;
    checkWritable(services, kind, stored);
    row = undefined;
    await checkPrecondition(services, kind, stored, options.precondition);
    try {
      const saved = await changeStored(services, kind, stored, await read(stored), options);
      if (saved) return saved;
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === MAX_ATTEMPTS) throw error;
      row = await findRecord(services, kind, stored.id, 'id');
      if (!row || (row.doc === stored.doc && row.version === stored.version)) throw error;
    }
  }
  throw contended(kind);
}

/** Returns undefined if the stored record is no longer `row`. */
async function changeStored(
  services: Services,
  kind: Kind,
  row: RecordRow,
  { values: read, version }: Reading,
  options: SaveOptions,
): Promise<Saved | undefined> {
  if (read.id !== undefined && read.id !== row.id)
    throw badRequest('The id of a record cannot change.', [`id: ${read.id} was sent, the record has ${row.id}`]);
  if (version !== undefined && version !== row.version)
    throw badRequest(`The ${kind.name} was changed by another since it was read.`, [
      staleVersion(version, row.version),
    ]);
  const sent = withId(read, row.id);
  const unchanged = async (): Promise<Saved> => ({
    record: await shownText(services, kind, row),
    delayed: false,
  });
  const { values: separated, change } = await separateStored(services, kind, row, sent);
  if (JSON.stringify(separated) === row.doc) return unchanged();
  const before = parseStored(row.doc);
  const mask = await maskOf(services, kind, [before]);
  const values = mask.withHidden(kind, separated, before);
  if (Bun.deepEquals(before, values)) return unchanged();
  return updateRecord(services, kind, { row, values: before }, { values, writeOnly: change }, options);
}

/** Separates the write-only text from new values. A text changes only with its record, so the version guards it too. */
async function separateStored(
  { sql }: Services,
  kind: Kind,
  row: RecordRow,
  values: Values,
): Promise<Separated<Values>> {
  const { writeOnly } = kind;
  if (!writeOnly) return { values };
  const before = parseStored(row.doc);
  const text = comparesWriteOnly(writeOnly, values, before)
    ? await writeOnlyText(sql, writeOnly.table, row.id)
    : undefined;
  return separateWriteOnly(kind, values, { values: before, text });
}

export const contended = (kind: Kind): ServiceError =>
  badRequest(`The ${kind.name} is being changed by others all the time; try again.`);
