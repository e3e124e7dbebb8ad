import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { beginSession } from '../../../domain/identity/sessions.ts';
import { createUser, identifySession, tokenOf } from '../../helpers/access.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { services } = api;
const password = 'correct horse battery';

async function createPasswordUser(code: string) {
  const user = await createUser(api, code);
  const set = await api.request('PUT', `/users/${code}/password`, { password });
  expect(set.status).toBe(200);
  return user;
}

const signIn = (code: string, typed: string, headers: Record<string, string> = {}) =>
  api.request('POST', '/session', { code, password: typed }, headers);

const withoutTime = (text: string) => {
  const { timestamp: _, traceId: __, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return rest;
};

describe('a sign-in', () => {
  test('with the right password sets a cookie that only this host gets, and that no script can read', async () => {
    const user = await createPasswordUser('anna');
    const answer = await signIn('anna', password);
    expect(answer.status).toBe(200);
    expect(answer.json<object>()).toEqual({ user: 'anna', name: 'anna', credential: 'session' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-waybill-session=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const principal = await identifySession(services, tokenOf(answer.headers));
    expect(principal).toMatchObject({ userId: user.id, code: 'anna', credential: 'session' });
    const stored = JSON.stringify(await api.sql`select * from session`);
    expect(stored).not.toContain(tokenOf(answer.headers));
  });

  test('is refused in the same words, whatever the reason', async () => {
    await createPasswordUser('known');
    await createPasswordUser('disabled');
    await api.request('PATCH', '/users/disabled', { status: 'DISABLE' });
    await createUser(api, 'service', { authentication: 'EMPTY' });
    await createUser(api, 'card', { authentication: 'PKI' });
    await createUser(api, 'directory', { authentication: 'LDAP' });
    await createUser(api, 'fresh');
    const answers = await Promise.all([
      signIn('known', 'wrong password'),
      signIn('known', `${password} `),
      signIn('known', password.toUpperCase()),
      signIn('nobody', password),
      signIn('KNOWN', password),
      signIn('disabled', password),
      signIn('service', password),
      signIn('card', password),
      signIn('directory', password),
      signIn('fresh', password),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(withoutTime(answer.text)).toEqual(withoutTime(answers[0].text));
    }
    const entries = await api.request('GET', `/audit-entries?filtering=${encodeURIComponent('{"size":100}')}`);
    expect(entries.text).toContain(
      '"user":"known","action":"SIGN_IN","outcome":"REFUSED","reason":"the password is wrong"',
    );
    expect(entries.text).not.toContain(password);
    // A code that nobody has may be a password in the wrong field.
    expect(entries.text).not.toContain('nobody');
  });

  test('is throttled by code, whether or not a user has it, also for concurrent attempts', async () => {
    await createPasswordUser('guessed');
    for (const code of ['guessed', 'unguessed']) {
      const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => signIn(code, `guess number ${at}`)));
      const statuses = Map.groupBy(answers, ({ status }) => status);
      expect([...statuses.keys()].sort()).toEqual([401, 429]);
      expect(statuses.get(401)?.length).toBeWithin(11, 14);
      const [refused] = statuses.get(429) ?? [];
      expect(refused?.json<{ status: string }>().status).toBe('TOO_MANY_REQUESTS');
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await api.sql`update sign_in_failure set blocked_until = now() + interval '1 minute'`;
    expect((await signIn('guessed', password)).status).toBe(429);
    await api.sql`delete from sign_in_failure`;
    expect((await signIn('guessed', password)).status).toBe(200);
  });

  test('reports what is wrong with its body', async () => {
    const answer = await api.request('POST', '/session', { code: '', pasword: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.errors.sort()).toEqual([
      'code: must have 1 to 255 characters',
      'password: is required',
      'pasword: unknown member',
    ]);
  });
});

describe('a session', () => {
  test('never has a token that the client brought, and replaces the one before', async () => {
    await createPasswordUser('fixed');
    const planted = 'A'.repeat(43);
    const first = await signIn('fixed', password, { cookie: `__Host-waybill-session=${planted}` });
    expect(tokenOf(first.headers)).not.toBe(planted);
    expect(await identifySession(services, planted)).toBeString();
    const second = await signIn('fixed', password, { cookie: `__Host-waybill-session=${tokenOf(first.headers)}` });
    expect(await identifySession(services, tokenOf(first.headers))).toBeString();
    expect(await identifySession(services, tokenOf(second.headers))).toMatchObject({ code: 'fixed' });
  });

  test('ends at the sign-out, also for a copy of its cookie', async () => {
    await createPasswordUser('robbed');
    const token = tokenOf((await signIn('robbed', password)).headers);
    expect(await identifySession(services, token)).toMatchObject({ code: 'robbed' });
    const out = await api.request('DELETE', '/session', undefined, { cookie: `a=b; __Host-waybill-session=${token}` });
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toStartWith('__Host-waybill-session=; Max-Age=0; Path=/;');
    expect(await identifySession(services, token)).toBe('the session is unknown or has ended');
    expect((await api.request('DELETE', '/session')).status).toBe(200);
  });

  test('is listed and ended by its id', async () => {
    await createPasswordUser('listed');
    const answer = await signIn('listed', password, { 'user-agent': 'the test' });
    const principal = await identifySession(services, tokenOf(answer.headers));
    const { sessionId } = principal as { sessionId: string };
    const sessions = (await api.request('GET', '/sessions')).json<{ id: string }[]>();
    expect(sessions.find(({ id }) => id === sessionId)).toMatchObject({
      user: 'listed',
      userAgent: 'the test',
      address: '127.0.0.1',
    });
    expect((await api.request('DELETE', `/sessions/${sessionId}`)).status).toBe(200);
    expect(await identifySession(services, tokenOf(answer.headers))).toBeString();
    expect((await api.request('DELETE', `/sessions/${sessionId}`)).status).toBe(404);
  });

  test('is listed in pages, newest first', async () => {
    await createPasswordUser('pages');
    for (let count = 0; count < 2; count++) expect((await signIn('pages', password)).status).toBe(200);
    const read = async (query: string) => (await api.request('GET', `/sessions${query}`)).json<object[]>();
    const [newest, older] = await read('');
    expect(newest).toMatchObject({ user: 'pages' });
    expect([await read('?size=1'), await read('?size=1&page=1')]).toEqual([[newest], [older]] as object[][]);
    expect((await api.request('GET', '/sessions?size=0')).errors).toEqual([
      'size: must be a whole number from 1 to 10000, not "0"',
    ]);
  });

  test('ends when its time is over, when it is not used, and with its user', async () => {
    const user = await createPasswordUser('over');
    const begin = async () => tokenOf((await signIn('over', password)).headers);
    const ended = (token: string, reason: string) =>
      poll(reason, async () => (await identifySession(services, token)) === reason);
    const [expired, idle, disabled] = [await begin(), await begin(), await begin()];
    for (const token of [expired, idle, disabled]) expect(await identifySession(services, token)).toBeObject();
    const hash = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest();
    await api.sql`update session set expires_at = now() where token_hash = ${hash(expired)}`;
    await ended(expired, 'the session has expired');
    await api.sql`update session set last_seen_at = now() - interval '3 hours' where token_hash = ${hash(idle)}`;
    services.accessEpoch.raise();
    await ended(idle, 'the session has expired');
    await api.request('PATCH', `/users/${user.id}`, { status: 'DISABLE' });
    await ended(disabled, 'the session is unknown or has ended');
  });
});

describe('a password', () => {
  test('is stored as an argon2id hash, has at least 8 characters, and ends the sessions of the user', async () => {
    const user = await createPasswordUser('changing');
    const [row] = await api.sql`select hash from user_password where user_id = ${user.id}`;
    expect(row?.['hash']).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    const token = tokenOf((await signIn('changing', password)).headers);
    for (const short of ['1234567', '', 'x'.repeat(257)])
      expect((await api.request('POST', '/users/changing/password', { password: short })).errors).toEqual([
        'password: must have 8 to 256 characters',
      ]);
    expect((await api.request('POST', '/users/changing/password', { password: 'nové heslo' })).status).toBe(200);
    expect(await identifySession(services, token)).toBeString();
    expect((await signIn('changing', password)).status).toBe(401);
    // The same characters as another keyboard sends them.
    expect((await signIn('changing', 'nové heslo'.normalize('NFD'))).status).toBe(200);
  });

  test('that is changed during a sign-in begins no session', async () => {
    const user = await createPasswordUser('racing');
    const start = { userId: user.id, authentication: 'PASSWORD', origin: {} };
    expect(await beginSession(api.sql, { ...start, passwordHash: 'the hash before the change' })).toBeUndefined();
    expect(await beginSession(api.sql, start)).toBeString();
  });

  test('belongs to users with authentication PASSWORD alone', async () => {
    await createUser(api, 'machine', { authentication: 'EMPTY' });
    expect((await api.request('PUT', '/users/machine/password', { password })).errors).toEqual([
      'password: the authentication of the user is EMPTY, not PASSWORD',
    ]);
    expect((await api.request('PUT', '/users/nosuch/password', { password })).status).toBe(404);
  });
});
