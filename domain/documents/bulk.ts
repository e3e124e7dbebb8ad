import { beginBatch, countItems, dropBatch, endBatch, failedItems } from '../../db/queries/documents/documentItems.ts';
import { badRequest, unavailable } from '../errors.ts';
import { ProblemList } from '../imports/files/problemList.ts';
import { openJsonFile } from '../imports/files/recordFile.ts';
import { createJob } from '../jobs/create.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { ItemStore, MAX_DATA, readItem } from './items/documentItems.ts';
import { documentsArray } from './results.ts';
import type { DocumentFormat } from './templates/formats.ts';

/** Bytes of one item as it comes: its data, spaced out and escaped. */
const MAX_ITEM = 4 * MAX_DATA;
/** Of the problems that are told when nothing could be made. */
const LISTED = 99;

const MAX_ITEMS = 1_000_000;

interface Accepting {
  readonly caller: Caller;
  /** The channel of a process that waits for the Job's end. */
  readonly notifyChannel?: string;
}

/**
 * Accepts documents to be made together: an array of items, or an item a line, put aside as they come and never held as
 * a whole. The Job begins when all of them are there; a request that breaks off leaves nothing behind. Answers its id.
 */
export async function acceptDocuments(
  services: Services,
  format: DocumentFormat,
  source: ReadableStream<Uint8Array>,
  { caller, notifyChannel }: Accepting,
): Promise<string> {
  const { sql } = services;
  const id = newId();
  await beginBatch(sql, id, format.name);
  try {
    const count = await putAside(services, id, source);
    await endBatch(sql, id, count);
    const data = { format: format.name, count };
    const job = { id, jobType: 'GENERATE_DOCUMENTS', data, startDate: new Date().toISOString(), status: 'NEW' };
    await createJob(services, job, { caller, checked: true, ...(notifyChannel !== undefined && { notifyChannel }) });
    return id;
  } catch (error) {
    await dropBatch(sql, id).catch((dropped: unknown) =>
      services.log.warn({ err: dropped, jobId: id }, 'items are left to the upkeep'),
    );
    throw error;
  }
}

async function putAside(services: Services, id: string, source: ReadableStream<Uint8Array>): Promise<number> {
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
  if (file.envelope() !== undefined) list.add(-1, 'body: must be an array of items, or an item a line');
  list.throwIfAny('The documents cannot be made.');
  await store.flush();
  return store.count;
}

/**
 * The same, and waits for their end: answers the results as a JSON array, in the order of the items, and the Job's id.
 * Throws a 400 when none of them could be made.
 */
export async function generateMany(
  services: Services,
  format: DocumentFormat,
  source: ReadableStream<Uint8Array>,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<{ readonly jobId: string; readonly body: ReadableStream<Uint8Array> }> {
  const waiting = services.replyWaiter;
  const jobId = await acceptDocuments(services, format, source, { caller, notifyChannel: waiting.channel });
  if (!(await waiting.jobEnd(jobId, { signal }))) {
    const seconds = Math.round(waiting.limitMs / 1_000);
    throw unavailable(
      `The documents are not made after ${seconds} s; they are the Job ${jobId}, which goes on, and GET /documents/results/${jobId} has them.`,
    );
  }
  await refuseIfNone(services, jobId);
  return { jobId, body: documentsArray(services, jobId, format, { from: 0, to: MAX_INDEX }) };
}

async function refuseIfNone(services: Services, jobId: string): Promise<void> {
  const all = { from: 0, to: MAX_INDEX };
  const { done, failed, faults } = await countItems(services.sql, jobId, all.from, all.to);
  if (done > 0 || failed + faults === 0) return;
  const errors = (await failedItems(services.sql, jobId, { ...all, limit: LISTED })).map(
    ({ index, error }) => `[${index}]: ${error}`,
  );
  if (failed + faults > LISTED) errors.push(`... and ${failed + faults - LISTED} more`);
  if (failed > 0) throw badRequest(`None of the documents could be made; they are the Job ${jobId}.`, errors);
  throw unavailable(`None of the documents could be made; they are the Job ${jobId}.`);
}

const MAX_INDEX = 2_147_483_647;
