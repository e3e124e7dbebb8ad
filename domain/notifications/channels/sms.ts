import type { JsonObject } from '../../kinds/kind.ts';
import type { SmsMessage } from '../../ports/channels.ts';
import { describe } from '../../validation/values.ts';
import { isAlphanumericSender, isEmail, readPhone } from './addresses.ts';
import { declareChannel } from './channel.ts';

export const smsChannel = declareChannel<'sms', SmsMessage>({
  name: 'sms',
  sender: 'smsSender',
  template: { member: 'smsTemplateCode', documentTypes: ['SOURCE'], attachedTypes: [], hasDocuments: false },
  settings: {},
  address: {
    member: 'phone',
    ownerMember: 'phoneNumber',
    title: 'phone number',
    canonical: (text) => text,
    read: (text, rules) => {
      const phone = readPhone(text, rules);
      return 'number' in phone ? { shown: phone.number } : { problem: `${describe(text)} ${phone.problem}` };
    },
  },
  problemOfSender: (from, rules) =>
    isAlphanumericSender(from) || 'number' in readPhone(from, { ...rules, allowedCountries: [] })
      ? undefined
      : 'must be a phone number, or up to 11 letters and digits, to send an SMS',
  isSuppressible: true,
  limitsRecipients: true,
  hasReceipts: true,
  hasUnsubscribeLink: false,
  resendsUnknown: false,
  // The subject of an SMS is never shown.
  compose: async (tools, plan) => {
    const template = plan.channels.sms?.template;
    const rendered = template && (await tools.render(template.pinned, 'text'));
    return { subject: '', text: rendered ? new TextDecoder().decode(rendered.content).trim() : '', attachments: [] };
  },
  contentOf: ({ text }) => ({ contents: text }),
  messageOf: ({ id, address, plan, composed, links }) => ({
    id,
    to: address,
    text: composed.text,
    ...(links.receipt && { receiptUrl: links.receipt(id) }),
    ...(plan.from !== undefined && !isEmail(plan.from) && { from: plan.from }),
  }),
  describe: ({ to, from, text }, { full }): JsonObject => ({
    channel: 'sms',
    to,
    ...(from !== undefined && { from }),
    ...(full && { text }),
  }),
});
