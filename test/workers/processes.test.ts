import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateTables } from '../../db/migrations/migrate.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeHarnessForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { type ScriptProcess, spawnScript } from '../helpers/processes/process.ts';
import { poll } from '../helpers/waits/poll.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  testDefinitions,
} from '../helpers/workerHarness.ts';

setDefaultTimeout(90_000);

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const harness = await makeHarnessForFile(engine);
const { database } = harness;
stopAfterFile(() => rmSync(folder, { recursive: true, force: true }));
const spawned: ScriptProcess[] = [];
const options = { caller };

afterEach(async () => {
  for (const { child } of spawned.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
});

async function spawnWorker(url = database.url): Promise<ScriptProcess> {
  const worker = spawnScript(join(import.meta.dir, '..', 'helpers', 'processes', 'workerProcess.ts'), url);
  spawned.push(worker);
  await worker.printed('the worker to be ready', (output) => output.includes('ready'));
  return worker;
}

interface JobAnswer {
  status: string;
  jobSteps: { name: string; status: string; processingInfo?: { attempts: number; pid: number } }[];
}
const read = async (id: string, { services }: Harness = harness): Promise<JobAnswer> =>
  JSON.parse(await getJob(services, id, true)) as JobAnswer;
const completed = (id: string, from: Harness = harness, limit = 60_000) =>
  from.jobEnds.until(
    id,
    async () => ((await read(id, from)).status === 'COMPLETED' ? read(id, from) : undefined),
    limit,
  );

describe('a worker', () => {
  test('that is killed during a step is replaced by another within 30 s', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const victim = await spawnWorker();
    const id = await startJob(harness.services, 'TEST', { count: 30, hang: ['7'], hangWhile }, options);
    await victim.printed('the step to hang', (output) => output.includes('hanging 7'));
    // Started before the kill, so that the 30 s do not include its start.
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

  test('that is killed during a batch is replaced for the whole batch', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const victim = await spawnWorker();
    const id = await startJob(harness.services, 'TEST_BATCH', { count: 100, hang: ['50'], hangWhile }, options);
    await victim.printed('the batch to hang', (output) => output.includes('hanging 50'));
    victim.child.kill('SIGKILL');
    rmSync(hangWhile);
    await spawnWorker();
    const job = await completed(id);
    expect(job.jobSteps).toHaveLength(100);
  });

  test('that receives SIGTERM finishes its steps and exits with 0', async () => {
    const hangWhile = join(folder, 'hang');
    writeFileSync(hangWhile, '');
    const worker = await spawnWorker();
    const id = await startJob(harness.services, 'TEST', { count: 2, hang: ['0', '1'], hangWhile }, options);
    await worker.printed('a step to hang', (output) => output.includes('hanging'));
    worker.child.kill('SIGTERM');
    await poll('it to take no more', async () => {
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

  test('continues after a restart of PostgreSQL', async () => {
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
      await poll('some steps to be done', async () => (await done()) > 5);
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
  test('moves the rows of a process that died after its commit', async () => {
    // The state after a process died between its commit and its notification of the relay.
    const id = crypto.randomUUID();
    await database.sql`insert into outbox (id, queue, data) values (${id}, 'step.test', '{"stepId":"none"}')`;
    await poll(
      'the row to be swept',
      async () => (await database.sql`select from pgboss.job where name = 'step.test' and id = ${id}`).length === 1,
    );
  });

  test('rejects a row that it cannot move, and moves the others', async () => {
    const [unknown, broken, good] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await database.sql`insert into outbox (id, queue, data) values
      (${unknown}, 'step.unknown', '{}'), (${broken}, 'step.test', '{"a":"\\u0000"}'), (${good}, 'step.test', '{"stepId":"none"}')`;
    harness.services.wakeRelay();
    await poll(
      'the valid row to be moved',
      async () => (await database.sql`select from pgboss.job where id = ${good}`).length === 1,
    );
    const aside = () => database.sql<{ id: string }[]>`select id from outbox where error is not null order by queue`;
    await poll('the others to be set aside', async () => (await aside()).length === 2);
    expect((await aside()).map(({ id }) => id)).toEqual([broken, unknown]);
    // In a rolling deployment, a newer process creates the queue.
    await migrateQueues(database.url, [
      ...testDefinitions,
      { ...(testDefinitions[0] as (typeof testDefinitions)[number]), name: 'step.unknown', partition: false },
    ]);
    await poll(
      'the rejected row to be moved',
      async () => (await database.sql`select from pgboss.job where id = ${unknown}`).length === 1,
    );
  });
});
