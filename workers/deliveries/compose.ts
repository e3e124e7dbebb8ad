import { readAttachmentRows } from '../../db/queries/notifications/deliveryRows.ts';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { hasControl } from '../../domain/notifications/channels/addresses.ts';
import type { ChannelDeclaration, Composed, ComposeTools } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import type { Attachment } from '../../domain/ports/channels.ts';
import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';
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
    rendered(context, await context.templates.get(pinned), data, format);
  const tools: ComposeTools = {
    render,
    subject: () => subjectOf(context, plan, data),
    attachments: async () => {
      const attached = plan.attachments ? await readAttachmentRows(context.services.sql, notificationId) : [];
      const documents = await Promise.all(
        (plan.documents ?? []).map(async ({ pinned, format, name }): Promise<Attachment> => {
          const { content } = await render(pinned, format);
          return { name, mediaType: documentFormat(format)?.mediaType ?? 'application/octet-stream', content };
        }),
      );
      return [...attached, ...documents];
    },
  };
  return channel.compose(tools, plan);
}

async function subjectOf(context: WorkContext, plan: DeliveryPlan, data: string): Promise<string> {
  if (plan.subject !== undefined) return plan.subject;
  const { subjectTemplate } = plan;
  if (subjectTemplate === undefined) return plan.ruleCode ?? plan.templateCode;
  const template: Template = {
    key: `subject ${new Bun.CryptoHasher('sha256').update(subjectTemplate).digest('hex')}`,
    code: `${plan.ruleCode} (subject)`,
    inputType: 'HTML',
    documentType: 'SOURCE',
    documentSize: 'A4',
    content: subjectTemplate,
  };
  const text = decoder.decode((await rendered(context, template, data, 'text')).content);
  // Data may contain line breaks, which would end the header.
  return [...text]
    .map((character) => (hasControl(character) ? ' ' : character))
    .join('')
    .trim();
}

async function rendered(
  { renderer }: WorkContext,
  template: Template,
  data: string,
  format: string,
): Promise<Extract<RenderOutcome, { content: Uint8Array }>> {
  if (!renderer) throw new Error('this worker has no renderer');
  const outcome = await renderer.render({ template, data, format });
  if ('content' in outcome) return outcome;
  const place = outcome.line === undefined ? '' : `, line ${outcome.line}`;
  throw new CannotCompose(`the template ${template.code}${place}: ${outcome.problem}`);
}
