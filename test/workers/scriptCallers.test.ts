import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { poll } from '../helpers/waits/poll.ts';
import { database, evaluate, hasty, spawnWorker, start, startScriptsForFile, store, url } from './scriptHarness.ts';

setDefaultTimeout(90_000);
await startScriptsForFile();

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
        'kind: must be one of "A", "B", not "C"',
        'lines[1].sku: is required',
        'when: is required',
      ],
    ]);
    const [row] = await database.sql<
      { n: number }[]
    >`select count(*)::int as n from outbox where queue = 'script.evaluate'`;
    expect(row?.n).toBe(0);
  });

  test('must be an object of at most a hundred levels', async () => {
    const code = await store('return {};');
    for (const input of [[], 7, 'x', null])
      expect((await evaluate(code, input)).body.errors[0]).toMatch(/^body: must be an object/);
    let deep: object = {};
    for (let level = 0; level < 200; level++) deep = { deep };
    expect((await evaluate(code, deep)).body.errors[0]).toMatch(/is nested deeper than 100 levels/);
  });
});

describe('a waiting caller', () => {
  test('gets the id of the job if no worker replies in time, and the job does not run later', async () => {
    const code = await store('return {};');
    const { status, body } = await evaluate(code, {}, hasty);
    expect(status).toBe(500);
    const [, job] =
      /has no result after 1 s; it is the job ([0-9a-f-]{36}) of the queue script\.evaluate\.$/.exec(body.message) ??
      [];
    let ran = 0;
    await start({ run: async () => ({ returned: 'object', json: '{}', lines: [String(ran++)] }) });
    await poll('the job to be completed', async () => {
      const [row] = await database.sql<{ state: string }[]>`
        select state from pgboss.job where name = 'script.evaluate' and id = ${job as string}`;
      return row?.state === 'completed';
    });
    expect(ran).toBe(0);
  });

  test('that disconnects leaves no job to be run', async () => {
    const code = await store('return {};');
    const abort = new AbortController();
    const waiting = evaluate(code, {}, url, { signal: abort.signal });
    const job = await poll('the job to be queued', async () => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from pgboss.job where name = 'script.evaluate' and state = 'created'`;
      return row?.id;
    });
    abort.abort();
    await waiting.catch(() => {});
    await poll(
      'the request to be abandoned',
      async () => (await database.sql`select from job_result where id = ${job}`).length === 1,
    );
    let ran = 0;
    await start({ run: async () => ({ returned: 'object', json: '{}', lines: [String(ran++)] }) });
    await poll(
      'the job to be completed',
      async () => (await database.sql`select from pgboss.job where id = ${job} and state = 'completed'`).length === 1,
    );
    expect(ran).toBe(0);
  });

  test('gets the reply of another worker if the first is killed', async () => {
    const victim = await spawnWorker();
    const code = await store('const end = Date.now() + 3_000; while (Date.now() < end); return { a: 1 };');
    const waiting = evaluate(code, {});
    const job = await poll('the job to be active', async () => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from pgboss.job where name = 'script.evaluate' and state = 'active' and data->>'code' = ${code}`;
      return row?.id;
    });
    await victim.kill();
    await start();
    expect(await waiting).toEqual({ status: 200, body: { a: 1 } as never });
    const [row] = await database.sql<
      { retryCount: number }[]
    >`select retry_count as "retryCount" from pgboss.job where id = ${job}`;
    expect(row?.retryCount).toBeGreaterThan(0);
  });

  test('gets an error after three faults that are not of the script', async () => {
    const code = await store('return {};');
    let attempts = 0;
    await start({
      run: async () => {
        attempts++;
        throw new Error('no sandbox');
      },
    });
    expect(await evaluate(code, {})).toMatchObject({
      status: 500,
      body: { message: 'The script could not be evaluated.' },
    });
    expect(attempts).toBe(3);
  });
});
