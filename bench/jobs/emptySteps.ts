import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { testDefinitions } from '../../test/helpers/workerHarness.ts';
import { median, pairedRatio, runsPeer, startDatabases } from '../helpers/servers.ts';
import { ownSteps, StepWorkers } from './ownSteps.ts';

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
const workers = new StepWorkers(url);

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
  const working = workers.start('bare');
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
  await workers.stop();
  return count / ((Number(last?.at) - Number(first?.at)) / 1_000);
}

const peer: number[] = [];
const waybill: number[] = [];
for (let round = 0; round < rounds; round++) {
  if (runsPeer) peer.push(await bare());
  waybill.push(await ownSteps({ url, sql, count, workers }));
}
console.log(`pg-boss ${Math.round(median(peer))} jobs/s`);
console.log(`waybill ${Math.round(median(waybill))} steps/s`);
console.log(`ratio   ${pairedRatio(waybill, peer)} (at least 0.25)`);
await sql.end({ timeout: 1 });
await databases.stop();
