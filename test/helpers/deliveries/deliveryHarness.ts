import { afterEach } from 'bun:test';
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
import type { WorkerOptions } from '../../../workers/runtime/worker.ts';
import { type FileHarness, makeHarnessForFile, stopAfterFile } from '../bootstrap.ts';
import type { DeliveryProcessSettings } from '../processes/deliveryProcess.ts';
import { type ScriptProcess, spawnScript } from '../processes/process.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { poll } from '../waits/poll.ts';
import { engineOf, RecordingEngine, startWorker, type TestWorker } from '../workerHarness.ts';

/** Real workers, a real mail server, and recording channels for SMS and webhooks. */

const log = pino({ level: 'silent' });
const engine = engineOf(new RecordingEngine(), SearchUnavailable);
let renderer: ReturnType<typeof makeRenderer>;
export let harness: FileHarness;
export let smtp: TestSmtp;
export let url: string;
export const running: { stop(): Promise<void> }[] = [];

/** A driver that returns the results that a test sets, and records its messages. */
export class RecordingChannel<Message extends { id: string }> implements Channel<Message> {
  readonly provider: string;
  readonly maxSendMs: number = 1_000;
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

/**
 * Starts the shared servers of a test file, and stops the workers after each test.
 *
 * @param make makes the database and the services
 */
export async function startDeliveriesForFile(
  make: (search: typeof engine) => Promise<FileHarness> = makeHarnessForFile,
): Promise<void> {
  harness = await make(engine);
  const sandbox = makeSandbox({ log, size: 1 });
  stopAfterFile(() => sandbox.stop());
  renderer = makeRenderer({ log, sandbox });
  stopAfterFile(() => renderer.stop());
  smtp = await startSmtp();
  stopAfterFile(() => smtp.stop());
  afterEach(clear);
  const server = makeApi(
    { ...harness.services, phoneRules: { defaultCountry: 'CZ', allowedCountries: [] } },
    { host: '127.0.0.1', port: 0, maxBody: 64 * 1024 * 1024, routes: allRoutes() },
  );
  await server.start();
  stopAfterFile(() => server.stop());
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

async function clear(): Promise<void> {
  for (const one of running.splice(0)) await one.stop();
  sms.sent.length = 0;
  webhook.sent.length = 0;
  smtp.accepted.length = 0;
}

function emailChannel() {
  const channel = makeEmailChannel({
    url: smtp.url,
    from: { name: 'Waybill', address: 'waybill@example.com' },
    connections: 4,
    // A limit on a hang: none of these tests waits for a silent server.
    timeouts: { connect: 20_000, answer: 30_000, whole: 60_000 },
  });
  running.push(channel);
  return channel;
}

export async function start(
  options: { channels?: Partial<ChannelDrivers>; rules?: DeliveryRules; worker?: Partial<WorkerOptions> } = {},
): Promise<TestWorker> {
  const email = options.channels?.email ?? [emailChannel()];
  const channels: ChannelDrivers = { email, sms: [sms], webhook: [webhook], ...options.channels };
  const worker = await startWorker(
    harness.database.url,
    engine,
    {},
    {
      channels,
      renderer,
      deliveryRules: options.rules ?? rules,
      drainMs: 500,
      ...options.worker,
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

/** Starts a worker process that a test can kill. */
export async function spawnWorker(settings: DeliveryProcessSettings = {}): Promise<ScriptProcess> {
  const worker = spawnScript(
    join(import.meta.dir, '..', 'processes', 'deliveryProcess.ts'),
    harness.database.url,
    smtp.url,
    JSON.stringify(settings),
  );
  running.push({ stop: worker.kill });
  await worker.printed('the worker to be ready', (output) => output.includes('ready'));
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
  // Polls the status of the row first: the story of a thousand targets is too long to be read at each poll.
  const reached = async () => {
    const [row] = await harness.services.sql<{ status: string }[]>`select status from notification where id = ${id}`;
    return row?.status === status;
  };
  try {
    await poll(`the notification to be ${status}`, reached, limit);
  } catch (error) {
    throw new Error(`${(error as Error).message}; ${JSON.stringify(await story(id)).slice(0, 10_000)}`);
  }
  return poll(`the story to be that of a notification that is ${status}`, async () => {
    const current = await story(id);
    return current.status === status ? current : undefined;
  });
}
