import { beginBatch, countItems, dropBatch, endBatch, failedItems } from '../../db/queries/documents/documentItems.ts';
import { fullAccess } from '../access/access.ts';
import { badRequest, errorOfJob, unavailable } from '../errors.ts';
import { ProblemList } from '../imports/files/problemList.ts';
import { openJsonFile } from '../imports/files/recordFile.ts';
import { createJob } from '../jobs/create.ts';
import type { JobOptions } from '../jobs/types.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { problemOf } from '../validation/problemParts.ts';
import { ItemStore, MAX_DATA, readItem } from './items/documentItems.ts';
import { documentsArray } from './results.ts';
import type { DocumentFormat } from './templates/formats.ts';

/** Maximum size of one item in the body, in bytes: blanks and escapes make it larger than its stored data. */
const MAX_ITEM = 4 * MAX_DATA;
/** Maximum number of failures that an error lists. */
const LISTED = 99;

export const MAX_ITEMS = 1_000_000;

/** The Job that makes documents, as its caller starts it. */
type AcceptOptions = Pick<JobOptions, 'caller' | 'inTransaction'>;

interface AwaitedOptions extends AcceptOptions {
  /** The channel of the process that waits for the end of the Job. */
  readonly notifyChannel?: string;
}

/**
 * Accepts many documents: an array of items, or one item a line. Items are stored as they are read, so that memory does
 * not grow with their number. The Job is created once all are stored; an interrupted request leaves nothing behind.
 * Returns the id of the Job.
 */
export async function acceptDocuments(
  services: Services,
  format: DocumentFormat,
  source: ReadableStream<Uint8Array>,
  { notifyChannel, ...options }: AwaitedOptions,
): Promise<string> {
  const { sql } = services;
  const id = newId();
  await beginBatch(sql, id, format.name);
  try {
    const count = await storeItems(services, id, source);
    await endBatch(sql, id, count);
    const data = { format: format.name, count };
    const job = { id, jobType: 'GENERATE_DOCUMENTS', data, startDate: new Date().toISOString(), status: 'NEW' };
    // The right to generate documents includes the Job, which a caller may read by its own rules.
    await createJob({ ...services, access: fullAccess }, job, {
      ...options,
      checked: true,
      ...(notifyChannel !== undefined && { notifyChannel }),
    });
    return id;
  } catch (error) {
    await dropBatch(sql, id).catch((dropped: unknown) =>
      services.log.warn(
        { err: dropped, jobId: id },
        'the items of a rejected request could not be deleted; maintenance deletes them',
      ),
    );
    throw error;
  }
}

async function storeItems(services: Services, id: string, source: ReadableStream<Uint8Array>): Promise<number> {
  const file = await openJsonFile(source, { at: 'body', limits: { unpacked: 0, record: MAX_ITEM } });
  const list = new ProblemList();
  const store = new ItemStore(services, id);
  for await (const { index, at, value } of file.elements) {
    const problems: string[] = [];
    const item = readItem(value, problems, at);
    for (const problem of problems) list.add(index, problem);
    if (index === MAX_ITEMS) list.add(-1, `body: must have at most ${MAX_ITEMS} items`);
    if (list.enough || index === MAX_ITEMS) break;
    if (!item || list.count > 0) continue;
    const stored = store.add(item);
    if (stored) await stored;
  }
  if (file.envelope() !== undefined) list.add(-1, 'body: must be an array of items, or one item a line');
  list.throwIfAny('The documents cannot be made.');
  await store.flush();
  return store.count;
}

/**
 * Accepts documents and waits until their Job has ended. Returns the id of the Job, and the results as a JSON array in the
 * order of the items. Throws a 400 if every document failed. Errors after the Job was created name it.
 */
export async function generateMany(
  services: Services,
  format: DocumentFormat,
  source: ReadableStream<Uint8Array>,
  { signal, ...options }: AcceptOptions & { readonly signal: AbortSignal },
): Promise<{ readonly jobId: string; readonly body: ReadableStream<Uint8Array> }> {
  const notifyChannel = services.replyWaiter.channel;
  const jobId = await acceptDocuments(services, format, source, { ...options, notifyChannel });
  return { jobId, body: await awaitDocuments(services, format, jobId, signal) };
}

/** Waits until a Job of documents has ended, and returns their results as a JSON array. Throws as `generateMany`. */
export async function awaitDocuments(
  services: Services,
  format: DocumentFormat,
  jobId: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const waiting = services.replyWaiter;
  try {
    if (!(await waiting.jobEnd(jobId, { signal }))) {
      const seconds = Math.round(waiting.limitMs / 1_000);
      throw unavailable(
        `The documents were not rendered within ${seconds} s; the Job ${jobId} continues, and GET /documents/results/${jobId} returns its results.`,
      );
    }
    await rejectIfAllFailed(services, jobId);
  } catch (error) {
    throw errorOfJob(error, jobId);
  }
  return documentsArray(services, jobId, format, { from: 0, to: MAX_INDEX });
}

async function rejectIfAllFailed(services: Services, jobId: string): Promise<void> {
  const all = { from: 0, to: MAX_INDEX };
  const { done, failed, faults } = await countItems(services.sql, jobId, all.from, all.to);
  if (done > 0 || failed + faults === 0) return;
  const errors = (await failedItems(services.sql, jobId, { ...all, limit: LISTED })).map(
    ({ index, error }) => `[${index}]${problemOf(error).path === '' ? ': ' : '.'}${error}`,
  );
  if (failed + faults > LISTED) errors.push(`... and ${failed + faults - LISTED} more`);
  if (failed > 0) throw badRequest(`None of the documents could be made; the Job ${jobId} has the reasons.`, errors);
  throw unavailable(`None of the documents could be made; the Job ${jobId} has the reasons.`);
}

const MAX_INDEX = 2_147_483_647;
