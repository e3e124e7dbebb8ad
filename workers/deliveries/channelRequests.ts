import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { ChannelName, DeliveryPlan } from '../../domain/notifications/plan.ts';
import { isEmail } from '../../domain/notifications/recipients/addresses.ts';
import type { Attachment, Channel, Channels, SendResult } from '../../domain/ports/channels.ts';
import type { Composed } from './compose.ts';

/** A way to one recipient by one provider, with the message already in it. */
export interface ChannelRequest {
  readonly provider: string;
  readonly maxSendMs: number;
  /** The request as the log stores it: without credentials, and with the message's text only where `full`. */
  describe(full: boolean): JsonObject;
  send(signal: AbortSignal): Promise<SendResult>;
  /** Absent where the provider cannot be asked. */
  readonly lookUp?: (since: Date) => Promise<SendResult | undefined>;
}

/** Where a channel does not say how long its hand-overs take. */
const MAX_SEND_MS = 120_000;

function bound<Message>(
  channel: Channel<Message>,
  message: Message,
  describe: ChannelRequest['describe'],
  provider = channel.provider,
): ChannelRequest {
  const { maxSendMs = MAX_SEND_MS } = channel;
  return {
    provider,
    maxSendMs,
    describe,
    send: (signal) => channel.send(message, signal),
    ...(channel.lookUp && { lookUp: (since: Date) => channel.lookUp?.(message, since) ?? Promise.resolve(undefined) }),
  };
}

/** Each host is a provider of its own, as the channel names it too. */
const webhookProvider = ({ webhook }: DeliveryPlan): string => `webhook:${URL.parse(webhook?.url ?? '')?.host ?? '?'}`;

/** The providers by which a target can be told. */
export const providersOf = (channels: Channels, channel: ChannelName, plan: DeliveryPlan): string[] =>
  channel === 'webhook' ? [webhookProvider(plan)] : channels[channel].map(({ provider }) => provider);

/** Where those lead that a recipient, or a provider, is given. */
export interface Links {
  /** Of one target: where its recipient ends what it gets. */
  readonly unsubscribe?: (targetId: string) => string;
  /** Of one target: where its provider tells what became of it. */
  readonly receipt?: (targetId: string) => string;
}

/** The ways to a target, in the order in which they are tried. */
export function channelRequestsOf(
  channels: Channels,
  row: DeliveryRow & { readonly channel: string; readonly address: string },
  plan: DeliveryPlan,
  { subject, text, html, attachments }: Composed,
  links: Links = {},
): ChannelRequest[] {
  const { id, address: to } = row;
  const { from } = plan;
  switch (row.channel as ChannelName) {
    case 'email': {
      const sender = from !== undefined && isEmail(from) && { from };
      const message = {
        id,
        to,
        subject,
        text,
        ...(html !== undefined && { html }),
        attachments,
        ...sender,
        ...(links.unsubscribe && { unsubscribeUrl: links.unsubscribe(id) }),
      };
      const describe = (full: boolean): JsonObject => ({
        ...{ channel: 'email', to, ...sender, attachments: attachments.map(fileOf) },
        ...(full && { subject, text, ...(html !== undefined && { html }) }),
      });
      return channels.email.map((channel) => bound(channel, message, describe));
    }
    case 'sms': {
      const receipt = links.receipt && { receiptUrl: links.receipt(id) };
      const message = { id, to, text, ...receipt, ...(from !== undefined && !isEmail(from) && { from }) };
      const describe = (full: boolean): JsonObject => ({
        ...{ channel: 'sms', to, ...(message.from !== undefined && { from: message.from }) },
        ...(full && { text }),
      });
      return channels.sms.map((channel) => bound(channel, message, describe));
    }
    case 'webhook': {
      const { url = '', secret } = plan.webhook ?? {};
      const body = webhookBody(row, plan, subject);
      const message = { id, url, ...(secret !== undefined && { secret }), body };
      // A query may hold a token.
      const describe = (full: boolean): JsonObject => ({
        ...{ channel: 'webhook', url: url.replace(/[?#].*$/s, '') },
        ...(full && { body }),
      });
      return channels.webhook.map((channel) => bound(channel, message, describe, webhookProvider(plan)));
    }
  }
}

const fileOf = ({ name, mediaType, content }: Attachment): JsonObject => ({
  name,
  mediaType,
  size: content.byteLength,
});

function webhookBody(row: DeliveryRow, { templateCode, ruleCode, data }: DeliveryPlan, subject: string): string {
  const { id, notificationId, input } = row;
  const target: unknown = JSON.parse(input);
  return JSON.stringify({ id, notificationId, templateCode, ruleCode, subject, notificationTo: target, data });
}
