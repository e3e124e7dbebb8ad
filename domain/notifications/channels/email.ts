import type { JsonObject } from '../../kinds/kind.ts';
import type { Attachment, EmailMessage } from '../../ports/channels.ts';
import { describe } from '../../validation/values.ts';
import type { DeliveryPlan } from '../plan.ts';
import { isEmail, isSenderName, readEmail, readPhone } from './addresses.ts';
import { type Composed, type ComposeTools, declareChannel } from './channel.ts';

/** An address, or a name that is shown with the configured address. */
const isSender = (from: string): boolean => isEmail(from) || isSenderName(from);

/** Body of a message whose document is attached, if the data have no `content`. */
const ATTACHED = 'The document is attached.';

export const emailChannel = declareChannel<'email', EmailMessage>({
  name: 'email',
  sender: 'emailSender',
  template: {
    member: 'emailTemplateCode',
    documentTypes: ['EMAIL', 'PDF'],
    attachedTypes: ['PDF'],
    hasDocuments: true,
  },
  settings: {},
  address: {
    member: 'email',
    ownerMember: 'email',
    title: 'e-mail address',
    canonical: (text) => readEmail(text) ?? text,
    read: (text) => (isEmail(text) ? { shown: text } : { problem: `must be an e-mail address, not ${describe(text)}` }),
  },
  problemOfSender: (from, rules) =>
    isSender(from) || 'number' in readPhone(from, { ...rules, allowedCountries: [] })
      ? undefined
      : 'must be an e-mail address, or a name of at most 100 characters without @, < and >',
  isSuppressible: true,
  limitsRecipients: true,
  hasReceipts: false,
  hasUnsubscribeLink: true,
  resendsUnknown: true,
  compose,
  contentOf: ({ subject, text }) => ({ subject, contents: text }),
  messageOf: ({ id, address, plan, composed, links }) => {
    const { subject, text, html, attachments } = composed;
    return {
      id,
      to: address,
      subject,
      text,
      ...(html !== undefined && { html }),
      attachments,
      ...(plan.from !== undefined && isSender(plan.from) && { from: plan.from }),
      ...(links.unsubscribe && { unsubscribeUrl: links.unsubscribe(id) }),
    };
  },
  describe: ({ to, from, subject, text, html, attachments }, { full }): JsonObject => ({
    channel: 'email',
    to,
    ...(from !== undefined && { from }),
    attachments: attachments.map(fileOf),
    ...(full && { subject, text, ...(html !== undefined && { html }) }),
  }),
});

async function compose(tools: ComposeTools, plan: DeliveryPlan): Promise<Composed> {
  // Rendered at the same time as the body, in another process of the pool.
  const subjectRendered = tools.subject();
  subjectRendered.catch(() => {});
  const template = plan.channels.email?.template;
  if (!template) return { subject: await subjectRendered, text: '', attachments: [] };
  const attachments = await tools.attachments();
  const { pinned, code } = template;
  if (!template.attached) {
    const { content, plainText = '' } = await tools.render(pinned, 'email');
    return { subject: await subjectRendered, html: new TextDecoder().decode(content), text: plainText, attachments };
  }
  const { content } = await tools.render(pinned, 'pdf');
  const document = { name: `${code.replaceAll(/[/\\]/g, '_')}.pdf`, mediaType: 'application/pdf', content };
  return {
    subject: await subjectRendered,
    text: typeof plan.data.content === 'string' ? plan.data.content : ATTACHED,
    attachments: [document, ...attachments],
  };
}

const fileOf = ({ name, mediaType, content }: Attachment): JsonObject => ({
  name,
  mediaType,
  size: content.byteLength,
});
