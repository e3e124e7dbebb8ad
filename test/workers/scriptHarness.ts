import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import { join } from 'node:path';
import pino from 'pino';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeServices } from '../../app/services.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { type ScriptProcess, spawnScript } from '../helpers/processes/process.ts';
import { until } from '../helpers/until.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../helpers/workerHarness.ts';

/** Stored scripts from the request to the answer, through real workers. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
export let sandbox: Sandbox & { stop(): Promise<void> };
export let database: TestDatabase;
let harness: Harness;
export let url: string;
/** Waits for one second only. */
export let hasty: string;
const apis: { stop(): Promise<void> }[] = [];
const running: { stop(): Promise<void> }[] = [];

async function startApi(resultWaitMs: number): Promise<string> {
  const api = makeApi(makeServices({ ...harness.services, resultWaitMs }), {
    host: '127.0.0.1',
    port: 0,
    maxBody: 1_048_576,
    routes: allRoutes(),
  });
  await api.start();
  apis.push(api);
  return api.url;
}

export async function start(used: Sandbox = sandbox): Promise<TestWorker> {
  const worker = await startWorker(database.url, engine, {}, { sandbox: used, drainMs: 500 });
  running.push(worker);
  return worker;
}

/** A worker as a process of its own, to be killed or read. */
export async function spawnWorker(): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'helpers', 'processes', 'workerProcess.ts'), database.url);
  running.push({ stop: worker.kill });
  await until('the worker to be ready', () => worker.output().includes('ready'));
  return worker;
}

interface Answer {
  status: number;
  body: { errors: string[]; message: string } & Record<string, unknown>;
}

export async function post(path: string, body: unknown, to = url, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-of-a-script' };
  const answer = await fetch(`${to}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body), ...init });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

let made = 0;
export async function store(source: string, members: object = {}): Promise<string> {
  const code = `script-${++made}`;
  expect(await post('/scripts', { code, name: code, source, ...members })).toMatchObject({ status: 200 });
  return code;
}
export const evaluate = (code: string, input: unknown, to = url, init: RequestInit = {}): Promise<Answer> =>
  post(`/scripts/${encodeURIComponent(code)}/evaluate`, input, to, init);

/** Registers the hooks that start and stop what the tests of a file share. */
export function setUpScripts(): void {
  beforeAll(async () => {
    sandbox = makeSandbox({ log: pino({ level: 'silent' }), size: 2 });
    database = await makeTestDatabase();
    await migrateQueues(database.url, testDefinitions);
    harness = await makeHarness(database.url, engine);
    url = await startApi(60_000);
    hasty = await startApi(1_000);
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
  afterAll(async () => {
    for (const api of apis) await api.stop();
    await sandbox.stop();
    await harness.stop();
    await database.drop();
  });
}
