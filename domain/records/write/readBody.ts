import { badRequest } from '../../errors.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import { withConfiguration } from '../../kinds/memberDefaults.ts';
import type { Services } from '../../ports/services.ts';
import {
  keepsChars,
  needsReferences,
  resolveReferences,
  unknownMembersOfReferences,
} from '../../relations/resolveReferences.ts';
import { countProblems } from '../../validation/problems.ts';
import { type Reading, readRecord } from '../../validation/readRecord.ts';
import { causedProblems, valueProblems } from '../../validation/valueProblems.ts';
import { checkCrossFields, memberOf, membersOf, withoutMembers } from '../crossFieldChecks.ts';
import type { RecordRow } from '../record.ts';
import { parseStored } from '../storedText.ts';
import { constraintProblems } from './constraintProblems.ts';

/**
 * Reads a body as a record, with its references resolved. Throws a 400 with all problems at once: those of the body,
 * of the records that it names, and of the database's constraints.
 *
 * @param findStored finds the record that the body changes, whose own code and id are not taken by another
 */
export async function readBody(
  services: Services,
  kind: Kind,
  input: unknown,
  findStored?: () => RecordRow | undefined | Promise<RecordRow | undefined>,
): Promise<Reading> {
  const problems: string[] = [];
  const configured = withConfiguration(services, kind);
  const reading = readRecord(configured, input, problems);
  problems.push(...unknownMembersOfReferences(kind, input));
  const invalid = membersOf(problems);
  const valid = withoutMembers(reading.values, invalid);
  checkCrossFields(kind, valid, problems);
  // References that stay as they are need not be in reach.
  const stored = services.access.unrestricted ? undefined : valuesOf(await findStored?.());
  const findValues = async () => valuesOf(await findStored?.());
  // An invalid member is not also missing.
  const doubtful = valueProblems(configured, valid).filter(({ text }) => !invalid.has(memberOf(text)));
  if (doubtful.length > 0) problems.push(...causedProblems(doubtful, await findValues()));
  const resolve = { kind, values: valid, invalid, stored, findStored: findValues };
  const values = await resolved(services, resolve, problems);
  if (problems.length === 0) return { ...reading, values };
  const row = await findStored?.();
  const sent = row ? { ...reading.values, id: row.id } : reading.values;
  problems.push(...(await constraintProblems(services, kind, sent, stored)));
  throw refused(kind, problems);
}

/** Resolves the references of a reading once more, because other records may have changed since. */
export async function rereadReferences(
  services: Services,
  kind: Kind,
  reading: Reading,
  stored?: RecordRow,
): Promise<Reading> {
  const problems: string[] = [];
  const before = valuesOf(stored);
  const resolve = { kind, values: reading.values, invalid: NONE, stored: before, findStored: async () => before };
  const values = await resolved(services, resolve, problems);
  if (problems.length > 0) throw refused(kind, problems);
  return { ...reading, values };
}

const valuesOf = (row: RecordRow | undefined): JsonObject | undefined => row && parseStored<JsonObject>(row.doc);

const NONE: ReadonlySet<string> = new Set();

interface Resolve {
  readonly kind: Kind;
  readonly values: JsonObject;
  /** Members that the values lack, because they have a problem already. */
  readonly invalid: ReadonlySet<string>;
  /** The stored values, as far as they may name records out of reach. */
  readonly stored: JsonObject | undefined;
  readonly findStored: () => Promise<JsonObject | undefined>;
}

async function resolved(
  services: Services,
  { kind, values, invalid, stored, findStored }: Resolve,
  problems: string[],
): Promise<JsonObject> {
  if (!needsReferences(kind)) return values;
  const [resolution] = await resolveReferences(services, kind, [values], stored && [stored]);
  if (!resolution) return values;
  problems.push(...resolution.problems.filter((problem) => !invalid.has(memberOf(problem))));
  const { charsProblems, valueProblems } = resolution;
  if (charsProblems.length + valueProblems.length > 0) {
    // The registry and other records may have changed since the record was written.
    const before = await findStored();
    if (!before || !keepsChars(kind, resolution.values, before)) problems.push(...charsProblems);
    problems.push(...causedProblems(valueProblems, before));
  }
  return resolution.values;
}

const refused = (kind: Kind, problems: string[]) =>
  badRequest(`The ${kind.name} has ${countProblems(problems)}.`, problems);
