import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const closed = await startApiForFile();
/** Behind a gateway, with a public URL and the pages of a portal. */
const open = await startApiForFile({
  http: {
    guard: {
      origins: ['https://waybill.example.org'],
      pages: ['https://portal.example.org:8443'],
      acceptsProxies: true,
    },
  },
});

const crossSite = await startApiForFile({
  http: {
    guard: {
      origins: [],
      pages: ['https://portal.example.org:8443'],
      acceptsCrossSite: true,
      acceptsProxies: true,
    },
  },
});

const path = '/worklog-types';
let made = 0;
const body = () => ({ code: `guard-${++made}`, name: 'Guarded' });
const post = (headers: Record<string, string>, api = closed) => api.request('POST', path, body(), headers);
const read = (headers: Record<string, string>, api = closed) =>
  api.request('GET', `${path}/search/count?filtering={}`, undefined, headers);
const forbidden = { status: 403, body: { status: 'FORBIDDEN' } };
const outcome = async (answer: ReturnType<typeof read>) => {
  const { status, json } = await answer;
  return { status, body: status === 200 ? {} : json<Record<string, unknown>>() };
};

describe('the Host header of a server on a loopback address', () => {
  const { port } = new URL(closed.url);

  test('may be any name of this machine', async () => {
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `LOCALHOST`,
      `[::1]:${port}`,
      'app.localhost',
      '127.9.9.9',
    ])
      expect((await post({ host })).status, host).toBe(200);
  });

  test('must not be another name, with any method: a domain of an attacker can resolve to 127.0.0.1', async () => {
    const names = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
    ];
    for (const host of [...names, '0.0.0.0', 'waybill.example.org', 'a b']) {
      expect(await outcome(post({ host })), host).toMatchObject(forbidden);
      expect(await outcome(read({ host })), host).toMatchObject(forbidden);
      expect((await closed.request('HEAD', path, undefined, { host })).status, host).toBe(403);
      // Unknown paths and public pages are no exceptions.
      expect((await closed.request('GET', '//nowhere', undefined, { host })).status, host).toBe(403);
      expect((await closed.request('GET', '//openapi.json', undefined, { host })).status, host).toBe(403);
    }
    expect((await read({ host: 'evil.example' }).then(({ errors }) => errors))[0]).toStartWith(
      'Host: must be a loopback',
    );
    // A rejected name is not remembered as an accepted one, nor the other way round.
    expect((await read({ host: 'localhost' })).status).toBe(200);
    expect((await read({ host: 'evil.example' })).status).toBe(403);
  });

  test('may be the host of PUBLIC_URL and of ALLOWED_ORIGINS, which no attacker controls', async () => {
    for (const host of ['waybill.example.org', 'WAYBILL.example.org', 'portal.example.org:8443'])
      expect((await post({ host }, open)).status, host).toBe(200);
    for (const host of ['waybill.example.org:8080', 'portal.example.org', 'evil.example'])
      expect((await post({ host }, open)).status, host).toBe(403);
  });
});

describe('the Origin of a request that can change something', () => {
  const { host } = new URL(closed.url);

  test('may be the host that the request names, with any scheme', async () => {
    for (const origin of [`http://${host}`, `https://${host}`])
      expect((await post({ origin })).status, origin).toBe(200);
  });

  test('may be PUBLIC_URL and each of ALLOWED_ORIGINS', async () => {
    for (const origin of ['https://waybill.example.org', 'https://portal.example.org:8443'])
      expect((await post({ origin }, open)).status, origin).toBe(200);
  });

  test('must not be another page, a sandboxed one included', async () => {
    const { port, hostname } = new URL(closed.url);
    const others = ['https://evil.example', 'null', '', `http://${hostname}`, `http://${hostname}:${Number(port) - 1}`];
    for (const origin of [...others, `http://evil.example:${port}`, `ftp://${host}`, `http://${host}.evil.example`]) {
      expect(await outcome(post({ origin })), origin).toMatchObject(forbidden);
      expect((await post({ origin }, open)).status, origin).toBe(403);
    }
    for (const origin of ['http://waybill.example.org', 'https://portal.example.org'])
      expect((await post({ origin }, open)).status, origin).toBe(403);
  });

  test('is checked for every method but GET and HEAD', async () => {
    const origin = 'https://evil.example';
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect((await closed.request(method, `${path}/x`, method === 'DELETE' ? undefined : {}, { origin })).status).toBe(
        403,
      );
    expect((await read({ origin })).status).toBe(200);
    expect((await closed.request('HEAD', `${path}/search/count?filtering={}`, undefined, { origin })).status).toBe(200);
    // A browser does not show the answer to the page.
    expect((await read({ origin })).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is checked for forms, whose type no browser asks about first', async () => {
    const form = new FormData();
    form.append('file', new Blob(['code,name\nforged,Forged\n']), 'types.csv');
    const target = `${path}/diff/file?save=true&compareField=code`;
    const headers = { origin: 'https://evil.example' };
    expect((await closed.request('POST', target, form, headers)).status).toBe(403);
    expect((await closed.request('POST', '/admin/reindex/all', undefined, headers)).status).toBe(403);
    expect((await closed.request('GET', `${path}/forged`)).status).toBe(400);
  });
});

describe('Sec-Fetch-Site', () => {
  test('must not be cross-site where a request can change something', async () => {
    for (const api of [closed, open])
      expect(await outcome(post({ 'sec-fetch-site': 'cross-site' }, api))).toMatchObject(forbidden);
    expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    const own = { 'sec-fetch-site': 'cross-site', origin: 'https://waybill.example.org' };
    expect((await post(own, open)).status).toBe(403);
  });

  test('may be cross-site for a page of ALLOWED_ORIGINS if the operator has allowed that', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://portal.example.org:8443' };
    expect((await post(headers, crossSite)).status).toBe(200);
    expect((await post({ ...headers, origin: 'https://portal.example.org' }, crossSite)).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' }, crossSite)).status).toBe(403);
    expect((await post(headers, closed)).status).toBe(403);
    const refused = await post(headers, open);
    expect([refused.status, refused.errors]).toEqual([
      403,
      ['Sec-Fetch-Site: must not be cross-site, unless ALLOWED_CROSS_SITE=true'],
    ]);
    expect((await post({ ...headers, 'sec-fetch-site': 'same-site' }, open)).status).toBe(200);
  });

  test('may be anything else', async () => {
    for (const site of ['same-origin', 'same-site', 'none'])
      expect((await post({ 'sec-fetch-site': site })).status).toBe(200);
  });
});

describe('a request that came through a proxy', () => {
  const headers = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'X-Forwarded-Anything'];

  test('is rejected with every method while no gateway is declared', async () => {
    for (const name of headers) {
      expect(await outcome(read({ [name]: 'for=192.0.2.1' })), name).toMatchObject(forbidden);
      expect((await post({ [name]: '' })).status, name).toBe(403);
    }
    const [problem] = (await read({ 'x-forwarded-for': '192.0.2.1' })).errors;
    expect(problem).toContain('AUTH_BEHIND_GATEWAY=true');
  });

  test('is served where it is expected', async () => {
    for (const name of headers) expect((await post({ [name]: 'x' }, open)).status, name).toBe(200);
  });
});

describe('a JSON body', () => {
  const send = (type: string | undefined, target = path, method = 'POST') =>
    fetch(`${closed.url}/api/v2${target}`, {
      method,
      headers: type === undefined ? {} : { 'content-type': type },
      body: new Blob([JSON.stringify(body())]),
    });

  test('is declared as JSON', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/merge-patch+json',
    ];
    for (const type of types) expect((await send(type)).status, type).toBe(200);
  });

  test('that is declared as what a form can send, or not at all, is a 400', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'];
    for (const type of [...types, 'application/jsonp', 'application/x-ndjson', 'x+json', undefined]) {
      const response = await send(type);
      expect(response.status, type ?? 'none').toBe(400);
      const { errors } = (await response.json()) as { errors: string[] };
      expect(errors[0], type ?? 'none').toStartWith('Content-Type: must be application/json, ');
    }
    expect((await send('text/plain', `${path}/x`, 'PUT')).status).toBe(400);
    expect((await send('text/plain', `${path}/diff/save`)).status).toBe(400);
  });

  test('that is streamed without a length is checked too', async () => {
    const stream = () => new Blob([JSON.stringify(body())]).stream();
    const declared = { 'content-type': 'text/plain' };
    expect((await closed.request('POST', path, stream(), declared)).errors[0]).toStartWith('Content-Type: ');
    expect((await closed.request('POST', path, stream())).status).toBe(200);
  });

  test('may be lines of JSON where an operation takes them', async () => {
    const target = '/documents/generate-many/html?async=true';
    for (const type of ['application/x-ndjson', 'application/jsonl', 'application/ndjson; charset=utf-8']) {
      const response = await closed.request('POST', target, '{"documentId":"1"}\n', { 'content-type': type });
      expect(response.text, type).not.toContain('Content-Type: ');
    }
    const rejected = await closed.request('POST', target, '[]', { 'content-type': 'text/plain' });
    expect(rejected.errors[0]).toStartWith('Content-Type: must be application/json or application/x-ndjson');
  });

  test('that is absent needs no type', async () => {
    expect((await closed.request('POST', '/admin/queues/step.logs/redrive')).status).toBe(200);
    expect((await closed.request('POST', path)).errors).toEqual(['body: is required']);
  });
});
