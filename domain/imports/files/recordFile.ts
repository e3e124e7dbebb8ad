import { badRequest } from '../../errors.ts';
import type { Json, Kind } from '../../kinds/kind.ts';
import { makeYielder } from '../../runtime/cooperativeYield.ts';
import { type ByteLimits, defaultLimits, fileBytes } from './bytes.ts';
import { type CsvColumns, readHeader } from './csvColumns.ts';
import { csvRows } from './csvRows.ts';
import { type Element, JsonElements } from './jsonElements.ts';

/** A file of records: a JSON array, an envelope with `data`, newline-delimited JSON or CSV, each optionally as gzip. */
export interface RecordFile {
  readonly format: 'json' | 'csv';
  /** Set for CSV, where the value of an element is the array of a row's cells. */
  readonly columns?: CsvColumns;
  /** The records, to be read once. Reading yields to other work between slices. */
  readonly elements: AsyncGenerator<Element>;
  /** Returns the envelope without `data` after the elements have been read; undefined for other files. */
  envelope(): Json | undefined;
  /** Returns the members of the envelope before `data`, after the first element has been read. */
  head(): Json | undefined;
}

export interface ReadOptions {
  /** The name of the whole file in problems: `file`, `body`. */
  readonly at: string;
  /** Accept only JSON without gzip: the body of a request, not an uploaded file. */
  readonly onlyJson?: boolean;
  readonly limits?: ByteLimits;
}

/** Begins to read a JSON body: an array, an envelope, or one record on each line. */
export async function openJsonFile(
  source: ReadableStream<Uint8Array>,
  { at, limits = defaultLimits }: Pick<ReadOptions, 'at' | 'limits'>,
): Promise<RecordFile> {
  const { first, rest } = await peek(withoutMark(source));
  if (first === undefined) throw badRequest('The input is empty.', [`${at}: is empty`]);
  return jsonFile(rest, at, limits);
}

/** Begins to read a file. It, or the reading of the elements, throws a 400 for an empty, malformed or too large file. */
export async function openRecordFile(
  kind: Kind,
  source: ReadableStream<Uint8Array>,
  { at, onlyJson = false, limits = defaultLimits }: ReadOptions,
): Promise<RecordFile> {
  if (onlyJson) return openJsonFile(source, { at, limits });
  const { first, rest } = await peek(withoutMark(fileBytes(source, limits, at)));
  if (first === undefined) throw badRequest('The input is empty.', [`${at}: is empty`]);
  if (first === '[' || first === '{') return jsonFile(rest, at, limits);
  return csvFile(kind, rest, at, limits);
}

function jsonFile(bytes: AsyncIterable<Uint8Array>, at: string, limits: ByteLimits): RecordFile {
  const reader = new JsonElements(at, limits.record);
  const elements = async function* (): AsyncGenerator<Element> {
    const yieldIfDue = makeYielder();
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length; from += SLICE) {
        for (const element of reader.push(chunk.subarray(from, from + SLICE))) {
          yield element;
          const pause = yieldIfDue();
          if (pause) await pause;
        }
        const pause = yieldIfDue();
        if (pause) await pause;
      }
    }
    yield* reader.end();
  };
  return { format: 'json', elements: elements(), envelope: () => reader.envelope, head: () => reader.head };
}

const SLICE = 256 * 1024;

async function csvFile(
  kind: Kind,
  bytes: AsyncIterable<Uint8Array>,
  at: string,
  limits: ByteLimits,
): Promise<RecordFile> {
  const rows = csvRows(sliced(bytes), at, limits.record);
  const header = await rows.next();
  if (header.done) throw badRequest('The input is empty.', [`${at}: is empty`]);
  const problems: string[] = [];
  const columns = readHeader(kind, header.value.cells, problems);
  if (problems.length > 0) {
    await rows.return(undefined);
    throw badRequest(`The file is neither JSON nor a CSV of ${kind.plural}.`, problems.slice(0, 100));
  }
  const elements = async function* (): AsyncGenerator<Element> {
    const yieldIfDue = makeYielder();
    let index = 0;
    for await (const { line, cells } of rows) {
      yield { index, at: `[${index}]`, line, value: cells as Json[] };
      index++;
      const pause = yieldIfDue();
      if (pause) await pause;
    }
  };
  return { format: 'csv', columns, elements: elements(), envelope: () => undefined, head: () => undefined };
}

async function* sliced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += SLICE) yield chunk.subarray(from, from + SLICE);
  }
}

/** Removes the byte order mark of UTF-8. */
async function* withoutMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  let started = false;
  for await (const chunk of bytes) {
    if (started) {
      yield chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    started = true;
    yield head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
  }
  if (!started && head.length > 0) yield head;
}

/** Returns the first character that is not blank, and a stream of all bytes. */
async function peek(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<{ first: string | undefined; rest: AsyncGenerator<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const next = await bytes.next();
    if (next.done) break;
    chunks.push(next.value);
    const byte = next.value.find((value) => value > 0x20);
    if (byte !== undefined) first = String.fromCharCode(byte);
    if (chunks.length > MAX_BLANK_CHUNKS) break;
  }
  const rest = async function* () {
    yield* chunks;
    yield* bytes;
  };
  return { first, rest: rest() };
}

/** Chunks of blanks after which the search for the first character ends. */
const MAX_BLANK_CHUNKS = 64;
