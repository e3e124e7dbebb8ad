import type { Json, JsonObject } from '../../kinds/kind.ts';
import type { WebhookMessage } from '../../ports/channels.ts';
import { isHttpUrl } from '../../validation/httpUrl.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { describe } from '../../validation/values.ts';
import { declareChannel, type OutgoingDelivery } from './channel.ts';

export const webhookChannel = declareChannel<'webhook', WebhookMessage>({
  name: 'webhook',
  sender: 'webhookSender',
  settings: {
    url: {
      maxLength: 2_000,
      isRequired: true,
      problemOf: (text) =>
        isHttpUrl(text)
          ? undefined
          : `must be an absolute http or https URL without credentials, not ${describe(text)}`,
    },
    secret: { maxLength: 1_000, isRequired: false, isWriteOnly: true },
  },
  isSuppressible: false,
  limitsRecipients: false,
  hasReceipts: false,
  hasUnsubscribeLink: false,
  resendsUnknown: false,
  compose: async (tools) => ({ subject: await tools.subject(), text: '', attachments: [] }),
  contentOf: ({ text }) => ({ contents: text }),
  messageOf: (delivery) => {
    const { url = '', secret = delivery.secret } = delivery.plan.channels.webhook?.settings ?? {};
    return { id: delivery.id, url, ...(secret !== undefined && { secret }), body: bodyOf(delivery) };
  },
  describe: describeWebhook,
  providerOf: ({ channels }) => webhookProvider(channels.webhook?.settings?.url ?? ''),
});

/** Returns a request for the log, without its secret. */
export function describeWebhook({ url, body }: WebhookMessage, { full }: { readonly full: boolean }): JsonObject {
  return {
    channel: 'webhook',
    // A query may hold a token.
    url: url.replace(/[?#].*$/s, ''),
    ...(full && { body }),
  };
}

/** Hosts fail independently, so each is a provider. */
export function webhookProvider(url: string): string {
  return `webhook:${URL.parse(url)?.host ?? '?'}`;
}

/** Returns the origin of a URL in the config of a rule. */
export const originOf = (url: Json | undefined): string | undefined =>
  typeof url === 'string' ? (URL.parse(url)?.origin ?? undefined) : undefined;

function bodyOf({ id, notificationId, target, plan, composed }: OutgoingDelivery): string {
  const { templateCode, ruleCode, data, about } = plan;
  const notificationTo: unknown = parseJson(target);
  return JSON.stringify({
    id,
    notificationId,
    templateCode,
    ruleCode,
    subject: composed.subject,
    ...about,
    notificationTo,
    data,
  });
}
