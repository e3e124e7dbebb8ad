import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureIndexes } from '../../domain/search/indexes.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeFolderForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { makeEmptyDatabase, makeTestDatabase } from '../helpers/database.ts';
import { spawnProcess, startProcess } from '../helpers/processes/process.ts';
import { rolesOf } from '../helpers/servers/databaseRoles.ts';
import { processes, type RunningService, startService } from '../helpers/service.ts';
import { makeTestServices } from '../helpers/services.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(300_000);

const folder = makeFolderForFile();
// Only whoever runs the tests may enter: as root, PostgreSQL's own user may not.
mkdirSync(join(folder, 'closed'), { mode: 0o700 });
const dataDir = join(folder, 'closed', 'data');
const running: RunningService[] = [];
stopAfterFile(() => Promise.all(running.map((service) => service.stop())));

async function startOn(dataFolder: string, environment: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService({ DATA_DIR: dataFolder, SAMPLE_DATA: 'false', ...environment });
  running.push(service);
  return service;
}

const postmaster = (dataFolder: string): number =>
  Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const lives = (pid: number): boolean => processes().some((one) => one.pid === pid);

describe('npm start on one machine', () => {
  test('runs a database, an api and the workers, says where, and stops cleanly with its data kept', async () => {
    const service = await startOn(dataDir, { WORKERS: '3' });
    const output = service.process.output();
    for (const place of ['/api/v2', '/docs', '/health/ready', '/console#/mailbox', dataDir])
      expect(output).toContain(place);
    expect(service.pids('api')).toHaveLength(1);
    expect(service.pids('worker')).toHaveLength(3);
    expect(await service.get('/health/live')).toEqual({ status: 'live' });
    // With PORT=0 too an api that is started anew finds its port free: systems give away by themselves only higher ones.
    expect(Number(new URL(service.url).port)).toBeLessThan(32_768);
    expect(await service.get('/api/v2/admin/mailbox')).toEqual([]);
    const checks = { process: 'ready', database: 'ready', migrations: 'ready', search: 'ready', queue: 'ready' };
    const ready = await poll('all to be ready', () => service.get('/health/ready'));
    expect(ready).toEqual({ status: 'ready', notReady: [], missingIndexes: [], checks });

    await service.send('POST', '/api/v2/worklog-types', { code: 'KEPT', name: 'Kept' });
    const all = [...service.pids('api'), ...service.pids('worker'), postmaster(dataDir)];
    expect(await service.stop()).toBe(0);
    expect(all.filter(lives)).toEqual([]);
    expect(service.process.output()).toContain('Stopped.');

    const restarted = await startOn(dataDir);
    expect(await restarted.get('/api/v2/worklog-types/KEPT')).toMatchObject({ name: 'Kept' });
    restarted.process.signal('SIGINT');
    expect(await restarted.process.exited).toBe(0);
  });

  test('starts again what dies: a worker, the api, the database', async () => {
    const service = await startOn(dataDir);
    const killed = await service.killWorker();
    await poll('another worker', () => service.pids('worker').length === 2 && !service.pids('worker').includes(killed));

    const [api] = service.pids('api') as [number];
    process.kill(api, 'SIGKILL');
    await poll('another api', () => service.pids('api').some((pid) => pid !== api));
    await poll('the api to be ready again', () => service.get('/health/ready'), 90_000);

    const database = postmaster(dataDir);
    process.kill(database, 'SIGKILL');
    await poll('another database', () => postmaster(dataDir) !== database && lives(postmaster(dataDir)), 90_000);
    await poll('the service to be ready again', () => service.get('/health/ready'), 90_000);
    expect(await service.get('/api/v2/worklog-types/KEPT')).toMatchObject({ name: 'Kept' });
    expect(await service.stop()).toBe(0);
  });

  test('leaves nothing running when it is killed, and starts again on what it left', async () => {
    const service = await startOn(dataDir);
    const all = [...service.pids('api'), ...service.pids('worker'), postmaster(dataDir)];
    await service.process.kill();
    await poll('its processes to end', () => !all.some(lives), 90_000);

    const restarted = await startOn(dataDir);
    expect(await restarted.get('/api/v2/worklog-types/KEPT')).toMatchObject({ name: 'Kept' });

    // Everything at once, but for the database, which nobody is left to stop.
    const orphan = postmaster(dataDir);
    const keeper = processes().find(({ pid }) => pid === orphan)?.parent as number;
    // Otherwise it may see that its database is gone, and end the orphan itself.
    restarted.process.signal('SIGSTOP');
    for (const { pid, parent } of processes()) if (parent === keeper && pid !== orphan) process.kill(pid, 'SIGKILL');
    process.kill(keeper, 'SIGKILL');
    await restarted.process.kill();
    expect(lives(orphan)).toBe(true);
    const third = await startOn(dataDir);
    expect(lives(orphan)).toBe(false);
    expect(await third.get('/api/v2/worklog-types/KEPT')).toMatchObject({ name: 'Kept' });
    expect(await third.stop()).toBe(0);
  });

  test('two copies run side by side, but not on one folder', async () => {
    const [one, other] = await Promise.all([startOn(dataDir), startOn(join(folder, 'other'))]);
    expect(one.url).not.toBe(other.url);
    await other.send('POST', '/api/v2/worklog-types', { code: 'OTHER', name: 'Other' });
    expect((await fetch(`${one.url}/api/v2/worklog-types/OTHER`)).status).not.toBe(200);

    const refused = await refusal('start', { DATA_DIR: dataDir });
    expect(refused).toContain(`process ${one.process.pid} is using`);
    await Promise.all([one.stop(), other.stop()]);
  });

  test('a first start puts in sample records, and a later one does not put them in again', async () => {
    const sampled = join(folder, 'sampled');
    const service = await startOn(sampled, { SAMPLE_DATA: 'true' });
    const count = (from: RunningService) => from.get('/api/v2/worklog-types/search/count?filtering=%7B%7D');
    const first = await poll('the sample to be found', () => count(service) as Promise<number>);
    await service.stop();
    const restarted = await startOn(sampled, { SAMPLE_DATA: 'true' });
    expect(await count(restarted)).toBe(first);
    await restarted.stop();
  });
});

/** What a start that cannot succeed says: one line, and exit 1. */
async function refusal(
  word: 'start' | 'api' | 'worker' | 'migrate',
  environment: Record<string, string>,
): Promise<string> {
  const started = spawnProcess(word, { environment });
  expect(await started.exited).toBe(1);
  await started.printed('its sentence', (output) => output.endsWith('\n'));
  expect(started.output().trim().split('\n')).toHaveLength(1);
  return started.output();
}

describe('what only the operator can put right is said in one sentence', () => {
  test('a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const database = await makeTestDatabase();
    const sentence = `PORT is ${port}, and another program listens there`;
    expect(await refusal('start', { PORT: String(port), DATA_DIR: join(folder, 'never') })).toContain(sentence);
    expect(await refusal('api', { PORT: String(port), DATABASE_URL: database.url, LOG_LEVEL: 'silent' })).toContain(
      sentence,
    );
    taken.close();
    await database.drop();
  });

  test('a database that is away, or none', async () => {
    const unreachable = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/nowhere' };
    for (const word of ['start', 'api', 'worker', 'migrate'] as const) {
      const output = await refusal(word, unreachable);
      expect(output).toContain('DATABASE_URL names the database nowhere on 127.0.0.1:1');
      expect(output).not.toContain('secret');
    }
    expect(await refusal('api', { DATABASE_URL: '' })).toContain('DATABASE_URL is not set');
  });

  test('a database that becomes unavailable during the start', async () => {
    const database = await makeTestDatabase();
    const { worker: url } = await rolesOf(database.url);
    // The first connection succeeds, and no other.
    await database.sql.unsafe(`alter role "${new URL(url).username}" connection limit 1`);
    const output = await refusal('worker', { DATABASE_URL: url, LOG_LEVEL: 'silent' });
    expect(output).toStartWith('The database became unavailable while the process was starting: too many connections');
    await database.drop();
  });

  test('a bad variable, an unknown queue, a folder that cannot be made', async () => {
    expect(await refusal('start', { PORT: 'http' })).toContain('PORT is "http" and must be a whole number');
    expect(await refusal('start', { QUEUES: 'no.such' })).toContain('QUEUES names no.such');
    expect(await refusal('start', { DATA_DIR: '/proc/nothing' })).toContain('DATA_DIR is /proc/nothing');
  });

  test('missing migrations', async () => {
    const database = await makeEmptyDatabase();
    expect(await refusal('worker', { DATABASE_URL: database.url })).toContain('npm run migrate');
    const migrated = spawnProcess('migrate', { environment: { DATABASE_URL: database.url } });
    expect(await migrated.exited).toBe(0);
    const worker = await startProcess('worker', { environment: { DATABASE_URL: database.url } });
    expect(await worker.stop()).toBe(0);
    await database.drop();
  });

  test('a queue of a newer release in QUEUES is left to its workers', async () => {
    const database = await makeTestDatabase();
    const environment = { DATABASE_URL: database.url, QUEUES: 'index.sync,step.newer' };
    expect(await refusal('worker', environment)).toContain('QUEUES names step.newer');
    await database.sql`select pgboss.create_queue('step.newer', '{"policy":"standard"}')`;
    const worker = await startProcess('worker', { environment });
    expect(await worker.stop()).toBe(0);
    await database.drop();
  });
});

test('readiness says whether the Gotenberg is there, and goes on without it', async () => {
  const database = await makeTestDatabase();
  await ensureIndexes(makeTestServices(database.sql, { search: makePostgresSearch(database.sql) }));
  let status = 200;
  const paths: string[] = [];
  const gotenberg = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      paths.push(new URL(request.url).pathname);
      return new Response('{"status":"up"}', { status });
    },
  });
  const environment = { DATABASE_URL: database.url, GOTENBERG_URL: `http://127.0.0.1:${gotenberg.port}` };
  const api = await startProcess('api', { environment });
  const becomes = (browser: string) =>
    poll(`the browser to be ${browser}`, async () => {
      const response = await fetch(`${api.url}/health/ready`);
      expect([response.status, await response.json()]).toMatchObject([200, { notReady: [], checks: { browser } }]);
      return true;
    });
  await becomes('ready');
  status = 503;
  await becomes('degraded');
  status = 200;
  await becomes('ready');
  expect(new Set(paths)).toEqual(new Set(['/health']));
  await gotenberg.stop(true);
  await becomes('degraded');
  expect(await api.stop()).toBe(0);
  await database.drop();
});

test('readiness names what is not ready, liveness goes on', async () => {
  const database = await makeTestDatabase();
  await ensureIndexes(makeTestServices(database.sql, { search: makePostgresSearch(database.sql) }));
  const api = await startProcess('api', { environment: { DATABASE_URL: database.url } });
  const read = async () => {
    const response = await fetch(`${api.url}/health/ready`);
    return { code: response.status, ...((await response.json()) as { notReady: string[] }) };
  };
  // The api serves everything but searches of roles.
  const [index] = await database.sql<{ name: string }[]>`select name from search_index where kind = 'Role'`;
  await database.sql`drop table ${database.sql(`search.${index?.name}`)} cascade`;
  await poll('the missing index to be named', async () => {
    expect(await read()).toMatchObject({ code: 200, notReady: [], missingIndexes: ['roles'] });
    return true;
  });
  await database.sql`delete from pgboss.queue where name = 'index.sync'`;
  // What a busy machine does not look at in time counts as not ready too.
  await poll('the queue alone not to be ready', async () => {
    expect(await read()).toMatchObject({ code: 503, notReady: ['queue'] });
    return true;
  });
  const excluded = await fetch(`${api.url}/health/ready?exclude=search,queue`);
  expect([excluded.status, await excluded.json()]).toMatchObject([200, { checks: { queue: 'degraded' } }]);
  await database.drop();
  expect(await read()).toMatchObject({
    code: 503,
    notReady: expect.arrayContaining(['database', 'migrations', 'queue']),
  });
  expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
  expect(await api.stop()).toBe(0);
});
