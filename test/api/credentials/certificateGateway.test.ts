import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../app/config.ts';
import { makeClientCertificates } from '../../../app/drivers.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { type IssuedCertificate, makeCertificateAuthority } from '../../helpers/servers/certificateAuthority.ts';
import { haproxyMissing, startHaproxy } from '../../helpers/servers/haproxy.ts';

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'waybill-gateway-'));
stopAfterFile(async () => rmSync(folder, { recursive: true }));
const GATEWAY_SECRET = crypto.randomUUID() + crypto.randomUUID();
const environment = { CLIENT_CERT_HEADER: 'Client-Cert', GATEWAY_SECRET };
const clientCertificates = await makeClientCertificates(readConfig(environment));
const api = await startAuthenticatedApiForFile({
  ...(clientCertificates && { clientCertificates }),
  http: { behindGateway: true, guard: { origins: [], acceptsProxies: true } },
});

const authority = makeCertificateAuthority(join(folder, 'clients'));
const server = makeCertificateAuthority(join(folder, 'servers'));
const code = 'novak';
const valid = authority.issue(`/O=Acme/CN=${code}`);
const revoked = authority.issue(`/O=Acme/CN=${code}`);

/** The HAProxy of docs/signIn.md, with its files and ports in this test. */
async function startGateway() {
  const docs = readFileSync(join(import.meta.dir, '../../../docs/signIn.md'), 'utf8');
  const documented = /```haproxy\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
  const own = server.issue('/CN=localhost', { extensions: 'subjectAltName=DNS:localhost' });
  writeFileSync(join(folder, 'waybill.pem'), own.pem + readFileSync(own.keyFile, 'utf8'));
  const configuration = documented
    .replace('bind :443', 'bind 127.0.0.1:{port}')
    .replace('/etc/haproxy/waybill.pem', join(folder, 'waybill.pem'))
    .replace('/etc/haproxy/clients.pem', authority.certificateFile)
    .replace('/etc/haproxy/clients.crl', authority.revoke(revoked))
    .replace('127.0.0.1:3000', new URL(api.url).host);
  return startHaproxy(configuration, { GATEWAY_SECRET });
}

const gateway = haproxyMissing ? undefined : await startGateway();
stopAfterFile(async () => gateway?.stop());

const { id: userId } = await api.store('User', { code, type: 'PERSON', authentication: 'PKI', chars: {} });

/** Sends a request through HAProxy. @returns the status and the body; the status is 0 if HAProxy ends the connection */
async function call(certificate: IssuedCertificate | undefined, path: string, ...parameters: string[]) {
  const identity = certificate ? ['--cert', certificate.certificateFile, '--key', certificate.keyFile] : [];
  const child = Bun.spawn(
    [
      ...['curl', '-s', '--cacert', server.certificateFile, ...identity, ...parameters, '-w', '\n%{http_code}'],
      `https://localhost:${gateway?.port}/api/v2${path}`,
    ],
    { stdout: 'pipe' },
  );
  const lines = (await new Response(child.stdout).text()).split('\n');
  return { status: Number(lines.at(-1)), body: lines.slice(0, -1).join('\n') };
}

const header = (name: string, value: string) => ['-H', `${name}: ${value}`];

describe.skipIf(haproxyMissing !== undefined)(`HAProxy${haproxyMissing ? ` (${haproxyMissing})` : ''}`, () => {
  test('passes on the certificate of a client, which is its credential', async () => {
    const { status, body } = await call(valid, '/me');
    expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 200, user: code, credential: 'certificate' });
    const { status: ofKey } = await call(
      undefined,
      '/me',
      ...header('Authorization', `Bearer ${api.administrator.key}`),
    );
    expect(ofKey).toBe(200);
    expect((await call(undefined, '/me')).status).toBe(401);
    expect((await call(valid, '/me', ...header('Authorization', `Bearer ${api.administrator.key}`))).status).toBe(401);
  });

  test('ends the connection of a client whose certificate is revoked, expired or of another authority', async () => {
    const other = makeCertificateAuthority(join(folder, 'other'));
    for (const one of [revoked, authority.issue(`/CN=${code}`, { days: -1 }), other.issue(`/CN=${code}`)])
      expect((await call(one, '/me')).status).toBe(0);
  });

  test('removes the headers that clients send', async () => {
    const forged = [
      header('Client-Cert', valid.header),
      [...header('Client-Cert', valid.header), ...header('Waybill-Gateway-Secret', 'guessed')],
      [...header('client-cert', valid.header), ...header('CLIENT-CERT', valid.header)],
      [...header('Client-Cert', valid.header), ...header('Connection', 'close, Waybill-Gateway-Secret')],
    ];
    for (const headers of forged) expect((await call(undefined, '/me', ...headers)).status).toBe(401);
    const other = authority.issue('/CN=administrator');
    const { body } = await call(valid, '/me', ...header('Client-Cert', other.header));
    expect(JSON.parse(body)).toMatchObject({ user: code });
  });

  test('is the only sender of certificates that the api accepts', async () => {
    const direct = (headers: Record<string, string>) => api.request('GET', '/me', undefined, headers);
    expect((await direct({ 'client-cert': valid.header })).status).toBe(401);
    expect((await direct({ 'client-cert': valid.header, 'waybill-gateway-secret': 'x'.repeat(72) })).status).toBe(401);
  });

  test('a user who is disabled is refused with a valid certificate', async () => {
    const change = (status: string) => api.administrator.request('PATCH', `/users/${userId}`, { status });
    expect((await change('DISABLE')).status).toBe(200);
    expect((await call(valid, '/me')).status).toBe(401);
    expect((await change('ENABLE')).status).toBe(200);
    expect((await call(valid, '/me')).status).toBe(200);
  });

  test('a session that begins with a certificate needs it', async () => {
    const jar = join(folder, 'cookies');
    const browser = ['--cookie', jar, '--cookie-jar', jar, ...header('Sec-Fetch-Site', 'same-origin')];
    expect((await call(valid, '/me', ...browser)).status).toBe(401);
    expect((await call(valid, '/session/certificate', '-X', 'POST', ...browser)).status).toBe(200);
    const { status, body } = await call(valid, '/me', ...browser);
    expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 200, user: code, credential: 'session' });
    expect((await call(undefined, '/me', ...browser)).status).toBe(401);
  });
});
