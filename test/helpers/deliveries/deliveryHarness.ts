import { join } from 'node:path';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { ChannelDrivers } from '../../../domain/notifications/channels/index.ts';
import type { DeliveryRules } from '../../../domain/notifications/retries.ts';
import type { Channel, SendResult, SmsMessage, WebhookMessage } from '../../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { makeTestDatabase, type TestDatabase } from '../database.ts';
import { type ScriptProcess, spawnScript } from '../processes/process.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { until } from '../until.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
} from '../workerHarness.ts';

/** Notifications from the request to the recipient: real workers, a real mail server, channels of the tests for the rest. */

const log = pino({ level: 'silent' });
const engine = engineOf(new RecordingEngine(), SearchUnavailable);
let sandbox: ReturnType<typeof makeSandbox>;
let renderer: ReturnType<typeof makeRenderer>;
let database: TestDatabase;
export let harness: Harness;
export let smtp: TestSmtp;
export let url: string;
let api: { stop(): Promise<void> };
export const running: { stop(): Promise<void> }[] = [];

/** A driver that answers as a test says, and records its messages. */
export class RecordingChannel<Message extends { id: string }> implements Channel<Message> {
  readonly provider: string;
  readonly maxSendMs = 1_000;
  readonly sent: Message[] = [];
  readonly answers: SendResult[] = [];
  found: SendResult | undefined;
  outcomeRequests = 0;

  constructor(provider: string) {
    this.provider = provider;
  }
  async send(message: Message): Promise<SendResult> {
    this.sent.push(message);
    return (
      this.answers.shift() ?? {
        outcome: 'sent',
        provider: this.provider,
        answer: 'queued',
        providerId: `id-${message.id}`,
      }
    );
  }
  async lookUp(_message?: Message): Promise<SendResult | undefined> {
    this.outcomeRequests++;
    return this.found;
  }
}
export const sms = new RecordingChannel<SmsMessage>('sms:test');
export const webhook = new RecordingChannel<WebhookMessage>('webhook:test');

export const rules: DeliveryRules = { maxAttempts: 3, backoff: () => 0.05 };

export async function startDeliveries(): Promise<void> {
  sandbox = makeSandbox({ log, size: 1 });
  renderer = makeRenderer({ log, sandbox });
  database = await makeTestDatabase();
  harness = await makeHarness(database.url, engine);
  smtp = await startSmtp();
  const server = makeApi(
    { ...harness.services, phoneRules: { defaultCountry: 'CZ', allowedCountries: [] } },
    { host: '127.0.0.1', port: 0, maxBody: 64 * 1024 * 1024, routes: allRoutes() },
  );
  await server.start();
  api = server;
  url = server.url;
  await post('/formatter-templates', {
    code: 'mail',
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>{{salutation}}</p><p>{{content}}</p>',
  });
  await post('/formatter-templates', {
    code: 'short',
    inputType: 'HTML',
    documentType: 'SOURCE',
    content: 'Outage: {{content}}',
  });
  await rule('by-mail', { emailTemplateCode: 'mail', subject: 'About {{what}}' });
  await rule('both', { emailTemplateCode: 'mail', smsTemplateCode: 'short' });
  await rule('by-sms', { smsTemplateCode: 'short' });
  await post('/user-types', { code: 'person', name: 'P', type: 'INDIVIDUAL', registry: {} });
}

export async function clearDeliveries(): Promise<void> {
  for (const one of running.splice(0)) await one.stop();
  sms.sent.length = 0;
  webhook.sent.length = 0;
  smtp.accepted.length = 0;
}

export async function stopDeliveries(): Promise<void> {
  await api.stop();
  await smtp.stop();
  await renderer.stop();
  await sandbox.stop();
  await harness.stop();
  await database.drop();
}

function emailChannel() {
  const channel = makeEmailChannel({
    url: smtp.url,
    from: { name: 'Waybill', address: 'waybill@example.com' },
    connections: 4,
    // Longer than a busy machine takes: none of these tests waits for a silent server.
    timeouts: { connect: 20_000, answer: 30_000, whole: 60_000 },
  });
  running.push(channel);
  return channel;
}

export async function start(
  options: { channels?: Partial<ChannelDrivers>; rules?: DeliveryRules } = {},
): Promise<TestWorker> {
  const email = options.channels?.email ?? [emailChannel()];
  const channels: ChannelDrivers = { email, sms: [sms], webhook: [webhook], ...options.channels };
  const worker = await startWorker(
    database.url,
    engine,
    {},
    {
      channels,
      renderer,
      deliveryRules: options.rules ?? rules,
      drainMs: 500,
    },
  );
  running.unshift(worker);
  return worker;
}

export async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}
export const setState = (id: string, state: string) =>
  fetch(`${url}/api/v2/notifications/${id}/state/${state}`, { method: 'PUT' });

/** A worker as a process of its own, to be killed. */
export async function spawnWorker(): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'processes', 'deliveryProcess.ts'), database.url, smtp.url);
  running.push({ stop: worker.kill });
  await until('the worker to be ready', () => worker.output().includes('ready'));
  return worker;
}

export const rule = (code: string, config: object, members: object = {}) =>
  post('/notification-rules', { code, name: code, config, ...members });

export async function send(members: object): Promise<string> {
  const id = crypto.randomUUID();
  await post('/notifications', {
    id,
    ownerType: 'Ticket',
    ownerId: '1',
    templateCode: 'by-mail',
    data: { what: 'it', content: 'C' },
    ...members,
  });
  return id;
}

type Story = JsonObject & { status: string; notificationTo: (JsonObject & { attempts: JsonObject[] })[] };
export async function story(id: string): Promise<Story> {
  return (await (await fetch(`${url}/api/v2/notifications/${id}`)).json()) as Story;
}
export async function ended(id: string, status: string, limit = 30_000): Promise<Story> {
  // The row's own status first: the story of a thousand targets is long, and is not asked for fifty times a second.
  const reached = async () => {
    const [row] = await harness.services.sql<{ status: string }[]>`select status from notification where id = ${id}`;
    return row?.status === status;
  };
  try {
    await until(`the notification to be ${status}`, reached, limit);
  } catch (error) {
    throw new Error(`${(error as Error).message}; ${JSON.stringify(await story(id)).slice(0, 10_000)}`);
  }
  return until(`the story to be that of a notification that is ${status}`, async () => {
    const current = await story(id);
    return current.status === status ? current : undefined;
  });
}
