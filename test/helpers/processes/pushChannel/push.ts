import { declareChannel } from '../../../../domain/notifications/channels/channel.ts';

export interface PushMessage {
  readonly id: string;
  readonly token: string;
  readonly text: string;
}

/** The declaration of a channel, as a developer writes it. */
export const pushChannel = declareChannel<'push', PushMessage>({
  name: 'push',
  sender: 'pushSender',
  template: { member: 'pushTemplateCode', documentTypes: [], attachedTypes: [], hasDocuments: false },
  settings: { topic: { maxLength: 50, isRequired: false } },
  address: {
    member: 'deviceToken',
    ownerMember: 'deviceToken',
    title: 'device token',
    canonical: (text) => text.toLowerCase(),
    read: (text) => (/^[0-9a-f]{8}$/i.test(text) ? { shown: text } : { problem: 'must be 8 hexadecimal digits' }),
  },
  isSuppressible: true,
  limitsRecipients: true,
  hasReceipts: false,
  hasUnsubscribeLink: false,
  resendsUnknown: false,
  compose: async (tools, { channels }) => {
    const rendered = await tools.render(channels.push?.template?.pinned ?? '', 'text');
    return { subject: await tools.subject(), text: new TextDecoder().decode(rendered.content), attachments: [] };
  },
  contentOf: ({ subject, text }) => ({ subject, contents: text }),
  messageOf: ({ id, address, plan, composed }) => ({
    id,
    token: address,
    text: `${plan.channels.push?.settings?.topic}: ${composed.text}`,
  }),
  describe: ({ token, text }, { full }) => ({ channel: 'push', token: `${token.slice(0, 2)}…`, ...(full && { text }) }),
});
