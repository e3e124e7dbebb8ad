import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { database, evaluate, hasty, setUpScripts, spawnWorker, start, store, url } from './scriptHarness.ts';

setDefaultTimeout(90_000);
setUpScripts();

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
