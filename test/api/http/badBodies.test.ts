import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile, type TestAnswer, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const api = await startApiForFile();

beforeAll(async () => {
  await created('/worklog-types', {
    code: 'there',
    name: 'There',
    localizationData: { cs: { name: 'Tam' } },
  });
  await created('/user-types', {
    code: 'there',
    name: 'There',
    type: 'EXTERNAL',
    registry: {},
    config: {},
  });
});

async function created(path: string, body: JsonObject): Promise<TestRecord> {
  const answer = await api.request('POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

/** All that a write can change. */
async function state(): Promise<unknown> {
  const [row] = await api.sql`
    select (select md5(string_agg(r::text, '' order by id)) from worklog_type r) as worklog_types,
      (select md5(string_agg(r::text, '' order by id)) from user_type r) as user_types,
      (select md5(string_agg(r::text, '' order by id)) from user_group_type r) as user_group_types,
      (select count(*)::int from history) as history`;
  return row;
}

/**
 * Rows of the outbox may go meanwhile: a write that indexed itself clears its own up after its answer. Those of Logs may
 * come: what operators are refused is kept too.
 */
async function outboxIds(): Promise<string[]> {
  return (await api.sql<{ id: string }[]>`select id from outbox where data not like '{"kind":"Log"%'`).map(
    ({ id }) => id,
  );
}

/** Sends it, and holds that it was refused by a 400 with these problems and changed nothing. */
async function refused(
  send: () => Promise<TestAnswer>,
  expected: readonly (string | RegExp)[],
  { message }: { message?: string } = {},
): Promise<TestAnswer> {
  const before = await state();
  const waiting = await outboxIds();
  const answer = await send();
  expect(answer.status, answer.text.slice(0, 500)).toBe(400);
  const body = answer.json<{ status: string; message: string; errors: string[] }>();
  expect(body.status).toBe('BAD_REQUEST');
  if (message !== undefined) expect(body.message).toBe(message);
  for (const [index, problem] of expected.entries()) {
    if (typeof problem === 'string') expect(body.errors[index]).toBe(problem);
    else expect(body.errors[index]).toMatch(problem);
  }
  expect(body.errors).toHaveLength(expected.length);
  expect(await state()).toEqual(before);
  expect(waiting).toEqual(expect.arrayContaining(await outboxIds()));
  return answer;
}

const post = (path: string, body: TestBody, headers?: Record<string, string>) => () =>
  api.request('POST', path, body, headers);

const search = (filtering: string | undefined): Promise<TestAnswer> =>
  api.request(
    'GET',
    `/worklog-types/search/page${filtering === undefined ? '' : `?filtering=${encodeURIComponent(filtering)}`}`,
  );

/** A 400 with at least one problem, whatever it says, that changed nothing. */
async function refusedAnyhow(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const before = await state();
  const waiting = await outboxIds();
  const answer = await send();
  expect(answer.status, answer.text.slice(0, 500)).toBe(400);
  expect(answer.errors.length).toBeGreaterThan(0);
  expect(answer.text.length).toBeLessThan(50_000);
  expect(await state()).toEqual(before);
  expect(waiting).toEqual(expect.arrayContaining(await outboxIds()));
  return answer;
}

describe('a body that is no JSON', () => {
  for (const [what, body, problem] of [
    ['empty', '', 'body: is required'],
    ['blank', ' \n ', 'body: is required'],
    ['cut short', '{"code":"a","na', /^body: /],
    ['XML', '<code>a</code>', /^body: /],
    ['with a trailing comma', '{"code":"a",}', /^body: /],
    ['with single quotes', "{'code':'a'}", /^body: /],
    ['with NaN', '{"code":NaN}', /^body: /],
    ['two documents', '{"code":"a","name":"a"}{}', /^body: /],
    ['with a raw control character', '{"code":"a\u0001","name":"a"}', /^body: /],
  ] as const) {
    test(`is refused when ${what}`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const path = method === 'POST' ? '/worklog-types' : '/worklog-types/there';
        await refused(() => api.request(method, path, body), [problem]);
      }
    });
  }

  test('is refused when not UTF-8', async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"code":"'),
      0xff,
      0xfe,
      ...new TextEncoder().encode('"}'),
    ]);
    await refused(post('/worklog-types', body), ['body: must be UTF-8']);
  });
});

describe('a body of another type', () => {
  for (const body of ['null', '7', '"text"', 'true', '[]', '[{"code":"a","name":"a"}]']) {
    test(`${body} is refused`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const path = method === 'POST' ? '/worklog-types' : '/worklog-types/there';
        await refused(() => api.request(method, path, body), [/^body: must be an? .*object/]);
      }
    });
  }
});

describe('nesting', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const record = (config: string) => `{"code":"deep","name":"Deep","type":"EXTERNAL","registry":{},"config":${config}}`;

  test('up to the limit is taken, beyond it refused', async () => {
    const { status } = await api.request('POST', '/user-types', record(nested(99)).replace('"deep"', '"deep enough"'));
    expect(status).toBe(200);
    await refused(post('/user-types', record(nested(200))), [/^config\.a\.a.*: is nested deeper than 100 levels$/]);
  });

  for (const depth of [1_000, 100_000]) {
    test(`of ${depth} levels is refused everywhere`, async () => {
      for (const value of [nested(depth), arrays(depth)]) {
        for (const member of ['config', 'name', 'registry', 'localizationData', 'surplus']) {
          const body = `{"code":"deep","name":"Deep","type":"EXTERNAL","registry":{},"${member}":${value}}`;
          await refusedAnyhow(post('/user-types', body));
          await refusedAnyhow(() => api.request('PATCH', '/user-types/there', `{"${member}":${value}}`));
        }
        await refusedAnyhow(post('/user-types', value));
        await refusedAnyhow(() => api.request('PATCH', '/user-types/there', value));
      }
    });
  }

  test('of a filtering is refused', async () => {
    for (const filtering of [
      '{"or":['.repeat(1_000) + ']}'.repeat(1_000),
      `{"filters":${'[{"or":'.repeat(2_000)}[]${'}]'.repeat(2_000)}}`,
      arrays(20_000),
    ]) {
      expect((await search(filtering)).status).toBe(400);
    }
  });
});

describe('a body over the limit', () => {
  const MB = 1024 * 1024;

  test('of 65 MB is refused with its length', async () => {
    await refused(post('/worklog-types', `{"code":"big","name":"Big","description":"${'x'.repeat(65 * MB)}"}`), [
      'body: must have at most 64 MB (MAX_BODY_MB)',
    ]);
  });

  test('of 65 MB is refused without its length', async () => {
    const answer = await refusedAnyhow(post('/worklog-types', streamOf(65)));
    expect(answer.errors).toEqual(['body: must have at most 64 MB (MAX_BODY_MB)']);
  });

  test('is refused by every operation with a body, and the service goes on', async () => {
    const small = await startApiForFile({ maxBody: 2 * MB });
    try {
      for (const [method, path] of [
        ['POST', '/worklog-types'],
        ['PUT', '/worklog-types/x'],
        ['PATCH', '/worklog-types/x'],
        ['POST', '/worklog-types/backup'],
        ['POST', '/worklog-types/diff/save'],
        ['POST', '/worklog-types/diff/only'],
      ] as const) {
        const declared = await small.request(method, path, `[${' '.repeat(3 * MB)}]`);
        expect({ method, path, status: declared.status }).toEqual({ method, path, status: 400 });
        expect(declared.errors).toEqual(['body: must have at most 2 MB (MAX_BODY_MB)']);
        const chunked = await small.request(method, path, streamOf(3));
        expect({ method, path, status: chunked.status }).toEqual({ method, path, status: 400 });
      }
      const fits = { code: 'fits', name: 'Fits', description: 'x'.repeat(MB) };
      expect((await small.request('POST', '/worklog-types', fits)).status).toBe(200);
      expect((await small.request('GET', '/worklog-types/fits')).json().description).toHaveLength(MB);
    } finally {
      await small.stop();
    }
  });

  test('two large bodies that never end do not keep a small one of unknown length waiting', async () => {
    const open: ReadableStreamDefaultController<Uint8Array>[] = [];
    const stuck = [1, 2].map(() =>
      api
        .request(
          'POST',
          '/worklog-types',
          new ReadableStream<Uint8Array>({
            start(controller) {
              open.push(controller);
              controller.enqueue(new TextEncoder().encode('{"description":"'.padEnd(2 * MB, 'x')));
            },
          }),
        )
        .catch(() => undefined),
    );
    const body = new Response('{"code":"unhindered","name":"U"}').body as ReadableStream<Uint8Array>;
    expect((await api.request('POST', '/worklog-types', body)).status).toBe(200);
    for (const controller of open) controller.close();
    for (const answer of await Promise.all(stuck)) expect(answer?.status).toBe(400);
  });

  /** A chunked body of so many MB. */
  function streamOf(megabytes: number): ReadableStream<Uint8Array> {
    let sent = 0;
    return new ReadableStream({
      pull(controller) {
        if (sent++ === megabytes) controller.close();
        else controller.enqueue(new TextEncoder().encode(`${' '.repeat(MB)}`));
      },
    });
  }
});
