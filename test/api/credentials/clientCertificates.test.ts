import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../app/config.ts';
import { makeClientCertificates } from '../../../app/drivers.ts';
import { tokenOf } from '../../helpers/access.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import type { TestAnswer } from '../../helpers/api.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import {
  clientExtensions,
  type IssuedCertificate,
  makeCertificateAuthority,
} from '../../helpers/servers/certificateAuthority.ts';

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'waybill-certificates-'));
stopAfterFile(async () => rmSync(folder, { recursive: true }));
const authority = makeCertificateAuthority(join(folder, 'own'));
const secret = 'a secret of the gateway, of 44 characters...';
const certificatesBy = (user: string) =>
  makeClientCertificates(
    readConfig({
      CLIENT_CERT_HEADER: 'Client-Cert',
      CLIENT_CERT_USER: user,
      CLIENT_CERT_ISSUERS: authority.certificateFile,
      GATEWAY_SECRET: secret,
    }),
  );
const clientCertificates = await certificatesBy('cn');
const api = await startAuthenticatedApiForFile({ ...(clientCertificates && { clientCertificates }) });

/** The headers of a request that comes through the gateway. */
const through = (certificate: string | IssuedCertificate): Record<string, string> => ({
  'client-cert': typeof certificate === 'string' ? certificate : certificate.header,
  'waybill-gateway-secret': secret,
});
const me = (headers: Record<string, string>) => api.request('GET', '/me', undefined, headers);
const cookie = (answer: TestAnswer) => ({ cookie: `__Host-waybill-session=${tokenOf(answer.headers)}` });
const signIn = (headers: Record<string, string>) => api.request('POST', '/session/certificate', undefined, headers);
const browser = { 'sec-fetch-site': 'same-origin' };

async function cardUser(members: object = {}): Promise<string> {
  const { code, userId } = await api.callerWith([]);
  const change = { authentication: 'PKI', ...members };
  expect((await api.administrator.request('PATCH', `/users/${userId}`, change)).status).toBe(200);
  return code;
}

describe('a certificate that the gateway passes on', () => {
  test('is the credential of its user, in each format', async () => {
    const code = await cardUser();
    const { header, pem } = authority.issue(`/O=Acme/CN=${code}`);
    for (const text of [header, encodeURIComponent(pem), pem.replaceAll('\n', ' '), header.slice(1, -1)])
      expect((await me(through(text))).json<object>()).toMatchObject({
        user: code,
        credential: 'certificate',
        authentication: 'PKI',
      });
  });

  test('is refused if it is malformed, expired, of another authority, not for clients, or for several users', async () => {
    const code = await cardUser();
    const subject = `/O=Acme/CN=${code}`;
    const { header } = authority.issue(subject);
    const other = makeCertificateAuthority(join(folder, 'other'));
    const refused: Record<string, string> = {
      malformed: ':AAAA:',
      'cut off': `${header.slice(0, -9)}:`,
      'followed by bytes': `:${Buffer.concat([Buffer.from(header.slice(1, -1), 'base64'), Buffer.from('x')]).toString('base64')}:`,
      'sent twice': `${header}, ${header}`,
      'badly encoded': '%E0%A4%A',
      'too long': `:${'A'.repeat(20_000)}:`,
      expired: authority.issue(subject, { days: -1 }).header,
      'of another authority': other.issue(subject).header,
      'of the authority itself': `:${readFileSync(authority.certificateFile, 'utf8').replace(/-----[^-]+-----|\s/g, '')}:`,
      'for servers': authority.issue(subject, { extensions: 'extendedKeyUsage=serverAuth' }).header,
      'with two names': authority.issue(`${subject}/CN=administrator`).header,
      'with a line break': authority.issue(`/O=x\nCN=${code}`).header,
      'in another case': authority.issue(`/CN=${code.toUpperCase()}`).header,
      'without a name': authority.issue('/O=Acme').header,
    };
    expect((await me(through(header))).status).toBe(200);
    for (const [reason, text] of Object.entries(refused)) {
      const answer = await me(through(text));
      expect([answer.status, answer.headers.get('www-authenticate')], reason).toEqual([401, 'Bearer']);
    }
  });

  test('is refused for users who are disabled or sign in otherwise', async () => {
    const disabled = await cardUser({ status: 'DISABLE' });
    const others = [await cardUser({ authentication: 'PASSWORD' }), await cardUser({ authentication: 'EMPTY' })];
    for (const code of [disabled, ...others, 'administrator'])
      expect((await me(through(authority.issue(`/CN=${code}`)))).status, code).toBe(401);
    const code = await cardUser();
    const certificate = through(authority.issue(`/CN=${code}`));
    expect((await me(certificate)).status).toBe(200);
    await api.administrator.request('PATCH', `/users/${code}`, { status: 'DISABLE' });
    expect((await me(certificate)).status).toBe(401);
  });

  test('is one credential of exactly one', async () => {
    const code = await cardUser();
    const { key, code: password } = await api.callerWith([]);
    const certificate = through(authority.issue(`/CN=${code}`));
    expect((await me({ ...certificate, authorization: `Bearer ${key}` })).status).toBe(401);
    const secrets = { password: 'correct horse battery' };
    await api.administrator.request('PUT', `/users/${password}/password`, secrets);
    const session = cookie(await api.request('POST', '/session', { code: password, ...secrets }));
    expect((await me(session)).status).toBe(200);
    expect((await me({ ...session, ...certificate })).status).toBe(401);
  });

  test('names the user by its e-mail address or by its distinguished name', async () => {
    const email = (...names: string[]) =>
      `${clientExtensions}\nsubjectAltName=@names_of\n[names_of]\n${names.join('\n')}`;
    const byEmail = await certificatesBy('email');
    const nameOf = (subject: string, extensions?: string) =>
      authority.issue(subject, extensions === undefined ? {} : { extensions }).header;
    const verified = (text: string) => byEmail?.verify(text).userCode;
    expect(verified(nameOf('/CN=x', email('email.1=novak@example.org', 'DNS.1=example.org')))).toBe(
      'novak@example.org',
    );
    for (const names of [
      ['DNS.1=example.org'],
      ['email.1=a@example.org', 'email.2=b@example.org'],
      ['URI.1=urn:x\\, email:b@example.org'],
      ['email.1=a@example.org\\, email:b@example.org'],
    ])
      expect(() => verified(nameOf('/CN=x', email(...names))), names.join()).toThrow();
    const byName = await certificatesBy('dn');
    expect(byName?.verify(nameOf('/C=CZ/O=Acme, Ltd./CN=Jan Žižka')).userCode).toBe('CN=Jan Žižka,O=Acme\\, Ltd.,C=CZ');
  });
});

describe('the header of certificates', () => {
  test('is refused from anybody but the gateway, whatever the operation', async () => {
    const code = await cardUser();
    const { header } = authority.issue(`/CN=${code}`);
    const { key } = await api.callerWith([]);
    const forged: Record<string, string>[] = [
      { 'client-cert': header },
      { 'client-cert': '' },
      { 'client-cert': header, 'waybill-gateway-secret': '' },
      { 'client-cert': header, 'waybill-gateway-secret': `${secret}x` },
      { 'client-cert': header, 'waybill-gateway-secret': `${secret}, ${secret}` },
      { 'client-cert': header, authorization: `Bearer ${key}` },
      { 'waybill-gateway-secret': 'guessed', authorization: `Bearer ${key}` },
    ];
    for (const headers of forged) {
      const answers = [
        me(headers),
        signIn(headers),
        api.request('GET', '//console', undefined, headers),
        api.request('GET', '//openapi.json', undefined, headers),
      ];
      for (const { status } of await Promise.all(answers)) expect(status, JSON.stringify(headers)).toBe(401);
    }
    await api.services.refusals.flush();
    const filtering = JSON.stringify({ filters: [{ column: 'action', value: 'REQUEST' }], size: 100 });
    const entries = await api.administrator.request('GET', `/audit-entries?filtering=${encodeURIComponent(filtering)}`);
    expect(entries.text).toContain('the client certificate has not come through the gateway');
    expect(entries.text).not.toContain(secret);
  });

  test('leaves other credentials of requests through the gateway as they are', async () => {
    const { key, code } = await api.callerWith([]);
    const answer = await me({ 'waybill-gateway-secret': secret, authorization: `Bearer ${key}` });
    expect(answer.json<object>()).toMatchObject({ user: code, credential: 'key' });
    expect((await me({ 'waybill-gateway-secret': secret })).status).toBe(401);
  });
});

describe('a sign-in by certificate', () => {
  test('begins a session that is valid only with the certificate', async () => {
    const code = await cardUser();
    const certificate = through(authority.issue(`/CN=${code}`));
    const answer = await signIn({ ...certificate, ...browser });
    expect(answer.json<object>()).toEqual({ user: code, name: code, credential: 'session' });
    const session = cookie(answer);
    expect((await me({ ...session, ...certificate, ...browser })).json<object>()).toMatchObject({
      user: code,
      credential: 'session',
    });
    const renewed = through(authority.issue(`/CN=${code}`));
    for (const headers of [session, { ...session, ...renewed }, { ...session, ...through(':AAAA:') }])
      expect((await me({ ...headers, ...browser })).status).toBe(401);
    expect((await api.request('DELETE', '/session', undefined, { ...session, ...certificate })).status).toBe(200);
    expect((await me({ ...session, ...certificate })).status).toBe(401);
  });

  test('is what a browser needs, which sends its certificate with the requests of every page', async () => {
    const code = await cardUser();
    const certificate = through(authority.issue(`/CN=${code}`));
    expect((await me({ ...certificate, ...browser })).status).toBe(401);
    expect((await signIn({ ...certificate, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await signIn({ ...certificate, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('is refused in the same words, and the reason is in the audit list', async () => {
    const disabled = await cardUser({ status: 'DISABLE' });
    const refused = [
      { 'waybill-gateway-secret': secret },
      through(authority.issue(`/CN=${disabled}`)),
      through(authority.issue('/CN=unknown')),
      through(authority.issue('/CN=expired', { days: -1 })),
    ];
    for (const headers of refused) {
      const answer = await signIn(headers);
      expect(answer.status).toBe(401);
      expect(answer.json<object>()).toMatchObject({
        message: 'The browser has sent no certificate of a user who can sign in with it.',
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const filtering = JSON.stringify({ filters: [{ column: 'action', value: 'SIGN_IN' }], size: 100 });
    const entries = await api.administrator.request('GET', `/audit-entries?filtering=${encodeURIComponent(filtering)}`);
    for (const reason of ['the user is disabled', 'no user has the code of the certificate'])
      expect(entries.text).toContain(reason);
    // The user whose certificate it is, though it may not sign in.
    expect(entries.text).toMatch(new RegExp(`"user":"${disabled}"[^}]*"the user is disabled"`));
  });

  test('is counted as an attempt of its address, and forgotten when it succeeds', async () => {
    const attempts = async () => (await api.sql`select attempts from sign_in_failure`).map(({ attempts }) => attempts);
    await api.sql`delete from sign_in_failure`;
    const certificate = through(authority.issue(`/CN=${await cardUser()}`));
    expect((await signIn({ ...certificate, ...browser })).status).toBe(200);
    expect(await attempts()).toEqual([0]);
    expect((await signIn({ 'waybill-gateway-secret': secret })).status).toBe(401);
    expect(await attempts()).toEqual([1]);
    await api.sql`update sign_in_failure set blocked_until = now() + interval '1 minute'`;
    const refused = await signIn({ ...certificate, ...browser });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await api.sql`delete from sign_in_failure`;
  });
});
