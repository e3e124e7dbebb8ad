import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { unsubscribeRoutes } from '../../../api/routes/notifications/unsubscribe.ts';
import { makeServices } from '../../../app/services.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { twilioReceiptPath, twilioSignature } from '../../../domain/notifications/recipients/receipts.ts';
import type { DeliveryRules } from '../../../domain/notifications/retries.ts';
import type { Channel, SendResult } from '../../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import type { WorkerOptions } from '../../../workers/runtime/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { engineOf, type Harness, makeHarness, RecordingEngine, startWorker } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** What keeps deliveries from being handed over, or tells later what became of them; providers of the tests' own. */

interface Message {
  readonly id: string;
  readonly to?: string;
  readonly unsubscribeUrl?: string;
  readonly receiptUrl?: string;
}

class Noting implements Channel<Message> {
  readonly provider: string;
  readonly maxSendMs = 1_000;
  readonly sent: (Message & { at: number })[] = [];
  /** Undefined: it goes well. */
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
const sidOf = (id: string) => `SM${id.replaceAll('-', '')}`;

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const authToken = 'the-token';
const email = new Noting('smtp:one');
const other = new Noting('smtp:two');
const sms = new Noting('sms:test');
const running: { stop(): Promise<void> }[] = [];
let database: TestDatabase;
let harness: Harness;
let url: string;
let api: { stop(): Promise<void> };

beforeAll(async () => {
  database = await makeTestDatabase();
  harness = await makeHarness(database.url, engine);
  const services = makeServices({ ...harness.services, receipts: { url: 'https://waybill.example', authToken } });
  const routes = allRoutes(unsubscribeRoutes);
  const server = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 64 * 1024 * 1024, routes });
  await server.start();
  api = server;
  url = server.url;
  await call('POST', '/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'M' });
  await call('POST', '/formatter-templates', {
    code: 'short',
    inputType: 'HTML',
    documentType: 'SOURCE',
    content: 'S',
  });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const one of [email, other, sms]) {
    one.sent.length = 0;
    one.answer = undefined;
  }
  await harness.services.sql`delete from circuit_breaker`;
  await harness.services.sql`delete from rate_limit`;
});
afterAll(async () => {
  await api.stop();
  await harness.stop();
  await database.drop();
});

async function start(rules: Partial<DeliveryRules> = {}, options: Partial<WorkerOptions> = {}): Promise<void> {
  const worker = await startWorker(
    database.url,
    engine,
    {},
    {
      channels: { email: [email, other], sms: [sms], webhook: [] },
      renderer: { render: async ({ data }) => ({ content: Buffer.from(data), plainText: data }), evict: () => {} },
      deliveryRules: { tries: 4, pauseAfter: () => 0.05, ...rules },
      drainMs: 500,
      ...options,
    },
    { log: pino({ level: 'silent' }) },
  );
  running.unshift(worker);
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: JsonObject }> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? {} : (JSON.parse(text) as JsonObject) };
}

async function send(templateCode: 'mail' | 'short', targets: object[]): Promise<string> {
  const id = crypto.randomUUID();
  const sent = await call('POST', '/notifications', {
    ...{ id, ownerType: 'Ticket', ownerId: '1', templateCode, notificationTo: targets },
  });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.json));
  return id;
}

type Target = JsonObject & { id: string; status: string; attempts: JsonObject[] };
type Story = { status: string; notificationTo: Target[] };
const story = async (id: string) => (await call('GET', `/notifications/${id}`)).json as unknown as Story;
const ended = (id: string, ...statuses: string[]): Promise<Story> =>
  until(`the notification to be ${statuses}`, async () => {
    const told = await story(id);
    if (!statuses.includes(told.status)) throw new Error(JSON.stringify(told));
    return told;
  });
const only = ({ notificationTo: [target] }: Story): Target => target as Target;

async function suppressions(filters: object[] = []): Promise<JsonObject[]> {
  const asked = encodeURIComponent(JSON.stringify({ filters }));
  return (await call('GET', `/suppressions?filtering=${asked}`)).json.content as JsonObject[];
}
const of = (address: string) => [{ column: 'address', operator: 'EQ', value: address }];

describe('suppressed addresses', () => {
  test('are told nothing until they are lifted, whatever the case', async () => {
    const made = await call('POST', '/suppressions', { channel: 'email', address: 'Gone@example.com' });
    expect(made.json).toMatchObject({ reason: 'MANUAL', auditInfo: { version: 1, whoInserted: 'anonymous' } });
    expect(
      (await call('POST', '/suppressions', { channel: 'email', address: 'gone@EXAMPLE.com' })).json.errors,
    ).toEqual([`address: "gone@EXAMPLE.com" is suppressed already, by the Suppression ${made.json.id}`]);
    expect((await call('POST', '/suppressions', { channel: 'sms', address: 'x' })).json.errors).toHaveLength(1);
    await start();
    const told = await ended(
      await send('mail', [{ email: 'gone@example.com' }, { email: 'here@example.com' }]),
      'SENT',
    );
    expect(told.notificationTo.map(({ status, statusReason = '' }) => [status, statusReason])).toEqual([
      ['SKIPPED', 'its address is suppressed: nothing is sent there'],
      ['SENT', ''],
    ]);
    expect((await call('DELETE', `/suppressions/${made.json.id}`)).status).toBe(200);
    expect((await call('DELETE', `/suppressions/${made.json.id}`)).status).toBe(400);
    await ended(await send('mail', [{ email: 'gone@example.com' }]), 'SENT');
    expect(email.sent.map(({ to }) => to)).toEqual(['here@example.com', 'gone@example.com']);
  });

  test('come of what bounced hard and of who opted out', async () => {
    await start();
    email.answer = () => ({ outcome: 'refused', answer: '550 no such user', address: 'bounced' });
    const failed = only(await ended(await send('mail', [{ email: 'bounced@example.com' }]), 'FAILED'));
    expect(await suppressions(of('bounced@example.com'))).toMatchObject([
      { channel: 'email', reason: 'BOUNCED', description: '550 no such user', notificationToId: failed.id },
    ]);
    sms.answer = () => ({ outcome: 'refused', answer: 'stop', address: 'opted-out' });
    await ended(await send('short', [{ phone: '+420601123456' }]), 'FAILED');
    expect(await suppressions(of('+420601123456'))).toMatchObject([{ channel: 'sms', reason: 'OPTED_OUT' }]);
    expect(only(await ended(await send('mail', [{ email: 'bounced@example.com' }]), 'SKIPPED')).attempts).toEqual([]);
    // What is refused for another reason says nothing of the address.
    email.answer = () => ({ outcome: 'refused', answer: '554 spam' });
    await ended(await send('mail', [{ email: 'spam@example.com' }]), 'FAILED');
    expect(await suppressions(of('spam@example.com'))).toEqual([]);
  });

  test('come of the link in each e-mail, by a POST of nobody but its recipient', async () => {
    await start({}, { publicUrl: 'https://waybill.example' });
    await ended(await send('mail', [{ email: 'tired@example.com' }]), 'SENT');
    const link = email.sent[0]?.unsubscribeUrl ?? '';
    const path = new URL(link).pathname;
    expect(link).toStartWith('https://waybill.example/unsubscribe/');
    const page = await fetch(url + path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(await suppressions(of('tired@example.com'))).toEqual([]);
    const forged = await fetch(`${url}${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, { method: 'POST' });
    expect(forged.status).toBe(400);
    for (let again = 0; again < 2; again++) {
      const clicked = await fetch(url + path, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
      expect(clicked.status).toBe(200);
    }
    expect(await suppressions(of('tired@example.com'))).toMatchObject([{ reason: 'OPTED_OUT' }]);
    await ended(await send('mail', [{ email: 'tired@example.com' }]), 'SKIPPED');
    expect(email.sent).toHaveLength(1);
  });
});

test('a channel whose connections are all in use costs no try, and is no attempt', async () => {
  await start({ tries: 2 });
  let left = 4;
  const busy = { outcome: 'again', answer: 'all connections were busy', providerAway: false, busy: true } as const;
  email.answer = () => (left-- > 0 ? busy : undefined);
  const { attempts } = only(await ended(await send('mail', [{ email: 'busy@example.com' }]), 'SENT'));
  expect(attempts).toMatchObject([{ outcome: 'sent' }]);
  expect(email.sent).toHaveLength(5);
});

describe('receipts', () => {
  const receiptUrl = 'https://waybill.example';
  async function receipt(
    targetId: string | undefined,
    status: string,
    more: Record<string, string> = {},
    token = authToken,
  ) {
    const search = targetId === undefined ? '' : `?target=${targetId}`;
    const form = { MessageSid: more.MessageSid ?? sidOf(targetId ?? ''), MessageStatus: status, ...more };
    const signature = twilioSignature(token, `${receiptUrl}${twilioReceiptPath}${search}`, form);
    const answer = await fetch(`${url}${twilioReceiptPath}${search}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    });
    return answer.status;
  }
  const sent = async (phone = '+420601123499') => only(await ended(await send('short', [{ phone }]), 'SENT'));
  const target = async (id: string) => only(await story(id));

  test('bring a target forward, never back; forged ones are refused', async () => {
    await start({}, { receiptUrl });
    const { id, notificationId } = await sent();
    const of = () => target(notificationId as string);
    expect(sms.sent[0]?.receiptUrl).toBe(`${receiptUrl}${twilioReceiptPath}?target=${id}`);
    expect(await receipt(id, 'delivered', {}, 'another-token')).toBe(400);
    expect(await receipt(id, 'sent')).toBe(200);
    expect((await of()).status).toBe('SENT');
    expect(await receipt(id, 'delivered')).toBe(200);
    expect(await receipt(id, 'sent')).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
    expect(await receipt(id, 'undelivered')).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
    // Another message than the one it was sent, and one of somebody else's.
    expect(await receipt(id, 'failed', { MessageSid: `SM${'f'.repeat(32)}` })).toBe(200);
    expect(await receipt(undefined, 'failed', { MessageSid: `SM${'e'.repeat(32)}` })).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
  });

  test('that say undelivered make the notification FAILED, by the id of the message too', async () => {
    await start({}, { receiptUrl });
    const { id, notificationId } = await sent();
    expect(await receipt(undefined, 'undelivered', { MessageSid: sidOf(id), ErrorCode: '30005' })).toBe(200);
    expect(only(await ended(notificationId as string, 'FAILED'))).toMatchObject({
      status: 'UNDELIVERED',
      statusReason: 'undelivered, error 30005 of the provider',
    });
  });

  test('that are faster than the answer are not lost, and prove what nobody knew', async () => {
    await start({}, { receiptUrl });
    sms.answer = async ({ id }) => {
      expect(await receipt(id, 'delivered')).toBe(200);
      return undefined;
    };
    expect((await sent()).status).toBe('DELIVERED');
    sms.answer = async ({ id }) => {
      expect(await receipt(id, 'sent')).toBe(200);
      return { outcome: 'unknown', answer: 'silence' };
    };
    expect((await sent()).status).toBe('SENT');
    sms.answer = () => ({ outcome: 'unknown', answer: 'silence' });
    const lost = only(await ended(await send('short', [{ phone: '+420601123499' }]), 'FAILED'));
    expect(await receipt(lost.id, 'delivered')).toBe(200);
    expect(only(await ended(lost.notificationId as string, 'SENT'))).toMatchObject({ status: 'DELIVERED' });
    expect(sms.sent).toHaveLength(3);
  });
});

describe('exchanges with providers', () => {
  const logsOf = async (id: string) =>
    (await call('GET', `/logs/by-owner/Notification/${id}`)).json as unknown as JsonObject[];

  test('become Logs as the configuration says, without credentials', async () => {
    await start({}, { logExchanges: 'meta', publicUrl: 'https://waybill.example' });
    const once = () => {
      email.answer = undefined;
      return { outcome: 'again', answer: '451 later', providerAway: false } as const;
    };
    email.answer = once;
    const id = await send('mail', [{ email: 'logged@example.com' }]);
    const { id: targetId } = only(await ended(id, 'SENT'));
    const logs = await logsOf(id);
    expect(logs.map(({ resultCode, response }) => [resultCode, response]).sort()).toEqual([
      ['again', '451 later'],
      ['sent', 'queued'],
    ]);
    expect(JSON.parse(logs[0]?.request as string)).toEqual({
      channel: 'email',
      to: 'logged@example.com',
      attachments: [],
    });
    expect(logs[0]).toMatchObject({
      logTypeCode: 'NOTIFICATION_EXCHANGE',
      module: 'notifications',
      relatedData: { provider: 'smtp:one', notificationToId: targetId },
    });
    await running.shift()?.stop();
    await start({}, { logExchanges: 'full' });
    const whole = await send('mail', [{ email: 'logged@example.com' }]);
    await ended(whole, 'SENT');
    expect(JSON.parse((await logsOf(whole))[0]?.request as string)).toMatchObject({ subject: 'mail', text: '{}' });
    await running.shift()?.stop();
    await start({}, { logExchanges: 'none' });
    const none = await send('mail', [{ email: 'logged@example.com' }]);
    await ended(none, 'SENT');
    expect(await logsOf(none)).toEqual([]);
  });
});

describe('limits', () => {
  test('of a channel are kept to by all workers together, and cost no tries', async () => {
    const limits = { perSecond: { email: 5, sms: 0, webhook: 0 }, recipientPerHour: 0 };
    await start({ limits });
    await start({ limits });
    const began = performance.now();
    const targets = Array.from({ length: 15 }, (_, n) => ({ email: `n${n}@example.com` }));
    const told = await ended(await send('mail', targets), 'SENT');
    const times = email.sent.map(({ at }) => (at - began) / 1_000).sort((one, other) => one - other);
    // The first five at once, then five a second: the fifteenth has its turn two seconds later.
    expect(times[14]).toBeGreaterThan(1.9);
    expect(told.notificationTo.every(({ attempts }) => attempts.length === 1 && attempts[0]?.attempt === 1)).toBe(true);
  });

  test('of a recipient let the others go', async () => {
    await start({ limits: { perSecond: { email: 0, sms: 0, webhook: 0 }, recipientPerHour: 2 } });
    const ids = await Promise.all([1, 2, 3].map(() => send('mail', [{ email: 'often@example.com' }])));
    await ended(await send('mail', [{ email: 'seldom@example.com' }]), 'SENT');
    const waiting = await until('one to wait', async () => {
      const stories = await Promise.all(ids.map(story));
      const told = stories.filter(({ status }) => status === 'SENT');
      const left = stories.find((one) => only(one).statusReason !== undefined);
      return told.length === 2 ? left : undefined;
    });
    expect(only(waiting)).toMatchObject({
      status: 'PLAN',
      attempts: [],
      statusReason: 'waits for the limit of 2 messages an hour to one recipient (RECIPIENT_PER_HOUR)',
    });
    const [job] = await until('its job', async () => {
      const jobs = await harness.services.sql`select (extract(epoch from start_after - now()) / 60)::int as minutes
        from pgboss.job where name = 'notification.deliver' and state = 'created' and data->>'targetId' = ${only(waiting).id}`;
      return jobs.length > 0 ? jobs : undefined;
    });
    expect(job?.minutes).toBeWithin(29, 31);
  });
});

describe('providers that are away', () => {
  const away = () => ({ outcome: 'again', answer: 'refused', providerAway: true }) as const;
  const pause = { failures: 3, pauseSeconds: 1 };

  test('are left alone, those beside them are used, and one delivery tries whether they are back', async () => {
    await start({ pause });
    email.answer = away;
    const targets = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    await ended(await send('mail', targets(3)), 'SENT');
    const asked = email.sent.length;
    expect(other.sent).toHaveLength(3);
    await ended(await send('mail', targets(10)), 'SENT');
    expect(email.sent.length - asked).toBeLessThanOrEqual(1);
    email.answer = undefined;
    await until('the first to be asked again', async () => {
      await ended(await send('mail', targets(1)), 'SENT');
      return (await harness.services.sql`select from circuit_breaker`).length === 0;
    });
    const before = email.sent.length;
    await ended(await send('mail', targets(5)), 'SENT');
    expect(email.sent.length - before).toBe(5);
  });

  test('are waited for where there is no other, at the cost of no tries', async () => {
    await start({ pause: { failures: 2, pauseSeconds: 1 } });
    sms.answer = away;
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => send('short', [{ phone: `+42060112345${n}` }])));
    const reasons = async () => (await Promise.all(ids.map(story))).map((one) => only(one).statusReason);
    await until('all to wait', async () =>
      (await reasons()).every((reason) => reason === 'waits for its provider, which is unavailable'),
    );
    sms.answer = undefined;
    const told = await Promise.all(ids.map((id) => ended(id, 'SENT')));
    const attempts = told.map((one) => only(one).attempts.length);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(4);
    expect(await harness.services.sql`select from circuit_breaker`).toHaveLength(0);
  });
});
