import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { tokenOf } from '../../helpers/access.ts';
import { requestOnce, startProviderSignInsForFile } from '../../helpers/api/providerSignIns.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const signIns = await startProviderSignInsForFile();
const { provider, api, idToken, begin, callback, signIn, statusOf } = signIns;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sessions = async () => Number((await api.sql`select count(*)::int as count from session`)[0]?.['count']);
const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

describe('a sign-in at an OpenID provider', () => {
  test('asks the provider for a code with PKCE, state and nonce that are new each time', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(first.location.origin + first.location.pathname).toBe(`${provider.issuer}/authorize`);
    const parameters = Object.fromEntries(first.location.searchParams);
    expect(parameters).toMatchObject({
      ...{ response_type: 'code', client_id: 'console', code_challenge_method: 'S256' },
      redirect_uri: `${api.url}/api/v2/session/oidc/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(parameters[name]?.length).toBeGreaterThanOrEqual(43);
      expect(second.location.searchParams.get(name)).not.toBe(parameters[name] as string);
    }
    expect(parameters.scope?.split(' ')).toContain('openid');
  });

  test('begins a session, and its URL is not in the log', async () => {
    const begun = await begin('/console#/jobs');
    const answer = await callback(begun, await idToken({ nonce: begun.nonce }));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/console#/jobs');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-waybill-sign-in=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax',
      expect.stringMatching(
        /^__Host-waybill-session=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await statusOf(tokenOf(answer.headers))).toBe(200);
    const code = provider.codes.at(-1) ?? 'none';
    expect(JSON.stringify(api.logged)).not.toContain(code);
    expect(JSON.stringify(api.logged)).not.toContain(begun.state);
  });

  test.each([
    'https://evil.example.org/',
    '//evil.example.org/',
    '/\\evil.example.org',
    '\\\\evil.example.org',
    '/\t/evil.example.org',
    '/.//evil.example.org',
    '/console/..//evil.example.org',
    'javascript:alert(1)',
    'console',
    '',
    `/${'a'.repeat(1_024)}`,
  ])('returns to no other host: %p', async (returnTo) => {
    const answer = await requestOnce(api, `/session/oidc?returnTo=${encodeURIComponent(returnTo)}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    const pending = encoded({ state: 'a', nonce: 'b', verifier: 'c', returnTo });
    const called = await callback({ cookie: `__Host-waybill-sign-in=${pending}`, state: 'a' });
    expect(called.headers.get('location')).toBe('/console?signIn=expired');
  });

  test('is not found without a provider', async () => {
    const other = await startApiForFile();
    expect((await other.request('GET', '/session/oidc')).status).toBe(404);
    expect((await other.request('POST', '/session/oidc/backchannel-logout', '', form)).status).toBe(404);
    expect((await requestOnce(other, '/session/oidc/callback?code=a&state=b')).status).toBe(404);
  });

  test('fails while the provider does not respond, and works again afterwards', async () => {
    const other = await startProviderSignInsForFile();
    other.provider.fail(true);
    const failed = await requestOnce(other.api, '/session/oidc');
    expect(failed.headers.get('location')).toBe('/console?signIn=unavailable');
    other.provider.fail(false);
    const begun = await poll('a sign-in to begin', () => other.begin());
    other.provider.answerCodes(() => new Response('down', { status: 503 }));
    expect((await other.callback(begun)).headers.get('location')).toBe('/console?signIn=unavailable');
  });

  test('can be followed by a sign-out at the provider', async () => {
    const session = await signIn();
    const out = await api.request('DELETE', '/session', undefined, { cookie: `__Host-waybill-session=${session}` });
    expect(out.json<{ endSessionUrl: string }>().endSessionUrl).toStartWith(`${provider.issuer}/logout?`);
    expect(await statusOf(session)).toBe(401);
  });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a callback', () => {
  async function refuses(answer: Awaited<ReturnType<typeof callback>>, problem: string, before: number): Promise<void> {
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/console?signIn=${problem}`);
    expect(tokenOf(answer.headers)).toBe('');
    expect(await sessions()).toBe(before);
  }

  test('is refused without the cookie of the browser that has begun, before the provider sees the code', async () => {
    const before = await sessions();
    const { state, nonce } = await begin();
    const token = await idToken({ nonce });
    const codes = provider.codes.length;
    for (const cookie of ['', '__Host-waybill-sign-in=garbage', `__Host-waybill-sign-in=${encoded({ state })}`])
      await refuses(await callback({ state, cookie }, token), 'expired', before);
    const { cookie } = await begin();
    await refuses(await callback({ state, cookie }, token), 'refused', before);
    expect(provider.codes.length).toBe(codes);
  });

  test.each<[string, JWTPayload]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: null as unknown as string }],
    ['another audience', { aud: 'waybill' }],
    ['another issuer', { iss: 'https://elsewhere.example.org' }],
    ['a time that has passed', { exp: seconds(-60) }],
    ['no subject', { sub: null as unknown as string }],
    ['no user', { preferred_username: null }],
    ['an unknown user', { preferred_username: 'nobody' }],
    ['a user with a zero byte', { preferred_username: 'ada\u0000' }],
  ])('is refused when the ID token has %s', async (_, claims) => {
    const before = await sessions();
    const begun = await begin();
    await refuses(await callback(begun, await idToken({ nonce: begun.nonce, ...claims })), 'refused', before);
  });

  test('is refused when the ID token has no signature, or one by another key or a symmetric algorithm', async () => {
    const before = await sessions();
    const begun = await begin();
    const valid = await idToken({ nonce: begun.nonce });
    const claims = valid.split('.')[1] ?? '';
    const { privateKey } = await generateKeyPair('RS256');
    const ofOther = await new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      .setProtectedHeader({ alg: 'RS256', kid: provider.kid })
      .sign(privateKey);
    const head = `${encoded({ alg: 'HS256', kid: provider.kid })}.${claims}`;
    const symmetric = createHmac('sha256', await provider.publicKey())
      .update(head)
      .digest('base64url');
    for (const token of [`${encoded({ alg: 'none' })}.${claims}.`, ofOther, `${head}.${symmetric}`])
      await refuses(await callback(begun, token), 'refused', before);
  });

  test('is refused when the provider refuses the user or the code', async () => {
    const before = await sessions();
    const begun = await begin();
    const denied = `/session/oidc/callback?error=access_denied&state=${begun.state}`;
    await refuses(await requestOnce(api, denied, begun.cookie), 'refused', before);
    provider.answerCodes(() => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await refuses(await callback(begun), 'refused', before);
  });

  test('is counted as an attempt of its address, and the provider gets no code during a pause', async () => {
    const attempts = async () => (await api.sql`select attempts from sign_in_failure`).map(({ attempts }) => attempts);
    const before = await sessions();
    const begun = await begin();
    await api.sql`delete from sign_in_failure`;
    const token = await idToken({ nonce: begun.nonce });
    const forged = `__Host-waybill-sign-in=${encoded({ state: 'a', nonce: 'b', verifier: 'c', returnTo: '/console' })}`;
    await refuses(await callback({ state: 'a', cookie: forged }, token), 'refused', before);
    expect(await attempts()).toEqual([1]);
    await api.sql`update sign_in_failure set blocked_until = now() + interval '1 minute'`;
    const codes = provider.codes.length;
    await refuses(await callback(begun, token), 'throttled', before);
    expect(provider.codes.length).toBe(codes);
    await api.sql`update sign_in_failure set blocked_until = now()`;
    provider.answerCodes(() => new Response('down', { status: 503 }));
    await refuses(await callback(begun), 'unavailable', before);
    expect(await attempts()).toEqual([1]);
    const renewed = await begin();
    expect(tokenOf((await callback(renewed, await idToken({ nonce: renewed.nonce }))).headers)).not.toBe('');
    expect(await attempts()).toEqual([1]);
    await api.sql`delete from sign_in_failure`;
  });

  test('is refused for users who never sign in', async () => {
    await api.store('User', { code: 'service', type: 'PERSON', chars: {}, authentication: 'EMPTY' });
    const before = await sessions();
    const begun = await begin();
    const token = await idToken({ nonce: begun.nonce, preferred_username: 'service' });
    await refuses(await callback(begun, token), 'refused', before);
  });
});

test('behind a gateway, the provider and the browser get the public URL', async () => {
  const behind = await startProviderSignInsForFile({ publicUrl: 'https://waybill.example.org/base/' });
  const begun = await behind.begin();
  const redirectUrl = 'https://waybill.example.org/base/api/v2/session/oidc/callback';
  expect(begun.location.searchParams.get('redirect_uri')).toBe(redirectUrl);
  const answer = await behind.callback(begun, await behind.idToken({ nonce: begun.nonce }));
  expect(answer.headers.get('location')).toBe('/base/console');
});

test('a signature by an algorithm that OIDC_ALGORITHMS lacks is refused', async () => {
  const strict = await startProviderSignInsForFile({ algorithms: ['ES256'] });
  const begun = await strict.begin();
  const answer = await strict.callback(begun, await strict.idToken({ nonce: begun.nonce }));
  expect(answer.headers.get('location')).toBe('/console?signIn=refused');
});
