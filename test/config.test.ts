import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationTable, readConfig, variables } from '../app/config.ts';

test('without an environment every variable has its documented default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, dataDir: './data', workers: 2, sampleData: true });
  expect(config).toMatchObject({ maxBodyMb: 64, resultWaitSeconds: 60, requireLogTypes: false, logLevel: 'info' });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.queues).toBeUndefined();
});

test('the limits of one document are less than the time that its caller waits', () => {
  const { layoutSeconds, browserTimeoutSeconds, officeTimeoutSeconds, resultWaitSeconds } = readConfig({});
  for (const limit of [layoutSeconds, browserTimeoutSeconds, officeTimeoutSeconds])
    expect(limit).toBeLessThan(resultWaitSeconds);
});

test('a variable is read by its type, and an empty variable counts as unset', () => {
  const config = readConfig({ PORT: '8080', SAMPLE_DATA: 'False', QUEUES: 'index.sync, job.plan', WORKERS: '' });
  expect(config).toMatchObject({ port: 8080, sampleData: false, queues: ['index.sync', 'job.plan'], workers: 2 });
});

test('a schedule has five fields within their bounds', () => {
  for (const cron of ['*/15 * * * *', '0 3 1 1 7', '0,30 6-18/2 * * 1-5'])
    expect(readConfig({ DIRECTORY_SYNC_CRON: cron }).directorySyncCron).toBe(cron);
  for (const cron of ['daily', '* * * *', '60 * * * *', '0 0 0 * *', '0 24 * * *', '*/0 * * * *', '0 0 * * 8'])
    expect(() => readConfig({ DIRECTORY_SYNC_CRON: cron })).toThrow('DIRECTORY_SYNC_CRON is');
});

test('every invalid variable is reported with its value and the allowed values', () => {
  const wrong = {
    PORT: '65536',
    WORKERS: 'two',
    SAMPLE_DATA: 'perhaps',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://a/b',
  };
  let message = '';
  try {
    readConfig(wrong);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).not.toContain('\n');
  for (const [name, value] of Object.entries(wrong))
    expect(message).toContain(`${name} is ${JSON.stringify(value)} and must be`);
  expect(message).toContain('a whole number from 0 to 65535');
  expect(message).toContain('postgres://');
});

test('a password in an invalid URL is not shown', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@db/x' })).toThrow('mysql://me:***@db/x');
});

test('of the base URLs, only that of a Gotenberg may have a user and a password', () => {
  expect(readConfig({ GOTENBERG_URL: 'http://wb:p%40ss@pdf:3000/x/' }).gotenbergUrl).toBe(
    'http://wb:p%40ss@pdf:3000/x',
  );
  expect(() => readConfig({ GOTENBERG_URL: 'pdf:3000' })).toThrow('must be a URL like http://gotenberg:3000');
  expect(() => readConfig({ PUBLIC_URL: 'https://wb:pass@example.org' })).toThrow('must be a URL like https://waybill');
});

test('a value can be in a file, which is never shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-secrets-'));
  try {
    const file = async (name: string, content: string): Promise<string> => {
      await Bun.write(join(folder, name), content);
      return join(folder, name);
    };
    const password = await file('ldap', ' correct horse\n');
    const url = await file('database', 'postgres://waybill:secret@db/waybill\n');
    expect(readConfig({ LDAP_PASSWORD_FILE: password, DATABASE_URL_FILE: url, SMTP_URL_FILE: '' })).toMatchObject({
      ldapPassword: 'correct horse',
      databaseUrl: 'postgres://waybill:secret@db/waybill',
      smtpUrl: undefined,
    });
    const secrets = {
      ...{ DATABASE_URL: 'postgres://a:b@db/c', ELASTICSEARCH_URL: 'https://a:b@search', SMTP_URL: 'smtps://a:b@mail' },
      ...{ DATABASE_API_PASSWORD: 'x', DATABASE_WORKER_PASSWORD: 'x', LDAP_PASSWORD: 'x', OIDC_CLIENT_SECRET: 'x' },
      ...{ GATEWAY_SECRET: 'x'.repeat(32), TWILIO_AUTH_TOKEN: 'x', POSTMARK_WEBHOOK_PASSWORD: 'x' },
    };
    const files = Object.entries(secrets).map(async ([name, value]) => [`${name}_FILE`, await file(name, value)]);
    expect(readConfig(Object.fromEntries(await Promise.all(files)))).toEqual(readConfig(secrets));
    // Whatever else is named like a secret must be in this list.
    const named = Object.values(variables).filter(({ name }) => /PASSWORD|SECRET|TOKEN/.test(name));
    expect(named.map(({ name }) => name).filter((name) => !Object.hasOwn(secrets, name))).toEqual([]);
    expect(readConfig({ LDAP_PASSWORD: 'set', LDAP_PASSWORD_FILE: ' ' }).ldapPassword).toBe('set');
    const rejected = (environment: Record<string, string>): string => {
      try {
        readConfig(environment);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    const missing = join(folder, 'missing');
    expect(rejected({ SMTP_URL_FILE: missing })).toBe(`SMTP_URL_FILE names ${missing}, which cannot be read (ENOENT).`);
    expect(rejected({ SMTP_URL_FILE: await file('empty', '\n') })).toContain('/empty, which is empty.');
    expect(rejected({ LDAP_PASSWORD: 'set', LDAP_PASSWORD_FILE: password })).toBe(
      'LDAP_PASSWORD and LDAP_PASSWORD_FILE are both set, and only one of them may be.',
    );
    const wrong = await file('wrong', 'mysql://me:secret@db/x');
    expect(rejected({ DATABASE_URL_FILE: wrong })).toBe(
      `DATABASE_URL_FILE names ${wrong}, whose content must be a URL that begins with postgres:// or postgresql://.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('origins, issuers and algorithms of signatures are read strictly', () => {
  const config = readConfig({
    ALLOWED_ORIGINS: 'https://portal.example.org, http://crm:8080/',
    OIDC_ISSUER: 'https://login.example.org/',
    OIDC_ALGORITHMS: 'ES256, PS512',
  });
  expect(config.allowedOrigins).toEqual(['https://portal.example.org', 'http://crm:8080']);
  // It is compared with `iss` character by character.
  expect(config.oidcIssuer).toBe('https://login.example.org/');
  expect(config.oidcAlgorithms).toEqual(['ES256', 'PS512']);
  expect(readConfig({})).toMatchObject({ oidcUserClaim: 'preferred_username', allowedOrigins: [] });
  expect(readConfig({}).oidcAlgorithms).toEqual(['RS256', 'ES256', 'EdDSA']);
  for (const [name, value] of [
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://portal.example.org/path'],
    ['ALLOWED_ORIGINS', 'null'],
    ['OIDC_ISSUER', 'login.example.org'],
    ['OIDC_ALGORITHMS', 'none'],
    ['OIDC_ALGORITHMS', 'RS256,HS256'],
    ['AUTH', 'maybe'],
  ] as const)
    expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(`${name} is`);
});

test('each variable has a description', () => {
  for (const { name, meaning, allowed } of Object.values(variables)) {
    expect(name).toMatch(/^[A-Z_]+$/);
    expect(meaning).toMatch(/\.$/);
    expect(allowed.length).toBeGreaterThan(5);
  }
});

test('the documented table equals the one of the code', async () => {
  expect(await Bun.file(`${import.meta.dir}/../docs/configuration.md`).text()).toContain(configurationTable());
});
