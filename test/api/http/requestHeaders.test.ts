import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { storeWorklogType } from '../../helpers/api/worklogTypes.ts';
import { startApiForFile } from '../../helpers/api.ts';

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

  test('comes back in any script, up to 1,024 characters, and is otherwise a 400', async () => {
    const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
    const send = (value: string) => api.request('GET', '/worklog-types', undefined, { 'x-correlation-id': value });
    for (const text of ['žluťoučký 👩‍🚒', '\u{1F600}'.repeat(1_024), 'a'.repeat(1_024)]) {
      const { status, headers } = await send(utf8(text));
      expect([status, headers.get('x-correlation-id')]).toEqual([200, utf8(text)]);
    }
    const problem = 'X-Correlation-Id: must be UTF-8 without control characters, and have at most 1024 characters';
    for (const value of ['a'.repeat(1_025), utf8('ž'.repeat(1_025)), '\xe9', utf8('\x85')]) {
      const { status, headers, errors } = await send(value);
      expect([status, headers.get('x-correlation-id'), errors]).toEqual([400, null, [problem]]);
    }
    const log = { ownerType: 'o', ownerId: '1', logTypeCode: 't', request: '', response: '', relatedData: {} };
    const dates = { startDate: '2026-01-01', endDate: '2026-01-01' };
    const stored = await api.request('POST', '/logs', { ...log, ...dates }, { 'x-correlation-id': utf8('žluť') });
    expect(stored.json<{ correlationId: string }>().correlationId).toBe('žluť');
  });

  test('goes along into the queue with the request id, the trace id and the span id', async () => {
    const trace = 'c'.repeat(32);
    await storeWorklogType(api, { code: 'correlated' });
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
    expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'problems', 'status', 'timestamp', 'traceId']);
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
    await storeWorklogType(api, { code: 'taken' });
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
    await storeWorklogType(api, { code: 'to-delete' });
    const { status, text, headers } = await api.request('DELETE', '/worklog-types/to-delete');
    expect({ status, text, length: headers.get('content-length'), type: headers.get('content-type') }).toEqual({
      status: 200,
      text: '',
      length: '0',
      type: null,
    });
  });

  test('is JSON with absent members left out', async () => {
    const { id } = await storeWorklogType(api, { code: 'plain', form: null, validityTo: null });
    const { headers, json } = await api.request('GET', `/worklog-types/${id}`);
    expect(headers.get('content-type')).toStartWith('application/json');
    expect(Object.keys(json())).toEqual(['id', 'code', 'name', 'auditInfo']);
  });
});
