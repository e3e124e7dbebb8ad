import { afterEach } from 'bun:test';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { makeServices } from '../../../app/services.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeDataSources } from '../../../drivers/net/dataSources.ts';
import { type FileHarness, makeHarnessForFile, startWorkerForFile, stopAfterFile } from '../bootstrap.ts';
import type { TestDatabase } from '../database.ts';
import { poll } from '../waits/poll.ts';
import { engineOf, RecordingEngine } from '../workerHarness.ts';

/** An api, a worker, and real servers for the URLs of rules, for tests of events and rules. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
export let database: TestDatabase;
export let harness: FileHarness;
export let url: string;

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

/** Starts an api and a worker, and clears rules and notifications after each test. */
export async function startEventsForFile(): Promise<void> {
  stopAfterFile(() => Promise.all([service.stop(true), inner.stop(true)]));
  harness = await makeHarnessForFile(engine);
  database = harness.database;
  afterEach(clear);
  // The worker below has no URL for one of them.
  const microserviceCodes = ['crm', 'unknown'];
  const server = makeApi(makeServices({ ...harness.services, resultWaitMs: 20_000, microserviceCodes }), {
    host: '127.0.0.1',
    port: 0,
    maxBody: 1024 * 1024,
    routes: allRoutes(),
  });
  await server.start();
  stopAfterFile(() => server.stop());
  url = server.url;
  const dataSources = makeDataSources({
    allowedHosts: [`127.0.0.1:${service.port}`, '*'],
    microserviceUrls: [['crm', `http://127.0.0.1:${service.port}/api`]],
    timeoutMs: 3_000,
    resolve: async (host) =>
      host === 'rebound.example' || host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : [],
  });
  await startWorkerForFile(
    database.url,
    engine,
    {},
    { dataSources, queues: ['event.notification', 'notification.evaluate'] },
  );
  await post('/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'M' });
}

async function clear(): Promise<void> {
  requests.length = 0;
  respond = emptyResponse;
  const { sql } = harness.services;
  await sql`delete from notification_rule`;
  await sql`delete from notification_target`;
  await sql`delete from notification`;
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

/** Publishes an event through the outbox, as a client with SQL does. */
export const publish = (event: object, id = crypto.randomUUID()) => harness.services.sql`
  insert into outbox (id, queue, data) values (${id}, 'event.notification', ${JSON.stringify(event)})`;
/** Waits until every published event is evaluated. */
export const settled = () =>
  poll('the events to be evaluated', async () => {
    const { sql } = harness.services;
    const pending = await sql`
      select 1 from outbox where queue = 'event.notification' and error is null
      union all select 1 from pgboss.job where name = 'event.notification' and state < 'completed'`;
    return pending.length === 0;
  });
