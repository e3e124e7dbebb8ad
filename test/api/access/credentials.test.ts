import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { openDatabase } from '../../../db/client.ts';
import { tokenOf } from '../../helpers/access.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const password = 'correct horse battery';

// A second api process on the same database.
const otherSql = openDatabase(api.databaseUrl, { name: 'waybill other api', max: 3 });
const otherServices = makeTestServices(otherSql);
const otherApi = makeApi(otherServices, {
  host: '127.0.0.1',
  port: 0,
  maxBody: 1_048_576,
  routes: allRoutes(),
  authenticates: true,
});
await otherServices.accessEpoch.start();
await otherApi.start();
stopAfterFile(async () => {
  await otherApi.stop();
  await otherServices.accessEpoch.stop();
  await otherSql.end();
});

const whoIs = (headers: Record<string, string>, url = api.url) => fetch(`${url}/api/v2/session`, { headers });
const statusOf = async (headers: Record<string, string>, url?: string) => (await whoIs(headers, url)).status;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const cookie = (token: string) => ({ cookie: `__Host-waybill-session=${token}` });

/** Sends headers as they are. `fetch` would join repeated ones. */
async function rawStatus(headers: readonly string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(api.url);
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_, bytes) => resolve(bytes.toString()), error: (_, error) => reject(error) },
  });
  socket.write(['GET /api/v2/session HTTP/1.1', `Host: ${hostname}`, ...headers, '', ''].join('\r\n'));
  const response = await promise.finally(() => socket.end());
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
}

async function signedIn(code: string): Promise<string> {
  expect((await administrator.request('PUT', `/users/${code}/password`, { password })).status).toBe(200);
  const answer = await api.request('POST', '/session', { code, password });
  expect(answer.status).toBe(200);
  return tokenOf(answer.headers);
}

describe('a request', () => {
  test('without exactly one valid credential is a 401 that says nothing more', async () => {
    const { key } = await api.callerWith([]);
    const token = await signedIn((await api.callerWith([])).code);
    const refused: Record<string, string>[] = [
      {},
      { authorization: key },
      { authorization: 'Bearer' },
      { authorization: `Basic ${btoa(`x:${key}`)}` },
      { authorization: `Bearer ${key} ${key}` },
      bearer(`${key}x`),
      bearer('eyJhbGciOiJub25lIn0.e30.'),
      cookie(key),
      bearer(token),
      { ...bearer(key), ...cookie(token) },
    ];
    for (const headers of refused) {
      const response = await whoIs(headers);
      expect(response.status, JSON.stringify(headers)).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({
        status: 'UNAUTHORIZED',
        message: 'The credential is missing, invalid, expired or revoked.',
        errors: [],
      });
    }
    expect(await statusOf({ authorization: `bearer ${key}` })).toBe(200);
    expect(await statusOf(cookie(token))).toBe(200);
  });

  test('with a repeated header or cookie is refused, even if all its credentials are valid', async () => {
    const { key } = await api.callerWith([]);
    const { code } = await api.callerWith([]);
    const token = await signedIn(code);
    const other = tokenOf((await api.request('POST', '/session', { code, password })).headers);
    const session = (value: string) => `Cookie: __Host-waybill-session=${value}`;
    const repeated = [
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      [session(token), session(token)],
      [session(token), session(other)],
      [`${session(token)}; __Host-waybill-session=${other}`],
      [session(`${token}=`)],
    ];
    for (const headers of repeated) expect(await rawStatus(headers), headers.join()).toBe(401);
    for (const headers of [[`Authorization: Bearer ${key}`], ['Cookie: a=b', session(token)]])
      expect(await rawStatus(headers), headers.join()).toBe(200);
  });

  test('gets a response that no cache stores, whether or not it is answered', async () => {
    const { code, key } = await api.callerWith([{ entityName: 'User', accessRule: 'READ' }]);
    const responses = [
      ...['me', 'session', 'sessions', 'api-keys', 'audit-entries', `users/${code}`, 'users/missing', 'missing'].map(
        (path) => administrator.request('GET', `/${path}`),
      ),
      administrator.request('GET', `/access/explain?user=${code}&kind=User`),
      administrator.request('POST', '/access/check', [{ user: code, kind: 'User' }]),
      administrator.request('POST', '/api-keys', { name: 'shown once', user: code }),
      api.request('GET', '/me', undefined, bearer(`${key}x`)),
      api.request('GET', '/audit-entries', undefined, bearer(key)),
      api.request('POST', '/session', { code, password }),
      api.request('DELETE', '/session'),
    ];
    for (const { headers, text } of await Promise.all(responses))
      expect(headers.get('cache-control'), text).toBe('no-store');
  });

  test('with a revoked key is refused by every api within a second', async () => {
    const caller = await api.callerWith([]);
    for (const url of [api.url, otherApi.url]) expect(await statusOf(bearer(caller.key), url)).toBe(200);
    const [own] = (await caller.request('GET', '/api-keys')).json<{ id: string }[]>();
    expect((await caller.request('DELETE', `/api-keys/${own?.id}`)).status).toBe(200);
    expect(await statusOf(bearer(caller.key))).toBe(401);
    await poll(
      'the other api to refuse',
      async () => (await statusOf(bearer(caller.key), otherApi.url)) === 401,
      1_000,
    );
  });

  test('of a disabled user is refused by every api within a second, with every credential', async () => {
    const caller = await api.callerWith([]);
    const token = await signedIn(caller.code);
    const all = async (status: number) => {
      for (const url of [api.url, otherApi.url])
        for (const headers of [bearer(caller.key), cookie(token)])
          if ((await statusOf(headers, url)) !== status) return false;
      return true;
    };
    expect(await all(200)).toBe(true);
    await administrator.request('PATCH', `/users/${caller.code}`, { status: 'DISABLE' });
    await poll('all to be refused', () => all(401), 1_000);
    expect((await api.request('POST', '/session', { code: caller.code, password })).status).toBe(401);
  });

  test('with the copy of a cookie is refused by every api after the sign-out', async () => {
    const token = await signedIn((await api.callerWith([])).code);
    for (const url of [api.url, otherApi.url]) expect(await statusOf(cookie(token), url)).toBe(200);
    expect((await api.request('DELETE', '/session', undefined, cookie(token))).status).toBe(200);
    expect(await statusOf(cookie(token))).toBe(401);
    await poll('the other api to refuse', async () => (await statusOf(cookie(token), otherApi.url)) === 401, 1_000);
  });
});

describe('a caller without the right to Admin', () => {
  test('has its own keys and sessions, and none of others', async () => {
    const [one, other] = [await api.callerWith([]), await api.callerWith([])];
    await signedIn(other.code);
    const made = await one.request('POST', '/api-keys', { name: 'own' });
    expect(made.status).toBe(200);
    expect(await statusOf(bearer(made.json<{ key: string }>().key))).toBe(200);
    expect((await one.request('POST', '/api-keys', { name: 'x', user: other.code })).status).toBe(403);
    expect((await one.request('POST', '/api-keys', { name: 'x', user: 'nobody' })).status).toBe(403);
    const keys = (await one.request('GET', '/api-keys')).json<{ user: string }[]>();
    expect(keys.map(({ user }) => user)).toEqual([one.code, one.code]);
    expect((await one.request('GET', '/sessions')).text).toBe('[]');
    const [key] = (await other.request('GET', '/api-keys')).json<{ id: string }[]>();
    const [session] = (await other.request('GET', '/sessions')).json<{ id: string }[]>();
    expect((await one.request('DELETE', `/api-keys/${key?.id}`)).status).toBe(404);
    expect((await one.request('DELETE', `/sessions/${session?.id}`)).status).toBe(404);
    expect(await statusOf(bearer(other.key))).toBe(200);
  });

  test('changes its password with the present one, and nobody else does', async () => {
    const [one, other] = [await api.callerWith([]), await api.callerWith([])];
    const token = await signedIn(one.code);
    const change = (code: string, body: Record<string, string>) => one.request('PUT', `/users/${code}/password`, body);
    for (const current of [undefined, 'wrong password', ''])
      expect(
        (await change(one.code, { password: 'new password', ...(current !== undefined && { current }) })).errors,
      ).toEqual(['current: is not the present password']);
    for (const code of [other.code, 'nobody']) {
      const refused = await change(code, { password: 'new password', current: password });
      expect(refused.status).toBe(403);
    }
    expect((await change(one.code, { password: 'new password', current: password })).status).toBe(200);
    expect(await statusOf(cookie(token))).toBe(401);
    expect((await api.request('POST', '/session', { code: one.code, password: 'new password' })).status).toBe(200);
  });

  test('does not read the audit list', async () => {
    const filtering = encodeURIComponent('{}');
    const caller = await api.callerWith([{ entityName: 'User', accessRule: 'READ_WRITE' }]);
    expect((await caller.request('GET', `/audit-entries?filtering=${filtering}`)).status).toBe(403);
    const reader = await api.callerWith([{ entityName: 'Admin', accessRule: 'READ' }]);
    expect((await reader.request('GET', `/audit-entries?filtering=${filtering}`)).status).toBe(200);
    const attempts = [
      reader.request('POST', '/audit-entries', {}),
      administrator.request('DELETE', '/audit-entries'),
      administrator.request('PUT', '/audit-entries', {}),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(405);
  });
});

describe('a key', () => {
  test('with scopes changes no credentials, not even those of an administrator', async () => {
    const scoped = await api.callerWith([{ fullAccess: true, accessRule: 'READ_WRITE' }], {
      scopes: [{ entityName: 'WorklogType', accessRule: 'READ' }],
    });
    const [own] = (await administrator.request('GET', '/api-keys')).json<{ id: string }[]>();
    for (const [method, path, body] of [
      ['POST', '/api-keys', { name: 'x' }],
      ['DELETE', `/api-keys/${own?.id}`, undefined],
      ['DELETE', '/sessions', undefined],
      ['PUT', `/users/${scoped.code}/password`, { password: 'new password' }],
    ] as const)
      expect((await scoped.request(method, path, body)).status, path).toBe(403);
    expect((await scoped.request('GET', '/worklog-types/search/page?filtering=%7B%7D')).status).toBe(200);
    expect((await scoped.request('POST', '/worklog-types', { code: 'x', name: 'x' })).status).toBe(403);
    const { access } = (await scoped.request('GET', '/me')).json<{ access: { entityName: string }[] }>();
    expect(access).toContainEqual({ entityName: 'WorklogType', read: 'all', write: 'none' } as never);
    expect(access).toContainEqual({ entityName: 'Admin', read: 'none', write: 'none' } as never);
  });

  test('that expires makes no key that outlives it', async () => {
    const caller = await api.callerWith([]);
    const validTo = new Date(Date.now() + 3_600_000).toISOString();
    const brief = (await caller.request('POST', '/api-keys', { name: 'brief', validTo })).json<{ key: string }>();
    const make = (members: object) => api.request('POST', '/api-keys', { name: 'x', ...members }, bearer(brief.key));
    expect((await make({})).json<{ validTo: string }>().validTo).toBe(validTo);
    expect((await make({ validTo: '2999-01-01' })).json<{ validTo: string }>().validTo).toBe(validTo);
  });
});

test('refused requests are in the audit list with the caller, once for many', async () => {
  const caller = await api.callerWith([]);
  for (let count = 0; count < 3; count++)
    expect((await caller.request('GET', '/worklog-types/by-code/x')).status).toBe(403);
  expect(await statusOf(bearer(`${caller.key}x`))).toBe(401);
  expect(await statusOf({})).toBe(401);
  await api.services.refusals.flush();
  const filtering = JSON.stringify({ filters: [{ column: 'action', value: 'REQUEST' }], size: 100 });
  const path = `/audit-entries?filtering=${encodeURIComponent(filtering)}`;
  const refusals = async () =>
    (await administrator.request('GET', path)).json<{ content: { user?: string }[] }>().content;
  const content = await refusals();
  expect(content).toContainEqual(
    expect.objectContaining({
      user: caller.code,
      keyName: 'test',
      target: 'GET /api/v2/worklog-types/by-code/{code}',
      outcome: 'REFUSED',
      address: '127.0.0.1',
      count: 3,
    }),
  );
  expect(content).toContainEqual(
    expect.objectContaining({ target: 'GET /api/v2/session', reason: 'the key is unknown', outcome: 'REFUSED' }),
  );
  for (const [member, value, reason] of [
    ['validTo', '2020-01-01', 'the user is no longer valid'],
    ['status', 'DISABLE', 'the user is disabled'],
  ] as const) {
    await administrator.request('PATCH', `/users/${caller.code}`, { [member]: value });
    expect((await caller.request('GET', '/me')).status).toBe(401);
    await api.services.refusals.flush();
    expect((await refusals()).filter((entry) => entry.user === caller.code)).toContainEqual(
      expect.objectContaining({ keyName: 'test', target: 'GET /api/v2/me', reason }),
    );
  }
  expect(JSON.stringify(content)).not.toContain('no credential');
  expect(JSON.stringify(content)).not.toContain(caller.key.slice(0, 30));
});

test('a caller reads its roles, groups and rights', async () => {
  const caller = await api.callerWith([
    { entityName: 'WorklogType', accessRule: 'READ', expression: { filters: [{ column: 'code', value: 'x' }] } },
    { entityName: 'Mailbox', accessRule: 'READ_WRITE' },
  ]);
  const me = (await caller.request('GET', '/me')).json<{ access: { entityName: string }[] }>();
  expect(me).toMatchObject({ user: caller.code, credential: 'key', keyName: 'test', roles: [caller.code], groups: [] });
  expect(me.access.find(({ entityName }) => entityName === 'WorklogType')).toMatchObject({
    read: 'some',
    write: 'none',
  });
  expect(me.access.find(({ entityName }) => entityName === 'Mailbox')).toMatchObject({ read: 'all', write: 'all' });
  expect(me.access.find(({ entityName }) => entityName === 'User')).toMatchObject({ read: 'none', write: 'none' });
});
