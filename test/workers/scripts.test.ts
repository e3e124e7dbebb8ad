import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { poll } from '../helpers/waits/poll.ts';
import {
  database,
  evaluate,
  post,
  sandbox,
  spawnWorker,
  start,
  startScriptsForFile,
  store,
  url,
} from './scriptHarness.ts';

setDefaultTimeout(90_000);
await startScriptsForFile();

describe('a stored script', () => {
  test('is evaluated by a worker, and the members of the result keep their order', async () => {
    await start();
    const code = await store('return { z: input.name.toUpperCase(), a: { y: 1, b: [input] } };');
    const name = 'žluťoučký 👋';
    const { status, body } = await evaluate(code, { name, '10': 1, '9': 2 });
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      JSON.stringify({ z: name.toUpperCase(), a: { y: 1, b: [{ name, '10': 1, '9': 2 }] } }),
    ]);
  });

  test('is named by its code, with any characters', async () => {
    await start();
    const code = 'a/b?c=%20ž';
    await post('/scripts', { code, name: 'n', source: 'return { input };' });
    expect(await evaluate(code, {})).toEqual({ status: 200, body: { input: {} } as never });
    const { status, body } = await evaluate('nothing', {});
    expect([status, body.errors]).toEqual([400, ['scriptCode: no Script has the code "nothing"']]);
  });

  test('is evaluated in its latest version', async () => {
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

  test('that fails is a 400 with its message and line, and the next succeeds', async () => {
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

  test('that loops blocks neither other scripts nor its worker', async () => {
    const source = 'for (;;);';
    const begun = Promise.withResolvers<void>();
    const enough = new AbortController();
    const { worker } = await start({
      // The loop runs until the other scripts have ended, and only then meets its own limit.
      run: async (execution, signal) => {
        if (execution.source === source) {
          begun.resolve();
          await sandbox.run({ ...execution, timeoutMs: 60_000 }, enough.signal).catch(() => {});
        }
        return sandbox.run(execution, signal);
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
    await poll('its worker to have been seen again', async () => (await seen()) > before);
    expect(ended).toBe(false);
    enough.abort();
    expect((await looping).status).toBe(400);
  });

  test('is evaluated for many callers at a time, each with its own result', async () => {
    await start();
    await start();
    const code = await store('return { twice: input.n * 2 };');
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => evaluate(code, { n })));
    expect(answers.map(({ body }) => body['twice'])).toEqual(answers.map((_, n) => n * 2));
    await poll('the results to be deleted', async () => {
      const [row] = await database.sql<{ n: number }[]>`select count(*)::int as n from job_result`;
      return row?.n === 0;
    });
  });

  test('writes to the log of its worker with its code and the ids of the request', async () => {
    const worker = await spawnWorker();
    const code = await store('console.log("seen", input); return {};');
    await evaluate(code, { a: 1 });
    const line = await worker.printed('the line', (output) =>
      output
        .split('\n')
        .slice(0, -1)
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
