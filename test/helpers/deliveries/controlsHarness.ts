import { afterEach } from 'bun:test';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { unsubscribeRoutes } from '../../../api/routes/notifications/unsubscribe.ts';
import { makeServices } from '../../../app/services.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { DeliveryRules } from '../../../domain/notifications/retries.ts';
import type { Channel, SendResult } from '../../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import type { WorkerOptions } from '../../../workers/runtime/worker.ts';
import { type FileHarness, makeHarnessForFile, stopAfterFile } from '../bootstrap.ts';
import { poll } from '../waits/poll.ts';
import { engineOf, RecordingEngine, startWorker } from '../workerHarness.ts';

/** An api, and workers with stub drivers, for tests of suppressions, limits and receipts. */

interface Message {
  readonly id: string;
  readonly to?: string;
  readonly unsubscribeUrl?: string;
  readonly receiptUrl?: string;
}

class StubDriver implements Channel<Message> {
  readonly provider: string;
  readonly maxSendMs = 1_000;
  readonly sent: (Message & { at: number })[] = [];
  /** If undefined, every message is sent. */
  answer:
    | ((message: Message) => Partial<SendResult> | Promise<Partial<SendResult> | undefined> | undefined)
    | undefined;

  constructor(provider: string) {
    this.provider = provider;
  }
  async send(message: Message): Promise<SendResult> {
    this.sent.push({ ...message, at: performance.now() });
    const well = { outcome: 'sent', answer: 'queued', providerId: sidOf(message.id) };
    return { ...well, provider: this.provider, ...(await this.answer?.(message)) } as SendResult;
  }
  async lookUp(): Promise<undefined> {}
}
export const sidOf = (id: string) => `SM${id.replaceAll('-', '')}`;

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
export const authToken = 'the-token';
export const email = new StubDriver('smtp:one');
export const other = new StubDriver('smtp:two');
export const sms = new StubDriver('sms:test');
export const running: { stop(): Promise<void> }[] = [];
export let harness: FileHarness;
export let url: string;

/** Starts the api on a database of its own, and stops the workers of each test. */
export async function startControlsForFile(): Promise<void> {
  harness = await makeHarnessForFile(engine);
  afterEach(clear);
  const services = makeServices({ ...harness.services, receipts: { url: 'https://waybill.example', authToken } });
  const routes = allRoutes(unsubscribeRoutes);
  const server = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 64 * 1024 * 1024, routes });
  await server.start();
  stopAfterFile(() => server.stop());
  url = server.url;
  await call('POST', '/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'M' });
  await call('POST', '/formatter-templates', {
    code: 'short',
    inputType: 'HTML',
    documentType: 'SOURCE',
    content: 'S',
  });
}

async function clear(): Promise<void> {
  for (const one of running.splice(0)) await one.stop();
  for (const one of [email, other, sms]) {
    one.sent.length = 0;
    one.answer = undefined;
  }
  await harness.services.sql`delete from circuit_breaker`;
  await harness.services.sql`delete from rate_limit`;
}

export async function start(rules: Partial<DeliveryRules> = {}, options: Partial<WorkerOptions> = {}): Promise<void> {
  const worker = await startWorker(
    harness.database.url,
    engine,
    {},
    {
      channels: { email: [email, other], sms: [sms], webhook: [] },
      renderer: { render: async ({ data }) => ({ content: Buffer.from(data), plainText: data }), evict: () => {} },
      deliveryRules: { maxAttempts: 4, backoff: () => 0.05, ...rules },
      drainMs: 500,
      ...options,
    },
    { log: pino({ level: 'silent' }) },
  );
  running.unshift(worker);
}

export async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: JsonObject }> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? {} : (JSON.parse(text) as JsonObject) };
}

export async function send(templateCode: 'mail' | 'short', targets: object[]): Promise<string> {
  const id = crypto.randomUUID();
  const sent = await call('POST', '/notifications', {
    ...{ id, ownerType: 'Ticket', ownerId: '1', templateCode, notificationTo: targets },
  });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.json));
  return id;
}

export type Target = JsonObject & { id: string; status: string; attempts: JsonObject[] };
export type Story = { status: string; notificationTo: Target[] };
export const story = async (id: string) => (await call('GET', `/notifications/${id}`)).json as unknown as Story;
export const ended = (id: string, ...statuses: string[]): Promise<Story> =>
  poll(`the notification to be ${statuses}`, async () => {
    const current = await story(id);
    if (!statuses.includes(current.status)) throw new Error(JSON.stringify(current));
    return current;
  });
export const only = ({ notificationTo: [target] }: Story): Target => target as Target;

export async function suppressions(filters: object[] = []): Promise<JsonObject[]> {
  const filtering = encodeURIComponent(JSON.stringify({ filters }));
  return (await call('GET', `/suppressions?filtering=${filtering}`)).json.content as JsonObject[];
}
export const ofAddress = (address: string) => [{ column: 'address', operator: 'EQ', value: address }];
