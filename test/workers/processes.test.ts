import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateTables } from '../../db/migrations/migrate.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { type ScriptProcess, spawnScript } from '../helpers/processes/process.ts';
import { until } from '../helpers/until.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  testDefinitions,
} from '../helpers/workerHarness.ts';

setDefaultTimeout(90_000);

let database: TestDatabase;
let harness: Harness;
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const spawned: ScriptProcess[] = [];
const options = { caller };

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
  harness = await makeHarness(database.url, engine);
});
afterEach(async () => {
  for (const { child } of spawned.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
});
afterAll(async () => {
  await harness.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function spawnWorker(url = database.url): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'helpers', 'processes', 'workerProcess.ts'), url);
  spawned.push(worker);
  await until('the worker to be ready', () => worker.output().includes('ready'));
  return worker;
}

interface JobAnswer {
  status: string;
  jobSteps: { name: string; status: string; processingInfo?: { attempts: number; pid: number } }[];
}
const read = async (id: string, { services } = harness): Promise<JobAnswer> =>
  JSON.parse(await getJob(services, id, true)) as JobAnswer;
const completed = (id: string, from = harness, limit = 60_000) =>
  until(
    'the Job to be COMPLETED',
    async () => ((await read(id, from)).status === 'COMPLETED' ? read(id, from) : undefined),
    limit,
  );

describe('a worker', () => {
  test('that is killed in the middle of a step loses it to another within 30 s', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const victim = await spawnWorker();
    const id = await startJob(harness.services, 'TEST', { count: 30, hang: ['7'], hangWhile }, options);
    await until('the step to hang', () => victim.output().includes('hanging 7'));
    // There before the loss: the 30 s are not those of its start.
    const other = await spawnWorker();
    victim.child.kill('SIGKILL');
    const killedAt = Date.now();
    rmSync(hangWhile);
    const job = await completed(id);
    expect(Date.now() - killedAt).toBeLessThan(30_000);
    const step = job.jobSteps.find(({ name }) => name === '7');
    expect(step?.processingInfo).toMatchObject({ attempts: 2, pid: other.child.pid });
    expect(job.jobSteps.filter(({ status }) => status === 'COMPLETED')).toHaveLength(30);
  });

  test('that is killed in the middle of a batch loses the whole of it', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const victim = await spawnWorker();
    const id = await startJob(harness.services, 'TEST_BATCH', { count: 100, hang: ['50'], hangWhile }, options);
    await until('the batch to hang', () => victim.output().includes('hanging 50'));
    victim.child.kill('SIGKILL');
    rmSync(hangWhile);
    await spawnWorker();
    const job = await completed(id);
    expect(job.jobSteps).toHaveLength(100);
  });

  test('that is told to stop ends what it has and exits with 0', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const worker = await spawnWorker();
    const id = await startJob(harness.services, 'TEST', { count: 2, hang: ['0', '1'], hangWhile }, options);
    await until('a step to hang', () => worker.output().includes('hanging'));
    worker.child.kill('SIGTERM');
    await until('it to take no more', async () => {
      const [row] = await database.sql<{ stopping: boolean }[]>`
        select (status::json->>'stopping')::boolean as stopping from process where pid = ${worker.child.pid}`;
      return row?.stopping;
    });
    rmSync(hangWhile);
    expect(await worker.child.exited).toBe(0);
    const { jobSteps } = await read(id);
    expect(jobSteps.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'NEW']);
    await spawnWorker();
    const job = await completed(id);
    expect(job.jobSteps.map(({ processingInfo }) => processingInfo?.attempts)).toEqual([1, 1]);
  });

  test('goes on after PostgreSQL was restarted', async () => {
    const data = join(folder, 'postgres');
    let server = await startEmbeddedPostgres({ folder: data });
    const { url } = server;
    let own: Harness | undefined;
    const workers: ScriptProcess[] = [];
    try {
      await migrateTables(url);
      await migrateQueues(url, testDefinitions);
      own = await makeHarness(url, engine);
      for (let count = 0; count < 2; count++) workers.push(await spawnWorker(url));
      const id = await startJob(own.services, 'TEST', { count: 60, pauseMs: 20 }, options);
      const done = async () => (await read(id, own)).jobSteps.filter(({ status }) => status === 'COMPLETED').length;
      await until('some steps to be done', async () => (await done()) > 5);
      await server.stop();
      server = await startEmbeddedPostgres({ folder: data });
      expect(server.url).toBe(url);
      const job = await completed(id, own, 120_000);
      expect(job.jobSteps).toHaveLength(60);
      for (const { child, output } of workers)
        expect([child.exitCode, output().includes('TypeError')]).toEqual([null, false]);
      const after = await startJob(own.services, 'TEST', { count: 3 }, options);
      await completed(after, own);
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()));
      await own?.stop();
      await server.stop();
    }
  }, 240_000);
});

describe('the relay', () => {
  test('of another process moves what one has left that died after its commit', async () => {
    // As a process leaves it that dies between its commit and its relay: committed, and nobody was woken.
    const id = crypto.randomUUID();
    await database.sql`insert into outbox (id, queue, data) values (${id}, 'step.test', '{"stepId":"none"}')`;
    await until(
      'the row to be swept',
      async () => (await database.sql`select from pgboss.job where name = 'step.test' and id = ${id}`).length === 1,
    );
  });

  test('sets a row aside that it cannot move, and moves the others', async () => {
    const [unknown, broken, good] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await database.sql`insert into outbox (id, queue, data) values
      (${unknown}, 'step.unknown', '{}'), (${broken}, 'step.test', '{"a":"\\u0000"}'), (${good}, 'step.test', '{"stepId":"none"}')`;
    harness.services.wakeRelay();
    await until(
      'the good one to be moved',
      async () => (await database.sql`select from pgboss.job where id = ${good}`).length === 1,
    );
    const aside = () => database.sql<{ id: string }[]>`select id from outbox where error is not null order by queue`;
    await until('the others to be set aside', async () => (await aside()).length === 2);
    expect((await aside()).map(({ id }) => id)).toEqual([broken, unknown]);
    // A newer process has made the queue, in a rolling deployment.
    await migrateQueues(database.url, [
      ...testDefinitions,
      { ...(testDefinitions[0] as (typeof testDefinitions)[number]), name: 'step.unknown', partition: false },
    ]);
    await until(
      'it to be moved after all',
      async () => (await database.sql`select from pgboss.job where id = ${unknown}`).length === 1,
    );
  });
});
