import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { badInputRequests, storeExistingTypes } from '../../helpers/api/badInput.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const api = await startApiForFile();
const { post, search, expectRejected, expectAnyRejection } = badInputRequests(api);

beforeAll(() => storeExistingTypes(api));

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
        await expectRejected(() => api.request(method, path, body), [problem]);
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
    await expectRejected(post('/worklog-types', body), ['body: must be UTF-8']);
  });
});

describe('a body of another type', () => {
  for (const body of ['null', '7', '"text"', 'true', '[]', '[{"code":"a","name":"a"}]']) {
    test(`${body} is refused`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const path = method === 'POST' ? '/worklog-types' : '/worklog-types/there';
        await expectRejected(() => api.request(method, path, body), [/^body: must be an? .*object/]);
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
    await expectRejected(post('/user-types', record(nested(200))), [
      /^config\.a\.a.*: is nested deeper than 100 levels$/,
    ]);
  });

  for (const depth of [1_000, 100_000]) {
    test(`of ${depth} levels is refused everywhere`, async () => {
      for (const value of [nested(depth), arrays(depth)]) {
        for (const member of ['config', 'name', 'registry', 'localizationData', 'surplus']) {
          const body = `{"code":"deep","name":"Deep","type":"EXTERNAL","registry":{},"${member}":${value}}`;
          await expectAnyRejection(post('/user-types', body));
          await expectAnyRejection(() => api.request('PATCH', '/user-types/there', `{"${member}":${value}}`));
        }
        await expectAnyRejection(post('/user-types', value));
        await expectAnyRejection(() => api.request('PATCH', '/user-types/there', value));
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
    await expectRejected(post('/worklog-types', `{"code":"big","name":"Big","description":"${'x'.repeat(65 * MB)}"}`), [
      'body: must have at most 64 MB (MAX_BODY_MB)',
    ]);
  });

  test('of 65 MB is refused without its length', async () => {
    const answer = await expectAnyRejection(post('/worklog-types', streamOf(65)));
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
