import {
  beginBatch,
  countItems,
  endBatch,
  failedItems,
  type ItemToRender,
  itemSizes,
  itemsToRender,
  readBatch,
} from '../../db/queries/documents/documentItems.ts';
import { problemOf, renderedAs } from '../../domain/documents/generate.ts';
import { ItemStore, readItem } from '../../domain/documents/items/documentItems.ts';
import { noTemplate, type PinnedTemplate, pinTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Json } from '../../domain/kinds/kind.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import {
  type JobOfStep,
  type JobTypeHandler,
  messageOf,
  type PlannedStep,
  type StepContext,
  StepFault,
} from '../runtime/handler.ts';
import { OutcomeWriter } from './documentOutcomes.ts';

/** Items of one step, and the bytes of their data together unless a single one is larger. */
const [FEWEST, MOST] = [10, 100];
const CHUNK_BYTES = 8 * 1024 * 1024;
/** A Job is cut into so many steps at least, so that a small one is done by several workers. */
const SPREAD = 16;
const STEPS_AT_ONCE = 50;
const PAGE = 5_000;
/** Items that the renderer could not do; a step with so many gives up, for it will not do the others either. */
const MANY_FAULTS = 5;
/** Failures that a step names. */
const NAMED = 100;
const NAMED_IN_LOG = 20;

/**
 * GENERATE_DOCUMENTS: each step makes a stretch of the items, those that are not made yet, as many at a time as the
 * renderer takes. An item that fails is noted and holds up no other; the step then fails, and its resend makes what is
 * left.
 */
export const generateDocuments: JobTypeHandler = {
  async *plan(job, { services }) {
    const count = await putAside(job, services);
    const most = Math.min(MOST, Math.max(FEWEST, Math.ceil(count / SPREAD)));
    let steps: PlannedStep[] = [];
    let ids: string[] = [];
    let bytes = 0;
    let from = 0;
    for (let next = 0; next < count; ) {
      const page = await itemSizes(services.sql, job.id, next, PAGE);
      if (page.length === 0) break;
      for (const { index, documentId, bytes: size } of page) {
        if (ids.length >= most || (ids.length > 0 && bytes + size > CHUNK_BYTES)) {
          steps.push(stepOf(job.id, from, ids));
          [ids, bytes, from] = [[], 0, index];
        }
        ids.push(documentId);
        bytes += size;
        if (steps.length < STEPS_AT_ONCE) continue;
        yield steps;
        steps = [];
      }
      next += page.length;
    }
    if (ids.length > 0) steps.push(stepOf(job.id, from, ids));
    if (steps.length > 0) yield steps;
  },
  async run({ id, attempt, job, stepData }, context) {
    const { sql } = context.services;
    const { from, to } = stepData as { from?: number; to?: number };
    const batch = await readBatch(sql, job.id);
    if (!batch || from === undefined || to === undefined)
      throw badRequest('The step has no items that could be made.', ['stepData: the service itself says which items']);
    const items = await itemsToRender(sql, job.id, from, to);
    const claim = { jobId: job.id, stepId: id, fence: attempt, workerId: context.workerId };
    await renderItems(items, batch.format, new OutcomeWriter(sql, claim), context);
    const { done, failed, faults } = await countItems(sql, job.id, from, to);
    const left = to - from + 1 - done;
    if (left === 0) return { processingInfo: { documents: done } };
    const failures = await failedItems(sql, job.id, { from, to, limit: NAMED });
    const named = failures.slice(0, NAMED_IN_LOG).map(({ documentId, error }) => `${documentId}: ${error}`);
    const message = `${left} of ${to - from + 1} documents could not be made. ${named.join(' | ')}`;
    const info = {
      documents: done,
      failed: left,
      failures: failures.map(({ documentId, error }) => ({ id: documentId, error })),
    };
    // What the renderer could not do it may do later.
    throw new StepFault(message, info, { permanent: faults === 0 && failed === left });
  },
};

function stepOf(jobId: string, from: number, documentIds: readonly string[]): PlannedStep {
  const key = String(from);
  const stepData = { from, to: from + documentIds.length - 1 };
  return { key, name: 'documents', chunkId: Bun.randomUUIDv5(key, jobId), chunk: documentIds, stepData };
}

/** How many items the Job has: put aside when it was accepted, or taken from its data now. */
async function putAside({ id, data }: JobOfStep, services: StepContext['services']): Promise<number> {
  const batch = await readBatch(services.sql, id);
  if (batch?.items != null) return batch.items;
  const format = documentFormat(String(data.format));
  if (!format || !Array.isArray(data.items)) throw badRequest('The Job has no items.', ['data.items: is required']);
  await beginBatch(services.sql, id, format.name);
  const store = new ItemStore(services, id);
  for (const [index, given] of (data.items as Json[]).entries()) {
    const item = readItem(given, [], `data.items[${index}]`);
    if (item) await store.add(item);
  }
  await store.flush();
  await endBatch(services.sql, id, store.count);
  return store.count;
}

async function renderItems(
  items: readonly ItemToRender[],
  format: string,
  writer: OutcomeWriter,
  context: StepContext,
): Promise<void> {
  const { renderer, renderSemaphore, signal, templates } = context;
  if (!renderer) throw new Error('this worker has no renderer');
  const now = await templatesNow(items, context);
  let faults = 0;
  let stopped: { readonly by: unknown } | undefined;
  const make = async ({ index, templateCode, template, data, status }: ItemToRender): Promise<void> => {
    if (stopped || faults >= MANY_FAULTS) return;
    try {
      signal.throwIfAborted();
      const pinned = status === 'FAILED' || template === null ? now.get(templateCode) : template;
      if (pinned === undefined) {
        const error = await noTemplate(context.services.sql, 'documentTemplateCode', templateCode);
        await writer.add({ index, status: 'FAILED', content: '', error });
        return;
      }
      const whole = await templates.get(pinned);
      const outcome = await renderer.render({ template: whole, data, format: renderedAs(whole, format) }, signal);
      const error = storable(problemOf(outcome));
      const content = error === null && 'content' in outcome ? base64(outcome.content) : '';
      await writer.add({ index, status: error === null ? 'DONE' : 'FAILED', content, error });
    } catch (error) {
      if (signal.aborted || isUnavailable(error) || writer.lost) stopped = { by: error };
      else {
        faults++;
        context.log.error({ err: error, index }, 'a document could not be made');
        await writer.add({ index, status: 'FAULT', content: '', error: storable(messageOf(error)) }).catch(() => {});
      }
    }
  };
  await Promise.all(items.map((item) => renderSemaphore.run(() => make(item))));
  if (!signal.aborted) await writer.end();
  if (stopped) throw stopped.by;
}

/**
 * The templates as they are now, by code: for what had none when it was accepted, and for what failed with the one that
 * there was. Whoever has mended a template sends the failed again for its sake.
 */
async function templatesNow(
  items: readonly ItemToRender[],
  { services }: StepContext,
): Promise<Map<string, PinnedTemplate>> {
  const codes = items.filter(({ status, template }) => status === 'FAILED' || (status !== 'NEW' && template === null));
  return pinTemplates(services.sql, [...new Set(codes.map(({ templateCode }) => templateCode))]);
}

const base64 = (content: Uint8Array): string =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');

/** A reason as PostgreSQL takes it, and not too long for a list of them. */
function storable(reason: string | undefined): string | null {
  return reason === undefined ? null : reason.slice(0, 1_000).toWellFormed().replaceAll('\u0000', '');
}
