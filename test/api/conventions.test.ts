import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { startApiForFile, type TestRecord } from '../helpers/api.ts';
import { makeSilentSearch } from '../helpers/servers/silentSearch.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const ways = [
  ['a 200', 'GET', '/worklog-types'],
  ['a 400', 'GET', '/worklog-types/nothing'],
  ['a 404', 'GET', '/nowhere'],
  ['a 405', 'DELETE', '/worklog-types'],
] as const;

async function create(values: { code: string } & Record<string, unknown>): Promise<TestRecord> {
  const answer = await api.request('POST', '/worklog-types', { name: 'N', ...values });
  expect(answer.text).toStartWith('{');
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('X-Request-Id', () => {
  for (const [what, method, path] of ways) {
    test(`comes back as it was sent with ${what}`, async () => {
      const sent = `${'!'.repeat(64)}${'~'.repeat(64)}`;
      const { headers } = await api.request(method, path, undefined, { 'x-request-id': sent });
      expect(headers.get('x-request-id')).toBe(sent);
    });
  }

  for (const [what, sent] of [
    ['absent', undefined],
    ['longer than 128 characters', 'a'.repeat(129)],
    ['with a space inside', 'a b'],
    ['not ASCII', 'caf\u00e9'],
    ['empty', ''],
  ] as const) {
    test(`is a new UUID when ${what}`, async () => {
      const sentHeaders: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent };
      const one = await api.request('GET', '/worklog-types', undefined, sentHeaders);
      const other = await api.request('GET', '/worklog-types', undefined, sentHeaders);
      expect(one.headers.get('x-request-id')).toMatch(uuid);
      expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id') as string);
    });
  }
});

describe('X-Correlation-Id', () => {
  for (const [what, method, path] of ways) {
    test(`comes back when sent, and only then, with ${what}`, async () => {
      const { headers } = await api.request(method, path, undefined, { 'x-correlation-id': 'order 17' });
      expect(headers.get('x-correlation-id')).toBe('order 17');
      const without = await api.request(method, path);
      expect(without.headers.has('x-correlation-id')).toBe(false);
    });
  }

  test('goes along into the queue with the request id, the trace id and the span id', async () => {
    const trace = 'c'.repeat(32);
    await create({ code: 'correlated' });
    const sent = {
      'x-request-id': 'request-1',
      'x-correlation-id': 'correlation-1',
      traceparent: `00-${trace}-${'d'.repeat(16)}-01`,
    };
    const patched = await api.request('PATCH', '/worklog-types/correlated', { name: 'changed' }, sent);
    const { id } = patched.json();
    const rows = await api.sql<{ data: string }[]>`select data from outbox where data like ${`%${id}%`}`;
    expect(rows.map(({ data }) => JSON.parse(data).context)).toContainEqual({
      requestId: 'request-1',
      correlationId: 'correlation-1',
      traceId: trace,
      spanId: 'd'.repeat(16),
    });
  });
});

describe('ErrorBody', () => {
  test('has its five members', async () => {
    const { status, headers, json } = await api.request('GET', '/user-group-types/nothing');
    const body = json<Record<string, unknown>>();
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'status', 'timestamp', 'traceId']);
    expect(body.status).toBe('BAD_REQUEST');
    expect(body.timestamp).toMatch(moment);
    expect(body.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(body.message).toMatch(/^[A-Z].*\.$/);
    expect(body.errors).toEqual(['idOrCode: no UserGroupType has the id or code "nothing"']);
  });

  test('carries the trace id of traceparent, the same as the log lines', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'traced' };
    const { json } = await api.request('GET', '/worklog-types/nothing', undefined, headers);
    expect(json<{ traceId: string }>().traceId).toBe(trace);
    const lines = api.logged.filter(({ requestId }) => requestId === 'traced');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ traceId }) => traceId === trace)).toBe(true);
  });

  for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, '']) {
    test(`has a new trace id when traceparent is ${JSON.stringify(traceparent)}`, async () => {
      const { json } = await api.request('GET', '/worklog-types/nothing', undefined, { traceparent });
      const { traceId } = json<{ traceId: string }>();
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(traceId).not.toBe('0'.repeat(32));
    });
  }

  test('tells every problem of a body at once', async () => {
    const { status, errors } = await api.request('POST', '/user-types', {
      code: '',
      name: 7,
      type: 'NONE',
      validityFrom: 'yesterday',
      entitySpecId: 'abc',
      config: [],
      surplus: true,
      localizationData: { cs: { name: 1, title: 'x' } },
    });
    expect(status).toBe(400);
    expect(errors.map((error) => error.slice(0, error.indexOf(':'))).sort()).toEqual([
      'code',
      'config',
      'entitySpecId',
      'localizationData.cs.name',
      'localizationData.cs.title',
      'name',
      'registry',
      'surplus',
      'type',
      'validityFrom',
    ]);
    expect(errors).toContain('code: must have 1 to 255 characters');
    expect(errors).toContain('entitySpecId: type mismatch, "abc" is not a UUID');
  });

  test('names the taken code beside the other problems', async () => {
    await create({ code: 'taken' });
    const { errors } = await api.request('POST', '/worklog-types', { code: 'taken', name: '' });
    expect(errors.map((error) => error.slice(0, error.indexOf(':'))).sort()).toEqual(['code', 'name']);
  });

  test('of a 500 shows neither stack nor SQL, and its log line has both', async () => {
    const broken = await startApiForFile();
    try {
      await broken.sql.unsafe('alter table worklog_type rename to worklog_type_gone');
      const { status, text, json } = await broken.request('GET', '/worklog-types/x', undefined, {
        'x-request-id': 'broken',
      });
      expect(status).toBe(500);
      const { status: name, traceId } = json<{ status: string; traceId: string }>();
      expect(name).toBe('INTERNAL_SERVER_ERROR');
      expect(text).not.toMatch(/worklog_type|select|relation|\.ts|postgres| at /i);
      const line = broken.logged.find(({ requestId, err }) => requestId === 'broken' && err !== undefined);
      expect(line?.traceId).toBe(traceId);
      expect(JSON.stringify(line)).toContain('worklog_type');
    } finally {
      await broken.stop();
    }
  });

  test('also answers a stream that fails before its first part', async () => {
    const broken = await startApiForFile();
    try {
      await broken.sql.unsafe('alter table worklog_type rename to worklog_type_gone');
      const { status, text, json } = await broken.request('GET', '/worklog-types');
      expect(status).toBe(500);
      expect(json<{ status: string }>().status).toBe('INTERNAL_SERVER_ERROR');
      expect(text).not.toMatch(/worklog_type|relation|\.ts/);
    } finally {
      await broken.stop();
    }
  });
});

describe('success', () => {
  test('of an operation without a body is 200 and empty', async () => {
    await create({ code: 'to-delete' });
    const { status, text, headers } = await api.request('DELETE', '/worklog-types/to-delete');
    expect({ status, text, length: headers.get('content-length'), type: headers.get('content-type') }).toEqual({
      status: 200,
      text: '',
      length: '0',
      type: null,
    });
  });

  test('is JSON with absent members left out', async () => {
    const { id } = await create({ code: 'plain', form: null, validityTo: null });
    const { headers, json } = await api.request('GET', `/worklog-types/${id}`);
    expect(headers.get('content-type')).toStartWith('application/json');
    expect(Object.keys(json())).toEqual(['id', 'code', 'name', 'auditInfo']);
  });
});

describe('dates', () => {
  for (const [sent, kept] of [
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00.5+01:00', '2026-11-20T07:00:00.500Z'],
    ['2026-11-20T08:00:00.123456-0530', '2026-11-20T13:30:00.123Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ]) {
    test(`${sent} goes out as ${kept}`, async () => {
      const { validityFrom } = await create({ code: `date ${sent}`, validityFrom: sent });
      expect(validityFrom).toBe(kept as string);
    });
  }

  for (const sent of [
    '2026-11-20T08:00:00',
    '2026-02-30',
    '2023-02-29',
    '2026-13-01',
    '20.11.2026',
    '2026-11-20T25:00:00Z',
    '2026-11-20T08:00:00+99:00',
    '0',
    '',
    'now',
    1763625600000,
    true,
    {},
  ]) {
    test(`${JSON.stringify(sent)} is refused`, async () => {
      const body = { code: 'bad date', name: 'N', validityFrom: sent };
      const { status, errors } = await api.request('POST', '/worklog-types', body);
      expect(status).toBe(400);
      expect(errors).toEqual([
        expect.stringMatching(/^validityFrom: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not /),
      ]);
    });
  }
});

describe('lengths', () => {
  test('count code points: 255 emoji are a code, 256 are none', async () => {
    const code = '\u{1F600}'.repeat(255);
    const record = await create({ code, name: code });
    expect(record.code).toBe(code);
    const read = await api.request('GET', `/worklog-types/${encodeURIComponent(code)}`);
    expect(read.json().id).toBe(record.id);
    for (const member of ['code', 'name']) {
      const body = { code: 'ok', name: 'ok', [member]: '\u{1F600}'.repeat(256) };
      const { status, errors } = await api.request('POST', '/worklog-types', body);
      expect({ status, errors }).toEqual({ status: 400, errors: [`${member}: must have 1 to 255 characters`] });
    }
  });

  test('256 letters are refused, 255 are not', async () => {
    await create({ code: 'c'.repeat(255), name: 'n'.repeat(255) });
    const { errors } = await api.request('POST', '/worklog-types', { code: 'c'.repeat(256), name: 'n'.repeat(256) });
    expect(errors).toEqual(['code: must have 1 to 255 characters', 'name: must have 1 to 255 characters']);
  });
});

describe('paths', () => {
  test('an unknown one is a 404', async () => {
    for (const path of ['/nowhere', '//', '//nowhere', '/worklog-types/by-code/a/b', '/worklog-types/', '//api/v1/x']) {
      const { status, json } = await api.request('GET', path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(json<{ status: string }>().status).toBe('NOT_FOUND');
    }
  });

  test('a wrong method on a known one is a 405 that names the right ones', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/worklog-types', 'GET, POST'],
      ['POST', '/worklog-types/x', 'DELETE, GET, PATCH, PUT'],
      ['POST', '/worklog-types/search/page', 'GET'],
      ['GET', '/worklog-types/diff/only', 'POST'],
      ['PUT', '/worklog-types/by-ids/a', 'GET'],
      ['PROPFIND', '/worklog-types', 'GET, POST'],
    ] as const) {
      const { status, headers, json } = await api.request(method, path);
      expect({ method, path, status }).toEqual({ method, path, status: 405 });
      expect(json<{ status: string }>().status).toBe('METHOD_NOT_ALLOWED');
      expect(headers.get('allow')).toBe(allow);
    }
  });

  test('HEAD is answered as GET, without the body', async () => {
    for (const path of ['/worklog-types', '//docs', '//openapi.json']) {
      const { status, text, headers } = await api.request('HEAD', path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: '' });
      expect(headers.has('content-type')).toBe(true);
    }
    expect((await api.request('HEAD', '/nowhere')).status).toBe(404);
    expect((await api.request('HEAD', '/worklog-types/diff/only')).status).toBe(405);
  });

  test('one that also reads as a path with a parameter is that', async () => {
    const { status, errors } = await api.request('GET', '/user-group-types/backup');
    expect({ status, errors }).toEqual({
      status: 400,
      errors: ['idOrCode: no UserGroupType has the id or code "backup"'],
    });
    for (const path of ['/worklog-types/search', '/worklog-types/by-code', '/worklog-types/diff']) {
      expect((await api.request('GET', path)).status).toBe(400);
    }
  });

  test('codes that read like static segments work where their place is a parameter alone', async () => {
    for (const code of ['search', 'by-code', 'by-ids', 'by-id', 'diff', 'backup', 'history', 'page', 'expanded']) {
      const { id } = await create({ code });
      expect((await api.request('GET', `/worklog-types/${code}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-code/${code}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-ids/${code}`)).json<TestRecord[]>()[0]?.id).toBe(id);
      const patched = await api.request('PATCH', `/worklog-types/${code}`, { name: 'patched' });
      expect(patched.json()).toMatchObject({ id, name: 'patched' });
      expect((await api.request('PUT', `/worklog-types/${code}`, { code, name: 'put' })).json().name).toBe('put');
      const versions = (await api.request('GET', `/worklog-types/${id}/history`)).json<unknown[]>();
      expect(versions).toHaveLength(3);
      expect((await api.request('DELETE', `/worklog-types/${code}`)).status).toBe(200);
      expect((await api.request('GET', `/worklog-types/${id}`)).status).toBe(400);
    }
  });

  test('a static segment wins over a code', async () => {
    const { id } = await create({ code: 'by-code' });
    await create({ code: 'history' });
    // Not the history of "by-code": the record "history" by its code.
    expect((await api.request('GET', '/worklog-types/by-code/history')).json().code).toBe('history');
    expect((await api.request('GET', `/worklog-types/${id}/history`)).json<unknown[]>()).toHaveLength(1);
  });

  test('an idOrCode that is a UUID is an id first, a code second', async () => {
    const first = await create({ code: 'first' });
    const second = await create({ code: first.id });
    expect((await api.request('GET', `/worklog-types/${first.id}`)).json().code).toBe('first');
    expect((await api.request('GET', `/worklog-types/${first.id.toUpperCase()}`)).json().code).toBe('first');
    expect((await api.request('GET', `/worklog-types/by-code/${first.id}`)).json().id).toBe(second.id);
    await api.request('DELETE', '/worklog-types/first');
    expect((await api.request('GET', `/worklog-types/${first.id}`)).json().id).toBe(second.id);
  });

  test('what is encoded is part of its segment', async () => {
    for (const code of [
      'a/b',
      'a,b',
      'a%2Fb',
      '100%',
      'a?b',
      'a#b',
      'a b',
      'a+b',
      '\u017dlu\u0165',
      '..a',
      '\u{1F600}',
    ]) {
      const { id } = await create({ code });
      const at = encodeURIComponent(code);
      expect((await api.request('GET', `/worklog-types/${at}`)).json()).toMatchObject({ id, code });
      expect((await api.request('GET', `/worklog-types/by-code/${at}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-ids/${at}`)).json<TestRecord[]>()).toHaveLength(1);
      expect((await api.request('GET', `/worklog-types/${at}/history`)).json<unknown[]>()).toHaveLength(1);
      expect((await api.request('DELETE', `/worklog-types/${at}`)).status).toBe(200);
    }
  });

  test('one with malformed percent-encoding is a 400', async () => {
    for (const segment of ['%zz', '%', '%E0%A4%A', '%ff', '%ED%A0%80', 'a%']) {
      for (const path of [`/worklog-types/${segment}`, `/worklog-types/by-ids/a,${segment}`]) {
        const raw = await rawRequest(`GET /api/v2${path} HTTP/1.1`);
        expect({ path, start: raw.slice(0, 12) }).toEqual({ path, start: 'HTTP/1.1 400' });
        expect(raw).toContain('is not percent-encoded UTF-8');
      }
    }
  });
});

describe('ids', () => {
  test('keep the order asked, each record once, unknown ones left out, ids and codes mixed', async () => {
    const [one, two, three] = [
      await create({ code: 'list 1' }),
      await create({ code: 'list 2' }),
      await create({ code: 'list 3' }),
    ];
    const asked = ['list 3', one.id, 'nobody', two.id.toUpperCase(), three.id, crypto.randomUUID(), 'list 1', 'list 3'];
    const { json } = await api.request('GET', `/worklog-types/by-ids/${asked.map(encodeURIComponent).join(',')}`);
    expect(json<TestRecord[]>().map(({ code }) => code)).toEqual(['list 3', 'list 1', 'list 2']);
  });

  test('are 1 to 500', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `i${index}`).join(',');
    expect((await api.request('GET', `/worklog-types/by-ids/${ids(500)}`)).text).toBe('[]');
    const { status, errors } = await api.request('GET', `/worklog-types/by-ids/${ids(501)}`);
    expect({ status, errors }).toEqual({ status: 400, errors: ['ids: must have 1 to 500 elements, not 501'] });
    expect((await api.request('GET', '/worklog-types/by-ids/,')).errors).toEqual([
      'ids: must have 1 to 500 elements, not 0',
    ]);
  });

  test('of 500 UUIDs fit into one request', async () => {
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID()).join(',');
    expect((await api.request('GET', `/worklog-types/by-ids/${ids}`)).text).toBe('[]');
  });
});

describe('what is missing', () => {
  test('is a 404 where the operation lists it, and a 400 elsewhere', async () => {
    for (const [method, path, status, error] of [
      ['GET', '/user-types/x', 404, 'idOrCode: no UserType has the id or code "x"'],
      ['GET', '/user-types/by-code/x', 404, 'code: no UserType has the code "x"'],
      ['PUT', '/user-types/x', 400, 'idOrCode: no UserType has the id or code "x"'],
      ['PATCH', '/user-types/x', 400, 'idOrCode: no UserType has the id or code "x"'],
      ['DELETE', '/user-types/x', 400, 'idOrCode: no UserType has the id or code "x"'],
      ['GET', '/user-types/x/history', 404, 'idOrCode: no UserType has the id or code "x"'],
      ['GET', '/user-group-types/x', 400, 'idOrCode: no UserGroupType has the id or code "x"'],
      ['GET', '/user-group-types/by-code/x', 400, 'code: no UserGroupType has the code "x"'],
    ] as const) {
      const body = method === 'PUT' ? { code: 'x', name: 'x', type: 'EXTERNAL', registry: {} } : {};
      const answer = await api.request(method, path, method === 'GET' || method === 'DELETE' ? undefined : body);
      expect({ method, path, status: answer.status, errors: answer.errors }).toEqual({
        method,
        path,
        status,
        errors: [error],
      });
      expect(answer.json<{ status: string }>().status).toBe(status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST');
    }
  });
});

describe('query parameters', () => {
  test('of a wrong type are a 400 that names them', async () => {
    await create({ code: 'queried' });
    for (const [method, path, error] of [
      ['PATCH', '/worklog-types/queried?immediatelyRefresh=maybe', 'immediatelyRefresh: must be true or false'],
      ['GET', '/worklog-types/queried/history?version=0', 'version: must be a whole number from 1'],
      ['GET', '/worklog-types/queried/history?version=1e3', 'version: must be a whole number from 1'],
      ['GET', '/worklog-types/queried/history?at=yesterday', 'at: must be an ISO 8601 date-time'],
      ['GET', '/worklog-types/queried/history?version=1&at=2026-01-01', 'version: cannot be combined with at'],
      ['GET', '/worklog-types/search/list?filtering={}&size=0', 'size: must be a whole number from 1 to 10000'],
      ['GET', '/worklog-types/search/list?filtering={}&size=10001', 'size: must be a whole number from 1 to 10000'],
      ['GET', '/worklog-types/search/list?filtering={}&size=ten', 'size: must be a whole number from 1 to 10000'],
    ] as const) {
      const { status, errors } = await api.request(method, path, method === 'PATCH' ? {} : undefined);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(errors[0]).toStartWith(error);
    }
  });
});

describe('while the search engine is away', () => {
  test('searches say so with a 500, reads and writes go on, and a write says that it cannot be found yet', async () => {
    const away = async () => {
      throw new SearchUnavailable('connection refused by 10.1.2.3');
    };
    const alone = await startApiForFile({
      search: () => makeSilentSearch({ search: away, count: away, sync: away }),
    });
    try {
      const { status, text, json } = await alone.request('GET', '/worklog-types/search/page?filtering={}');
      expect(status).toBe(500);
      expect(json<{ message: string }>().message).toBe(
        'Search is not available right now; reads by id and writes are.',
      );
      expect(text).not.toContain('10.1.2.3');
      const saved = await alone.request('POST', '/worklog-types', { code: 'a', name: 'A' });
      expect(saved.status).toBe(200);
      expect(saved.headers.get('x-search-refresh')).toBe('delayed');
      const patched = await alone.request('PATCH', '/worklog-types/a?immediatelyRefresh=true', { name: 'B' });
      expect(patched.headers.get('x-search-refresh')).toBe('delayed');
      const plain = await alone.request('PATCH', '/worklog-types/a', { name: 'C' });
      expect(plain.headers.has('x-search-refresh')).toBe(false);
      expect((await alone.request('GET', '/worklog-types/a')).json().name).toBe('C');
      const [row] = await alone.sql`select count(*)::int as waiting from outbox where not_before <= now()`;
      expect(row?.waiting).toBe(3);
    } finally {
      await alone.stop();
    }
  });
});

describe('documentation', () => {
  test('the page loads nothing from elsewhere', async () => {
    const { status, text, headers } = await api.request('GET', '//docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toStartWith('text/html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/https?:\/\//);
    const links = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const asset = await api.request('GET', `/${link}`);
      expect({ link, status: asset.status }).toEqual({ link, status: 200 });
      if (link.startsWith('/docs/')) expect(asset.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('the OpenAPI document is served', async () => {
    const { json } = await api.request('GET', '//openapi.json');
    const document = json<{ openapi: string; info: { version: string }; paths: object }>();
    expect(document.openapi).toStartWith('3.1');
    expect(document.info.version).toBe('2.0');
    expect(Object.keys(document.paths)).toContain('/api/v2/worklog-types/{idOrCode}');
  });
});

/** A request line as it is, which no client library puts right first; answers all that came back. */
function rawRequest(line: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
