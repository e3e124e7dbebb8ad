import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { spawnProcess, startProcess } from '../helpers/processes/process.ts';
import { audience, startOidcProvider } from '../helpers/servers/oidcProvider.ts';

setDefaultTimeout(300_000);

let database: TestDatabase;
let databaseUrlFile = '';
const folder = mkdtempSync(join(tmpdir(), 'waybill-access-'));

beforeAll(async () => {
  database = await makeTestDatabase();
  databaseUrlFile = join(folder, 'databaseUrl');
  await Bun.write(databaseUrlFile, `${database.url}\n`);
  const migrated = await startProcess('migrate', { environment: { DATABASE_URL_FILE: databaseUrlFile } });
  expect(await migrated.exited).toBe(0);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('api and start on an address that other machines reach', () => {
  const cases = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { HOST: 'waybill.example.org' },
    { HOST: '0.0.0.0', AUTH: 'off' },
    // A gateway alone says nothing about who checks the callers.
    { HOST: '0.0.0.0', AUTH_BEHIND_GATEWAY: 'true' },
  ];
  for (const word of ['api', 'start'] as const) {
    test(`${word} exits with 1 and one sentence unless AUTH says who checks the callers`, async () => {
      const started = cases.map((environment) =>
        spawnProcess(word, { environment: { ...environment, DATA_DIR: folder } }),
      );
      for (const [index, process] of started.entries()) {
        const label = JSON.stringify(cases[index]);
        expect(await process.exited, label).toBe(1);
        await process.drained;
        const lines = process.output().trim().split('\n');
        expect(lines.length, label).toBe(1);
        expect(lines[0], label).toStartWith(`HOST is ${cases[index]?.HOST}, which other machines can reach`);
        for (const choice of ['AUTH=on', 'AUTH_BEHIND_GATEWAY=true', '127.0.0.1'])
          expect(lines[0], label).toContain(choice);
        expect(lines[0], label).toEndWith('.');
      }
    });
  }

  test('an api exits with 1 and one sentence if a setting of the OpenID provider lacks another', async () => {
    const issuer = { OIDC_ISSUER: 'https://login.example.org' };
    const cases = [
      { missing: 'OIDC_AUDIENCE', ...issuer },
      { missing: 'OIDC_ISSUER', OIDC_CLIENT_ID: 'console' },
      { missing: 'PUBLIC_URL', ...issuer, OIDC_AUDIENCE: 'waybill', OIDC_CLIENT_ID: 'console' },
    ];
    for (const { missing, ...environment } of cases) {
      const api = spawnProcess('api', {
        environment: { HOST: '0.0.0.0', AUTH: 'on', DATA_DIR: folder, ...environment },
      });
      expect(await api.exited).toBe(1);
      await api.drained;
      expect(api.output().trim()).toMatch(new RegExp(`^OIDC_.*without ${missing}, .*\\.$`));
    }
  });

  test('an api exits with 1 and one sentence if it could not tell who passes on certificates', async () => {
    const complete = {
      HOST: '0.0.0.0',
      AUTH: 'on',
      AUTH_BEHIND_GATEWAY: 'true',
      CLIENT_CERT_HEADER: 'Client-Cert',
      GATEWAY_SECRET: 'x'.repeat(32),
    };
    const cases = [
      [{ AUTH_BEHIND_GATEWAY: 'false' }, /^CLIENT_CERT_HEADER is set without AUTH=on and AUTH_BEHIND_GATEWAY=true\.$/],
      [{ AUTH: 'off' }, /^CLIENT_CERT_HEADER is set without AUTH=on and AUTH_BEHIND_GATEWAY=true\.$/],
      [{ GATEWAY_SECRET: '' }, /^CLIENT_CERT_HEADER is set, and GATEWAY_SECRET, .* has fewer than 32 characters\.$/],
      [{ GATEWAY_SECRET: 'x'.repeat(31) }, /^CLIENT_CERT_HEADER is set, and GATEWAY_SECRET, .* has fewer than 32/],
      [{ CLIENT_CERT_HEADER: 'Client Cert' }, /^CLIENT_CERT_HEADER is "Client Cert" and must be a name like/],
      [{ CLIENT_CERT_ISSUERS: join(folder, 'missing') }, /^CLIENT_CERT_ISSUERS names .* which cannot be read/],
      [{ CLIENT_CERT_ISSUERS: databaseUrlFile }, /^CLIENT_CERT_ISSUERS names .* which has no certificate in PEM\.$/],
    ] as const;
    for (const [change, sentence] of cases) {
      const api = spawnProcess('api', {
        environment: { DATABASE_URL_FILE: databaseUrlFile, DATA_DIR: folder, ...complete, ...change },
      });
      expect(await api.exited, JSON.stringify(change)).toBe(1);
      await api.drained;
      expect(api.output().trim()).toMatch(sentence);
    }
  });

  test('an api starts with AUTH=on, and with AUTH=off behind a gateway', async () => {
    for (const choice of [{ AUTH: 'on' }, { AUTH: 'off', AUTH_BEHIND_GATEWAY: 'true' }]) {
      const environment = { HOST: '0.0.0.0', DATABASE_URL_FILE: databaseUrlFile, ...choice };
      const api = await startProcess('api', { environment });
      const { port } = new URL(api.url);
      const url = `http://127.0.0.1:${port}/health/live`;
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200);
      // Only on a loopback address does the name of the host tell where a request comes from.
      expect((await fetch(url, { headers: { host: 'waybill.example.org' } })).status).toBe(200);
      expect(await api.stop()).toBe(0);
    }
  });
});

test('an api takes the OpenID provider from its settings', async () => {
  const provider = await startOidcProvider();
  const api = await startProcess('api', {
    environment: {
      DATABASE_URL_FILE: databaseUrlFile,
      AUTH: 'on',
      PUBLIC_URL: 'https://waybill.example.org',
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: audience,
      OIDC_CLIENT_ID: 'console',
    },
  });
  const begun = await fetch(`${api.url}/api/v2/session/oidc`, { redirect: 'manual' });
  const location = new URL(begun.headers.get('location') ?? '');
  expect(location.href).toStartWith(`${provider.issuer}/authorize?`);
  expect(location.searchParams.get('redirect_uri')).toStartWith('https://waybill.example.org/api/v2/session/oidc/');
  expect(await (await fetch(`${api.url}/console`)).text()).toContain(
    `<meta name="sign-in-provider" content="${new URL(provider.issuer).host}">`,
  );
  expect(await api.stop()).toBe(0);
  await provider.stop();
});

test('on a loopback address, an api needs no setting, and serves this machine and its PUBLIC_URL only', async () => {
  const api = await startProcess('api', {
    environment: {
      DATABASE_URL_FILE: databaseUrlFile,
      PUBLIC_URL: 'https://waybill.example.org/base',
      ALLOWED_ORIGINS: 'https://portal.example.org',
    },
  });
  const status = async (headers: Record<string, string>, method = 'GET') =>
    (await fetch(`${api.url}/api/v2/user-types`, { method, headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ host: 'evil.example' })).toBe(403);
  expect(await status({ host: 'waybill.example.org' })).toBe(200);
  expect(await status({ forwarded: 'for=192.0.2.1' })).toBe(403);
  // 400: the request is accepted and has no body.
  for (const origin of ['https://waybill.example.org', 'https://portal.example.org', api.url])
    expect(await status({ origin }, 'POST'), origin).toBe(400);
  expect(await status({ origin: 'https://evil.example' }, 'POST')).toBe(403);
  expect(await api.stop()).toBe(0);
});

test('npm start passes on its variables, whichever of them come from files', async () => {
  const started = await startProcess('start', {
    environment: { DATABASE_URL_FILE: databaseUrlFile, SAMPLE_DATA: 'false', WORKERS: '1', DATA_DIR: folder },
  });
  expect((await fetch(`${started.url}/health/ready`)).status).toBe(200);
  expect(await started.stop()).toBe(0);
});

test('a provider of tokens needs an audience', async () => {
  const environment = { AUTH: 'on', OIDC_ISSUER: 'https://login.example.org/realms/acme' };
  const api = spawnProcess('api', { environment });
  expect(await api.exited).toBe(1);
  await api.drained;
  expect(api.output()).toStartWith('OIDC_ISSUER is set without OIDC_AUDIENCE');
});
