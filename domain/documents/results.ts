import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  failedItems,
  itemContents,
  type RenderedSize,
  readBatch,
  renderedSizes,
} from '../../db/queries/documents/documentItems.ts';
import { readJob } from '../../db/queries/jobs/jobRows.ts';
import { documentResult } from '../../db/queries/jobs/results.ts';
import { badRequest, notFound } from '../errors.ts';
import { writtenReply } from '../jobs/results.ts';
import { isClosed } from '../jobs/stepState.ts';
import type { Services } from '../ports/services.ts';
import { pageText } from '../search/search.ts';
import { describe } from '../validation/values.ts';
import { makeFileNames } from './fileNames.ts';
import { contentText } from './generate.ts';
import { type DocumentFormat, documentFormat, documentFormats } from './templates/formats.ts';

/** Bytes of documents that are in memory together, unless a single one is larger. */
const TOGETHER_BYTES = 4 * 1024 * 1024;
/**
 * Bytes of documents after which what they have left behind is collected: the engine does not see the memory that packing
 * and reading take beside its own, and an archive of 250 MB left the process with 900.
 */
const COLLECTED_BYTES = 16 * 1024 * 1024;
/** Items that are looked at together. */
const TOGETHER = 500;
const MAX_SIZE = 1_000;

interface Stretch {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

/** Items in their order with what is made of them, a few megabytes at a time. */
async function* made(
  { sql }: Services,
  jobId: string,
  { from, to }: Stretch,
): AsyncGenerator<(RenderedSize & { content: Uint8Array | undefined })[]> {
  let left = 0;
  for (let next = from; next <= to; ) {
    const items = await renderedSizes(sql, jobId, { from: next, to, limit: TOGETHER });
    if (items.length === 0) return;
    for (let first = 0; first < items.length; ) {
      let end = first + 1;
      let bytes = items[first]?.bytes ?? 0;
      for (; end < items.length; end++) {
        bytes += items[end]?.bytes ?? 0;
        if (bytes > TOGETHER_BYTES) break;
      }
      left += bytes;
      if (left > COLLECTED_BYTES) {
        Bun.gc(true);
        left = 0;
      }
      const some = items.slice(first, end);
      const [head, last] = [some[0] as RenderedSize, some.at(-1) as RenderedSize];
      const contents = await itemContents(sql, jobId, head.index, last.index);
      yield some.map((item) => ({ ...item, content: contents.get(item.index) }));
      first = end;
    }
    next = (items.at(-1) as RenderedSize).index + 1;
  }
}

/** GenerateResult as JSON text; `data` is absent where there is no document. */
function resultText(documentId: string, data: string | undefined): string {
  const id = JSON.stringify(documentId);
  return data === undefined ? `{"documentId":${id}}` : `{"documentId":${id},"data":${data}}`;
}

async function* resultTexts(
  services: Services,
  jobId: string,
  format: DocumentFormat,
  stretch: Stretch,
): AsyncGenerator<string> {
  let first = true;
  for await (const items of made(services, jobId, stretch)) {
    const texts = items.map(({ documentId, content }) =>
      resultText(documentId, content && contentText(content, format.text)),
    );
    yield `${first ? '' : ','}${texts.join(',')}`;
    first = false;
  }
}

/** Texts as a body: each is made when the one before has been read. */
function streamed(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await texts.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

/** The results of a stretch of items as a JSON array. */
export function documentsArray(
  services: Services,
  jobId: string,
  format: DocumentFormat,
  stretch: Stretch,
): ReadableStream<Uint8Array> {
  const texts = async function* () {
    yield '[';
    yield* resultTexts(services, jobId, format, stretch);
    yield ']';
  };
  return streamed(texts());
}

/**
 * A page of the results of a Job, in the order of its items, as far as they are made; or the one result of a single
 * document that its caller has not waited for.
 */
export async function resultsPage(
  services: Services,
  jobId: string,
  query: URLSearchParams,
): Promise<string | ReadableStream<Uint8Array>> {
  const { page, size } = readPage(query);
  const found = await resultsOf(services, jobId);
  if (!('count' in found)) {
    const records = page === 0 ? [resultText(found.name, found.text)] : [];
    return pageText({ total: 1, records }, { page, size }, true);
  }
  const from = page * size;
  const count = Math.max(0, Math.min(size, found.count - from));
  // The frame says how many there are before they are read.
  const frame = pageText({ total: found.count, records: Array<string>(count).fill('') }, { page, size }, true);
  const texts = async function* () {
    yield frame.slice(0, frame.indexOf('"content":[') + '"content":['.length);
    if (count > 0) yield* resultTexts(services, jobId, found.format, { from, to: from + count - 1 });
    yield ']}';
  };
  return streamed(texts());
}

/** A zip of the documents of a Job that has ended; what could not be made is listed in it. */
export async function resultsArchive(services: Services, jobId: string): Promise<ReadableStream<Uint8Array>> {
  const found = await resultsOf(services, jobId);
  const ended = 'count' in found ? found.ended : found.text !== undefined;
  if (!ended) {
    throw badRequest('The documents are not all made yet.', [
      `jobId: the job ${jobId} has not ended, and its archive is there when it has`,
    ]);
  }
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error) => out.destroy(error as Error));
  // Not waited for: it ends with its reader.
  fill(services, jobId, found, zip).catch((error: unknown) => out.destroy(error as Error));
  return Readable.toWeb(out) as unknown as ReadableStream<Uint8Array>;
}

/** Adds one file after the other, each when the one before is on its way to the reader. */
async function fill(services: Services, jobId: string, found: Single | Many, zip: ZipFile): Promise<void> {
  const { format } = found;
  const nameOf = makeFileNames();
  const gone = new Promise<never>((_, reject) =>
    (zip.outputStream as Readable).once('close', () => reject(new Error('the reader went away'))),
  );
  gone.catch(() => {});
  const add = async (name: string, content: Uint8Array, compress: boolean): Promise<void> => {
    const stream = Readable.from([content]);
    const read = new Promise<void>((resolve) => stream.once('close', resolve));
    zip.addReadStream(stream, name, { size: content.byteLength, compress });
    await Promise.race([read, gone]);
  };
  if (!('count' in found)) {
    const text = found.text ?? '""';
    const content = format.text ? Buffer.from(JSON.parse(text)) : Buffer.from(text.slice(1, -1), 'base64');
    await add(nameOf(found.name, format.name), content, format.text);
  } else {
    for await (const items of made(services, jobId, { from: 0, to: found.count - 1 })) {
      for (const { documentId, content } of items) {
        // All but text is packed already.
        if (content) await add(nameOf(documentId, format.name), content, format.text);
      }
    }
    const failed = await failedItems(services.sql, jobId, { from: 0, to: found.count, limit: found.count });
    if (failed.length > 0) {
      const list = failed.map(({ documentId, error }) => ({ documentId, error }));
      await add(nameOf('failed', 'json'), Buffer.from(JSON.stringify(list, undefined, 2)), true);
    }
  }
  zip.end();
}

/** A document that was asked for by itself; `text` once it is made. */
interface Single {
  readonly name: string;
  readonly format: DocumentFormat;
  /** JSON text. */
  readonly text?: string;
}

interface Many {
  readonly count: number;
  readonly format: DocumentFormat;
  readonly ended: boolean;
}

async function resultsOf(services: Services, jobId: string): Promise<Single | Many> {
  const { sql } = services;
  const [batch, job] = await Promise.all([readBatch(sql, jobId), readJob(sql, jobId)]);
  const isOurs = job?.jobType === 'GENERATE_DOCUMENTS';
  const format = documentFormat(batch?.format ?? '');
  if (isOurs && batch && format) return { count: batch.items ?? 0, format, ended: isClosed(job.status) };
  // One whose items are still to be put aside by a worker.
  if (isOurs && !isClosed(job.status)) return { count: 0, format: anyFormat, ended: false };
  const single = await documentResult(sql, jobId);
  if (single) {
    const space = single.document.indexOf(' ');
    const ofSingle = documentFormat(single.document.slice(0, space)) ?? anyFormat;
    const name = single.document.slice(space + 1);
    if (single.error !== null) throw writtenReply(single.error);
    return { name, format: ofSingle, ...(single.result !== null && { text: single.result }) };
  }
  throw notFound('There are no documents of such a job.', [
    `jobId: no documents of the job ${describe(jobId)} are there, or none any more`,
  ]);
}

const anyFormat = documentFormats[0] as DocumentFormat;

function readPage(query: URLSearchParams): { page: number; size: number } {
  const problems: string[] = [];
  const read = (name: string, fallback: number, [least, most]: [number, number]): number => {
    const given = query.get(name);
    const value = given === null || given === '' ? fallback : /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    problems.push(`${name}: must be a whole number from ${least} to ${most}, not ${describe(given)}`);
    return fallback;
  };
  const page = read('page', 0, [0, 9_999_999]);
  const size = read('size', 20, [1, MAX_SIZE]);
  if (problems.length > 0) throw badRequest('There is no such page.', problems);
  return { page, size };
}
