import { expect, setDefaultTimeout, test } from 'bun:test';
import postgres from 'postgres';
import { freePort } from '../../drivers/net/freePort.ts';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { spawnProcess, startProcess } from '../helpers/processes/process.ts';
import { testPostgresUrl } from '../helpers/servers/postgres.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** The probes of a worker. */

const database = await makeDatabaseForFile();
const port = await freePort('127.0.0.1');
const environment = { DATABASE_URL: database.url, WORKER_HEALTH_PORT: String(port) };
const worker = await startProcess('worker', { environment });
const postgresql = postgres(await testPostgresUrl(), { max: 1 });
stopAfterFile(async () => {
  await worker.stop();
  await postgresql.end();
});

const probe = async (path: string): Promise<[number, unknown]> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, answer.status === 404 ? await answer.text() : await answer.json()];
};

test('a worker says that it is alive and ready', async () => {
  expect(await probe('/health/live')).toEqual([200, { status: 'live' }]);
  expect(await probe('/health/ready')).toEqual([200, { status: 'ready' }]);
  expect(await probe('/metrics')).toEqual([404, 'A worker answers /health/live and /health/ready only.\n']);
});

test('it is alive, but not ready, while its heartbeats do not reach the database', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const becomes = (status: number) =>
    poll(`/health/ready to be ${status}`, async () => (await probe('/health/ready'))[0] === status);
  await postgresql`alter database ${postgresql(name)} allow_connections false`;
  await postgresql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  try {
    await becomes(503);
    expect(await probe('/health/live')).toEqual([200, { status: 'live' }]);
  } finally {
    await postgresql`alter database ${postgresql(name)} allow_connections true`;
  }
  await becomes(200);
});

test('a second worker on the same port does not start, and says why', async () => {
  const second = spawnProcess('worker', { environment });
  expect(await second.exited).toBe(1);
  await second.drained;
  expect(second.output()).toContain(`WORKER_HEALTH_PORT is ${port}, and another program listens there on 127.0.0.1.`);
});
