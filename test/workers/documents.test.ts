import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { allRoutes } from '../../api/routes/index.ts';
import { makeApi } from '../../api/server.ts';
import { EngineAway, type Renderer } from '../../domain/ports.ts';
import { migrateQueues } from '../../drivers/queue.pgboss.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  type Bench,
  engineOf,
  makeBench,
  NotingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from './bench.ts';

setDefaultTimeout(90_000);

/** Documents from the request to the answer, through real workers. */

const engine = engineOf(new NotingEngine(), EngineAway);
let database: TestDatabase;
let bench: Bench;
let url: string;
const apis: { stop(): Promise<void> }[] = [];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
  bench = await makeBench(database.url, engine);
  url = await startApi(60_000);
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
afterAll(async () => {
  for (const api of apis) await api.stop();
  await bench.stop();
  await database.drop();
});

async function startApi(resultWaitMs: number): Promise<string> {
  const api = makeApi(
    { ...bench.platform, resultWaitMs },
    { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: allRoutes() },
  );
  await api.start();
  apis.push(api);
  return api.url;
}

const fake: Renderer = {
  render: async ({ template, data, format }) => ({
    content: new TextEncoder().encode(`${format}:${template.content}:${data}`),
  }),
  evict: () => {},
};

async function start(renderer: Renderer = fake): Promise<TestWorker> {
  const worker = await startWorker(database.url, engine, {}, { renderer, drainMs: 500 });
  running.push(worker);
  return worker;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}, to = url): Promise<Response> =>
  fetch(`${to}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('one document', () => {
  test('is made by a worker', async () => {
    await start();
    expect(
      (await post('/formatter-templates', { code: 'one', inputType: 'HTML', content: '<p>{{a}}</p>' })).status,
    ).toBe(200);
    expect(await (await post('/documents/generate/one/html', { a: 1 })).text()).toBe('"html:<p>{{a}}</p>:{\\"a\\":1}"');
    const bytes = await post('/documents/generate/one/pdf', { a: 1 }, { accept: 'application/pdf' });
    expect([await bytes.text(), bytes.headers.get('content-disposition')]).toEqual([
      'pdf:<p>{{a}}</p>:{"a":1}',
      `attachment; filename="one.pdf"; filename*=UTF-8''one.pdf`,
    ]);
  });
});
