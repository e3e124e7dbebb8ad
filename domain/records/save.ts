import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { locking, lockTables } from '../../db/queries/tableLocks.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { badRequest, ServiceError } from '../errors.ts';
import type { Audit, Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { codeReferenceLocks, codeReferencesTo, referencedBy, unknownCodes } from '../relations/codeReferences.ts';
import { hierarchiesChanged, hierarchyLocks, hierarchyProblems } from '../relations/hierarchy.ts';
import { LinkTargetMissing, lockLinked } from '../relations/links.ts';
import { linkWritesOf } from '../relations/linkWrites.ts';
import {
  isRenamed,
  propagateRename,
  publishDenormalizedChanges,
  tablesOfRename,
} from '../relations/renamePropagation.ts';
import { needsReferences, resolveReferences } from '../relations/resolveReferences.ts';
import { publishChange } from '../runtime/cacheInvalidation.ts';
import { mergePatch } from '../validation/mergePatch.ts';
import { countProblems, staleVersion } from '../validation/problems.ts';
import { type Reading, readRecord } from '../validation/readRecord.ts';
import { isObject } from '../validation/values.ts';
import { constraintProblems, isViolation } from './constraintProblems.ts';
import { checkCrossFields } from './crossFieldChecks.ts';
import { findRecord, missing } from './findRecord.ts';
import { splitUndeclared } from './memberOrder.ts';
import { presentText } from './presentRecord.ts';
import {
  firstAudit,
  indexSyncData,
  newId,
  nextAudit,
  type RecordRow,
  type RecordTexts,
  recordTexts,
  withId,
} from './record.ts';
import { extraValues, tableOf } from './table.ts';

/** What a write answers: the record as JSON text, and whether a search may not find it yet although it was asked to. */
export interface Saved {
  readonly record: string;
  readonly delayed: boolean;
}

export interface SaveOptions {
  readonly caller: Caller;
  /** Answer only when the change can be found by search. */
  readonly refresh: boolean;
}

/** How long the outbox row of a write that indexes itself stays behind, should its process die in between; seconds. */
const SAFETY_NET = 3;
/** Two writers of one record take turns; a client that loses this often meets a writer that never rests. */
const ATTEMPTS = 50;

/** POST: creates the record, or replaces the one whose id is sent. */
export async function saveRecord(services: Services, kind: Kind, input: unknown, options: SaveOptions): Promise<Saved> {
  const reading = await readOrRefuse(services, kind, input);
  const given = reading.values.id as string | undefined;
  if (reading.version !== undefined) {
    // A version names a record that has to be there already.
    const row = given === undefined ? undefined : await findRecord(services, kind, given, 'id');
    if (!row) throw badRequest(`The ${kind.name} cannot be saved.`, [noRecordAtVersion(reading.version)]);
    return replace(services, kind, given as string, 'id', reading, options);
  }
  const id = given ?? newId();
  const read = readAgain(services, kind, reading);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const created = await create(services, kind, withId((await read()).values, id), options);
    if (created) return created;
    const row = await findRecord(services, kind, id, 'id');
    if (row) return change(services, kind, id, 'id', read, options, row);
  }
  throw contended(kind);
}

/** PUT: replaces all members; what is absent is cleared. */
export async function replaceRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  input: unknown,
  options: SaveOptions & { parameter?: string },
): Promise<Saved> {
  const reading = await readOrRefuse(services, kind, input, () =>
    findRecord(services, kind, idOrCode, options.parameter),
  );
  return replace(services, kind, idOrCode, options.parameter ?? 'idOrCode', reading, options);
}

function replace(
  services: Services,
  kind: Kind,
  key: string,
  parameter: string,
  reading: Reading,
  options: SaveOptions,
) {
  return change(services, kind, key, parameter, readAgain(services, kind, reading), options);
}

/** The reading in hand for the first attempt; what it says of other records is looked up again for every other. */
function readAgain(services: Services, kind: Kind, reading: Reading): () => Reading | Promise<Reading> {
  let used = false;
  return () => {
    if (used && needsReferences(kind)) return settleOrRefuse(services, kind, reading);
    used = true;
    return reading;
  };
}

/** PATCH: a merge patch (RFC 7396) over the record as it is when the write comes through. */
export async function patchRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  patch: unknown,
  options: SaveOptions & { parameter?: string },
): Promise<Saved> {
  if (!isObject(patch)) throw badRequest('The patch must be a JSON object.', ['body: must be an object']);
  const { auditInfo, ...members } = patch;
  const read = async (row: RecordRow): Promise<Reading> => {
    const { declared, undeclared } = splitUndeclared(kind, JSON.parse(row.doc) as JsonObject);
    const merged = { ...mergePatch(declared, members), ...referencesOf(kind, members) };
    const reading = await readOrRefuse(
      services,
      kind,
      auditInfo === undefined ? merged : { ...merged, auditInfo },
      () => row,
    );
    return { ...reading, values: { ...reading.values, ...undeclared } };
  };
  return change(services, kind, idOrCode, options.parameter ?? 'idOrCode', read, options);
}

/** A reference that is sent is another reference: merged with the old one it would still name that record. */
const referencesOf = (kind: Kind, patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => isObject(value) && kind.members[name]?.type === 'reference'),
  );

async function create(
  services: Services,
  kind: Kind,
  values: Values,
  options: SaveOptions,
): Promise<Saved | undefined> {
  const audit = firstAudit(options.caller);
  const texts = recordTexts(kind, values, audit);
  return write(services, kind, values, texts, audit, 'insert', options, []);
}

/**
 * Reads the record, makes its new values and writes them `where version =` what was read; again when another writer
 * was first, unless the client named the version it meant. What is refused is refused of the record as it is: one that
 * was read before a type or a group of it was renamed names what is no more, and is not the client's mistake.
 */
async function change(
  services: Services,
  kind: Kind,
  key: string,
  parameter: string,
  read: (row: RecordRow) => Reading | Promise<Reading>,
  options: SaveOptions,
  known?: RecordRow,
): Promise<Saved> {
  let row = known;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found: RecordRow | undefined = row ?? (await findRecord(services, kind, key, parameter));
    if (!found) throw missing(kind, parameter, key);
    row = undefined;
    try {
      const saved = await changeRow(services, kind, found, await read(found), options);
      if (saved) return saved;
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === ATTEMPTS) throw error;
      row = await findRecord(services, kind, found.id, 'id');
      if (!row || (row.doc === found.doc && row.version === found.version)) throw error;
    }
  }
  throw contended(kind);
}

/** Resolves nothing when the record is no longer what was read of it. */
async function changeRow(
  services: Services,
  kind: Kind,
  row: RecordRow,
  { values: read, version }: Reading,
  options: SaveOptions,
): Promise<Saved | undefined> {
  const values = withId(read, row.id);
  if (read.id !== undefined && read.id !== row.id) {
    throw badRequest('The id of a record cannot change.', [`id: ${read.id} was sent, the record has ${row.id}`]);
  }
  if (version !== undefined && version !== row.version)
    throw badRequest(staleMessage(kind), [staleVersion(version, row.version)]);
  if (JSON.stringify(values) === row.doc) return { record: presentText(kind, row), delayed: false };
  const before = JSON.parse(row.doc) as Values;
  if (Bun.deepEquals(before, values)) return { record: presentText(kind, row), delayed: false };
  const audit = nextAudit(JSON.parse(row.audit) as Audit, options.caller);
  const texts = recordTexts(kind, values, audit);
  const guard = [row.version, String(row.incarnation)];
  return write(services, kind, values, texts, audit, 'update', options, guard, before, row.doc);
}

async function write(
  services: Services,
  kind: Kind,
  values: Values,
  texts: RecordTexts,
  audit: Audit,
  statement: 'insert' | 'update',
  { caller, refresh }: SaveOptions,
  guard: (string | number)[],
  before?: Values,
  read?: string,
): Promise<Saved | undefined> {
  const outboxId = newId();
  const parameters = [
    texts.id,
    texts.code,
    texts.doc,
    texts.audit,
    texts.search,
    audit.whoEdited,
    audit.whenEdited,
    outboxId,
    indexSyncData(kind, [texts.id], caller),
    refresh ? SAFETY_NET : 0,
    ...guard,
    ...extraValues(kind, values),
  ];
  const text = recordStatements(tableOf(kind))[statement];
  const hierarchies = hierarchiesChanged(kind, before, values);
  const renamed = before !== undefined && isRenamed(kind, before, values);
  const { sql } = services;
  const recoded = before !== undefined && before.code !== values.code && codeReferencesTo(kind).length > 0;
  const naming = kind.codeReferences !== undefined || recoded;
  const linking = linkWritesOf(kind, before, values, read, caller);
  const tables = [kind.table, ...linking.tables, ...(renamed ? tablesOfRename(kind) : [])];
  const locks = [
    ...hierarchyLocks(hierarchies),
    ...(naming ? codeReferenceLocks(kind) : []),
    ...locking('row exclusive', tables),
  ];
  let rows: readonly unknown[];
  try {
    rows = await withTransactionRetry<readonly unknown[]>(async () => {
      if (hierarchies.length === 0 && !renamed && !linking.needed && !naming)
        return sql.unsafe(text, parameters, { prepare: true });
      return sql.begin(async (transaction) => {
        await lockTables(transaction, locks);
        if (!(await linking.begin(transaction))) return [];
        if (renamed && before.code !== values.code) await lockLinked(transaction, kind, [texts.id]);
        const problems = await hierarchyProblems(transaction, kind, values, hierarchies);
        if (naming) problems.push(...((await unknownCodes(transaction, kind, [values]))[0] ?? []));
        if (recoded) {
          const named = await referencedBy(transaction, kind, [before.code as string]);
          problems.push(...[...named.values()].flat().map((problem) => `code: ${problem}`));
        }
        if (problems.length > 0) throw badRequest(`The ${kind.name} cannot be saved.`, problems);
        const written = await transaction.unsafe(text, parameters, { prepare: true });
        if (written.length > 0) await linking.end(transaction);
        if (written.length > 0 && renamed)
          await propagateRename(transaction, kind, [{ id: texts.id, from: String(before.code) }], caller);
        return written;
      });
    });
  } catch (error) {
    if (error instanceof LinkTargetMissing) return undefined;
    if (!isViolation(error)) throw error;
    const problems = await constraintProblems(services, kind, values);
    // What stood in the way is gone again: the same write may well succeed now.
    if (problems.length === 0) return undefined;
    throw badRequest(`The ${kind.name} cannot be saved.`, problems);
  }
  if (rows.length === 0) return undefined;
  await publishChange(services, kind, { relay: !refresh });
  if (renamed) await publishDenormalizedChanges(services, kind);
  if (linking.needed) services.wakeRelay();
  const delayed = refresh ? !(await services.awaitSearchable(kind, texts.id, outboxId)) : false;
  return { record: presentText(kind, texts), delayed };
}

/** All problems come in one answer: what is wrong with the body, and what the database would have against it. */
/** @param own the record that is being changed: what it has itself is not taken by another */
async function readOrRefuse(
  services: Services,
  kind: Kind,
  input: unknown,
  own?: () => RecordRow | undefined | Promise<RecordRow | undefined>,
): Promise<Reading> {
  const problems: string[] = [];
  const reading = readRecord(kind, input, problems);
  const right = withoutWrong(reading.values, problems) as Values;
  checkCrossFields(kind, right, problems);
  const settled = needsReferences(kind) ? await settleOne(services, kind, right, problems) : right;
  if (problems.length === 0) return { ...reading, values: settled };
  const row = await own?.();
  const values = row ? { ...reading.values, id: row.id } : reading.values;
  problems.push(...(await constraintProblems(services, kind, values)));
  throw badRequest(`The ${kind.name} has ${countProblems(problems)}.`, problems);
}

async function settleOne(services: Services, kind: Kind, values: JsonObject, problems: string[]): Promise<JsonObject> {
  const [settled] = await resolveReferences(services.sql, kind, [values]);
  problems.push(...(settled?.problems ?? []));
  return settled?.values ?? values;
}

async function settleOrRefuse(services: Services, kind: Kind, reading: Reading): Promise<Reading> {
  const problems: string[] = [];
  const values = await settleOne(services, kind, reading.values, problems);
  if (problems.length > 0) throw badRequest(`The ${kind.name} has ${countProblems(problems)}.`, problems);
  return { ...reading, values };
}

/** The members that no problem names, so that what is right can be looked at further. */
function withoutWrong(values: JsonObject, problems: readonly string[]): JsonObject {
  if (problems.length === 0) return values;
  const wrong = new Set(problems.map((problem) => /^[^.:[]*/.exec(problem)?.[0]));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)));
}

const staleMessage = (kind: Kind): string => `The ${kind.name} was changed by another since it was read.`;

const noRecordAtVersion = (version: number): string =>
  `auditInfo.version: ${version} was sent, there is no such record`;

const contended = (kind: Kind) => badRequest(`The ${kind.name} is being changed by others all the time; try again.`);
