import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { storeWorklogType } from '../../helpers/api/worklogTypes.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Requests that are searches by POST, too large, repeated or no JSON. */

const api = await startApiForFile();
const types = await Promise.all(
  ['posted-a', 'posted-b', 'posted-c'].map((code) => storeWorklogType(api, { code, name: `Posted ${code}` })),
);
const ids = types.map(({ id }) => id);

describe('a search by POST', () => {
  const filtering = {
    filters: [{ column: 'code', operator: 'LIKE', value: 'posted-' }],
    sort: [{ column: 'code', direction: 'DESC' }],
    size: 2,
  };
  const query = encodeURIComponent(JSON.stringify(filtering));

  test('answers as the search by GET', async () => {
    for (const what of ['list', 'page', 'count']) {
      const size = what === 'list' ? '&size=2' : '';
      const byQuery = await api.request('GET', `/worklog-types/search/${what}?filtering=${query}${size}`);
      const byBody = await api.request('POST', `/worklog-types/search/${what}`, filtering);
      expect({ what, status: byBody.status, text: byBody.text }).toEqual({ what, status: 200, text: byQuery.text });
    }
    const list = await api.request('POST', '/worklog-types/search/list', filtering);
    expect(list.json<TestRecord[]>().map(({ code }) => code)).toEqual(['posted-c', 'posted-b']);
  });

  test('takes an array of filters, and a list has 1,000 records by default', async () => {
    const { status, json } = await api.request('POST', '/worklog-types/search/list', filtering.filters);
    expect(status).toBe(200);
    expect(json<TestRecord[]>()).toHaveLength(3);
    const logs = await api.request('POST', '/logs/search/list', [{ column: 'ownerType', value: 'None' }]);
    expect({ status: logs.status, text: logs.text }).toEqual({ status: 200, text: '[]' });
  });

  test('takes a filtering that no URL has room for', async () => {
    const others = Array.from({ length: 9_000 }, () => crypto.randomUUID());
    const filters = [{ column: 'id', operator: 'IN', value: [...others, ...ids].join(',') }];
    const { status, text } = await api.request('POST', '/worklog-types/search/count', { filters });
    expect({ status, text }).toEqual({ status: 200, text: '3' });
  });

  test('is refused with the problems of the filtering', async () => {
    const bad = { filters: [{ column: 'nothing', value: 'x' }], surplus: 1 };
    for (const what of ['list', 'page', 'count']) {
      const { status, errors } = await api.request('POST', `/worklog-types/search/${what}`, bad);
      expect({ what, status, errors }).toEqual({
        what,
        status: 400,
        errors: [
          expect.stringMatching(/^filtering\.surplus: unknown member/),
          expect.stringMatching(/^filtering\.filters\[0\]\.column: WorklogType has no member "nothing"/),
        ],
      });
    }
  });
});

describe('broken JSON', () => {
  test('is refused with the line and the column', async () => {
    const body = await api.request('POST', '/worklog-types', '{\n  "code": "x",\n  "name": "X",\n}');
    expect({ status: body.status, errors: body.errors }).toEqual({
      status: 400,
      errors: ['body: line 4, column 1: must be a name in double quotes, not "}"'],
    });
    const filtering = encodeURIComponent('{"filters":[{"column":"code",}]}');
    const search = await api.request('GET', `/worklog-types/search/page?filtering=${filtering}`);
    expect(search.errors).toEqual([
      'filtering: must be a JSON object, line 1, column 30: must be a name in double quotes, not "}"',
    ]);
    const lines = new FormData();
    lines.set('file', new Blob(['{"code":"a"}\n{"code":\n']), 'records.ndjson');
    expect((await api.request('POST', '/worklog-types/diff/file', lines)).errors).toEqual([
      '[1]: is malformed JSON, must be a value, not the end (line 2, column 9)',
    ]);
  });
});

describe('a filter by a value that no record can have', () => {
  const errorsOf = async (kind: string, filters: JsonObject[]): Promise<unknown> => {
    const { status, text } = await api.request('POST', `/${kind}/search/count`, { filters });
    return status === 400 ? (JSON.parse(text) as { errors: string[] }).errors : text;
  };

  test('is refused, and the values are listed', async () => {
    expect(await errorsOf('jobs', [{ column: 'status', value: 'DONE' }])).toEqual([
      expect.stringMatching(
        /^filtering\.filters\[0\]\.value: must be one of NEW, IN_PROGRESS, .*FAILED.*, not "DONE"$/,
      ),
    ]);
    expect(await errorsOf('jobs', [{ column: 'status', operator: 'NOT_IN', value: 'FAILED,LOST' }])).toEqual([
      expect.stringMatching(/^filtering\.filters\[0\]\.value: must be one of .*, not "LOST"$/),
    ]);
    expect(
      await errorsOf('notifications', [{ nestedPath: 'notificationTo', nestedProperty: 'status', value: 'GONE' }]),
    ).toEqual([expect.stringMatching(/^filtering\.filters\[0\]\.value: must be one of PLAN, .*, not "GONE"$/)]);
  });

  test('is allowed as a pattern', async () => {
    expect(await errorsOf('jobs', [{ column: 'status', operator: 'LIKE', value: 'NOTHING' }])).toBe('0');
  });
});

describe('a repeated query parameter', () => {
  test('is refused if it has one value', async () => {
    for (const [method, path, errors] of [
      ['GET', '/worklog-types/search/count?filtering=[]&filtering=[]', ['filtering: must be given once, not 2 times']],
      [
        'GET',
        '/worklog-types/search/list?size=1&filtering=[]&size=2&size=3',
        ['size: must be given once, not 3 times'],
      ],
      ['PATCH', `/worklog-types/${ids[0]}?immediatelyRefresh=true&immediatelyRefresh=false`, undefined],
    ] as const) {
      const answer = await api.request(method, path, method === 'PATCH' ? { name: 'twice' } : undefined);
      expect({ path, status: answer.status }).toEqual({ path, status: 400 });
      expect(answer.errors).toEqual([...(errors ?? ['immediatelyRefresh: must be given once, not 2 times'])]);
    }
    expect((await api.request('GET', `/worklog-types/${ids[0]}`)).json().name).toBe('Posted posted-a');
  });

  test('is accepted if it has several', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const { status, json } = await api.request('GET', `/user-groups/by-users/map?userIds=${one}&userIds=${other}`);
    expect(status).toBe(200);
    expect(Object.keys(json())).toEqual([one, other]);
  });
});

describe('a request head that is too large', () => {
  test('is a 431 with an ErrorBody', async () => {
    for (const [path, headers] of [
      [`/worklog-types/search/count?filtering=${'x'.repeat(300_000)}`, { 'x-request-id': 'long-url' }],
      ['/worklog-types', { 'x-request-id': 'long-header', 'x-other': 'x'.repeat(300_000) }],
    ] as const) {
      const answer = await api.request('GET', path, undefined, headers);
      expect({ status: answer.status, id: answer.headers.get('x-request-id') }).toEqual({
        status: 431,
        id: headers['x-request-id'],
      });
      expect(answer.json<JsonObject>()).toMatchObject({
        status: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
        errors: [expect.stringMatching(/^head: has 300\d{3} bytes, at most 262144 are allowed/)],
      });
    }
  });
});

/** Sends bytes on a connection of their own, and returns what comes back until the server closes it. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => (received += data.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

test('a method that no operation has, and an unknown target, are an ErrorBody', async () => {
  const { host } = new URL(api.url);
  for (const line of ['PROPFIND /api/v2/worklog-types HTTP/1.1', 'OPTIONS /nowhere HTTP/1.1', 'TRACE / HTTP/1.0']) {
    const answer = await exchange(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer.toLowerCase(), line).toContain('x-request-id: ');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)), line).toMatchObject({ errors: expect.anything() });
  }
});

describe('a body', () => {
  const send = (headers: Record<string, string>) =>
    api.request('POST', '/worklog-types', { code: `sent-${crypto.randomUUID()}`, name: 'Sent' }, headers);

  test('with a Content-Encoding is refused, because it would be read as it is', async () => {
    for (const coding of ['gzip', 'br', 'gzip, identity']) {
      const { status, errors } = await send({ 'content-encoding': coding });
      const problem = `Content-Encoding: is not allowed for requests, send the body as it is, not "${coding}"`;
      expect([status, errors]).toEqual([400, [problem]]);
    }
    expect((await send({ 'content-encoding': 'identity' })).status).toBe(200);
    const form = new FormData();
    form.set('file', new Blob(['[]']), 'records.json');
    const file = await api.request('POST', '/worklog-types/diff/file', form, { 'content-encoding': 'gzip' });
    expect(file.errors).toEqual([expect.stringMatching(/^Content-Encoding: is not allowed/)]);
  });

  test('is UTF-8, whatever its charset is called', async () => {
    for (const charset of ['utf-8', '"UTF-8"', 'utf8', 'us-ascii'])
      expect((await send({ 'content-type': `application/json; charset=${charset}` })).status, charset).toBe(200);
    const { status, errors } = await send({ 'content-type': 'application/json; charset=iso-8859-1' });
    expect([status, errors]).toEqual([400, ['Content-Type: must have the charset utf-8, not "iso-8859-1"']]);
  });
});

describe('Bun alone answers', () => {
  const { host } = new URL(api.url);
  const many = Array.from({ length: 300 }, (_, index) => `X-${index}: 1\r\n`).join('');
  // docs/errors.md lists them. A release of Bun that passes them on can give them an ErrorBody.
  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
    ['a malformed length', `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: x\r\n\r\n`, '400 Bad Request'],
    ['many headers', `GET / HTTP/1.1\r\nHost: ${host}\r\n${many}\r\n`, '431 Request Header Fields Too Large'],
    ['another version', `GET / HTTP/2.0\r\nHost: ${host}\r\n\r\n`, '505 HTTP Version Not Supported'],
  ])('%s', async (_, bytes, status) => {
    expect(await exchange(bytes)).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  });

  test('an unknown method, by closing the connection', async () => {
    expect(await exchange(`BREW / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe('');
  });
});
