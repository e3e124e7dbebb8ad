import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { ProviderUnavailable } from '../../../domain/ports/identity.ts';
import { makeOidcSignIn } from '../../../drivers/identity/oidcSignIn.ts';
import { makeOidcTokens, type OidcOptions } from '../../../drivers/identity/oidcTokens.ts';
import { createUser, identifyBearer } from '../../helpers/access.ts';
import { startApi } from '../../helpers/api.ts';
import { audience, startOidcProvider } from '../../helpers/servers/oidcProvider.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const provider = await startOidcProvider();
const options: OidcOptions = {
  issuer: provider.issuer,
  audience,
  userClaim: 'preferred_username',
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  cooldownMs: 0,
};
const api = await startApi({ tokenVerifier: makeOidcTokens(options) });
const user = await createUser(api, 'novak');
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const identify = (token: string) => identifyBearer(api.services, token);
const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) => token.split('.')[1] ?? '';

describe('an access token of the provider', () => {
  test('identifies the user whose code is in its claim', async () => {
    const token = await provider.token();
    expect(await identify(token)).toEqual({
      userId: user.id,
      code: 'novak',
      name: 'novak',
      authentication: 'PASSWORD',
      credential: 'token',
      expiresAt: expect.any(Number),
    });
    expect(await identify(await provider.token({}, { typ: 'at+jwt' }))).toMatchObject({ code: 'novak' });
    expect(await identify(await provider.token({ aud: ['other', audience] }))).toMatchObject({ code: 'novak' });
  });

  test('is refused without a signature, or with one made by the public key', async () => {
    const valid = await provider.token();
    const unsigned = `${encoded({ alg: 'none', typ: 'JWT' })}.${claimsOf(valid)}.`;
    expect(await identify(unsigned)).toBeString();
    expect(await identify(`${encoded({ alg: 'nOnE' })}.${claimsOf(valid)}.`)).toBeString();
    const head = `${encoded({ alg: 'HS256', typ: 'JWT', kid: provider.kid })}.${claimsOf(valid)}`;
    for (const secret of [await provider.publicKey(), (await provider.publicKey()).trim()]) {
      const signature = createHmac('sha256', secret).update(head).digest('base64url');
      expect(await identify(`${head}.${signature}`)).toContain('alg');
    }
    const [header, , signature] = valid.split('.');
    const forged = encoded({
      ...JSON.parse(Buffer.from(claimsOf(valid), 'base64url').toString()),
      preferred_username: 'admin',
    });
    expect(await identify(`${header}.${forged}.${signature}`)).toBeString();
  });

  test('is refused with a key of its own in the header', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const host = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => Response.json({ keys: [{ ...jwk, kid: 'mine' }] }),
    });
    const claims = { iss: provider.issuer, aud: audience, exp: seconds(300), preferred_username: 'novak' };
    const sign = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey);
    for (const header of [
      { jwk },
      { jku: `http://127.0.0.1:${host.port}/`, kid: 'mine' },
      { x5u: `http://127.0.0.1:${host.port}/`, kid: 'mine' },
      { kid: provider.kid },
      { kid: 'unknown' },
      { kid: '../../keys' },
    ])
      expect(await identify(await sign(header)), Object.keys(header).join()).toBeString();
    await host.stop(true);
  });

  test.each([
    ['another issuer', { iss: 'https://elsewhere.example.org/realm' }],
    ['no issuer', { iss: null }],
    ['another audience', { aud: 'account' }],
    ['no audience', { aud: null }],
    ['a time in the past', { exp: seconds(-60) }],
    ['no end', { exp: null }],
    ['a start in the future', { nbf: seconds(3_600) }],
    ['no user', { preferred_username: null }],
    ['a list as the user', { preferred_username: ['novak'] }],
    ['a user whom nobody knows', { preferred_username: 'nobody' }],
    ['a user in another case', { preferred_username: 'NOVAK' }],
    ['the type of an ID token', { typ: 'ID' }],
    ['the type of a refresh token', { typ: 'Refresh' }],
    ['the nonce of an ID token', { nonce: 'n' }],
    ['the hash of an ID token', { at_hash: 'h' }],
    ['the events of a logout token', { events: {} }],
  ])('with %s is refused', async (_, claims) => {
    expect(await identify(await provider.token(claims as JWTPayload))).toBeString();
  });

  test('is refused by its type in the header, by unknown critical parameters, and as a text that is none', async () => {
    for (const typ of ['logout+jwt', 'dpop+jwt', 'JWE'])
      expect(await identify(await provider.token({}, { typ })), typ).toBeString();
    const critical = `${encoded({ alg: 'RS256', kid: provider.kid, crit: ['x'], x: 1 })}.${claimsOf(await provider.token())}.AA`;
    for (const text of [critical, '', '.', '..', 'a.b.c', 'null', '{}', 'ey', '\u017d'])
      expect(await identify(text), text).toBeString();
  });

  test('of a megabyte is refused before it is read', async () => {
    const requests = provider.keyRequests;
    expect(await identify(await provider.token({ filler: 'x'.repeat(1_000_000) }))).toBe('the token is too long');
    expect(provider.keyRequests).toBe(requests);
  });

  test('signed by a rotated key is accepted at once, and one of the old key no longer', async () => {
    const old = await provider.token();
    expect(await identify(old)).toMatchObject({ code: 'novak' });
    await provider.rotate();
    expect(await identify(await provider.token())).toMatchObject({ code: 'novak' });
    api.services.accessEpoch.raise();
    expect(await identify(old)).toBeString();
  });

  test('does not make the service fetch the keys for each unknown key', async () => {
    const patient = makeOidcTokens({ ...options, cooldownMs: 60_000 });
    await patient.verify(await provider.token());
    const requests = provider.keyRequests;
    for (let count = 0; count < 20; count++)
      await patient.verify(await provider.token({}, { kid: `made up ${count}` })).catch(() => {});
    expect(provider.keyRequests).toBe(requests);
  });

  test('is accepted after the provider has moved its keys', async () => {
    const moving = await startOidcProvider();
    try {
      const verifier = makeOidcTokens({ ...options, issuer: moving.issuer, maxAgeMs: 0 });
      await verifier.verify(await moving.token());
      moving.moveKeys();
      await moving.rotate();
      const token = await moving.token();
      const { userCode } = await poll('the keys at their new address', () => verifier.verify(token));
      expect(userCode).toBe('novak');
    } finally {
      await moving.stop();
    }
  });

  test('is neither accepted nor refused while the keys cannot be fetched', async () => {
    provider.fail(true);
    const verifier = makeOidcTokens(options);
    const token = await provider.token();
    expect(await verifier.verify(token).catch((error: unknown) => error)).toBeInstanceOf(ProviderUnavailable);
    provider.fail(false);
    const foreign = makeOidcTokens({ ...options, issuer: `${provider.issuer}/` });
    expect(await foreign.verify(token).catch((error: unknown) => error)).toBeInstanceOf(ProviderUnavailable);
  });

  test('is refused at once when its user is disabled', async () => {
    const token = await provider.token();
    expect(await identify(token)).toMatchObject({ code: 'novak' });
    await api.request('PATCH', '/users/novak', { status: 'DISABLE' });
    api.services.accessEpoch.raise();
    expect(await identify(token)).toBe('the user is disabled');
    await api.request('PATCH', '/users/novak', { status: 'ENABLE' });
  });
});

test('symmetric algorithms are never accepted, even if they are configured', async () => {
  const configured = { ...options, algorithms: ['HS256', 'none', 'RS256'] };
  const head = `${encoded({ alg: 'HS256', kid: provider.kid })}.${claimsOf(await provider.token())}`;
  const signature = createHmac('sha256', await provider.publicKey())
    .update(head)
    .digest('base64url');
  const token = `${head}.${signature}`;
  const refusal = { name: 'TokenRefused', message: '"alg" (Algorithm) Header Parameter value not allowed' };
  await expect(makeOidcTokens(configured).verify(token)).rejects.toMatchObject(refusal);
  const signIn = makeOidcSignIn({ ...configured, clientId: options.audience });
  await expect(signIn.readLogoutToken(token)).rejects.toMatchObject(refusal);
});
