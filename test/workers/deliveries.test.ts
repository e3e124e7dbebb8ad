import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { allRoutes } from '../../api/routes/index.ts';
import { makeApi } from '../../api/server.ts';
import type { JsonObject } from '../../domain/kind.ts';
import type { DeliveryRules } from '../../domain/notifications/retries.ts';
import {
  type Channel,
  type Channels,
  EngineAway,
  type HandOver,
  type SmsMessage,
  type WebhookMessage,
} from '../../domain/ports.ts';
import { makeEmailChannel } from '../../drivers/channel.email.ts';
import { makeRenderer } from '../../drivers/renderer.ts';
import { makeSandbox } from '../../drivers/sandbox.quickjs.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startSmtp, type TestSmtp } from '../helpers/smtp.ts';
import { until } from '../helpers/until.ts';
import { type Bench, engineOf, makeBench, NotingEngine, startWorker, type TestWorker } from './bench.ts';

setDefaultTimeout(90_000);

/** Notifications from the request to the recipient: real workers, a real mail server, channels of the tests for the rest. */

const log = pino({ level: 'silent' });
const engine = engineOf(new NotingEngine(), EngineAway);
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox });
let database: TestDatabase;
let bench: Bench;
let smtp: TestSmtp;
let url: string;
let api: { stop(): Promise<void> };
const running: { stop(): Promise<void> }[] = [];

/** A provider that does what it is told, and notes what it was given. */
class Noting<Message extends { id: string }> implements Channel<Message> {
  readonly provider: string;
  readonly longestMs = 1_000;
  readonly sent: Message[] = [];
  readonly answers: HandOver[] = [];
  found: HandOver | undefined;
  asked = 0;

  constructor(provider: string) {
    this.provider = provider;
  }
  async send(message: Message): Promise<HandOver> {
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
  async lookUp(): Promise<HandOver | undefined> {
    this.asked++;
    return this.found;
  }
}
const sms = new Noting<SmsMessage>('sms:test');
const webhook = new Noting<WebhookMessage>('webhook:test');

const rules: DeliveryRules = { tries: 3, pauseAfter: () => 0.05 };

beforeAll(async () => {
  database = await makeTestDatabase();
  bench = await makeBench(database.url, engine);
  smtp = await startSmtp();
  const server = makeApi(
    { ...bench.platform, phones: { defaultCountry: 'CZ', allowedCountries: [] } },
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
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  sms.sent.length = 0;
  smtp.taken.length = 0;
});
afterAll(async () => {
  await api.stop();
  await smtp.stop();
  await renderer.stop();
  await sandbox.stop();
  await bench.stop();
  await database.drop();
});

function emailChannel() {
  const channel = makeEmailChannel({
    url: smtp.url,
    from: { name: 'Waybill', address: 'waybill@example.com' },
    connections: 4,
    timeouts: { connect: 5_000, answer: 5_000, whole: 10_000 },
  });
  running.push(channel);
  return channel;
}

async function start(options: { channels?: Partial<Channels>; rules?: DeliveryRules } = {}): Promise<TestWorker> {
  const email = options.channels?.email ?? [emailChannel()];
  const channels: Channels = { email, sms: [sms], webhook: [webhook], ...options.channels };
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

async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}
const rule = (code: string, config: object, members: object = {}) =>
  post('/notification-rules', { code, name: code, config, ...members });

async function send(members: object): Promise<string> {
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
async function story(id: string): Promise<Story> {
  return (await (await fetch(`${url}/api/v2/notifications/${id}`)).json()) as Story;
}
const ended = (id: string, status: string): Promise<Story> =>
  until(`the notification to be ${status}`, async () => {
    const told = await story(id);
    if (told.status !== status) throw new Error(JSON.stringify(told));
    return told;
  });

describe('a notification by e-mail', () => {
  test('arrives, with its subject and both parts, and tells its story', async () => {
    await start();
    const id = await send({
      notificationTo: [{ email: 'jan@example.com' }],
      formatterDocumentTemplateDataOverride: { salutation: 'Vážený pane' },
      attachments: [{ name: 'plan.txt', mimeType: 'text/plain', data: btoa('the plan') }],
      data: { what: 'water', content: '<b>Voda</b>', salutation: 'Ahoj' },
    });
    const told = await ended(id, 'SENT');
    const mail = await smtp.last();
    expect([mail.subject, mail.to?.[0]?.address]).toEqual(['About water', 'jan@example.com']);
    expect(mail.html).toContain('Vážený pane');
    expect(mail.text).toContain('<b>Voda</b>');
    expect(mail.attachments).toMatchObject([{ filename: 'plan.txt' }]);
    expect(told).toMatchObject({ subject: 'About water', contents: expect.stringContaining('Voda') });
    expect(told.notificationTo).toMatchObject([
      {
        status: 'SENT',
        channel: 'email',
        attempts: [
          {
            attempt: 1,
            outcome: 'sent',
            worker: expect.any(String),
            provider: expect.stringContaining('smtp'),
            durationMs: expect.any(Number),
          },
        ],
      },
    ]);
  });
});
