import type { DeliveryRow } from '../../db/queries/deliveryRows.ts';
import { isEmail } from '../../domain/notifications/addresses.ts';
import type { ChannelName, DeliveryPlan } from '../../domain/notifications/plan.ts';
import type { Channels, HandOver } from '../../domain/ports.ts';
import type { Composed } from './compose.ts';

/** A way to one recipient by one provider, with the message already in it. */
export interface Sending {
  readonly provider: string;
  readonly longestMs: number;
  send(signal: AbortSignal): Promise<HandOver>;
  /** Absent where the provider cannot be asked. */
  readonly lookUp?: (since: Date) => Promise<HandOver | undefined>;
}

/** Where a channel does not say how long its hand-overs take. */
const LONGEST_MS = 120_000;

interface AnyChannel<Message> {
  readonly provider: string;
  readonly longestMs?: number;
  send(message: Message, signal?: AbortSignal): Promise<HandOver>;
  lookUp?(message: Message, since: Date): Promise<HandOver | undefined>;
}

function bound<Message>(channel: AnyChannel<Message>, message: Message): Sending {
  const { provider, longestMs = LONGEST_MS } = channel;
  return {
    provider,
    longestMs,
    send: (signal) => channel.send(message, signal),
    ...(channel.lookUp && { lookUp: (since: Date) => channel.lookUp?.(message, since) ?? Promise.resolve(undefined) }),
  };
}

/** The ways to a target, in the order in which they are tried. */
export function sendingsOf(
  channels: Channels,
  row: DeliveryRow & { readonly channel: string; readonly address: string },
  plan: DeliveryPlan,
  { subject, text, html, attachments }: Composed,
): Sending[] {
  const { id, address: to } = row;
  const { from } = plan;
  switch (row.channel as ChannelName) {
    case 'email': {
      const sender = from !== undefined && isEmail(from) && { from };
      const message = { id, to, subject, text, ...(html !== undefined && { html }), attachments, ...sender };
      return channels.email.map((channel) => bound(channel, message));
    }
    case 'sms': {
      const message = { id, to, text, ...(from !== undefined && !isEmail(from) && { from }) };
      return channels.sms.map((channel) => bound(channel, message));
    }
    case 'webhook': {
      const { url = '', secret } = plan.webhook ?? {};
      const message = { id, url, ...(secret !== undefined && { secret }), body: webhookBody(row, plan, subject) };
      return channels.webhook.map((channel) => bound(channel, message));
    }
  }
}

function webhookBody(row: DeliveryRow, { templateCode, ruleCode, data }: DeliveryPlan, subject: string): string {
  const { id, notificationId, given } = row;
  const target: unknown = JSON.parse(given);
  return JSON.stringify({ id, notificationId, templateCode, ruleCode, subject, notificationTo: target, data });
}
