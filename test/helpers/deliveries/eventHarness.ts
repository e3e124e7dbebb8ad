import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { makeServices } from '../../../app/services.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeDataSources } from '../../../drivers/net/dataSources.ts';
import { makeTestDatabase, type TestDatabase } from '../database.ts';
import { until } from '../until.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
} from '../workerHarness.ts';

/** Rules that events trigger, and data that URLs of rules answer: an api, a worker, and real servers that are called. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
export let database: TestDatabase;
export let harness: Harness;
export let url: string;
let api: { stop(): Promise<void> };
let worker: TestWorker;

/** A service that responds as the test sets, and records its requests. */
export const requests: { url: string; headers: Headers }[] = [];
const emptyResponse = () => Response.json({});
let respond: () => Response = emptyResponse;
export function respondWith(response: () => Response): void {
  respond = response;
}
export const service = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    requests.push({ url: request.url, headers: request.headers });
    return respond();
  },
});
/** A service that no request may reach. */
export const inner = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ data: { secret: 1 } }) });

export async function startEvents(): Promise<void> {
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
}

export async function clearEvents(): Promise<void> {
  requests.length = 0;
  respond = emptyResponse;
  const { sql } = harness.services;
  await sql`delete from notification_rule`;
  await sql`delete from notification_target`;
  await sql`delete from notification`;
}

export async function stopEvents(): Promise<void> {
  await worker.stop();
  await api.stop();
  await harness.stop();
  await Promise.all([service.stop(true), inner.stop(true)]);
  await database.drop();
}

export async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { errors: [] as string[], message: '', ...(text === '' ? {} : JSON.parse(text)), status: response.status };
}

let rules = 0;
export async function rule(eventType: string, members: object = {}, config: object = {}): Promise<string> {
  const code = `rule-${++rules}`;
  const made = await post('/notification-rules', {
    ...{ code, name: code, eventType, ...members, config: { emailTemplateCode: 'mail', ...config } },
  });
  if (made.status !== 200) throw new Error(made.errors.join());
  return code;
}

export async function sent(): Promise<JsonObject[]> {
  const rows = await harness.services.sql<
    { doc: string }[]
  >`select doc from notification order by doc::json->>'templateCode'`;
  return rows.map(({ doc }) => JSON.parse(doc) as JsonObject);
}
export const codes = async () => (await sent()).map(({ templateCode }) => templateCode);
export const whole = {
  ownerType: 'Order',
  ownerId: '7',
  notificationTo: [{ email: 'a@example.com' }],
  data: { total: 3 },
};

/** Publishes by the outbox, as SQL does. */
export const publish = (event: object, id = crypto.randomUUID()) => harness.services.sql`
  insert into outbox (id, queue, data) values (${id}, 'event.notification', ${JSON.stringify(event)})`;
/** Waits until every published event is evaluated. */
export const settled = () =>
  until('the events to be evaluated', async () => {
    const { sql } = harness.services;
    const pending = await sql`
      select 1 from outbox where queue = 'event.notification' and error is null
      union all select 1 from pgboss.job where name = 'event.notification' and state < 'completed'`;
    return pending.length === 0;
  });
