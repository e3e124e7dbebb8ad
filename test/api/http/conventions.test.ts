import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { storeWorklogType } from '../../helpers/api/worklogTypes.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { makeSilentSearch } from '../../helpers/servers/silentSearch.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

describe('dates', () => {
  for (const [sent, stored] of [
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00.5+01:00', '2026-11-20T07:00:00.500Z'],
    ['2026-11-20T08:00:00.123456-0530', '2026-11-20T13:30:00.123Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ]) {
    test(`${sent} goes out as ${stored}`, async () => {
      const { validityFrom } = await storeWorklogType(api, { code: `date ${sent}`, validityFrom: sent });
      expect(validityFrom).toBe(stored as string);
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
    const record = await storeWorklogType(api, { code, name: code });
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
    await storeWorklogType(api, { code: 'c'.repeat(255), name: 'n'.repeat(255) });
    const { errors } = await api.request('POST', '/worklog-types', { code: 'c'.repeat(256), name: 'n'.repeat(256) });
    expect(errors).toEqual(['code: must have 1 to 255 characters', 'name: must have 1 to 255 characters']);
  });
});

describe('ids', () => {
  test('keep the order asked, each record once, unknown ones left out, ids and codes mixed', async () => {
    const [one, two, three] = [
      await storeWorklogType(api, { code: 'list 1' }),
      await storeWorklogType(api, { code: 'list 2' }),
      await storeWorklogType(api, { code: 'list 3' }),
    ];
    const requested = [
      'list 3',
      one.id,
      'nobody',
      two.id.toUpperCase(),
      three.id,
      crypto.randomUUID(),
      'list 1',
      'list 3',
    ];
    const { json } = await api.request('GET', `/worklog-types/by-ids/${requested.map(encodeURIComponent).join(',')}`);
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
    await storeWorklogType(api, { code: 'queried' });
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
    const unavailable = async () => {
      throw new SearchUnavailable('connection refused by 10.1.2.3');
    };
    const alone = await startApiForFile({
      search: () => makeSilentSearch({ search: unavailable, count: unavailable, sync: unavailable }),
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
    const { status, text, headers } = await api.request('GET', '//docs/reference');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toStartWith('text/html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    // The name space of the icon is a name, and no address.
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
    const links = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(1);
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
