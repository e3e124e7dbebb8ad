import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../../../db/client.ts';
import { createKey, createUser, identifyBearer } from '../../../helpers/access.ts';
import { startApiForFile } from '../../../helpers/api.ts';
import { makeTestServices } from '../../../helpers/services.ts';
import { poll } from '../../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { services } = api;

// The services of another api process on the same database.
const otherSql = openDatabase(api.databaseUrl, { name: 'waybill other api', max: 3 });
const other = makeTestServices(otherSql);
await other.accessEpoch.start();
afterAll(async () => {
  await other.accessEpoch.stop();
  await otherSql.end();
});

describe('an API key', () => {
  test('is answered once, identifies its user, and is not in lists', async () => {
    const user = await createUser(api, 'crm');
    const { id, key } = await createKey(api, 'crm', { name: 'CRM' });
    expect(key).toMatch(/^wbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    expect(await identifyBearer(services, key)).toEqual({
      userId: user.id,
      code: 'crm',
      name: 'crm',
      authentication: 'PASSWORD',
      credential: 'key',
      keyId: id,
      keyName: 'CRM',
    });
    const { text } = await api.request('GET', '/api-keys');
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(13));
    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({ id, name: 'CRM', user: 'crm', prefix: key.slice(0, 12), createdBy: 'anonymous' }),
    ]);
    const [row] = await api.sql`select * from api_key where id = ${id}`;
    expect(JSON.stringify(row)).not.toContain(key.slice(13));
  });

  test('is refused in another case, with another character, and cut', async () => {
    await createUser(api, 'exact');
    const { key } = await createKey(api, 'exact');
    const swapped = key.replace(/[a-z]$|[A-Z]$/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const last = key.at(20) === 'x' ? 'y' : 'x';
    const wrong = [
      key.toLowerCase(),
      key.toUpperCase(),
      `${key.slice(0, 20)}${last}${key.slice(21)}`,
      key.slice(0, -1),
      `${key}0`,
      `${key} `,
      key.replace('wbk_', 'wbK_'),
      ...(swapped === key ? [] : [swapped]),
    ];
    for (const one of wrong) expect(await identifyBearer(services, one), one).toBeString();
    expect(await identifyBearer(services, key)).toMatchObject({ code: 'exact' });
  });

  test('with a wrong checksum is refused without the database', async () => {
    await createUser(api, 'sums');
    const { key } = await createKey(api, 'sums');
    const forged = `${key.slice(0, -6)}000000`;
    const before = services.accessEpoch.number;
    expect(await identifyBearer(services, forged)).toBe('the key is unknown');
    expect(services.accessEpoch.number).toBe(before);
  });

  test('that is revoked is refused at once here, and within a second by another api', async () => {
    await createUser(api, 'leaver');
    const { id, key } = await createKey(api, 'leaver');
    expect(await identifyBearer(services, key)).toMatchObject({ code: 'leaver' });
    expect(await identifyBearer(other, key)).toMatchObject({ code: 'leaver' });
    expect((await api.request('DELETE', `/api-keys/${id}`)).status).toBe(200);
    expect(await identifyBearer(services, key)).toBe('the key is revoked');
    await poll(
      'the other api to refuse the key',
      async () => (await identifyBearer(other, key)) === 'the key is revoked',
      1_000,
    );
    expect((await api.request('DELETE', `/api-keys/${id}`)).status).toBe(200);
    const entries = await api.request('GET', `/audit-entries?filtering=${encodeURIComponent('{}')}`);
    expect(entries.text).toContain('"action":"API_KEY_REVOKED","target":"leaver: test","outcome":"SUCCEEDED"');
  });

  test('is refused when it has expired', async () => {
    await createUser(api, 'brief');
    const { id, key } = await createKey(api, 'brief', { validTo: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await identifyBearer(services, key)).toMatchObject({ expiresAt: expect.any(Number) });
    await api.sql`update api_key set valid_to = now() where id = ${id}`;
    await poll('the key to be refused', async () => (await identifyBearer(services, key)) === 'the key has expired');
    const past = await api.request('POST', '/api-keys', { name: 'x', user: 'brief', validTo: '2020-01-01' });
    expect(past.errors).toEqual(['validTo: must be in the future']);
  });

  test('has the scopes that it was made with', async () => {
    await createUser(api, 'reader');
    const scopes = [{ entityName: 'WorklogType', accessRule: 'READ' }, { accessRule: 'READ' }];
    const { key } = await createKey(api, 'reader', { scopes });
    expect(await identifyBearer(services, key)).toMatchObject({ scopes });
    const wrong = await api.request('POST', '/api-keys', {
      name: 'x',
      user: 'reader',
      scopes: [{ entityName: 'Nothing', accessRule: 'WRITE' }],
    });
    expect(wrong.status).toBe(400);
    expect(wrong.errors.some((one) => one.startsWith('scopes[0].accessRule: '))).toBe(true);
    const unknown = { name: 'x', user: 'reader', scopes: [{ entityName: 'Nothing', accessRule: 'READ' }] };
    expect((await api.request('POST', '/api-keys', unknown)).errors).toEqual([
      expect.stringMatching(/^scopes\[0\]\.entityName: must be one of AccessRule, Admin, /),
    ]);
  });

  test('is refused while its user is disabled, not yet valid or expired, and when the user is deleted', async () => {
    const user = await createUser(api, 'seasonal');
    const { key } = await createKey(api, 'seasonal');
    const refused = (reason: string) =>
      poll(
        reason,
        async () => (await identifyBearer(services, key)) === reason && (await identifyBearer(other, key)) === reason,
        1_000,
      );
    const accepted = () =>
      poll('the key to be accepted', async () => typeof (await identifyBearer(services, key)) === 'object', 1_000);
    await accepted();
    await identifyBearer(other, key);
    await api.request('PATCH', '/users/seasonal', { status: 'DISABLE' });
    await refused('the user is disabled');
    await api.request('PATCH', '/users/seasonal', { status: 'ENABLE' });
    await accepted();
    await api.request('PATCH', '/users/seasonal', { validFrom: '2999-01-01' });
    await refused('the user is not valid yet');
    await api.request('PATCH', '/users/seasonal', { validFrom: null, validTo: '2020-01-01' });
    await refused('the user is no longer valid');
    await api.request('PATCH', '/users/seasonal', { validTo: null });
    await accepted();
    expect((await api.request('DELETE', `/users/${user.id}`)).status).toBe(200);
    await refused('the key is unknown');
  });

  test('of an unknown user or with unknown members is a 400, and of nobody while AUTH is off', async () => {
    const bad = await api.request('POST', '/api-keys', { name: '', nmae: 'x' });
    expect(bad.status).toBe(400);
    expect(bad.errors.length).toBe(3);
    expect((await api.request('POST', '/api-keys', { name: 'x', user: 'nobody' })).errors).toEqual([
      'user: no User has the id or code "nobody"',
    ]);
    expect((await api.request('DELETE', '/api-keys/0190b4a4-0000-7000-8000-000000000000')).status).toBe(404);
  });

  test('is listed in pages, newest first', async () => {
    await createUser(api, 'pages');
    for (const name of ['first', 'second', 'third']) await createKey(api, 'pages', { name });
    const names = async (query: string) =>
      (await api.request('GET', `/api-keys${query}`)).json<{ name: string }[]>().map(({ name }) => name);
    expect((await names('')).slice(0, 3)).toEqual(['third', 'second', 'first']);
    expect(await names('?size=2')).toEqual(['third', 'second']);
    expect((await names('?size=2&page=1'))[0]).toBe('first');
    expect(await names('?size=10000&page=1')).toEqual([]);
    expect((await api.request('GET', '/api-keys?size=10001&page=-1')).errors).toEqual([
      'page: must be a whole number from 0 to 1000000, not "-1"',
      'size: must be a whole number from 1 to 10000, not "10001"',
    ]);
  });

  test('notes its last use', async () => {
    await createUser(api, 'busy');
    const { id, key } = await createKey(api, 'busy');
    await identifyBearer(services, key);
    await services.principals.usage.stop();
    const [row] = await api.sql`select last_used_at from api_key where id = ${id}`;
    expect(row?.['last_used_at']).toBeInstanceOf(Date);
  });
});

test('a write of a user that changes no right does not discard what is cached', async () => {
  await createUser(api, 'quiet');
  const before = await api.sql`select count(*)::int as count from access_change`;
  await api.request('PATCH', '/users/quiet', { description: 'unchanged rights' });
  expect(await api.sql`select count(*)::int as count from access_change`).toEqual(before);
  await api.request('PATCH', '/users/quiet', { validTo: '2999-01-01' });
  expect(await api.sql`select count(*)::int as count from access_change`).not.toEqual(before);
});

test('the caller while AUTH is off may do everything', async () => {
  const me = (await api.request('GET', '/me')).json<{ access: { read: string; write: string }[] }>();
  expect(me).toMatchObject({ user: 'anonymous', credential: 'none', roles: [], groups: [] });
  expect(me.access).toContainEqual({ entityName: 'WorklogType', read: 'all', write: 'all' } as never);
  expect(me.access).toContainEqual({ entityName: 'Admin', read: 'all', write: 'all' } as never);
  expect((await api.request('GET', '/session')).json<object>()).toEqual({
    user: 'anonymous',
    name: 'anonymous',
    credential: 'none',
  });
});
