import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { BounceWebhooks } from '../../../domain/ports/bounceWebhooks.ts';
import { stopAfterFile } from '../bootstrap.ts';
import { ended, harness, send, startDeliveriesForFile, story } from '../deliveries/deliveryHarness.ts';
import { poll } from '../waits/poll.ts';

/** An api that accepts reports of providers, and e-mails that these are about. */

let apiUrl: string;

/** Starts an api with these settings. @returns its URL */
export async function startWebhookApi(bounceWebhooks?: BounceWebhooks): Promise<string> {
  const services = { ...harness.services, ...(bounceWebhooks && { bounceWebhooks }) };
  const api = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 1024 * 1024, routes: allRoutes() });
  await api.start();
  stopAfterFile(() => api.stop());
  return api.url;
}

export async function startWebhooksForFile(bounceWebhooks: BounceWebhooks): Promise<void> {
  await startDeliveriesForFile();
  apiUrl = await startWebhookApi(bounceWebhooks);
}

export async function report(provider: string, body: unknown, headers: Record<string, string> = {}, url = apiUrl) {
  const answer = await fetch(`${url}/api/v2/notifications/receipts/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, errors: text === '' ? [] : ((JSON.parse(text) as JsonObject).errors as string[]) };
}
export const accepted = { status: 200, errors: [] };

export async function sent(address: string) {
  const id = await send({ notificationTo: [{ email: address }] });
  const { notificationTo } = await ended(id, 'SENT');
  return { id, targetId: String(notificationTo[0]?.id), address };
}
export const targetOf = async (id: string) => (await story(id)).notificationTo[0];
export const reported = (id: string) =>
  poll('the report in the story', async () => {
    const target = await targetOf(id);
    return target?.attempts.length === 2 ? target : undefined;
  });
export const reasonsOf = async (address: string) =>
  (
    await harness.services.sql<{ reason: string }[]>`
    select doc::json->>'reason' as reason from suppression where address = ${address}`
  ).map(({ reason }) => reason);
