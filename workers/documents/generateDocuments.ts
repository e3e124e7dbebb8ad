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
import { readableIds } from '../../domain/access/reach.ts';
import { faultOf, renderedAs } from '../../domain/documents/generate.ts';
import { ItemStore, readItem } from '../../domain/documents/items/documentItems.ts';
import {
  idOfTemplate,
  noTemplate,
  type PinnedTemplate,
  pinTemplates,
} from '../../domain/documents/items/pinnedTemplates.ts';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { badRequest } from '../../domain/errors.ts';
import { requireTypeAccess } from '../../domain/jobs/typeAccess.ts';
import { formatterTemplate } from '../../domain/kinds/processing/formatterTemplate.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { type Problem, problemOf } from '../../domain/validation/problemParts.ts';
import { appendedTemplates } from '../runtime/appendedTemplates.ts';
import {
  type JobOfStep,
  type JobTypeHandler,
  type PlannedStep,
  type StepContext,
  StepFault,
} from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';
import { OutcomeWriter } from './documentOutcomes.ts';

/** Bounds of the number of items of one step, and of the bytes of their data; a larger item has a step of its own. */
const [MIN_ITEMS, MAX_ITEMS] = [10, 100];
const MAX_STEP_BYTES = 8 * 1024 * 1024;
/** Minimum number of steps, so that several workers share a small Job; MIN_ITEMS goes before it. */
const MIN_STEPS = 16;
const STEP_BATCH = 50;
const PAGE = 5_000;
/** Faults of the renderer after which a step stops, because the other items would fail too. */
const MAX_RENDER_FAULTS = 5;
/** Maximum number of failures that a step reports, and that its log reports. */
const MAX_REPORTED = 100;
const MAX_LOGGED = 20;

/**
 * GENERATE_DOCUMENTS: each step renders a range of items, concurrently up to the limit of the renderer. An item that fails
 * is recorded and does not delay the others. Templates are found within the present access of the client. The step then fails, and its resend renders the items that have no document.
 */
export const generateDocuments: JobTypeHandler = {
  async *plan(job, context) {
    const services = await servicesOfHolder(context.services, job);
    const count = await ensureItems(job, services);
    const maxItems = Math.min(MAX_ITEMS, Math.max(MIN_ITEMS, Math.ceil(count / MIN_STEPS)));
    let steps: PlannedStep[] = [];
    let ids: string[] = [];
    let bytes = 0;
    let from = 0;
    for (let next = 0; next < count; ) {
      const page = await itemSizes(services.sql, job.id, next, PAGE);
      if (page.length === 0) break;
      for (const { index, documentId, bytes: size } of page) {
        if (ids.length >= maxItems || (ids.length > 0 && bytes + size > MAX_STEP_BYTES)) {
          steps.push(stepOf(job.id, from, ids));
          [ids, bytes, from] = [[], 0, index];
        }
        ids.push(documentId);
        bytes += size;
        if (steps.length < STEP_BATCH) continue;
        yield steps;
        steps = [];
      }
      next += page.length;
    }
    if (ids.length > 0) steps.push(stepOf(job.id, from, ids));
    if (steps.length > 0) yield steps;
  },
  async run({ id, attempt, job, stepData }, ownContext) {
    const services = await servicesOfHolder(ownContext.services, job);
    requireTypeAccess(services.access, job.jobType, ownContext.types);
    const context = { ...ownContext, services };
    const { sql } = services;
    const { from, to } = stepData;
    const batch = await readBatch(sql, job.id);
    if (!batch || typeof from !== 'number' || typeof to !== 'number')
      throw badRequest('The step has no items.', ['stepData: only the service sets the range of items']);
    const items = await itemsToRender(sql, job.id, from, to);
    const claim = { jobId: job.id, stepId: id, fence: attempt, workerId: context.workerId };
    await renderItems(items, batch.format, new OutcomeWriter(sql, claim), context);
    const { done, failed, faults } = await countItems(sql, job.id, from, to);
    const missing = to - from + 1 - done;
    if (missing === 0) return { processingInfo: { documents: done } };
    const failures = await failedItems(sql, job.id, { from, to, limit: MAX_REPORTED });
    const named = failures.slice(0, MAX_LOGGED).map(({ documentId, error }) => `${documentId}: ${error}`);
    const message = `${missing} of ${to - from + 1} documents could not be made. ${named.join(' | ')}`;
    const info = {
      documents: done,
      failed: missing,
      failures: failures.map(({ documentId, error }) => ({ id: documentId, error, problems: problemsIn(error) })),
    };
    // A retry helps only where the renderer failed.
    throw new StepFault(message, info, { permanent: faults === 0 && failed === missing });
  },
};

/** The problem of a template or of its data; none if the renderer has failed. */
function problemsIn(error: string): Problem[] {
  const problem = problemOf(error);
  return problem.path === '' ? [] : [problem];
}

function stepOf(jobId: string, from: number, documentIds: readonly string[]): PlannedStep {
  const key = String(from);
  const stepData = { from, to: from + documentIds.length - 1 };
  return { key, name: 'documents', chunkId: Bun.randomUUIDv5(key, jobId), chunk: documentIds, stepData };
}

/** Returns the number of items of the Job. Stores those in its `data`, unless the request has stored the items. */
async function ensureItems({ id, data }: JobOfStep, services: StepContext['services']): Promise<number> {
  const batch = await readBatch(services.sql, id);
  if (batch?.items != null) return batch.items;
  const format = documentFormat(String(data.format));
  if (!format || !Array.isArray(data.items)) throw badRequest('The Job has no items.', ['data.items: is required']);
  await beginBatch(services.sql, id, format.name);
  const store = new ItemStore(services, id);
  for (const [index, value] of data.items.entries()) {
    const item = readItem(value, [], `data.items[${index}]`);
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
  const current = await currentTemplates(items, context);
  const readable = await readableTemplates(items, context);
  let faults = 0;
  let stopped: { readonly by: unknown } | undefined;
  const renderItem = async ({ index, templateCode, template, data, status }: ItemToRender): Promise<void> => {
    if (stopped || faults >= MAX_RENDER_FAULTS) return;
    try {
      signal.throwIfAborted();
      const accepted = template !== null && readable.has(idOfTemplate(template)) ? template : undefined;
      const pinned = status === 'FAILED' || template === null ? current.get(templateCode) : accepted;
      if (pinned === undefined) {
        const error = await noTemplate(context.services, 'documentTemplateCode', templateCode);
        await writer.add({ index, status: 'FAILED', content: '', error });
        return;
      }
      const stored = await templates.get(pinned);
      const appended = await appendedTemplates(stored, format, {
        services: context.services,
        templates,
        work: {},
        pinned,
      });
      const rendering = { template: stored, data, format: renderedAs(stored, format), ...appended };
      const outcome = await renderer.render(rendering, signal);
      const error = storable(faultOf(outcome));
      const content = error === null && 'content' in outcome ? base64(outcome.content) : '';
      await writer.add({ index, status: error === null ? 'DONE' : 'FAILED', content, error, template: pinned });
    } catch (error) {
      if (signal.aborted || isUnavailable(error) || writer.claimLost) stopped = { by: error };
      else {
        faults++;
        context.log.error({ err: error, index }, 'a document could not be made');
        await writer
          .add({ index, status: 'FAULT', content: '', error: storable(publicMessageOf(error)) })
          .catch(() => {});
      }
    }
  };
  await Promise.all(items.map((item) => renderSemaphore.run(() => renderItem(item))));
  if (!signal.aborted) await writer.end();
  if (stopped) throw stopped.by;
}

/**
 * The current versions, by code, of templates for items that had no template when they were accepted, and for failed ones:
 * an operator may have corrected the template before the resend.
 */
async function currentTemplates(
  items: readonly ItemToRender[],
  { services }: StepContext,
): Promise<Map<string, PinnedTemplate>> {
  const codes = items.filter(({ status, template }) => status === 'FAILED' || (status !== 'NEW' && template === null));
  return pinTemplates(services, [...new Set(codes.map(({ templateCode }) => templateCode))]);
}

/** Returns the ids of those templates that the items have had since their acceptance and that their client may read now. */
function readableTemplates(items: readonly ItemToRender[], { services }: StepContext): Promise<ReadonlySet<string>> {
  const ids = new Set(items.flatMap(({ template }) => (template === null ? [] : [idOfTemplate(template)])));
  return readableIds(services, formatterTemplate, [...ids]);
}

const base64 = (content: Uint8Array): string =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');

/** A reason that PostgreSQL can store, short enough for a list. */
function storable(reason: string | undefined): string | null {
  return reason === undefined ? null : reason.slice(0, 1_000).toWellFormed().replaceAll('\u0000', '');
}
