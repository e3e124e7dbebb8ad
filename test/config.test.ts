import { expect, test } from 'bun:test';
import { configurationTable, readConfig, variables } from '../app/config.ts';

test('without an environment every variable has its documented default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, dataDir: './data', workers: 2, sampleData: true });
  expect(config).toMatchObject({ maxBodyMb: 64, resultWaitSeconds: 60, requireLogTypes: false, logLevel: 'info' });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.queues).toBeUndefined();
});

test('what is set is read by its type, and an empty variable is not set', () => {
  const config = readConfig({ PORT: '8080', SAMPLE_DATA: 'False', QUEUES: 'index.sync, job.plan', WORKERS: '' });
  expect(config).toMatchObject({ port: 8080, sampleData: false, queues: ['index.sync', 'job.plan'], workers: 2 });
});

test('a schedule has five fields within their bounds', () => {
  for (const cron of ['*/15 * * * *', '0 3 1 1 7', '0,30 6-18/2 * * 1-5'])
    expect(readConfig({ DIRECTORY_SYNC_CRON: cron }).directorySyncCron).toBe(cron);
  for (const cron of ['daily', '* * * *', '60 * * * *', '0 0 0 * *', '0 24 * * *', '*/0 * * * *', '0 0 * * 8'])
    expect(() => readConfig({ DIRECTORY_SYNC_CRON: cron })).toThrow('DIRECTORY_SYNC_CRON is');
});

test('every wrong variable is named with what it held and what it may hold', () => {
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

test('a password in a wrong URL is not shown', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@db/x' })).toThrow('mysql://me:***@db/x');
});

test('each variable says what it means', () => {
  for (const { name, meaning, allowed } of Object.values(variables)) {
    expect(name).toMatch(/^[A-Z_]+$/);
    expect(meaning).toMatch(/\.$/);
    expect(allowed.length).toBeGreaterThan(5);
  }
});

test('the documented table is the one of the code', async () => {
  expect(await Bun.file(`${import.meta.dir}/../docs/configuration.md`).text()).toContain(configurationTable());
});
