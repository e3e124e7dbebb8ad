import { readableIds } from '../../domain/access/reach.ts';
import { outcomeOf, renderedAs } from '../../domain/documents/generate.ts';
import { idOfTemplate, noTemplate } from '../../domain/documents/items/pinnedTemplates.ts';
import { badRequest, isBadRequest, unavailable } from '../../domain/errors.ts';
import { sendReplies } from '../../domain/jobs/results.ts';
import { formatterTemplate } from '../../domain/kinds/processing/formatterTemplate.ts';
import { ConverterNotReady, type Template } from '../../domain/ports/rendering.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { RenderDocument } from '../../domain/queue/definitions.ts';
import { MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { appendedTemplates } from '../runtime/appendedTemplates.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { replyToCallers } from '../runtime/replyToCallers.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/** Pause before a retry; short, because a caller waits. */
const RETRY_SECONDS = 1;

/** The caller of a name or a preview that is younger than this is assumed to wait. */
const YOUNG_MS = 500;

/** Renders documents, names and previews for waiting callers. */
export function documentRender(
  jobs: readonly ClaimedJob<RenderDocument>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  return replyToCallers(jobs, context, render, (job) => isYoung(job, context));
}

/** The clocks of two machines may differ. If the caller has gone, the result is discarded. */
function isYoung({ queue, data, retryCount }: ClaimedJob<RenderDocument>, { services }: WorkContext): boolean {
  const age = Date.now() - (data.deadline - services.replyWaiter.limitMs);
  return queue === 'document.preview' && retryCount === 0 && age < YOUNG_MS;
}

async function render(job: ClaimedJob<RenderDocument>, context: WorkContext): Promise<Settlement | undefined> {
  const { code, format, data, template: saved, warnings = false } = job.data;
  // Only a document can be fetched later; a name or a preview is for the waiting caller alone.
  const fetchable =
    job.queue === 'document.render' && saved !== undefined
      ? { document: `${format} ${code}`, input: JSON.stringify(data) }
      : undefined;
  try {
    if (!context.renderer) throw new Error('this worker has no renderer');
    const services = await servicesOfHolder(context.services, job.data, 'DocumentRun');
    await checkTemplateInReach(services, job);
    const template = await templateOf(job.data, context);
    const { templates } = context;
    const appended = await appendedTemplates(template, format, { services, templates, work: {}, pinned: saved });
    const isAwaited = true as const;
    const rendering = { template, data, format: renderedAs(template, format), warnings, isAwaited, ...appended };
    const outcome = await context.renderer.render(rendering, job.signal);
    await sendReplies(context.services, job, outcomeOf(code, format, outcome), fetchable);
    return undefined;
  } catch (error) {
    if (job.signal.aborted) return { type: 'retry', seconds: RETRY_SECONDS };
    const reason = publicMessageOf(error);
    if (isUnavailable(error)) return { type: 'retry', seconds: RETRY_SECONDS, reason };
    if (isBadRequest(error)) return void (await sendReplies(context.services, job, error, fetchable));
    // Its place in this worker is for others meanwhile. The caller waits on, and can fetch the document later.
    if (error instanceof ConverterNotReady) return { type: 'retry', seconds: RETRY_SECONDS };
    const faults = (job.data.faults ?? 0) + 1;
    context.log.error({ err: error, faults, template: code, ...job.data.context }, 'a document could not be made');
    if (faults < MAX_FAULTS) return { type: 'retry', seconds: RETRY_SECONDS, faults, reason };
    await sendReplies(
      context.services,
      job,
      unavailable(`The document could not be made: ${reason.replace(/\.$/, '')}.`),
      fetchable,
    );
    return { type: 'deadLetter', reason };
  }
}

/** Throws a 400 if the client may not read the template any more. */
async function checkTemplateInReach(
  services: Services,
  { queue, data: { code, template } }: ClaimedJob<RenderDocument>,
): Promise<void> {
  const id = template && idOfTemplate(template);
  if (id === undefined || (await readableIds(services, formatterTemplate, [id])).has(id)) return;
  const parameter = queue === 'document.render' ? 'documentTemplateCode' : 'templateCode';
  throw badRequest('The document cannot be made: 1 problem.', [await noTemplate(services, parameter, code)]);
}

async function templateOf(
  { template, content = '', documentType = 'PDF', documentSize = 'A4', ...draft }: RenderDocument,
  context: WorkContext,
): Promise<Template> {
  if (template !== undefined) return context.templates.get(template);
  const { renderer, remoteImages, strict, pdf } = draft;
  const previewed = pdf ? `${content}\n${JSON.stringify(pdf)}` : content;
  return {
    key: `preview ${documentSize} ${new Bun.CryptoHasher('sha256').update(previewed).digest('hex')}`,
    code: 'preview',
    inputType: 'HTML',
    documentType,
    documentSize,
    content,
    ...(renderer && { renderer }),
    ...(remoteImages && { remoteImages }),
    ...(strict && { strict }),
    ...(pdf && { pdf }),
  };
}
