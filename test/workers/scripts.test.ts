import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
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

setDefaultTimeout(90_000);

/** Stored scripts from the request to the answer, through real workers. */

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const sandbox = makeSandbox({ log: pino({ level: 'silent' }), size: 2 });
let database: TestDatabase;
let harness: Harness;
let url: string;
/** Waits for one second only. */
let hasty: string;
const apis: { stop(): Promise<void> }[] = [];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
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

async function start(used: Sandbox | undefined = sandbox): Promise<TestWorker> {
  const worker = await startWorker(database.url, engine, {}, { ...(used && { sandbox: used }), drainMs: 500 });
  running.push(worker);
  return worker;
}

/** A worker as a process of its own, to be killed or read. */
async function spawnWorker(): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'helpers', 'processes', 'workerProcess.ts'), database.url);
  running.push({ stop: worker.kill });
  await until('the worker to be ready', () => worker.output().includes('ready'));
  return worker;
}

interface Answer {
  status: number;
  body: { errors: string[]; message: string } & Record<string, unknown>;
}

async function post(path: string, body: unknown, to = url, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-of-a-script' };
  const answer = await fetch(`${to}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body), ...init });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

let made = 0;
async function store(source: string, members: object = {}): Promise<string> {
  const code = `script-${++made}`;
  expect(await post('/scripts', { code, name: code, source, ...members })).toMatchObject({ status: 200 });
  return code;
}
const evaluate = (code: string, input: unknown, to = url, init: RequestInit = {}): Promise<Answer> =>
  post(`/scripts/${encodeURIComponent(code)}/evaluate`, input, to, init);

describe('a stored script', () => {
  test('is evaluated by a worker, its members in the order that it gave them', async () => {
    await start();
    const code = await store('return { z: input.name.toUpperCase(), a: { y: 1, b: [input] } };');
    const name = 'žluťoučký 👋';
    const { status, body } = await evaluate(code, { name, '10': 1, '9': 2 });
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      JSON.stringify({ z: name.toUpperCase(), a: { y: 1, b: [{ name, '10': 1, '9': 2 }] } }),
    ]);
  });

  test('is known by its code alone, whatever that is', async () => {
    await start();
    const code = 'a/b?c=%20ž';
    await post('/scripts', { code, name: 'n', source: 'return { input };' });
    expect(await evaluate(code, {})).toEqual({ status: 200, body: { input: {} } as never });
    const { status, body } = await evaluate('nothing', {});
    expect([status, body.errors]).toEqual([400, ['scriptCode: no Script has the code "nothing"']]);
  });

  test('is evaluated as it was last changed', async () => {
    await start();
    const code = await store('return { version: 1 };');
    expect((await evaluate(code, {})).body).toEqual({ version: 1 } as never);
    await fetch(`${url}/api/v2/scripts/${code}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'return { version: 2 };', inputSchema: { required: ['a'] } }),
    });
    expect((await evaluate(code, {})).body.errors).toEqual(['a: is required']);
    expect((await evaluate(code, { a: 1 })).body).toEqual({ version: 2 } as never);
  });

  test('that fails is a 400 with its message and line, and the next is served', async () => {
    await start();
    const good = await store('return { served: true };');
    const wrong: Record<string, [source: string, error: RegExp | string, timeoutMs?: number]> = {
      throws: ['let a;\nthrow new Error("no such region");', 'source: line 2, column 16: Error: no such region'],
      loops: ['for (;;);', /^source: line 1, column \d+: ran longer than its limit of 200 ms$/, 200],
      'is busy in the engine': [
        'const a = []; a.length = 2 ** 32 - 1; a.join();',
        'source: ran longer than its limit of 200 ms',
        200,
      ],
      recurses: [
        'function f() { return f() + 1; }\nf();',
        /^source: line 1, column \d+: InternalError: stack overflow$/,
      ],
      allocates: ['const a = []; for (;;) a.push(new Array(1000).fill(1));', /needs more than 64 MB$/],
      'returns a function': ['return () => 1;', 'source: must return an object, not a function'],
      'returns an array': ['return [];', 'source: must return an object, not an array'],
      'returns nothing': ['input;', 'source: must return an object, not nothing'],
      imports: ['return import("node:fs");', /could not load module/],
      'reaches for the process': ['return this.constructor.constructor("return process")();', /ReferenceError/],
    };
    for (const [what, [source, error, timeoutMs]] of Object.entries(wrong)) {
      const code = await store(source, timeoutMs === undefined ? {} : { timeoutMs });
      const { status, body } = await evaluate(code, {});
      expect([what, status, body.message, body.errors.length]).toEqual([what, 400, `The script "${code}" failed.`, 1]);
      expect(body.errors[0]).toMatch(error);
      expect((await evaluate(good, {})).body).toEqual({ served: true } as never);
    }
  });

  test('that loops holds up neither the others nor its worker', async () => {
    const source = 'for (;;);';
    const begun = Promise.withResolvers<void>();
    const enough = new AbortController();
    const { worker } = await start({
      // The loop goes on until the others are through, however long that takes, and meets its own limit then.
      run: async (given, signal) => {
        if (given.source === source) {
          begun.resolve();
          await sandbox.run({ ...given, timeoutMs: 60_000 }, enough.signal).catch(() => {});
        }
        return sandbox.run(given, signal);
      },
    });
    const loop = await store(source, { timeoutMs: 300 });
    const good = await store('return input;');
    const looping = evaluate(loop, {});
    let ended = false;
    void looping.then(() => {
      ended = true;
    });
    await begun.promise;
    const seen = async () => {
      const [row] = await database.sql<{ at: number }[]>`
        select extract(epoch from seen_at)::float8 as at from process where status::json->>'worker' = ${worker.name}`;
      return row?.at ?? 0;
    };
    const before = await seen();
    for (let n = 0; n < 10; n++) expect((await evaluate(good, { n })).body).toEqual({ n } as never);
    await until('its worker to have been seen again', async () => (await seen()) > before);
    expect(ended).toBe(false);
    enough.abort();
    expect((await looping).status).toBe(400);
  });

  test('is evaluated for many at a time, each with its own answer', async () => {
    await start();
    await start();
    const code = await store('return { twice: input.n * 2 };');
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => evaluate(code, { n })));
    expect(answers.map(({ body }) => body['twice'])).toEqual(answers.map((_, n) => n * 2));
    await until('the results to be deleted', async () => {
      const [row] = await database.sql<{ n: number }[]>`select count(*)::int as n from job_result`;
      return row?.n === 0;
    });
  });

  test('writes to the log of its worker with its code and the ids of the request', async () => {
    const worker = await spawnWorker();
    const code = await store('console.log("seen", input); return {};');
    await evaluate(code, { a: 1 });
    const line = await until('the line', () =>
      worker
        .output()
        .split('\n')
        .find((one) => one.includes('seen')),
    );
    expect(JSON.parse(line)).toMatchObject({
      msg: 'console.log of a script',
      line: 'seen {"a":1}',
      script: code,
      queue: 'script.evaluate',
      requestId: 'request-of-a-script',
      traceId: expect.any(String),
    });
  });
});

describe('an input', () => {
  test('is checked against the schema of the script before anything is queued', async () => {
    const code = await store('return {};', {
      inputSchema: {
        type: 'object',
        required: ['customer', 'when'],
        properties: {
          customer: {
            type: 'object',
            properties: { age: { type: 'integer', minimum: 0 } },
            additionalProperties: false,
          },
          lines: { type: 'array', items: { required: ['sku'] } },
          kind: { enum: ['A', 'B'] },
          when: { type: 'string', format: 'date-time' },
        },
      },
    });
    const input = { customer: { age: -1, name: 'x' }, lines: [{ sku: 1 }, {}], kind: 'C' };
    const { status, body } = await evaluate(code, input);
    expect([status, [...body.errors].sort()]).toEqual([
      400,
      [
        'customer.age: must be >= 0',
        'customer.name: unknown member',
        'kind: must be equal to one of the allowed values ["A","B"]',
        'lines[1].sku: is required',
        'when: is required',
      ],
    ]);
    const [row] = await database.sql<
      { n: number }[]
    >`select count(*)::int as n from outbox where queue = 'script.evaluate'`;
    expect(row?.n).toBe(0);
  });

  test('has to be an object, and no deeper than a hundred levels', async () => {
    const code = await store('return {};');
    for (const input of [[], 7, 'x', null])
      expect((await evaluate(code, input)).body.errors[0]).toMatch(/^body: must be an object/);
    let deep: object = {};
    for (let level = 0; level < 200; level++) deep = { deep };
    expect((await evaluate(code, deep)).body.errors[0]).toMatch(/is nested deeper than 100 levels/);
  });
});

describe('a caller who waits', () => {
  test('is told the job when no worker answers in time, and it is not done after that', async () => {
    const code = await store('return {};');
    const { status, body } = await evaluate(code, {}, hasty);
    expect(status).toBe(500);
    const [, job] =
      /has no result after 1 s; it is the job ([0-9a-f-]{36}) of the queue script\.evaluate\.$/.exec(body.message) ??
      [];
    let ran = 0;
    await start({ run: async () => ({ returned: 'object', json: '{}', lines: [String(ran++)] }) });
    await until('the job to be settled', async () => {
      const [row] = await database.sql<{ state: string }[]>`
        select state from pgboss.job where name = 'script.evaluate' and id = ${job as string}`;
      return row?.state === 'completed';
    });
    expect(ran).toBe(0);
  });

  test('and goes leaves nothing to be done', async () => {
    const code = await store('return {};');
    const abort = new AbortController();
    const waiting = evaluate(code, {}, url, { signal: abort.signal });
    const job = await until('the job to be queued', async () => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from pgboss.job where name = 'script.evaluate' and state = 'created'`;
      return row?.id;
    });
    abort.abort();
    await waiting.catch(() => {});
    await until(
      'it to be forsaken',
      async () => (await database.sql`select from job_result where id = ${job}`).length === 1,
    );
    let ran = 0;
    await start({ run: async () => ({ returned: 'object', json: '{}', lines: [String(ran++)] }) });
    await until(
      'the job to be settled',
      async () => (await database.sql`select from pgboss.job where id = ${job} and state = 'completed'`).length === 1,
    );
    expect(ran).toBe(0);
  });

  test('is answered by another worker when one is killed in the middle', async () => {
    const victim = await spawnWorker();
    const code = await store('const end = Date.now() + 3_000; while (Date.now() < end); return { a: 1 };');
    const waiting = evaluate(code, {});
    const job = await until('the job to be taken', async () => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from pgboss.job where name = 'script.evaluate' and state = 'active' and data->>'code' = ${code}`;
      return row?.id;
    });
    await victim.kill();
    await start();
    expect(await waiting).toEqual({ status: 200, body: { a: 1 } as never });
    const [row] = await database.sql<
      { tries: number }[]
    >`select retry_count as tries from pgboss.job where id = ${job}`;
    expect(row?.tries).toBeGreaterThan(0);
  });

  test('is told after the third fault that is not the script’s', async () => {
    const code = await store('return {};');
    let tries = 0;
    await start({
      run: async () => {
        tries++;
        throw new Error('no sandbox');
      },
    });
    expect(await evaluate(code, {})).toMatchObject({
      status: 500,
      body: { message: 'The script could not be evaluated.' },
    });
    expect(tries).toBe(3);
  });
});
