import { readAttachmentRows } from '../../db/queries/notifications/deliveryRows.ts';
import type { PinnedTemplate } from '../../domain/documents/items/pinnedTemplates.ts';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { isBadRequest } from '../../domain/errors.ts';
import { hasControl } from '../../domain/notifications/channels/addresses.ts';
import type { ChannelDeclaration, Composed, ComposeTools } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { hasPlaces, renderedName, withExtension } from '../../domain/notifications/rules/attachmentNames.ts';
import type { Attachment } from '../../domain/ports/channels.ts';
import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';
import { appendedTemplates } from '../runtime/appendedTemplates.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** The message cannot be composed because of its template or data. A retry would fail too. */
export class CannotCompose extends Error {
  override readonly name = 'CannotCompose';
}

const decoder = new TextDecoder();

/** Composes the message of a notification for one channel. Throws CannotCompose. */
export async function compose(
  context: WorkContext,
  notificationId: string,
  plan: DeliveryPlan,
  channel: ChannelDeclaration,
): Promise<Composed> {
  const data = JSON.stringify(plan.data);
  const render = async (pinned: string, format: string) =>
    rendered(context, await context.templates.get(pinned), { data, format, work: plan, pinned });
  const tools: ComposeTools = {
    render,
    subject: () => subjectOf(context, plan, data),
    attachments: async () => {
      const stored = plan.attachments ? await readAttachmentRows(context.services.sql, notificationId) : [];
      const nameOf = (name: string, extension?: string) => attachmentName(context, plan, { name, extension, data });
      const attached = stored.map(async (one): Promise<Attachment> => ({ ...one, name: await nameOf(one.name) }));
      const documents = (plan.documents ?? []).map(async (one): Promise<Attachment> => {
        const { name: extension = one.format, mediaType = 'application/octet-stream' } =
          documentFormat(one.format) ?? {};
        const [name, { content }] = await Promise.all([nameOf(one.name, extension), render(one.pinned, one.format)]);
        return { name, mediaType, content };
      });
      return Promise.all([...attached, ...documents]);
    },
  };
  return channel.compose(tools, plan);
}

async function subjectOf(context: WorkContext, plan: DeliveryPlan, data: string): Promise<string> {
  if (plan.subject !== undefined) return plan.subject;
  const { subjectTemplate } = plan;
  if (subjectTemplate === undefined) return plan.ruleCode ?? plan.templateCode;
  const text = await renderedLine(context, plan, { what: 'subject', content: subjectTemplate, data });
  // Data may contain line breaks, which would end the header.
  return [...text]
    .map((character) => (hasControl(character) ? ' ' : character))
    .join('')
    .trim();
}

interface NameInput {
  readonly name: string;
  /** The extension that the file must have. */
  readonly extension: string | undefined;
  /** JSON text. */
  readonly data: string;
}

async function attachmentName(
  context: WorkContext,
  plan: DeliveryPlan,
  { name, extension, data }: NameInput,
): Promise<string> {
  if (!hasPlaces(name)) return extension === undefined ? name : withExtension(name, extension);
  return renderedName(await renderedLine(context, plan, { what: 'attachment', content: name, data }), extension);
}

/** Renders a template of the plan itself as text. */
async function renderedLine(
  context: WorkContext,
  plan: DeliveryPlan,
  { what, content, data }: { readonly what: string; readonly content: string; readonly data: string },
): Promise<string> {
  const template: Template = {
    key: `${what} ${new Bun.CryptoHasher('sha256').update(content).digest('hex')}`,
    code: `${plan.ruleCode ?? plan.templateCode} (${what})`,
    inputType: 'HTML',
    documentType: 'SOURCE',
    documentSize: 'A4',
    content,
  };
  return decoder.decode((await rendered(context, template, { data, format: 'text', work: plan })).content);
}

interface RenderInput {
  /** JSON text. */
  readonly data: string;
  readonly format: string;
  readonly work: DeliveryPlan;
  /** Absent for a template of the plan itself. */
  readonly pinned?: PinnedTemplate;
}

async function rendered(
  { renderer, services, templates }: WorkContext,
  template: Template,
  { data, format, work, pinned }: RenderInput,
): Promise<Extract<RenderOutcome, { content: Uint8Array }>> {
  if (!renderer) throw new Error('this worker has no renderer');
  const options = { services, templates, work, pinned };
  const appended = await appendedTemplates(template, format, options).catch((error: unknown) => {
    throw isBadRequest(error) ? new CannotCompose(error.message) : error;
  });
  const outcome = await renderer.render({ template, data, format, ...appended });
  if ('content' in outcome) return outcome;
  const place = outcome.line === undefined ? '' : `, line ${outcome.line}`;
  const member = outcome.member === undefined ? '' : `, ${outcome.member}`;
  throw new CannotCompose(`the template ${template.code}${member}${place}: ${outcome.problem}`);
}
