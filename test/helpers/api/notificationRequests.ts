import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestApi } from '../api.ts';

/** Stores templates of every document type, and the rules `outage` and `by-mail`, which use them. */
export async function storeTemplatesAndRules(api: TestApi): Promise<void> {
  for (const [code, documentType] of Object.entries({ mail: 'EMAIL', short: 'SOURCE', paper: 'PDF', mail2: 'EMAIL' })) {
    await api.request('POST', '/formatter-templates', { code, inputType: 'HTML', documentType, content: 'x' });
  }
  const { storeRule } = notificationRequests(api);
  await storeRule('outage', { config: { emailTemplateCode: 'mail', smsTemplateCode: 'short' } });
  await storeRule('by-mail', { config: { emailTemplateCode: 'mail', subject: 'About {{what}}' } });
}

export const sampleNotification = (members: object = {}): JsonObject & { id: string } => ({
  id: crypto.randomUUID(),
  ownerType: 'Ticket',
  ownerId: '1',
  templateCode: 'by-mail',
  notificationTo: [{ email: 'a@example.com' }],
  ...members,
});

export function notificationRequests(api: TestApi) {
  return {
    storeRule: (code: string, members: object) =>
      api.request('POST', '/notification-rules', { code, name: code, ...members }),
    post: (body: unknown, path = '/notifications') => api.request('POST', path, body as JsonObject),
  };
}
