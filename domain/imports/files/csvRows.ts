import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { badRequest } from '../../errors.ts';

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Maximum size of the part that is searched for the end of the header line. */
const HEADER_BYTES = 64 * 1024;

/** Yields the rows of a CSV file, the header line first. The header decides between comma, semicolon and tab. */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  at: string,
  maxRecordBytes: number,
): AsyncGenerator<CsvRow> {
  const { head, rest } = await takeHeader(bytes);
  // The last row that was parsed. Rows that were not read yet are lost by an error.
  let last: Pick<Info, 'lines' | 'empty_lines'> = { lines: 0, empty_lines: 0 };
  const parser = parse({
    delimiter: delimiterOf(head),
    info: true,
    on_record: (row, info) => {
      last = info;
      return row;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  });
  let failure: unknown;
  const input = Readable.from(
    validUtf8(rest, at, (error) => (failure = error)),
    { objectMode: false },
  );
  input.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of input.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      const breaks = record.reduce((sum, cell) => sum + countBreaks(cell), 0);
      yield { line: info.lines - breaks, cells: record };
    }
  } catch (error) {
    if (failure) throw failure;
    if (!(error instanceof CsvError)) throw error;
    const begun = last.lines + 1 + parser.info.empty_lines - last.empty_lines;
    throw badRequest('The CSV is malformed.', [`${at}: ${reasonOf(error, { begun, maxRecordBytes })}`]);
  } finally {
    input.destroy();
    parser.destroy();
  }
}

const MB = 1024 * 1024;

/** Returns why a row cannot be parsed, with the line and the column of its cell. @param begun the line on which it begins */
function reasonOf(
  { code, message, ...context }: CsvError,
  { begun, maxRecordBytes }: { readonly begun: number; readonly maxRecordBytes: number },
): string {
  const column = `column ${Number(context['index'] ?? 0) + 1}`;
  const line = Number(context['lines'] ?? begun);
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `line ${begun}, ${column}: the quote before the cell has no quote behind the cell; add it, and ${DOUBLED}`;
    case 'INVALID_OPENING_QUOTE':
      return `line ${line}, ${column}: there is a quote in a cell that does not begin with one; put the cell in quotes, and ${DOUBLED}`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `line ${line}, ${column}: there is text behind the quote that ends the cell; ${DOUBLED}`;
    case 'CSV_MAX_RECORD_SIZE':
      return `line ${begun}: a row must have at most ${Math.floor(maxRecordBytes / MB)} MB; a quote may be missing behind a cell`;
    default:
      return `line ${begun}: ${message}`;
  }
}

const DOUBLED = 'write each quote inside it twice';

async function takeHeader(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < HEADER_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
    if (next.value.includes(0x0a) || next.value.includes(0x0d)) break;
  }
  const rest = async function* () {
    yield* chunks;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { head: Buffer.concat(chunks).subarray(0, HEADER_BYTES).toString('utf8'), rest: rest() };
}

/** Names of members contain no delimiter, so the first delimiter outside quotes separates the columns. */
function delimiterOf(head: string): string {
  let quoted = false;
  for (const character of head) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === ',' || character === ';' || character === '\t') return character;
    else if (character === '\n' || character === '\r') break;
  }
  return ',';
}

/** Rejects malformed UTF-8, which the CSV parser would accept. */
async function* validUtf8(bytes: AsyncIterable<Uint8Array>, at: string, failed: (error: unknown) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk?: Uint8Array): void => {
    try {
      if (chunk) decoder.decode(chunk, { stream: true });
      else decoder.decode();
    } catch {
      throw badRequest('The file is not UTF-8.', [`${at}: must be UTF-8`]);
    }
  };
  try {
    for await (const chunk of bytes) {
      check(chunk);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
    check();
  } catch (error) {
    failed(error);
    throw error;
  }
}

function countBreaks(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}
