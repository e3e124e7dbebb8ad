import { afterEach, expect } from 'bun:test';
import { join } from 'node:path';
import pino from 'pino';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeServices } from '../../app/services.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { type FileHarness, makeHarnessForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type ScriptProcess, spawnScript } from '../helpers/processes/process.ts';
import { engineOf, RecordingEngine, startWorker, type TestWorker } from '../helpers/workerHarness.ts';

/** An api and workers for tests of stored scripts. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
export let sandbox: Sandbox & { stop(): Promise<void> };
export let database: TestDatabase;
let harness: FileHarness;
export let url: string;
/** An api that waits only one second for a reply. */
export let hasty: string;
const running: { stop(): Promise<void> }[] = [];

async function startApi(resultWaitMs: number): Promise<string> {
  const api = makeApi(makeServices({ ...harness.services, resultWaitMs }), {
    host: '127.0.0.1',
    port: 0,
    maxBody: 1_048_576,
    routes: allRoutes(),
  });
  await api.start();
  stopAfterFile(() => api.stop());
  return api.url;
}

export async function start(used: Sandbox = sandbox): Promise<TestWorker> {
  const worker = await startWorker(database.url, engine, {}, { sandbox: used, drainMs: 500 });
  running.push(worker);
  return worker;
}

/** Starts a worker process, for tests that kill it or read its output. */
export async function spawnWorker(): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'helpers', 'processes', 'workerProcess.ts'), database.url);
  running.push({ stop: worker.kill });
  await worker.printed('the worker to be ready', (output) => output.includes('ready'));
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

/** Starts the shared servers of a test file, and stops the workers after each test. */
export async function startScriptsForFile(): Promise<void> {
  harness = await makeHarnessForFile(engine);
  database = harness.database;
  sandbox = makeSandbox({ log: pino({ level: 'silent' }), size: 2 });
  stopAfterFile(() => sandbox.stop());
  url = await startApi(60_000);
  hasty = await startApi(1_000);
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
}
