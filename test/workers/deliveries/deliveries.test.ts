import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { ChannelDrivers } from '../../../domain/notifications/channels/index.ts';
import type { DeliveryRules } from '../../../domain/notifications/retries.ts';
import type { Channel, EmailMessage, SendResult, SmsMessage, WebhookMessage } from '../../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { type ScriptProcess, spawnScript } from '../../helpers/processes/process.ts';
import { startSmtp, type TestSmtp } from '../../helpers/servers/smtp.ts';
import { until } from '../../helpers/until.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
} from '../../helpers/workerHarness.ts';

setDefaultTimeout(90_000);

/** Notifications from the request to the recipient: real workers, a real mail server, channels of the tests for the rest. */

const log = pino({ level: 'silent' });
const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox });
let database: TestDatabase;
let harness: Harness;
let smtp: TestSmtp;
let url: string;
let api: { stop(): Promise<void> };
const running: { stop(): Promise<void> }[] = [];

/** A provider that does what it is told, and notes what it was given. */
class Noting<Message extends { id: string }> implements Channel<Message> {
  readonly provider: string;
  readonly maxSendMs = 1_000;
  readonly sent: Message[] = [];
  readonly answers: SendResult[] = [];
  found: SendResult | undefined;
  asked = 0;

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
    this.asked++;
    return this.found;
  }
}
const sms = new Noting<SmsMessage>('sms:test');
const webhook = new Noting<WebhookMessage>('webhook:test');

const rules: DeliveryRules = { tries: 3, pauseAfter: () => 0.05 };

beforeAll(async () => {
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
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  sms.sent.length = 0;
  webhook.sent.length = 0;
  smtp.taken.length = 0;
});
afterAll(async () => {
  await api.stop();
  await smtp.stop();
  await renderer.stop();
  await sandbox.stop();
  await harness.stop();
  await database.drop();
});

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

async function start(options: { channels?: Partial<ChannelDrivers>; rules?: DeliveryRules } = {}): Promise<TestWorker> {
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

async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}
const setState = (id: string, state: string) =>
  fetch(`${url}/api/v2/notifications/${id}/state/${state}`, { method: 'PUT' });

/** A worker as a process of its own, to be killed. */
async function spawnWorker(): Promise<ScriptProcess> {
  const worker = spawnScript(
    join(import.meta.dir, '..', '..', 'helpers', 'processes', 'deliveryProcess.ts'),
    database.url,
    smtp.url,
  );
  running.push({ stop: worker.kill });
  await until('the worker to be ready', () => worker.output().includes('ready'));
  return worker;
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
async function ended(id: string, status: string, limit = 30_000): Promise<Story> {
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
    const told = await story(id);
    return told.status === status ? told : undefined;
  });
}

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

  test('is tried again when the server says so, and not when it says never', async () => {
    await start();
    smtp.meet('rcpt', { code: 451, text: 'greylisted' });
    const later = await send({ notificationTo: [{ email: 'later@example.com' }] });
    const told = await ended(later, 'SENT');
    expect(told.notificationTo[0]?.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'again'],
      [2, 'sent'],
    ] as never);
    smtp.meet('rcpt', { code: 550, text: 'no such user' });
    const never = await send({ notificationTo: [{ email: 'never@example.com' }] });
    const failed = await ended(never, 'FAILED');
    expect(failed.notificationTo[0]).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('no such user'),
    });
    smtp.meet('rcpt', ...[1, 2, 3].map(() => ({ code: 451, text: 'busy' })));
    const tired = await send({ notificationTo: [{ email: 'tired@example.com' }] });
    expect((await ended(tired, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: expect.stringContaining('given up after 3 tries'),
      attempts: [{ outcome: 'again' }, { outcome: 'again' }, { outcome: 'again' }],
    });
    // By hand it is planned anew, with all of its tries.
    expect((await setState(tired, 'PLAN')).status).toBe(200);
    expect((await ended(tired, 'SENT')).notificationTo[0]?.attempts).toHaveLength(4);
  });

  test('whose end nobody knows is sent again under the same id', async () => {
    await start();
    smtp.meet('data', 'drop');
    const id = await send({ notificationTo: [{ email: 'twice@example.com' }] });
    const told = await ended(id, 'SENT');
    expect(told.notificationTo[0]?.attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'sent']);
    const mail = await smtp.last();
    expect(mail.messageId).toContain(told.notificationTo[0]?.id as string);
  });

  test('goes by the next provider when the first is away', async () => {
    const away = new Noting<EmailMessage>('smtp:away');
    const there = new Noting<EmailMessage>('smtp:there');
    away.answers.push({ outcome: 'again', provider: away.provider, answer: 'refused', providerAway: true });
    await start({ channels: { email: [away, there] } });
    const told = await ended(await send({ notificationTo: [{ email: 'a@example.com' }] }), 'SENT');
    expect(told.notificationTo[0]?.attempts).toMatchObject([
      { attempt: 1, provider: 'smtp:away', outcome: 'again' },
      { attempt: 2, provider: 'smtp:there', outcome: 'sent' },
    ]);
  });

  test('whose template fails on the data is FAILED and says why', async () => {
    await start();
    await post('/formatter-templates', {
      code: 'broken',
      inputType: 'SCRIPT',
      documentType: 'EMAIL',
      content: 'throw new Error("no site")',
    });
    const id = await send({ templateCode: 'broken', notificationTo: [{ email: 'a@example.com' }] });
    expect((await ended(id, 'FAILED')).notificationTo[0]).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('no site'),
      attempts: [],
    });
  });
});

describe('an SMS', () => {
  test('whose end nobody knows is looked up, and never sent twice', async () => {
    await start();
    const unknown: SendResult = { outcome: 'unknown', provider: 'sms:test', answer: 'no answer' };
    sms.answers.push(unknown);
    sms.found = { outcome: 'sent', provider: 'sms:test', answer: 'was queued', providerId: 'SM1' };
    const found = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '601 123 456' }] });
    expect((await ended(found, 'SENT')).notificationTo).toMatchObject([{ providerId: 'SM1', phone: '+420601123456' }]);
    sms.answers.push(unknown);
    sms.found = undefined;
    const lost = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601123457' }] });
    expect((await ended(lost, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: 'OUTCOME_UNKNOWN: no answer',
      attempts: [{ outcome: 'unknown' }],
    });
    expect(sms.sent.map(({ to, text }) => [to, text])).toEqual([
      ['+420601123456', 'Outage: C'],
      ['+420601123457', 'Outage: C'],
    ]);
  });
});

describe('a webhook', () => {
  test('is given the data, signed with the secret of the rule', async () => {
    await start();
    await rule('hook', { url: 'https://x.example/in', secret: 's' }, { apiSenderBeanName: 'webhookSender' });
    const id = await send({
      templateCode: 'hook',
      notificationTo: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
    });
    await ended(id, 'SENT');
    expect(webhook.sent.map(({ url: to, secret, body }) => [to, secret, JSON.parse(body).data])).toEqual(
      [1, 2].map(() => ['https://x.example/in', 's', { what: 'it', content: 'C' }]),
    );
  });
});

describe('recipients', () => {
  const user = (code: string, members: object = {}) =>
    post('/users', { id: userId(code), code, type: 'person', chars: {}, email: `${code}@example.com`, ...members });
  const userId = (code: string) =>
    `00000000-0000-4000-8000-${Buffer.from(code.padEnd(6, '_')).toString('hex').slice(0, 12)}`;

  test('are the members of groups, each once, but those who ignore it; each skip says why', async () => {
    await post('/user-group-types', { code: 'team', name: 'T', registry: {} });
    await post('/user-groups', { code: 'north', name: 'N', type: 'team', chars: {} });
    await post('/user-groups', { code: 'south', name: 'S', type: 'team', chars: {} });
    await post('/user-groups', { code: 'desk', name: 'D', type: 'team', chars: {}, email: 'desk@example.com' });
    await post('/user-groups', { code: 'empty', name: 'E', type: 'team', chars: {} });
    const both = { groups: ['north', 'south'] };
    await user('anna', both);
    await user('bert', { ...both, notificationConfig: { ignoredUserGroups: ['north', 'south'] } });
    await user('cyril', { groups: ['north'], notificationConfig: { ignoredTemplateCodes: ['by-mail'] } });
    await user('dana', { groups: ['south'], status: 'DISABLE' });
    await user('emil', { groups: ['south'], email: 'not an address' });
    await user('fany', { groups: ['south'], email: null });
    await user('gita', { ...both, notificationConfig: { ignoredUserGroups: ['south'] } });
    await start();
    const groups = ['north', 'south', 'desk', 'empty', 'nowhere'].map((ownerId) => ({
      ownerType: 'UserGroup',
      ownerId,
    }));
    const id = await send({ notificationTo: [...groups, { ownerType: 'User', ownerId: 'anna' }] });
    const told = await ended(id, 'PARTIALLY_SENT');
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['anna', 'desk', 'gita'].map((one) => `${one}@example.com`));
    const reasons = told.notificationTo.map(({ status, statusReason }) => `${status} ${statusReason ?? ''}`).sort();
    const expected = [
      'EXPANDED the 4 members of the group "north"',
      'EXPANDED the 6 members of the group "south"',
      'FAILED no UserGroup has the id or code "nowhere"',
      ...['SENT ', 'SENT ', 'SENT '],
      'SKIPPED the e-mail address of the user "emil" cannot be used: must be an e-mail address, not "not an address"',
      'SKIPPED the group "empty" has no address and no members',
      ...['SKIPPED the same address as another target', 'SKIPPED the same address as another target'],
      'SKIPPED the user "bert" ignores the group "north"',
      'SKIPPED the user "bert" ignores the group "south"',
      'SKIPPED the user "cyril" ignores the template "by-mail"',
      'SKIPPED the user "dana" is disabled',
      'SKIPPED the user "fany" has no e-mail address',
      'SKIPPED the user "gita" ignores the group "south"',
    ];
    expect(reasons).toEqual(expected.sort());
  });

  test('with two channels are told by both', async () => {
    await user('hugo', { phoneNumber: '+420 601 123 456' });
    await start();
    const id = await send({ templateCode: 'both', notificationTo: [{ ownerType: 'User', ownerId: userId('hugo') }] });
    const told = await ended(id, 'SENT');
    const channels = told.notificationTo.map(({ status, channel = '' }) => [status, channel]);
    expect(channels.sort((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
      ['EXPANDED', ''],
      ['SENT', 'email'],
      ['SENT', 'sms'],
    ] as never);
    expect([smtp.taken[0]?.to, sms.sent[0]?.to]).toEqual(['hugo@example.com', '+420601123456']);
  });
});

describe('time', () => {
  const hhmm = (moment: number) => new Date(moment).toISOString().slice(11, 16);
  const HOUR = 3_600_000;

  test('outside its window a notification waits, can be cancelled and planned again, and is sent once the window is open', async () => {
    const now = Date.now();
    await rule('later', {
      emailTemplateCode: 'mail',
      deliveryFrom: hhmm(now + 2 * HOUR),
      deliveryTo: hhmm(now + 3 * HOUR),
    });
    await start();
    const id = await send({ templateCode: 'later', notificationTo: [{ email: 'w@example.com' }] });
    const waiting = await until('the target to wait', async () => {
      const told = await story(id);
      return told.notificationTo[0]?.statusReason ? told : undefined;
    });
    expect(waiting).toMatchObject({ status: 'PLAN', notificationTo: [{ status: 'PLAN', attempts: [] }] });
    expect(waiting.notificationTo[0]?.statusReason).toContain(waiting.deliveryFromTime as string);
    const [job] = await until('the job that waits', () =>
      harness.services.sql`
      select start_after - now() as wait from pgboss.job where name = 'notification.deliver' and state = 'created'
        and data->>'targetId' = ${waiting.notificationTo[0]?.id as string}`.then((rows) =>
        rows.length > 0 ? rows : undefined,
      ),
    );
    expect(String(job?.wait)).toMatch(/^0[12]:/);
    expect((await setState(id, 'CANCELLED')).status).toBe(200);
    await running.shift()?.stop();
    // What was accepted keeps to its rule as it was; what is planned anew, to the hours of the rule as it is.
    const patched = await fetch(`${url}/api/v2/notification-rules/later`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ config: { deliveryFrom: null, deliveryTo: null } }),
    });
    expect(patched.status).toBe(200);
    expect((await setState(id, 'PLAN')).status).toBe(200);
    await start();
    const told = await ended(id, 'SENT');
    expect(told.notificationTo[0]?.attempts).toMatchObject([{ attempt: 1, outcome: 'sent' }]);
    expect(smtp.taken).toHaveLength(1);
  });

  test('past its expiry a notification is never sent, and says so', async () => {
    await rule('short-lived', { emailTemplateCode: 'mail', expireAfterMinutes: 1 });
    const id = await send({ templateCode: 'short-lived', notificationTo: [{ email: 'x@example.com' }] });
    await harness.services.sql`update notification set expires_at = now() - interval '1 second' where id = ${id}`;
    await start();
    expect(await ended(id, 'EXPIRED')).toMatchObject({ notificationTo: [{ status: 'EXPIRED', attempts: [] }] });
    expect(smtp.taken).toHaveLength(0);
    expect((await setState(id, 'PLAN')).status).toBe(200);
    await ended(id, 'SENT');
  });

  test('that expires while it waits says so when it does', async () => {
    const now = Date.now();
    await rule('too-late', {
      emailTemplateCode: 'mail',
      deliveryFrom: hhmm(now + 2 * HOUR),
      deliveryTo: hhmm(now + 3 * HOUR),
      expireAfterMinutes: 1,
    });
    const id = await send({ templateCode: 'too-late', notificationTo: [{ email: 'x@example.com' }] });
    await harness.services.sql`update notification set expires_at = now() + interval '1 second' where id = ${id}`;
    await start();
    expect(await ended(id, 'EXPIRED')).toMatchObject({ notificationTo: [{ status: 'EXPIRED', attempts: [] }] });
  });

  test('what is being sent cannot be cancelled', async () => {
    smtp.meet('data', 'hang');
    await start();
    const id = await send({ notificationTo: [{ email: 'slow@example.com' }] });
    await until('the attempt to be open', async () => (await story(id)).status === 'IN_PROGRESS');
    const refused = await setState(id, 'CANCELLED');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('IN_PROGRESS');
    // Its connection ends without an answer: it is sent again.
    smtp.recover();
    await ended(id, 'SENT');
  });
});

describe('workers that are killed', () => {
  test('cost no e-mail and few that come twice, and an SMS only where nobody can tell', async () => {
    const processes = await Promise.all([spawnWorker(), spawnWorker()]);
    const [lost, found] = await Promise.all(
      ['+420601000001', '+420601000002'].map((phone) => send({ templateCode: 'by-sms', notificationTo: [{ phone }] })),
    );
    const handedOver = () => processes.flatMap((process) => process.output().match(/sending/g) ?? []).length;
    await until('both SMS to be handed over', () => handedOver() === 2);
    const count = 1_000;
    const id = await send({
      notificationTo: Array.from({ length: count }, (_, n) => ({ email: `k${n}@example.com` })),
    });
    await until('some of the e-mails to have come', () => smtp.taken.length > 200);
    await Promise.all(processes.map((process) => process.kill()));
    const [open] = await harness.services.sql`
      select count(*)::int as n from notification_target where notification_id = ${id} and open_since is not null`;
    const provider = new Noting<SmsMessage>('sms:hanging');
    provider.lookUp = async (message?: SmsMessage) =>
      message?.to === '+420601000002'
        ? { outcome: 'sent', provider: 'sms:hanging', answer: 'delivered', providerId: 'SM9' }
        : undefined;
    await start({ channels: { sms: [provider] }, rules: { ...rules, leaseMs: 1_000 } });

    // The heartbeats of the two that were killed have to lapse first.
    const told = await ended(id, 'SENT', 120_000);
    const recipients = new Map<string, number>();
    for (const { to } of smtp.taken) recipients.set(to, (recipients.get(to) ?? 0) + 1);
    expect(recipients.size).toBe(count);
    expect(smtp.taken.length - count).toBeLessThanOrEqual(open?.n as number);
    const twice = smtp.taken.filter(({ to }) => (recipients.get(to) ?? 0) > 1);
    const ids = new Set(twice.map(({ raw }) => /^message-id: (.*)$/im.exec(raw.toString())?.[1]));
    expect(ids.size).toBe(new Set(twice.map(({ to }) => to)).size);
    const attempts = told.notificationTo.flatMap((target) => target.attempts);
    expect(attempts.filter(({ outcome }) => outcome === 'sent')).toHaveLength(count);

    expect((await ended(lost as string, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: 'OUTCOME_UNKNOWN: its worker was lost',
      attempts: [{ attempt: 1, outcome: 'unknown', worker: expect.any(String), provider: 'sms:hanging' }],
    });
    expect((await ended(found as string, 'SENT')).notificationTo[0]).toMatchObject({ providerId: 'SM9' });
    expect(provider.sent).toEqual([]);
  }, 240_000);
});
