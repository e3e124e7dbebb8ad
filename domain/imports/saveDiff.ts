import type { Transaction } from '../../db/client.ts';
import { savedRecords } from '../../db/queries/imports/applyChanges.ts';
import {
  ambiguousEntries,
  CHANGE,
  changesSent,
  type IncomingLine,
  incomingLine,
  NEW,
  REMOVE,
  repeatedEntries,
  type StaleEntry,
  stageIncoming,
  staleEntries,
  uncomparedEntries,
} from '../../db/queries/imports/diffTables.ts';
import { onSnapshot, rawRows } from '../../db/queries/imports/snapshot.ts';
import { type Mask, maskOfAll } from '../access/hidden/hiddenMembers.ts';
import { type ReadScope, readableRows, type TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { withConfiguration } from '../kinds/memberDefaults.ts';
import type { Services } from '../ports/services.ts';
import { presentedRows } from '../records/presentRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { publishDenormalizedChanges } from '../relations/renamePropagation.ts';
import { awaitRecords } from '../runtime/awaitRecords.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { Spool, SpoolWriter, spoolRows } from '../runtime/spool.ts';
import { staleVersion } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject, textOf } from '../validation/values.ts';
import { locksOfDiff, writeChanges } from './applyDiff.ts';
import { type ChangeAudits, stageChangeAudits } from './changeAudits.ts';
import { checkHiddenCodes } from './checkHiddenCodes.ts';
import { findConflicts, reportTo } from './conflicts.ts';
import { idsOfChanges, type SavedDiffInput, type Streamed } from './diff.ts';
import type { Element } from './files/jsonElements.ts';
import { ProblemList } from './files/problemList.ts';
import { openRecordFile } from './files/recordFile.ts';
import { grantGuardOfDiff } from './grantGuardOfDiff.ts';
import { type Compared, ReferenceBatcher, type Waiting } from './referenceBatcher.ts';
import { separateStaged } from './separateStaged.ts';
import {
  addProblems,
  type CompareField,
  compareFieldOf,
  inside,
  readElement,
  stagedRecord,
  uniqueMembersOf,
} from './stagedRecord.ts';
import { checkWriteReach } from './writeReach.ts';

const types: Readonly<Record<string, number>> = {
  DIFF_TYPE_NEW: NEW,
  DIFF_TYPE_CHANGE: CHANGE,
  DIFF_TYPE_REMOVE: REMOVE,
};

/**
 * Applies an array of DiffEntry in one transaction. Returns the saved records in the order of their entries. Throws a
 * 400 with all problems: malformed entries, stale left sides, conflicts with other records; a 403 if the caller may not
 * write one of the records.
 */
export async function saveDiff(
  services: Services,
  kind: Kind,
  { source, compareField, caller, checkRegistry, refresh = false }: SavedDiffInput,
): Promise<Streamed> {
  const field = compareFieldOf(kind, compareField ?? 'id');
  const lines = new Spool();
  try {
    const configured = withConfiguration(services, kind);
    const compared = { kind: configured, field, checksChars: checkRegistry, checksValues: checkRegistry };
    const unread = await readEntries(services, compared, source, lines);
    const { answer, written, ids } = await services.diffSemaphore.run(() =>
      onSnapshot(
        services.sql,
        async (transaction) => {
          const list = unread.copy();
          await stageIncoming(transaction, lines.chunks());
          const scope = { sql: transaction, access: services.access };
          const match = `i.type <> ${NEW} and ${field.key.current} = ${field.key.left}`;
          await separateStaged(scope, kind, { match, saves: true });
          const audits = await stageChanges(scope, kind, field, caller);
          const mask = await maskOfAll(scope, kind);
          await check(scope, { kind, field, mask, checksValues: checkRegistry }, list);
          list.throwIfAny('The diff cannot be saved.');
          await checkHiddenCodes(scope, kind, mask);
          const grants = await grantGuardOfDiff({ ...scope, jobTypes: services.jobTypes }, kind);
          const changed = await writeChanges(transaction, kind, caller, { audits });
          await grants.end(scope);
          const ids = refresh ? await idsOfChanges(transaction) : [];
          return { answer: await spoolSaved(transaction, kind, mask), written: changed, ids };
        },
        { tables: [kind.table], locks: locksOfDiff(kind) },
      ),
    );
    if (written) await publishChange(services, kind);
    if (written) await publishDenormalizedChanges(services, kind);
    answer.end();
    return { stream: answer.stream(), delayed: !(await awaitRecords(services, kind, ids)) };
  } finally {
    await lines.close();
  }
}

async function spoolSaved(transaction: Transaction, kind: Kind, mask: Mask): Promise<Spool> {
  const records = new Spool();
  try {
    await records.write(Buffer.from('['));
    await spoolRows(records, presentedRows(kind, mask, rawRows(transaction, savedRecords(tableOf(kind)))));
    await records.write(Buffer.from(']'));
    return records;
  } catch (error) {
    await records.close();
    throw error;
  }
}

/** Writes the valid entries to `lines`, and returns the problems of the others. */
async function readEntries(
  scope: ReadScope,
  compared: Compared,
  source: ReadableStream<Uint8Array>,
  lines: Spool,
): Promise<ProblemList> {
  const { kind, field } = compared;
  const list = new ProblemList();
  const lenient = withoutRequired(kind);
  const writer = new SpoolWriter(lines);
  const settling = new ReferenceBatcher(scope, compared, list, writer);
  const file = await openRecordFile(kind, source, { at: 'body', onlyJson: true });
  for await (const element of file.elements) {
    if (element.line !== undefined || element.at.startsWith('data'))
      throw badRequest('The body is not an array.', ['body: must be an array of DiffEntry']);
    const entry = readEntry(kind, lenient, field, element, list);
    if (list.enough) throw list.refuse('The diff cannot be saved.');
    const full = entry && settling.add(entry);
    if (full) await full;
  }
  if (file.envelope() !== undefined)
    throw badRequest('The body is not an array.', ['body: must be an array of DiffEntry']);
  await settling.end();
  return list;
}

/** Returns the line of an entry; for an entry with a right side, a record whose references are to be resolved. */
function readEntry(
  kind: Kind,
  lenient: Kind,
  field: CompareField,
  element: Element,
  list: ProblemList,
): Waiting | string | undefined {
  const { at, index, value } = element;
  const reject = (...problems: string[]): undefined => addProblems(list, element, problems) as undefined;
  if (!isObject(value)) return reject(`${at}: must be a DiffEntry object, not ${describe(value)}`);
  const before = list.count;
  for (const name of Object.keys(value)) {
    if (name !== 'diffType' && name !== 'left' && name !== 'right') reject(`${at}.${name}: unknown member`);
  }
  const { diffType } = value;
  const type = typeof diffType === 'string' && Object.hasOwn(types, diffType) ? types[diffType] : undefined;
  if (type === undefined) {
    const isAbsent = diffType === undefined || diffType === null;
    return reject(
      isAbsent
        ? `${at}.diffType: is required`
        : `${at}.diffType: must be one of ${Object.keys(types).join(', ')}, not ${describe(diffType)}`,
    );
  }
  const left = value['left'] ?? undefined;
  const right = value['right'] ?? undefined;
  if (type === NEW && left !== undefined) reject(`${at}.left: is not allowed in a ${diffType}`);
  if (type === REMOVE && right !== undefined) reject(`${at}.right: is not allowed in a ${diffType}`);
  if (type !== NEW && left === undefined) reject(`${at}.left: is required`);
  if (type !== REMOVE && right === undefined) reject(`${at}.right: is required`);
  if (list.count > before) return undefined;

  let line: IncomingLine = { n: index, type };
  let leftKey: Json | undefined;
  if (left !== undefined) {
    const problems: string[] = [];
    const { values, version } = readRecord(lenient, left, problems, `${at}.left`);
    const { id, ...rest } = values;
    leftKey = values[field.name];
    if (problems.length === 0 && leftKey === undefined) problems.push(`${at}.left.${field.name}: is required`);
    reject(...problems);
    line = {
      ...line,
      leftId: textOf(id),
      leftCode: rest['code'] === undefined ? undefined : JSON.stringify(rest['code']),
      leftVersion: version,
      leftBody: inside(JSON.stringify(rest)),
    };
  }
  let rightValues: JsonObject | undefined;
  if (right !== undefined) {
    const reading = readElement(kind, element, right, list, { at: `${at}.right` });
    if (!reading) return undefined;
    const key = reading.values[field.name];
    if (key === undefined && field.name !== 'id') reject(`${at}.right.${field.name}: is required`);
    else if (type === CHANGE && key !== undefined && key !== leftKey && leftKey !== undefined)
      reject(`${at}.right.${field.name}: ${describe(key)} is not the ${field.name} of left`);
    rightValues = reading.values;
  }
  if (list.count > before) return undefined;
  if (!rightValues) return incomingLine(line);
  return {
    element,
    at: `${at}.right`,
    key: leftKey,
    values: rightValues,
    line: (settled) => incomingLine({ ...line, ...stagedRecord(kind, settled, true) }),
  };
}

/** Only the compare field of a left side is required. Its other members are compared; members not sent count as absent. */
function withoutRequired(kind: Kind): Kind {
  const members = Object.entries(kind.members).map(([name, member]) => {
    const { required: _, ...rest } = member;
    return [name, rest];
  });
  return { ...kind, members: Object.fromEntries(members) };
}

/** Stages the changes that the entries name. Throws a 403 if the caller may not write one of their records. */
async function stageChanges(
  scope: TransactionScope,
  kind: Kind,
  field: CompareField,
  caller: Caller,
): Promise<ChangeAudits> {
  const { sql: transaction } = scope;
  await transaction.unsafe(changesSent(tableOf(kind), field.key, readableRows(scope, kind)));
  await transaction.unsafe('analyze waybill_changes');
  const audits = await stageChangeAudits(transaction, kind, caller);
  await checkWriteReach(scope, kind, audits);
  return audits;
}

/** The records that entries name, as the caller sees them. */
interface Checked {
  readonly kind: Kind;
  readonly field: CompareField;
  readonly mask: Mask;
  readonly checksValues: boolean;
}

/** Entries that are compared together. */
const PAGE = 500;

async function check(scope: TransactionScope, checked: Checked, list: ProblemList): Promise<void> {
  const { kind, field, checksValues } = checked;
  const { sql: transaction } = scope;
  const unreadable = list.count;
  if (!field.key.unique) {
    for (const { n, count } of await transaction.unsafe<{ n: number; count: number }[]>(ambiguousEntries))
      list.add(n, `[${n}].left.${field.name}: names ${count} records; ${uniqueMembersOf(kind)}`);
    if (list.count > unreadable) return;
  }
  await findStale(transaction, checked, list);
  for (const { n, first } of await transaction.unsafe<{ n: number; first: number }[]>(repeatedEntries))
    list.add(n, `[${n}].left.${field.name}: names the same record as [${first}].left`);
  // Without the invalid entries, two swapped codes would appear to be in use.
  if (unreadable === 0) await findConflicts(scope, kind, reportTo(list, { checksValues }));
}

/** A caller that sees only a part of the records compares this part. */
async function findStale(transaction: Transaction, { kind, field, mask }: Checked, list: ProblemList): Promise<void> {
  const table = tableOf(kind);
  if (mask.isTransparent) {
    for (const entry of await transaction.unsafe<StaleEntry[]>(staleEntries(table)))
      list.add(entry.n, staleProblem(kind, field, entry));
    return;
  }
  for await (const page of transaction.unsafe<StaleEntry[]>(uncomparedEntries(table)).cursor(PAGE))
    for (const entry of page) {
      const { leftVersion, doc, leftBody } = entry;
      const { id: _, ...current } = doc === null ? {} : mask.show(parseStored<JsonObject>(doc));
      if (doc !== null && leftVersion === null && Bun.deepEquals(current, parseStored<JsonObject>(leftBody))) continue;
      list.add(entry.n, staleProblem(kind, field, { ...entry, doc: doc === null ? null : JSON.stringify(current) }));
      if (list.enough) return;
    }
}

function staleProblem(kind: Kind, field: CompareField, { n, leftVersion, version, doc, leftBody }: StaleEntry): string {
  const at = `[${n}].left`;
  const left = parseStored<JsonObject>(leftBody);
  if (version === null || doc === null) return `${at}.${field.name}: no ${kind.name} has this ${field.name}`;
  if (leftVersion !== null) return `${at}.${staleVersion(leftVersion, version)}`;
  const current = parseStored<JsonObject>(doc);
  const different = Object.keys(kind.members).filter(
    (name) => name !== 'id' && !Bun.deepEquals(left[name], current[name]),
  );
  return `${at}: is not what the record is now, which differs in ${different.join(', ')}`;
}
