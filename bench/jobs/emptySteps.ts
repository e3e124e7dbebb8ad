import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { ensureIndexes } from '../../domain/search/indexes.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { caller, makeHarness, testDefinitions } from '../../test/helpers/workerHarness.ts';
import { median, pairedRatio, startDatabases } from '../helpers/servers.ts';

/**
 * Empty steps of a Job on two workers, against as many empty jobs that two workers of pg-boss alone complete in batches.
 * Search indexes are updated as usual. Planning and queueing are not measured: the queue is paused until it has all
 * steps.
 *
 * bun bench/jobs/emptySteps.ts [steps] [rounds]
 */
const [count = 40_000, rounds = 3] = process.argv.slice(2).map(Number);

const databases = await startDatabases();
const url = await databases.make('waybill');
await migrateQueues(url, testDefinitions);
const sql = openDatabase(url, { name: 'bench', max: 4 });
const children: Bun.Subprocess[] = [];

async function twoWorkers(kind: string): Promise<void> {
  for (let index = 0; index < 2; index++) {
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/emptyStepsWorker.ts`, kind, url], {
      stdout: 'pipe',
      stderr: 'inherit',
    });
    children.push(child);
    const reader = (child.stdout as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    reader.releaseLock();
  }
}
async function stopWorkers(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
}

async function bare(): Promise<number> {
  const boss = new PgBoss({ connectionString: url, max: 2, migrate: false, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('bare', { partition: true });
  await boss.deleteAllJobs('bare');
  for (let from = 0; from < count; from += 1_000) {
    await boss.insert(
      'bare',
      Array.from({ length: Math.min(1_000, count - from) }, () => ({ data: { stepId: crypto.randomUUID() } })),
    );
  }
  const { table } = (await boss.getQueue('bare')) as unknown as { table: string };
  await sql.unsafe('vacuum analyze pgboss.job');
  const working = twoWorkers('bare');
  const done = async () =>
    (await sql.unsafe(`select 1 from pgboss.${table} where state < 'completed' limit 1`)).length === 0;
  const [first] = await poll('the first queue job', async () =>
    sql
      .unsafe(`select extract(epoch from min(started_on)) * 1000 as at from pgboss.${table}`)
      .then((rows) => (rows[0]?.at ? rows : undefined)),
  );
  await poll('the queue jobs to be completed', done, 300_000);
  await working;
  const [last] = await sql.unsafe(`select extract(epoch from max(completed_on)) * 1000 as at from pgboss.${table}`);
  await boss.stop({ graceful: false });
  await stopWorkers();
  return count / ((Number(last?.at) - Number(first?.at)) / 1_000);
}

async function steps(): Promise<number> {
  const harness = await makeHarness(url, makePostgresSearch(sql));
  await ensureIndexes(harness.services);
  await sql`insert into queue_pause (queue, paused_by) values ('step.batch', 'bench') on conflict do nothing`;
  await twoWorkers('waybill');
  const id = await startJob(harness.services, 'TEST_BATCH', { count }, { caller });
  await poll(
    'the steps to be planned',
    async () => (await sql`select 1 from job where id = ${id} and planning_complete`).length === 1,
    300_000,
  );
  await poll(
    'the steps to be queued',
    async () => (await sql`select 1 from outbox where queue = 'step.batch' limit 1`).length === 0,
    300_000,
  );
  await poll(
    'the steps to be indexed',
    async () =>
      (await sql`select 1 from pgboss.job where name = 'index.sync' and state < 'completed' limit 1`).length === 0,
    300_000,
  );
  await sql.unsafe('vacuum analyze job_step');
  await sql.unsafe('vacuum analyze pgboss.job');
  await sql`delete from queue_pause`;
  await poll(
    'the Job to be COMPLETED',
    async () => (await sql`select 1 from job where id = ${id} and status = 'COMPLETED'`).length === 1,
    300_000,
  );
  const [row] = await sql<{ seconds: number; n: number }[]>`
    select extract(epoch from max((doc::json->>'endDate')::timestamptz) - min((doc::json->>'startDate')::timestamptz))::float8 as seconds, count(*)::int as n
    from job_step where job_id = ${id}`;
  await harness.stop();
  await stopWorkers();
  return (row?.n ?? 0) / (row?.seconds ?? 1);
}

const peer: number[] = [];
const waybill: number[] = [];
for (let round = 0; round < rounds; round++) {
  peer.push(await bare());
  waybill.push(await steps());
}
console.log(`pg-boss ${Math.round(median(peer))} jobs/s`);
console.log(`waybill ${Math.round(median(waybill))} steps/s`);
console.log(`ratio   ${pairedRatio(waybill, peer)} (at least 0.25)`);
await sql.end({ timeout: 1 });
await databases.stop();
