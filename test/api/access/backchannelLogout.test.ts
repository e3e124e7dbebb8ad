import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { tokenOf } from '../../helpers/access.ts';
import { startProviderSignInsForFile } from '../../helpers/api/providerSignIns.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const { provider, api, idToken, logoutToken, begin, callback, signIn, logout, statusOf } =
  await startProviderSignInsForFile();
const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;
const event = 'http://schemas.openid.net/event/backchannel-logout';

describe('a logout token', () => {
  test('ends the sessions that began with the session at the provider, and no other one', async () => {
    const [one, alsoOne, two] = [await signIn(), await signIn(), await signIn({ sid: 'two' })];
    const answer = await logout(await logoutToken({ sid: 'one', sub: 'subject' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await Promise.all([one, alsoOne, two].map(statusOf))).toEqual([401, 401, 200]);
    const filtering = encodeURIComponent(JSON.stringify({ filters: [{ column: 'action', value: 'SESSION_ENDED' }] }));
    const entries = await api.administrator.request('GET', `/audit-entries?filtering=${filtering}`);
    expect(entries.json<{ content: object[] }>().content).toMatchObject([
      { target: 'ada', reason: 'by the provider' },
      { target: 'ada', reason: 'by the provider' },
    ]);
  });

  test('without a session ends the earlier sessions of the user; repeated, it ends no later one', async () => {
    const [mine, other] = [await signIn({ sub: 'mine', sid: '1' }), await signIn({ sub: 'other', sid: '2' })];
    await api.sql`update session set created_at = now() - interval '2 minutes'`;
    const token = await logoutToken({ sub: 'mine', iat: seconds(-60) });
    expect((await logout(token)).status).toBe(200);
    expect(await Promise.all([mine, other].map(statusOf))).toEqual([401, 200]);
    const newer = await signIn({ sub: 'mine', sid: '3' });
    expect((await logout(token)).status).toBe(200);
    expect(await statusOf(newer)).toBe(200);
  });

  test.each<[string, JWTPayload]>([
    ['another audience', { aud: 'waybill' }],
    ['another issuer', { iss: 'https://elsewhere.example.org' }],
    ['no event', { events: null }],
    ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['an event that is no object', { events: { [event]: true } }],
    ['a nonce', { nonce: 'nonce' }],
    ['no jti', { jti: null as unknown as string }],
    ['no time', { iat: null as unknown as number }],
    ['an old time', { iat: seconds(-600) }],
    ['a time that has passed', { exp: seconds(-60) }],
    ['neither session nor subject', { sid: null, sub: null as unknown as string }],
  ])('is refused with %s', async (_, claims) => {
    const session = await signIn({ sid: 'kept', sub: 'kept' });
    const answer = await logout(await logoutToken({ sid: 'kept', sub: 'kept', ...claims }));
    expect(answer.status).toBe(400);
    expect(await statusOf(session)).toBe(200);
  });

  test('is refused if it is another token of the provider, or signed by another key', async () => {
    const session = await signIn({ sid: 'kept', sub: 'kept' });
    const claims = { sid: 'kept', sub: 'kept' };
    const valid = await logoutToken(claims);
    const { privateKey } = await generateKeyPair('RS256');
    const payload = JSON.parse(Buffer.from(valid.split('.')[1] ?? '', 'base64url').toString());
    const forged = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: provider.kid }).sign(privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${valid.split('.')[1]}.`;
    const ofAccess = await logoutToken(claims, { typ: 'at+jwt' });
    for (const token of [await idToken(claims), ofAccess, forged, unsigned, '', 'abc', 'a'.repeat(20_000)])
      expect((await logout(token)).status).toBe(400);
    expect(await statusOf(session)).toBe(200);
  });
});

describe('a logout during a sign-in', () => {
  const ofSession = { sid: 'brief', sub: 'brief' };
  const cases = [
    ['of the session', { sid: 'brief', sub: null as unknown as string }],
    ['of all sessions of the user', { sid: null, sub: 'brief' }],
  ] as const;
  const newestSignIn = async () => {
    const newest = { sort: [{ column: 'id', direction: 'DESC' }], size: 1 };
    const filtering = { filters: [{ column: 'action', value: 'SIGN_IN' }], ...newest };
    const path = `/audit-entries?filtering=${encodeURIComponent(JSON.stringify(filtering))}`;
    return (await api.administrator.request('GET', path)).json<{ content: object[] }>().content;
  };

  test.each(cases)('%s that comes before the session is stored refuses it', async (_, claims) => {
    await api.sql`delete from provider_logout`;
    const begun = await begin();
    const token = await idToken({ nonce: begun.nonce, ...ofSession });
    expect((await logout(await logoutToken(claims))).status).toBe(200);
    const { headers } = await callback(begun, token);
    expect(headers.get('location')).toBe('/console?signIn=refused');
    expect(tokenOf(headers)).toBe('');
    expect(await newestSignIn()).toMatchObject([
      { user: 'ada', reason: 'the provider ended its session, or the user was changed, during the sign-in' },
    ]);
  });

  test.each(cases)('%s waits for a session that is being stored, and ends it', async (_, claims) => {
    await api.sql`delete from provider_logout`;
    const begun = await begin();
    const token = await idToken({ nonce: begun.nonce, ...ofSession });
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The insertion of the session waits for the row of its user.
    const blocking = api.sql.begin(async (transaction) => {
      await transaction`select from app_user where code = 'ada' for update`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const waiting = (text: string) => async () =>
      (
        await api.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`
      ).length > 0;
    const signedIn = callback(begun, token);
    await poll('the session to wait', waiting('insert into session'));
    const loggedOut = logout(await logoutToken(claims));
    await poll('the logout to wait', waiting('insert into provider_logout'));
    release.resolve();
    await blocking;
    expect((await loggedOut).status).toBe(200);
    const session = tokenOf((await signedIn).headers);
    expect(session).not.toBe('');
    expect(await statusOf(session)).toBe(401);
  });

  test('refuses no later sign-in', async () => {
    expect((await logout(await logoutToken({ sid: 'old', sub: 'old', iat: seconds(-60) }))).status).toBe(200);
    expect(await statusOf(await signIn({ sid: 'old', sub: 'old' }))).toBe(200);
  });
});
