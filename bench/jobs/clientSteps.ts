import { type Database, openDatabase } from '../../db/client.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { testDefinitions } from '../../test/helpers/workerHarness.ts';
import {
  median,
  pairedRatio,
  type Running,
  runsPeer,
  startBare,
  startDatabases,
  startProcess,
} from '../helpers/servers.ts';
import { runClaimClients } from './claimClient.ts';
import { ownSteps, StepWorkers } from './ownSteps.ts';

/**
 * Empty steps that clients claim and complete over HTTP, with relay and indexing running: in batches of 100 by four clients,
 * against two workers of the service; and one at a time by 32 clients, against bare routes with one claiming and one completing
 * statement.
 *
 * bun bench/jobs/clientSteps.ts [batches|singles] [steps] [rounds]
 */
const [what = 'batches', steps = '20000', rounds = '3'] = process.argv.slice(2);
const count = Number(steps);
const STEPS_OF_JOB = 500;

const databases = await startDatabases();
const url = await databases.make('waybill');
await migrateQueues(url, testDefinitions);
const sql = openDatabase(url, { name: 'bench', max: 4 });
let types = 0;

/** Stores free steps of Jobs of a new type, and waits until they are indexed. */
async function makeSteps(api: Running): Promise<string> {
  const jobType = `BENCH_${++types}`;
  const jobSteps = Array.from({ length: STEPS_OF_JOB }, (_, index) => ({ name: String(index), status: 'NEW' }));
  for (let made = 0; made < count; made += STEPS_OF_JOB) {
    const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jobType, status: 'NEW', startDate: '2026-11-20T08:00:00Z', jobSteps }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
  await indexed(sql);
  await sql.unsafe('vacuum analyze job_step');
  return jobType;
}

async function indexed(database: Database): Promise<void> {
  await poll(
    'the steps to be indexed',
    async () =>
      (
        await database`select 1 from outbox union all
          select 1 from pgboss.job where name = 'index.sync' and state < 'completed' limit 1`
      ).length === 0,
    300_000,
  );
}

const isSingle = what === 'singles';
const load = isSingle ? { clients: 32, max: 1 } : { clients: 4, max: 100 };
const api = await startProcess('api', url, { RATE_PER_CALLER: '0' });
const worker = await startProcess('worker', url, { QUEUES: 'index.sync' });
const bare = isSingle ? await startBare(url) : undefined;
const workers = new StepWorkers(url);

async function overHttp(): Promise<number> {
  const jobType = await makeSteps(api);
  const { perSecond } = await runClaimClients({
    ...load,
    count,
    jobType,
    url: `http://127.0.0.1:${api.port}/api/v2/job-steps`,
  });
  await indexed(sql);
  return perSecond;
}

async function ofPeer(): Promise<number> {
  if (!bare) return ownSteps({ url, sql, count, workers });
  const jobType = await makeSteps(api);
  return (await runClaimClients({ ...load, count, jobType, url: `http://127.0.0.1:${bare.port}/job-steps` })).perSecond;
}

const peer: number[] = [];
const waybill: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  if (runsPeer) peer.push(await ofPeer());
  waybill.push(await overHttp());
  console.log(`round ${round + 1}: waybill ${Math.round(waybill.at(-1) ?? 0)}, peer ${Math.round(peer.at(-1) ?? 0)}`);
}
console.log(`${isSingle ? 'bare routes' : 'own workers'} ${Math.round(median(peer))} steps/s`);
console.log(`over HTTP   ${Math.round(median(waybill))} steps/s`);
console.log(`ratio       ${pairedRatio(waybill, peer)} (at least ${isSingle ? '0.5' : '0.6'})`);
await Promise.all([api.stop(), worker.stop(), bare?.stop()]);
await sql.end({ timeout: 1 });
await databases.stop();
