import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  itemContents,
  missingItems,
  type RenderedSize,
  readBatch,
  renderedSizes,
} from '../../db/queries/documents/documentItems.ts';
import { readJob } from '../../db/queries/jobs/jobRows.ts';
import { documentResult } from '../../db/queries/jobs/results.ts';
import { readable } from '../access/reach.ts';
import { badRequest, notFound } from '../errors.ts';
import { writtenReply } from '../jobs/results.ts';
import { isClosed } from '../jobs/stepState.ts';
import type { Caller } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import type { Services } from '../ports/services.ts';
import { asError } from '../runtime/errorDetails.ts';
import { pageText } from '../search/search.ts';
import { readPage } from '../validation/readPage.ts';
import { describe } from '../validation/values.ts';
import { hasDocuments, requireDocuments } from './documentJobs.ts';
import { contentText, readReply } from './generate.ts';
import { appendedVersionsOf, versionOfTemplate } from './items/pinnedTemplates.ts';
import { makeFileNames } from './templates/fileNames.ts';
import { type DocumentFormat, documentFormat, documentFormats, storedFormat } from './templates/formats.ts';

/** Maximum size of the documents of one read in bytes; a single larger document is read alone. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/**
 * Bytes of documents after which garbage is collected. The engine does not count the memory of buffers; without this, an
 * archive of 250 MB left the process with 900 MB.
 */
const COLLECT_AFTER_BYTES = 16 * 1024 * 1024;
/** Maximum number of items whose rows one statement reads. */
const MAX_ROWS = 500;
const MAX_SIZE = 1_000;

interface ItemRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** Yields items in order with their documents, a few megabytes at a time. */
async function* itemsWithContent(
  { sql }: Services,
  jobId: string,
  { from, to }: ItemRange,
): AsyncGenerator<(RenderedSize & { content: Uint8Array | undefined })[]> {
  let uncollected = 0;
  for (let next = from; next <= to; ) {
    const items = await renderedSizes(sql, jobId, { from: next, to, limit: MAX_ROWS });
    if (items.length === 0) return;
    for (let first = 0; first < items.length; ) {
      let end = first + 1;
      let bytes = items[first]?.bytes ?? 0;
      for (; end < items.length; end++) {
        bytes += items[end]?.bytes ?? 0;
        if (bytes > MAX_READ_BYTES) break;
      }
      uncollected += bytes;
      if (uncollected > COLLECT_AFTER_BYTES) {
        Bun.gc(true);
        uncollected = 0;
      }
      const some = items.slice(first, end);
      const contents = await itemContents(sql, jobId, items[first]?.index ?? next, items[end - 1]?.index ?? to);
      yield some.map((item) => ({ ...item, content: contents.get(item.index) }));
      first = end;
    }
    next = (items.at(-1)?.index ?? to) + 1;
  }
}

/** Why an item has no document that no worker has rendered. */
const NOT_RENDERED = 'was not rendered before the end of the Job';

interface ItemResult {
  readonly documentId: string;
  /** JSON text. */
  readonly data: string | undefined;
  readonly templateVersion?: number | undefined;
  readonly appendedVersions?: string | undefined;
  readonly error?: string | null;
}

/** A GenerateResult as JSON text. Without a document it has no `data`, but `error` if there will be none. */
function resultText({ documentId, data, templateVersion, appendedVersions, error = null }: ItemResult): string {
  const id = `"documentId":${JSON.stringify(documentId)}`;
  if (data === undefined) return error === null ? `{${id}}` : `{${id},"error":${JSON.stringify(error)}}`;
  const version = templateVersion === undefined ? '' : `"templateVersion":${templateVersion},`;
  const appended = appendedVersions === undefined ? '' : `"appendedVersions":${JSON.stringify(appendedVersions)},`;
  return `{${id},${version}${appended}"data":${data}}`;
}

async function* resultTexts(
  services: Services,
  jobId: string,
  { format, ended }: Pick<Many, 'format' | 'ended'>,
  range: ItemRange,
): AsyncGenerator<string> {
  const unrendered = ended ? NOT_RENDERED : null;
  let first = true;
  for await (const items of itemsWithContent(services, jobId, range)) {
    const texts = items.map(({ documentId, content, template, error }) => {
      const templateVersion = template === null ? undefined : versionOfTemplate(template);
      const data = content && contentText(content, format.text);
      const appendedVersions = template === null || format.name !== 'pdf' ? undefined : appendedVersionsOf(template);
      return resultText({ documentId, data, templateVersion, appendedVersions, error: error ?? unrendered });
    });
    yield `${first ? '' : ','}${texts.join(',')}`;
    first = false;
  }
}

/** A body of these texts. Each is generated when the one before it has been read. */
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

/** The results of a range of items of a Job that has ended as a JSON array. */
export function documentsArray(
  services: Services,
  jobId: string,
  format: DocumentFormat,
  range: ItemRange,
): ReadableStream<Uint8Array> {
  const texts = async function* () {
    yield '[';
    yield* resultTexts(services, jobId, { format, ended: true }, range);
    yield ']';
  };
  return streamed(texts());
}

/**
 * A page of the results of a Job, in the order of its items; unfinished items have no document yet. Also returns the
 * result of a single document whose caller did not wait for it.
 */
export async function resultsPage(
  services: Services,
  jobId: string,
  { query, caller }: { readonly query: URLSearchParams; readonly caller: Caller },
): Promise<string | ReadableStream<Uint8Array>> {
  const { page, size } = readPage(query, { defaultSize: 20, maxSize: MAX_SIZE });
  const found = await resultsOf(services, jobId, caller);
  if (!('count' in found)) {
    const records = page === 0 ? [resultText({ documentId: found.name, data: found.text })] : [];
    return pageText({ total: 1, records }, { page, size }, true);
  }
  const from = page * size;
  const count = Math.max(0, Math.min(size, found.count - from));
  // The frame states the number of results before they are read.
  const frame = pageText({ total: found.count, records: Array<string>(count).fill('') }, { page, size }, true);
  const texts = async function* () {
    yield frame.slice(0, frame.indexOf('"content":[') + '"content":['.length);
    if (count > 0) yield* resultTexts(services, jobId, found, { from, to: from + count - 1 });
    yield ']}';
  };
  return streamed(texts());
}

/** A zip of the documents of a Job that has ended, with a list of the items that have none. */
export async function resultsArchive(
  services: Services,
  jobId: string,
  caller: Caller,
): Promise<ReadableStream<Uint8Array>> {
  const found = await resultsOf(services, jobId, caller);
  const ended = 'count' in found ? found.ended : found.text !== undefined;
  if (!ended) {
    throw badRequest('Not all documents have been made yet.', [
      `jobId: the job ${jobId} has not ended; fetch the archive after its end`,
    ]);
  }
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error) => out.destroy(asError(error)));
  // Not awaited: it ends with its reader.
  fill(services, jobId, found, zip).catch((error: unknown) => out.destroy(asError(error)));
  return Readable.toWeb(out) as unknown as ReadableStream<Uint8Array>;
}

/** Adds the files one by one, each when the one before it has been read. */
async function fill(services: Services, jobId: string, found: Single | Many, zip: ZipFile): Promise<void> {
  const { format } = found;
  const nameOf = makeFileNames();
  const closed = new Promise<never>((_, reject) =>
    (zip.outputStream as Readable).once('close', () => reject(new Error('the reader has closed the archive'))),
  );
  closed.catch(() => {});
  const add = async (name: string, content: Uint8Array, compress: boolean): Promise<void> => {
    const stream = Readable.from([content]);
    const read = new Promise<void>((resolve) => stream.once('close', resolve));
    zip.addReadStream(stream, name, { size: content.byteLength, compress });
    await Promise.race([read, closed]);
  };
  if (!('count' in found)) {
    const text = found.text ?? '""';
    const content = format.text ? Buffer.from(JSON.parse(text)) : Buffer.from(text.slice(1, -1), 'base64');
    await add(nameOf(found.name, format.name), content, format.text);
  } else {
    for await (const items of itemsWithContent(services, jobId, { from: 0, to: found.count - 1 })) {
      for (const { documentId, content } of items) {
        // Formats other than text are compressed already.
        if (content) await add(nameOf(documentId, format.name), content, format.text);
      }
    }
    const missing = await missingItems(services.sql, jobId);
    if (missing.length > 0) {
      const list = missing.map(({ error, ...item }) => ({ ...item, error: error ?? NOT_RENDERED }));
      await add(nameOf('failed', 'json'), Buffer.from(JSON.stringify(list, undefined, 2)), true);
    }
  }
  zip.end();
}

/** A document that was requested alone. `text` is set once it is rendered. */
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

async function resultsOf(services: Services, jobId: string, caller: Caller): Promise<Single | Many> {
  const { sql } = services;
  const [batch, stored] = await Promise.all([readBatch(sql, jobId), readJob(sql, jobId)]);
  const job = readable(services, jobKind, stored);
  const isBulk = job !== undefined && hasDocuments(job.jobType);
  if (isBulk) await requireDocuments(services, job, caller);
  const format = storedFormat(batch?.format ?? '');
  if (isBulk && batch && format) return { count: batch.items ?? 0, format, ended: isClosed(job.status) };
  // A worker has yet to store its items.
  if (isBulk && !isClosed(job.status)) return { count: 0, format: anyFormat, ended: false };
  // A single document has no Job whose members a rule could select: it is for callers that may read every Job.
  const single = services.access.of(jobKind).read === 'all' ? await documentResult(sql, jobId) : undefined;
  if (single) {
    const space = single.document.indexOf(' ');
    const ofSingle = documentFormat(single.document.slice(0, space)) ?? anyFormat;
    const name = single.document.slice(space + 1);
    if (single.error !== null) throw writtenReply(single.error);
    return { name, format: ofSingle, ...(single.result !== null && { text: readReply(single.result).text }) };
  }
  throw notFound('No documents of this job exist.', [
    `jobId: the job ${describe(jobId)} has no documents, or they have been deleted`,
  ]);
}

const anyFormat = documentFormats[0] as DocumentFormat;
