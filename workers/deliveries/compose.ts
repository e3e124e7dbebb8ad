import { readAttachmentRows } from '../../db/queries/notifications/deliveryRows.ts';
import { documentFormat } from '../../domain/documents/formats.ts';
import type { ChannelName, DeliveryPlan } from '../../domain/notifications/plan.ts';
import { hasControl } from '../../domain/notifications/recipients/addresses.ts';
import type { Attachment } from '../../domain/ports/channels.ts';
import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** A message but for its recipient. */
export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly Attachment[];
}

/** The fault of a template or of the data: the same however often it is tried. */
export class CannotCompose extends Error {
  override readonly name = 'CannotCompose';
}

/** What the body of a message says beside a document that is the message itself. */
const ATTACHED = 'The document is attached.';

const decoder = new TextDecoder();

/** Makes the message of a notification for one channel. Throws CannotCompose. */
export async function compose(
  context: WorkContext,
  notificationId: string,
  plan: DeliveryPlan,
  channel: ChannelName,
): Promise<Composed> {
  const data = JSON.stringify(plan.data);
  const template = channel === 'webhook' ? undefined : plan[channel];
  if (channel === 'sms' && template) {
    // Nobody sees its subject.
    const { content } = await made(context, template.pinned, data, 'text');
    return { subject: '', text: decoder.decode(content).trim(), attachments: [] };
  }
  // Beside the body: the two go to a render process together.
  const subjectMade = subjectOf(context, plan, data);
  subjectMade.catch(() => {});
  if (!template) return { subject: await subjectMade, text: '', attachments: [] };
  const given = plan.attachments ? await readAttachmentRows(context.services.sql, notificationId) : [];
  const documents = await Promise.all(
    (plan.documents ?? []).map(async ({ pinned, format, name }): Promise<Attachment> => {
      const { content } = await made(context, pinned, data, format);
      return { name, mediaType: documentFormat(format)?.mediaType ?? 'application/octet-stream', content };
    }),
  );
  const attachments = [...given, ...documents];
  if (template.attached) {
    const { content } = await made(context, template.pinned, data, 'pdf');
    const name = `${template.code.replaceAll(/[/\\]/g, '_')}.pdf`;
    const text = typeof plan.data.content === 'string' ? plan.data.content : ATTACHED;
    return {
      subject: await subjectMade,
      text,
      attachments: [{ name, mediaType: 'application/pdf', content }, ...attachments],
    };
  }
  const { content, plainText = '' } = await made(context, template.pinned, data, 'email');
  return { subject: await subjectMade, html: decoder.decode(content), text: plainText, attachments };
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
  // Data may hold line breaks, which would end the header.
  return [...text]
    .map((character) => (hasControl(character) ? ' ' : character))
    .join('')
    .trim();
}

async function made(context: WorkContext, pinned: string, data: string, format: string) {
  return rendered(context, await context.templates.get(pinned), data, format);
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
