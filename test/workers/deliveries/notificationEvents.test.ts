import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PgBoss } from 'pg-boss';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { makeServices } from '../../../app/services.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeDataSources } from '../../../drivers/net/dataSources.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
} from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Rules that events trigger, and data that URLs of rules answer: a worker, and real servers that are asked. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
let database: TestDatabase;
let harness: Harness;
let url: string;
let api: { stop(): Promise<void> };
let worker: TestWorker;

/** A service that answers what the test says, and notes what it was asked. */
const asked: { url: string; headers: Headers }[] = [];
let answer: () => Response = () => Response.json({});
const service = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    asked.push({ url: request.url, headers: request.headers });
    return answer();
  },
});
/** Nobody may be led here. */
const inner = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ data: { secret: 1 } }) });

beforeAll(async () => {
  database = await makeTestDatabase();
  harness = await makeHarness(database.url, engine);
  const server = makeApi(makeServices({ ...harness.services, resultWaitMs: 20_000 }), {
    host: '127.0.0.1',
    port: 0,
    maxBody: 1024 * 1024,
    routes: allRoutes(),
  });
  await server.start();
  api = server;
  url = server.url;
  const dataSources = makeDataSources({
    allowedHosts: [`127.0.0.1:${service.port}`, '*'],
    microserviceUrls: [['crm', `http://127.0.0.1:${service.port}/api`]],
    timeoutMs: 3_000,
    resolve: async (host) =>
      host === 'rebound.example' || host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : [],
  });
  worker = await startWorker(
    database.url,
    engine,
    {},
    { dataSources, queues: ['event.notification', 'notification.evaluate'] },
  );
  await post('/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'M' });
});
afterEach(async () => {
  asked.length = 0;
  answer = () => Response.json({});
  const { sql } = harness.services;
  await sql`delete from notification_rule`;
  await sql`delete from notification_target`;
  await sql`delete from notification`;
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await harness.stop();
  await Promise.all([service.stop(true), inner.stop(true)]);
  await database.drop();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { errors: [] as string[], message: '', ...(text === '' ? {} : JSON.parse(text)), status: response.status };
}

let rules = 0;
async function rule(eventType: string, members: object = {}, config: object = {}): Promise<string> {
  const code = `rule-${++rules}`;
  const made = await post('/notification-rules', {
    ...{ code, name: code, eventType, ...members, config: { emailTemplateCode: 'mail', ...config } },
  });
  if (made.status !== 200) throw new Error(made.errors.join());
  return code;
}

async function sent(): Promise<JsonObject[]> {
  const rows = await harness.services.sql<
    { doc: string }[]
  >`select doc from notification order by doc::json->>'templateCode'`;
  return rows.map(({ doc }) => JSON.parse(doc) as JsonObject);
}
const codes = async () => (await sent()).map(({ templateCode }) => templateCode);
const whole = { ownerType: 'Order', ownerId: '7', notificationTo: [{ email: 'a@example.com' }], data: { total: 3 } };

async function dead(): Promise<string[]> {
  const response = await fetch(`${url}/api/v2/admin/queues/event.notification/dead-letters`);
  return ((await response.json()) as { content: { reason: string }[] }).content.map(({ reason }) => reason);
}
/** Publishes by the outbox, as SQL does. */
const publish = (event: object, id = crypto.randomUUID()) => harness.services.sql`
  insert into outbox (id, queue, data) values (${id}, 'event.notification', ${JSON.stringify(event)})`;
/** Everything that came before has been looked at. */
const settled = () =>
  until('the events to be evaluated', async () => {
    const { sql } = harness.services;
    const left = await sql`
      select 1 from outbox where queue = 'event.notification' and error is null
      union all select 1 from pgboss.job where name = 'event.notification' and state < 'completed'`;
    return left.length === 0;
  });

describe('an event', () => {
  test('is evaluated by the rules of its type, each once, however often it is published', async () => {
    const [first, second] = [await rule('PROCESS'), await rule('PROCESS')];
    await rule('PG_BOSS');
    const eventId = crypto.randomUUID();
    for (let again = 0; again < 3; again++) await publish({ eventType: 'PROCESS', eventId, ...whole });
    await settled();
    expect(await codes()).toEqual([first, second]);
    expect((await sent())[0]).toMatchObject({ ownerType: 'Order', ownerId: '7', data: { total: 3 } });
    await publish({ eventType: 'PROCESS', ...whole });
    await settled();
    expect(await codes()).toHaveLength(4);
  });

  test('that names a rule is evaluated by that one', async () => {
    await rule('PG_BOSS');
    const named = await rule('PG_BOSS');
    await publish({ ruleCode: named, ...whole });
    await settled();
    expect(await codes()).toEqual([named]);
  });

  test('that cannot be evaluated is a dead letter that says why, and costs other rules nothing', async () => {
    const lacking = await rule('PG_BOSS', {}, { requiredParams: ['street'] });
    const good = await rule('PG_BOSS');
    const rest = await rule('REST');
    await publish({ eventType: 'PG_BOSS', ...whole });
    await publish({ ruleCode: 'nowhere', ...whole });
    await publish({ ruleCode: rest, ...whole });
    await publish({ ...whole, speed: 1 });
    await settled();
    expect(await codes()).toEqual([good]);
    expect((await dead()).sort()).toEqual(
      [
        `data.street: is required by the rule "${lacking}"`,
        'ruleCode: no NotificationRule has the code "nowhere"',
        `templateCode: the rule "${rest}" is of the type REST, and this takes those of PG_BOSS`,
        'speed: unknown member; eventType: is required (PROCESS, PG_BOSS, SYSTEM), or else ruleCode',
      ].sort(),
    );
  });

  test('can be published by SQL and by pg-boss, as the documentation says', async () => {
    const named = await rule('PG_BOSS');
    const { sql } = harness.services;
    const text = await Bun.file(new URL('../../../docs/notifications.md', import.meta.url)).text();
    const statements = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, statement = '']) =>
      statement.replaceAll('outage-by-event', named),
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) await sql.unsafe(statement);
    await settled();
    expect(await codes()).toEqual([named, named]);
    const boss = new PgBoss({
      connectionString: database.url,
      migrate: false,
      supervise: false,
      schedule: false,
      max: 1,
    });
    boss.on('error', () => {});
    await boss.start();
    const id = crypto.randomUUID();
    for (let again = 0; again < 2; again++)
      await boss.send('event.notification', { ruleCode: named, ...whole }, { id });
    await boss.stop({ graceful: false });
    await settled();
    expect(await codes()).toHaveLength(3);
  });

  test('of the platform itself triggers SYSTEM rules: a job that failed, a dead letter', async () => {
    const code = await rule('SYSTEM', {}, { notificationTo: [{ email: 'ops@example.com' }] });
    const job = await post('/jobs', {
      ...{ jobType: 'OURS', status: 'NEW', startDate: new Date().toISOString() },
      jobSteps: [{ name: 's', status: 'NEW' }],
    });
    const [step] = job.jobSteps as JsonObject[];
    for (const status of ['IN_PROGRESS', 'FAILED']) {
      await fetch(`${url}/api/v2/job-steps/${step?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
    }
    await until('the job to be told of', async () => (await sent()).length === 1);
    expect(await sent()).toMatchObject([
      {
        templateCode: code,
        ownerType: 'Job',
        ownerId: job.id,
        data: { event: 'JOB_FAILED', jobType: 'OURS' },
        notificationTo: [{ email: 'ops@example.com' }],
      },
    ]);
    await harness.services.sql`
      insert into outbox (id, queue, data) values (gen_random_uuid(), 'notification.evaluate', '{"deadline": "soon", "faults": 2}')`;
    const told = await until('the dead letter to be told of', async () => {
      const all = await sent();
      return all.length === 2 ? all : undefined;
    });
    expect(told.find(({ ownerType }) => ownerType === 'Queue')).toMatchObject({
      ownerId: 'notification.evaluate',
      data: { event: 'DEAD_LETTER', queue: 'notification.evaluate', reason: expect.any(String) },
    });
  });
});

describe('a job that lapses once too often', () => {
  /** As if a worker had taken it for the last time that it may be taken, and died long ago. */
  async function lapse(queue: string): Promise<string> {
    const id = crypto.randomUUID();
    await harness.services.sql.begin((sql) => harness.broker.insert(sql, queue, [{ id, data: {} }]));
    await harness.services.sql`
      update pgboss.job set state = 'active', retry_count = 25, retry_limit = 25, started_on = now() - interval '1 minute',
        heartbeat_on = now() - interval '1 minute' where name = ${queue} and id = ${id}`;
    return id;
  }

  test('is given up by pg-boss alone, and is told of once', async () => {
    await rule('SYSTEM', {}, { notificationTo: [{ email: 'ops@example.com' }] });
    // A queue with a table of its own, one without, and one that nobody is told of.
    const rendered = await lapse('document.render');
    await lapse('job.plan');
    await lapse('notification.deliver');
    await until('pg-boss to give them up', async () => {
      const [row] = await harness.services.sql<{ count: number }[]>`
        select count(*)::int as count from pgboss.job where name in ('document.render.dead', 'job.plan.dead', 'notification.deliver.dead')`;
      return row?.count === 3;
    });
    await until('both to be told of', async () => (await sent()).length === 2);
    await settled();
    const told = await sent();
    expect(told.map(({ ownerId }) => ownerId as string).sort()).toEqual(['document.render', 'job.plan']);
    expect(told.find(({ ownerId }) => ownerId === 'document.render')).toMatchObject({
      data: {
        event: 'DEAD_LETTER',
        queue: 'document.render',
        jobId: rendered,
        reason: expect.stringContaining('heartbeat'),
      },
    });
  });
});

describe('what an event lacks', () => {
  test('is asked of the URL again while its service is away', async () => {
    const named = await rule('PG_BOSS', { evalNotificationUrl: '/orders', microserviceCode: 'crm' });
    let left = 1;
    answer = () => (left-- > 0 ? new Response('busy', { status: 503 }) : Response.json(whole));
    await publish({ ruleCode: named, ownerId: '8', ownerType: 'Order' });
    await settled();
    expect(await sent()).toMatchObject([{ ownerId: '8', data: { total: 3 } }]);
    expect(asked.map((one) => new URL(one.url).pathname)).toEqual(['/api/orders', '/api/orders']);
  });
});

describe('evaluate', () => {
  const evaluate = (code: string, body: object = {}) =>
    post(`/notification-rules/${code}/evaluate`, body, { 'x-correlation-id': 'c-1' });

  test('asks the URL for what the body lacks; the body wins', async () => {
    const code = await rule('REST', { evalNotificationUrl: '/orders?full=1', microserviceCode: 'crm' });
    answer = () => Response.json({ ...whole, more: 'is its own business' });
    expect((await evaluate(code, { ownerType: 'Order', ownerId: '9' })).status).toBe(200);
    expect(await sent()).toMatchObject([{ ownerId: '9', data: { total: 3 }, templateCode: code }]);
    const { pathname, searchParams } = new URL(asked[0]?.url ?? '');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/api/orders',
      { full: '1', ruleCode: code, ownerType: 'Order', ownerId: '9' },
    ]);
    expect(asked[0]?.headers.get('x-correlation-id')).toBe('c-1');
    // With everything given, nobody is asked.
    expect((await evaluate(code, whole)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  test('says what is wrong with the answer, and sends nothing', async () => {
    const code = await rule('REST', { evalNotificationUrl: '/orders', microserviceCode: 'crm' });
    const told = async (response: () => Response) => {
      answer = response;
      const { status, errors, message } = await evaluate(code, { ownerType: 'Order' });
      return [status, errors.length > 0 ? errors : message];
    };
    expect(await told(() => new Response('none', { status: 404 }))).toEqual([
      400,
      ['evalNotificationUrl: answered 404, and must answer 200'],
    ]);
    expect(await told(() => new Response('<html>'))).toEqual([400, ['evalNotificationUrl: answered what is not JSON']]);
    expect(await told(() => Response.json({ ownerId: 3 }))).toEqual([
      400,
      [expect.stringContaining('evalNotificationUrl.ownerId: ')],
    ]);
    expect(await told(() => Response.json({ ownerId: '3' }))).toEqual([400, ['notificationTo: is required']]);
    expect(await told(() => new Response('x', { status: 500 }))).toEqual([
      500,
      'The evalNotificationUrl answered 500.',
    ]);
    expect(await sent()).toEqual([]);
  });

  test('leads nowhere it must not: private addresses, by name, by redirect, out of its service', async () => {
    const port = inner.port;
    const refusal = async (members: object) => (await evaluate(await rule('REST', members))).errors;
    const listed = 'is not among ALLOWED_HOSTS';
    expect(await refusal({ evalNotificationUrl: 'http://169.254.169.254/latest/meta-data' })).toEqual([
      `evalNotificationUrl: is not called: 169.254.169.254 is a private address, and 169.254.169.254 ${listed}`,
    ]);
    for (const host of ['localhost', 'rebound.example']) {
      expect(await refusal({ evalNotificationUrl: `http://${host}:${port}/` })).toEqual([
        `evalNotificationUrl: is not called: ${host} is 127.0.0.1, which is a private address, and ${host} ${listed}`,
      ]);
    }
    expect(await refusal({ evalNotificationUrl: `http://[::ffff:127.0.0.1]:${port}/` })).toHaveLength(1);
    answer = () => new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
    expect(await refusal({ evalNotificationUrl: `http://127.0.0.1:${service.port}/` })).toEqual([
      `evalNotificationUrl: is not called: 127.0.0.1 is a private address, and 127.0.0.1 ${listed}`,
    ]);
    expect(await refusal({ evalNotificationUrl: '/x', microserviceCode: 'unknown' })).toEqual([
      'evalNotificationUrl: is not called: MICROSERVICE_URLS has no URL for "unknown"',
    ]);
    expect((await refusal({ evalNotificationUrl: '../admin', microserviceCode: 'crm' }))[0]).toContain('leads out of');
    expect(await sent()).toEqual([]);
  });
});
