import { expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile, type TestAnswer } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const page = 'https://portal.example.org';
const api = await startApiForFile({
  http: {
    guard: { origins: ['https://waybill.example.org'], pages: [page, 'http://crm:8080'], acceptsProxies: false },
  },
});
const plain = await startApiForFile();

const corsHeaders = ({ headers }: TestAnswer) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const preflight = (path: string, method: string, headers: Record<string, string> = {}, to = api) =>
  to.request('OPTIONS', path, undefined, {
    origin: page,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,if-match',
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'cors',
    ...headers,
  });

test('a preflight of an allowed page lists the methods and headers of the path', async () => {
  const answer = await preflight('/worklog-types/X', 'PATCH');
  expect([answer.status, answer.text]).toEqual([204, '']);
  const of = (name: string) => (answer.headers.get(name) ?? '').split(', ');
  expect(of('access-control-allow-origin')).toEqual([page]);
  expect(of('access-control-allow-credentials')).toEqual(['true']);
  expect(of('access-control-allow-methods').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']);
  expect(of('access-control-allow-headers')).toEqual(
    expect.arrayContaining(['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Prefer']),
  );
  expect(of('access-control-max-age')).toEqual(['7200']);
  expect(of('vary')).toContain('Origin');
  expect((await preflight('/worklog-types', 'POST', { origin: 'http://crm:8080' })).status).toBe(204);
});

test('a page of another site can only read, unless ALLOWED_CROSS_SITE is true', async () => {
  const site = { 'sec-fetch-site': 'cross-site' };
  const refused = await preflight('/worklog-types/X', 'PATCH', site);
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, page]);
  expect((await api.request('GET', '/worklog-types', undefined, { origin: page, ...site })).status).toBe(200);
  const guard = { origins: [], pages: [page], acceptsCrossSite: true, acceptsProxies: false };
  const wide = await startApiForFile({ http: { guard } });
  expect((await preflight('/worklog-types/X', 'PATCH', site, wide)).status).toBe(204);
  const body = { code: 'W', name: 'Wide' };
  expect((await wide.request('POST', '/worklog-types', body, { origin: page, ...site })).status).toBe(200);
});

test('a preflight of any other page is refused', async () => {
  const others = ['https://evil.example', 'null', 'http://portal.example.org', `${page}:8443`, `${page}.evil.example`];
  for (const origin of [...others, 'https://sub.portal.example.org', page.toUpperCase()]) {
    const answer = await preflight('/worklog-types', 'POST', { origin });
    expect([origin, answer.status, corsHeaders(answer)]).toEqual([origin, 403, []]);
  }
  const answer = await preflight('/worklog-types', 'POST', {}, plain);
  expect([answer.status, corsHeaders(answer)]).toEqual([403, []]);
});

test('a page may read an answer with its headers, an error too', async () => {
  const posted = await api.request('POST', '/worklog-types', { code: 'C', name: 'Cross' }, { origin: page });
  const answers = {
    200: posted,
    304: await api.request('GET', '/worklog-types/C', undefined, {
      origin: page,
      'if-none-match': posted.headers.get('etag') ?? '',
    }),
    400: await api.request('POST', '/worklog-types', {}, { origin: page, 'sec-fetch-site': 'same-site' }),
    403: await api.request('POST', '/worklog-types', {}, { origin: page, 'sec-fetch-site': 'cross-site' }),
    404: await preflight('/nowhere', 'GET'),
    405: await api.request('PUT', '/worklog-types/search/list', {}, { origin: page }),
  };
  for (const [status, answer] of Object.entries(answers)) {
    expect([status, answer.status]).toEqual([status, Number(status)]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(page);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['ETag', 'Link', 'X-Request-Id', 'X-Warnings', 'Retry-After', 'Deprecation']),
    );
  }
});

test('other pages get no header, and caches know that the answer depends on the origin', async () => {
  for (const origin of ['https://evil.example', 'https://waybill.example.org', undefined]) {
    const answer = await api.request('GET', '/worklog-types', undefined, origin === undefined ? {} : { origin });
    expect([answer.status, corsHeaders(answer)]).toEqual([200, []]);
    expect(answer.headers.get('vary')).toContain('Origin');
  }
  const answer = await plain.request('GET', '/worklog-types', undefined, { origin: page });
  expect([answer.status, corsHeaders(answer)]).toEqual([200, []]);
  expect(answer.headers.get('vary') ?? '').not.toContain('Origin');
});

test('OPTIONS that is no preflight is still not allowed', async () => {
  const answer = await api.request('OPTIONS', '/worklog-types', undefined, { origin: page });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('a deprecated operation names its successor, in errors too', async () => {
  const filtering = `?filtering=${encodeURIComponent('{}')}`;
  const successors: Record<string, string> = {
    '/worklog-types': '/worklog-types/search/list',
    '/worklog-types?fields=code': '/worklog-types/search/list?fields=code',
    [`/worklog-types?fields=${'x'.repeat(2_000)}`]: '/worklog-types/search/list',
    [`/user-groups/search/deprecated/page${filtering}`]: `/user-groups/search/page${filtering}`,
    '/user-types/search/deprecated/list': '/user-types/search/list',
    '/worklog-types/by-code/C': '/worklog-types/C',
    '/worklog-types/by-code/a%2Fb': '/worklog-types/a%2Fb',
  };
  for (const [path, successor] of Object.entries(successors)) {
    const { headers } = await plain.request('GET', path);
    expect([path, headers.get('link')]).toEqual([path, `</api/v2${successor}>; rel="successor-version"`]);
    expect(new Date(Number(headers.get('deprecation')?.slice(1)) * 1_000).toISOString()).toBe(
      '2026-11-22T00:00:00.000Z',
    );
  }
  const { headers } = await plain.request('GET', `/worklog-types/search/list${filtering}`);
  expect([headers.get('deprecation'), headers.get('link')]).toEqual([null, null]);
});
