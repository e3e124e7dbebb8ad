import { incomingLine, lineOf } from '../../db/queries/imports/diffTables.ts';
import type { ReadScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { type Spool, SpoolWriter } from '../runtime/spool.ts';
import { describe, isUuid } from '../validation/values.ts';
import { type ChooseField, requireField } from './comparedFile.ts';
import { type EnvelopeFiltering, looksLikeEnvelope, readEnvelope } from './envelope.ts';
import type { CsvColumns } from './files/csvColumns.ts';
import type { Element } from './files/jsonElements.ts';
import { ProblemList } from './files/problemList.ts';
import type { RecordFile } from './files/recordFile.ts';
import { withIdsOfLinks } from './linkCodes.ts';
import { type Compared, ReferenceBatcher, type Waiting } from './referenceBatcher.ts';
import { addProblems, type CompareField, readElement, stagedRecord } from './stagedRecord.ts';

/** The records of a file as they are to be staged. */
export interface StagedInput {
  readonly lines: Spool;
  /** Set where the lines are cells of a CSV file with some of the columns, to be merged with the current records. */
  readonly columns?: CsvColumns;
  readonly filtering: EnvelopeFiltering;
  readonly field: CompareField;
  /** As of the reading. */
  readonly checksChars: boolean;
  readonly checksValues: boolean;
  /** Where the n-th record stands, for problems found later. */
  readonly elementAt: (n: number) => Element;
}

/** How the records of a file are read. */
interface RecordReading {
  readonly chooseField: ChooseField;
  /** The differences will be saved, so that ids and search documents are staged too. */
  readonly saves: boolean;
  /** Whether changed chars are checked against the registries of their types. */
  readonly checksChars: boolean;
  /** Whether changed values are checked, as those of single writes. */
  readonly checksValues: boolean;
  /** The file must be an ExportEnvelope. */
  readonly onlyEnvelope?: boolean;
}

/** Reads and checks a file, and writes its records to `lines` to be staged. Throws a 400 with every problem. */
export async function readRecords(
  scope: ReadScope,
  kind: Kind,
  file: RecordFile,
  lines: Spool,
  { chooseField, saves, onlyEnvelope = false, ...checks }: RecordReading,
): Promise<StagedInput> {
  const list = new ProblemList();
  const writer = new SpoolWriter(lines);
  const places = new Places();
  const { columns } = file;
  const partial = columns !== undefined && !columns.complete;
  let used: (Compared & { readonly batcher: ReferenceBatcher }) | undefined;
  const beginReading = () => {
    const compared = { kind, field: chooseField(file.head()), ...checks };
    return { ...compared, batcher: new ReferenceBatcher(scope, compared, list, writer) };
  };
  const elements = columns ? withIdsOfLinks(scope, kind, columns, file.elements, list) : file.elements;
  for await (const element of elements) {
    used ??= beginReading();
    const { batcher, ...compared } = used;
    if (file.format === 'json') refuseOtherShapes(kind, element, { onlyEnvelope });
    places.add(element);
    const full = partial
      ? addCells(columns, compared.field, element, list, writer)
      : addRecord(compared, element, recordOf(columns, element, list), list, { saves, batcher });
    if (list.enough) throw list.refuse('The file has records that cannot be read.');
    if (full) await full;
  }
  await used?.batcher.end();
  const envelope = file.envelope();
  const field = requireField(used?.field, chooseField(envelope));
  if (onlyEnvelope && envelope === undefined) throw noEnvelope(kind, undefined);
  const problems: string[] = [];
  const filtering = envelope === undefined ? { conditions: [], words: [] } : readEnvelope(kind, envelope, problems);
  for (const problem of problems) list.add(-1, problem);
  list.throwIfAny('The file has records that cannot be read.');
  return { lines, filtering, field, ...checks, elementAt: (n) => places.at(n), ...(partial ? { columns } : {}) };
}

/** An object without `data` reads like one record of many: reports what it lacks if it was meant as an envelope. */
function refuseOtherShapes(
  kind: Kind,
  { index, line, value }: Element,
  { onlyEnvelope }: { readonly onlyEnvelope: boolean },
): void {
  const isObjectAlone = index === 0 && line !== undefined;
  if (isObjectAlone && (onlyEnvelope || looksLikeEnvelope(kind, value))) throw noEnvelope(kind, value);
}

function noEnvelope(kind: Kind, value: Json | undefined): Error {
  const problems: string[] = [];
  if (value === undefined) problems.push('body: must be an ExportEnvelope object, not an array');
  else readEnvelope(kind, value, problems);
  return badRequest('The input is not an ExportEnvelope.', problems);
}

interface ParsedRecord {
  readonly value: Json;
  /** Problems of members that could not be parsed. */
  readonly unread: readonly string[];
}

/** The record of an element as JSON; undefined for a CSV row with a wrong number of cells. */
function recordOf(columns: CsvColumns | undefined, element: Element, list: ProblemList): ParsedRecord | undefined {
  if (!columns) return { value: element.value, unread: [] };
  const cells = cellsOf(columns, element, list);
  const unread: string[] = [];
  return cells && { value: columns.over(cells, undefined, unread), unread };
}

function addRecord(
  compared: Compared,
  element: Element,
  record: ParsedRecord | undefined,
  list: ProblemList,
  { saves, batcher }: { readonly saves: boolean; readonly batcher: ReferenceBatcher },
): Promise<void> | undefined {
  if (record === undefined) return undefined;
  const { value, unread } = record;
  const reading = readElement(compared.kind, element, value, list, { unread });
  return reading && batcher.add(waiting(compared, element, reading.values, saves));
}

/** A record whose references are to be resolved before it is staged. */
export const waiting = (
  { kind, field }: Pick<Compared, 'kind' | 'field'>,
  element: Element,
  values: JsonObject,
  saves: boolean,
): Waiting => ({
  element,
  at: element.at,
  key: values[field.name],
  values,
  line: (settled) => incomingLine({ n: element.index, ...stagedRecord(kind, settled, saves) }),
});

/** Adds a row with only some columns: it is read when it has been merged with its current record. */
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
