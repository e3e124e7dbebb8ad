import type { Database, Transaction } from '../../db/client.ts';
import { currentRows } from '../../db/queries/imports/backupRows.ts';
import {
  type CellsRow,
  cellsWithCurrent,
  changesFound,
  findDifferences,
  foundEntries,
  incomingLine,
  lineOf,
  makeFound,
  sharedKeys,
  stageCells,
  stageIncoming,
  unusableKeys,
} from '../../db/queries/imports/diffTables.ts';
import { onSnapshot, rawRows } from '../../db/queries/imports/snapshot.ts';
import { badRequest } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Caller, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { withConfiguredDefaults } from '../kinds/memberDefaults.ts';
import type { Services } from '../ports/services.ts';
import { splitUndeclared } from '../records/memberOrder.ts';
import { presentedEntries } from '../records/presentRecord.ts';
import { tableOf } from '../records/table.ts';
import { publishDenormalizedChanges } from '../relations/renamePropagation.ts';
import { publishChange } from '../runtime/cacheInvalidation.ts';
import { makeYielder } from '../runtime/cooperativeYield.ts';
import { Spool, SpoolWriter, spoolRows } from '../runtime/spool.ts';
import { describe, isUuid } from '../validation/values.ts';
import { findConflicts, locksOfDiff, writeChanges } from './applyDiff.ts';
import { type EnvelopeFiltering, looksLikeEnvelope, readEnvelope } from './envelope.ts';
import type { CsvColumns } from './files/csvColumns.ts';
import type { Element } from './files/jsonElements.ts';
import { ProblemList } from './files/problemList.ts';
import { openRecordFile, type RecordFile } from './files/recordFile.ts';
import { ReferenceBatcher, type Waiting } from './referenceBatcher.ts';
import { addProblems, type CompareField, compareFieldOf, readElement, stagedRecord } from './stagedRecord.ts';

export interface DiffInput {
  readonly source: ReadableStream<Uint8Array>;
  readonly compareField: string;
  readonly caller: Caller;
}

export interface Streamed {
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Compares a file of records with the current ones; with `save` applies what it found, in the same transaction.
 * Answers an array of DiffEntry: NEW, CHANGE and REMOVE in this order, each by compareField, none for what is the same.
 */
export async function diffFile(
  services: Services,
  kind: Kind,
  { source, compareField, caller, save }: DiffInput & { readonly save: boolean },
): Promise<Streamed> {
  const field = compareFieldOf(kind, compareField);
  const file = await openRecordFile(kind, source, { at: 'file' });
  return compare(services, withConfiguredDefaults(services, kind), file, field, save ? caller : undefined);
}

/** The same for an ExportEnvelope as the body, and without saving. */
export async function diffOnly(
  services: Services,
  kind: Kind,
  { source, compareField }: Omit<DiffInput, 'caller'>,
): Promise<Streamed> {
  const field = compareFieldOf(kind, compareField);
  const file = await openRecordFile(kind, source, { at: 'body', onlyJson: true });
  return compare(services, withConfiguredDefaults(services, kind), file, field, undefined, true);
}

/** The records of a file as they are to be staged. */
export interface StagedInput {
  readonly lines: Spool;
  /** Set when the lines are cells of a CSV that has to be put over the current records first. */
  readonly columns?: CsvColumns;
  readonly filtering: EnvelopeFiltering;
  /** Where the n-th record stands, for problems found later. */
  readonly elementAt: (n: number) => Element;
}

async function compare(
  services: Services,
  kind: Kind,
  file: RecordFile,
  field: CompareField,
  saver: Caller | undefined,
  onlyEnvelope = false,
): Promise<Streamed> {
  const lines = new Spool();
  try {
    const sent = await readRecords(services.sql, kind, file, field, lines, saver !== undefined, onlyEnvelope);
    const { answer, written } = await services.diffSemaphore.run(() =>
      onSnapshot(
        services.sql,
        async (transaction) => {
          const entries = new Spool();
          try {
            await stageRecords(transaction, kind, field, sent, saver !== undefined);
            await findDifferent(transaction, kind, field, sent);
            await entries.write(Buffer.from('['));
            await spoolRows(entries, presentedEntries(kind, rawRows(transaction, foundEntries(tableOf(kind)))));
            await entries.write(Buffer.from(']'));
            const changed = saver ? await save(transaction, kind, saver) : false;
            return { answer: entries, written: changed };
          } catch (error) {
            await entries.close();
            throw error;
          }
        },
        saver ? { tables: [kind.table], locks: locksOfDiff(kind) } : {},
      ),
    );
    if (written) await publishChange(services, kind);
    if (written) await publishDenormalizedChanges(services, kind);
    answer.end();
    return { stream: answer.stream() };
  } finally {
    await lines.close();
  }
}

/** Reads and checks a file, and puts its records aside as lines to be staged. Throws a 400 with every problem. */
export async function readRecords(
  sql: Database | Transaction,
  kind: Kind,
  file: RecordFile,
  field: CompareField,
  lines: Spool,
  saving: boolean,
  onlyEnvelope: boolean,
): Promise<StagedInput> {
  const list = new ProblemList();
  const writer = new SpoolWriter(lines);
  const places = new Places();
  const { columns } = file;
  const partial = columns !== undefined && !columns.complete;
  const settling = new ReferenceBatcher(sql, kind, list, writer);
  for await (const element of file.elements) {
    if (file.format === 'json') refuseOtherShapes(kind, element, onlyEnvelope);
    places.add(element);
    const full = partial
      ? addCells(columns, field, element, list, writer)
      : addRecord(kind, columns, element, list, saving, settling);
    if (list.enough) throw list.refuse('The file has records that cannot be read.');
    if (full) await full;
  }
  await settling.end();
  const envelope = file.envelope();
  if (onlyEnvelope && envelope === undefined) throw noEnvelope(kind, undefined);
  const problems: string[] = [];
  const filtering = envelope === undefined ? { conditions: [], words: [] } : readEnvelope(kind, envelope, problems);
  for (const problem of problems) list.add(-1, problem);
  list.throwIfAny('The file has records that cannot be read.');
  return { lines, filtering, elementAt: (n) => places.at(n), ...(partial ? { columns } : {}) };
}

/** An object without `data` reads like one record of many: what was meant as an envelope is told what it lacks. */
function refuseOtherShapes(kind: Kind, { index, line, value }: Element, onlyEnvelope: boolean): void {
  const isObjectAlone = index === 0 && line !== undefined;
  if (isObjectAlone && (onlyEnvelope || looksLikeEnvelope(kind, value))) throw noEnvelope(kind, value);
}

function noEnvelope(kind: Kind, value: Json | undefined): Error {
  const problems: string[] = [];
  if (value === undefined) problems.push('body: must be an ExportEnvelope object, not an array');
  else readEnvelope(kind, value, problems);
  return badRequest('This is no ExportEnvelope.', problems);
}

function addRecord(
  kind: Kind,
  columns: CsvColumns | undefined,
  element: Element,
  list: ProblemList,
  saving: boolean,
  settling: ReferenceBatcher,
): Promise<void> | undefined {
  let value = element.value;
  if (columns) {
    const cells = cellsOf(columns, element, list);
    if (!cells) return undefined;
    value = columns.over(cells, undefined);
  }
  const reading = readElement(kind, element, value, list);
  return reading && settling.add(waiting(kind, element, reading.values, saving));
}

const waiting = (kind: Kind, element: Element, values: JsonObject, saving: boolean): Waiting => ({
  element,
  at: element.at,
  values,
  line: (settled) => incomingLine({ n: element.index, ...stagedRecord(kind, settled, saving) }),
});

/** Of a row that says only part of its record, no more is looked at yet than which record that is. */
function addCells(
  columns: CsvColumns,
  field: CompareField,
  element: Element,
  list: ProblemList,
  writer: SpoolWriter,
): Promise<void> | undefined {
  const cells = cellsOf(columns, element, list);
  if (!cells) return undefined;
  const key = columns.over(cells, undefined)[field.name];
  if (field.name === 'id' && key !== undefined && !(typeof key === 'string' && isUuid(key))) {
    addProblems(list, element, [`${element.at}.id: type mismatch, ${describe(key)} is not a UUID`]);
    return undefined;
  }
  const known = key === undefined ? undefined : JSON.stringify(String(key));
  return writer.add(lineOf([element.index, known, JSON.stringify(cells)]));
}

function cellsOf(columns: CsvColumns, element: Element, list: ProblemList): string[] | undefined {
  const cells = element.value as string[];
  if (cells.length === columns.count) {
    // PostgreSQL could not even stage it.
    if (!cells.some((cell) => cell.includes('\u0000'))) return cells;
    addProblems(list, element, [`${element.at}: must not contain the character NUL`]);
    return undefined;
  }
  addProblems(list, element, [`${element.at}: has ${cells.length} cells, the header has ${columns.count}`]);
  return undefined;
}

/** As many rows are put over their current records at once; by a member that has no index, each page reads the table. */
const PAGE_ROWS = 500;
const UNINDEXED_PAGE_ROWS = 20_000;

export async function stageRecords(
  transaction: Transaction,
  kind: Kind,
  field: CompareField,
  { lines, columns, elementAt }: StagedInput,
  saving: boolean,
): Promise<void> {
  if (!columns) {
    await stageIncoming(transaction, lines.chunks());
    return;
  }
  await stageCells(transaction, lines.chunks());
  const merged = new Spool();
  try {
    const list = new ProblemList();
    const writer = new SpoolWriter(merged);
    // In the transaction: a connection more might be one that somebody holds who waits for this very transaction.
    const settling = new ReferenceBatcher(transaction, kind, list, writer);
    const breathe = makeYielder();
    const page = cellsWithCurrent(tableOf(kind), field.name);
    const size = field.key.unique ? PAGE_ROWS : UNINDEXED_PAGE_ROWS;
    for (let after = -1; ; ) {
      const rows = await transaction.unsafe<CellsRow[]>(page, [after, size], { prepare: false });
      for (const { n, cells, current } of rows) {
        const { declared, undeclared } = splitUndeclared(kind, current === null ? {} : JSON.parse(current));
        const reading = readElement(kind, elementAt(n), columns.over(JSON.parse(cells), declared), list);
        if (reading) await settling.add(waiting(kind, elementAt(n), { ...reading.values, ...undeclared }, saving));
        await breathe();
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.n;
    }
    await settling.end();
    list.throwIfAny('The file has rows that cannot be read.');
    await stageIncoming(transaction, merged.chunks());
  } finally {
    await merged.close();
  }
}

/** What differs between the staged records and the current ones, into waybill_found. */
export async function findDifferent(
  transaction: Transaction,
  kind: Kind,
  { name, key }: CompareField,
  sent: StagedInput,
): Promise<void> {
  const table = tableOf(kind);
  const current = currentRows(table, searchColumns(kind), sent.filtering);
  if (!key.unique) {
    const [row] = await transaction.unsafe<{ without: number; shared: number }[]>(
      sharedKeys(key, current.text),
      current.values,
      { prepare: false },
    );
    if (row && row.without + row.shared > 0) {
      throw badRequest('The records cannot be compared by that.', [
        `compareField: ${name} is not unique, ${row.without} current records have none and ${row.shared} values are shared`,
      ]);
    }
  }
  const list = new ProblemList();
  const unusable = await transaction.unsafe<{ n: number; first: number; key: string | null }[]>(
    unusableKeys(key, name === 'id'),
  );
  for (const { n, first, key: value } of unusable) {
    const element = sent.elementAt(n);
    const why = value === null ? 'is required' : `${describe(value)} is in ${sent.elementAt(first).at} already`;
    addProblems(list, element, [`${element.at}.${name}: ${why}`]);
  }
  list.throwIfAny(`The file cannot be compared by ${name}.`);
  await transaction.unsafe(makeFound);
  await transaction.unsafe(findDifferences(key, current.text), current.values, { prepare: false });
  await transaction.unsafe('analyze waybill_found');
}

async function save(transaction: Transaction, kind: Kind, caller: Caller): Promise<boolean> {
  await transaction.unsafe(changesFound(tableOf(kind)));
  await transaction.unsafe('analyze waybill_changes');
  const list = new ProblemList();
  await findConflicts(transaction, kind, list, (n) => `[${n}]`, { left: '.left.', right: '.right.' });
  list.throwIfAny('What the diff found cannot be saved.');
  return writeChanges(transaction, kind, caller);
}

/** Remembers where each record stands, in as little memory as its line number takes. */
class Places {
  #prefix = '';
  #lines: number[] | undefined;

  add({ index, at, line }: Element): void {
    this.#prefix = at.slice(0, at.lastIndexOf('['));
    if (line !== undefined) {
      this.#lines ??= [];
      this.#lines[index] = line;
    }
  }

  at(index: number): Element {
    const line = this.#lines?.[index];
    const element = { index, at: `${this.#prefix}[${index}]`, value: null };
    return line === undefined ? element : { ...element, line };
  }
}
