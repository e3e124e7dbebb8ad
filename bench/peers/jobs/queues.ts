import { type Database, openDatabase } from '../../../db/client.ts';
import { startJob } from '../../../domain/jobs/create.ts';
import { ensureIndexes } from '../../../domain/search/indexes.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { poll } from '../../../test/helpers/waits/poll.ts';
import { caller, makeHarness, testDefinitions } from '../../../test/helpers/workerHarness.ts';
import { startDatabases, startProcess } from '../../helpers/servers.ts';
import { runClaimClients } from '../../jobs/claimClient.ts';
import { StepWorkers } from '../../jobs/ownSteps.ts';
import type { Topic } from '../peer.ts';
import { bullmq } from './bullmq.ts';
import { graphileWorker } from './graphileWorker.ts';
import { pgBoss } from './pgBoss.ts';
import { river } from './river.ts';

export interface QueueEnvironment {
  /** URL of Waybill's database; others are made on its server. */
  readonly url: string;
  readonly sql: Database;
  /** Number of empty jobs of a run. */
  readonly count: number;
}

const JOBS = 20_000;
const STEPS_OF_JOB = 500;
const POSTS = 4;
const LIMIT_MS = 300_000;

/** Empty jobs, from the first insert until the last completion, with workers that already run. */
export const queues: Topic<QueueEnvironment> = {
  peers: [graphileWorker, pgBoss, bullmq, river],
  async start(part) {
    const count = Math.ceil((JOBS * part) / STEPS_OF_JOB) * STEPS_OF_JOB;
    const databases = await startDatabases();
    const url = await databases.make('waybill');
    await migrateQueues(url, testDefinitions);
    const sql = openDatabase(url, { name: 'bench', max: 4 });
    const harness = await makeHarness(url, makePostgresSearch(sql), { logLevel: 'warn', indexesRows: true });
    await ensureIndexes(harness.services);
    const workers = new StepWorkers(url);
    await workers.start('waybill');
    const api = await startProcess('api', url, { LOG_LEVEL: 'warn', RATE_PER_CALLER: '0' });
    const jobs = count.toLocaleString('en');
    let types = 0;

    /** Waits until all is indexed, so that the work of one side does not slow down the next. */
    const settled = () =>
      poll(
        'the indexing to end',
        async () =>
          (
            await sql`select 1 from outbox union all
              select 1 from pgboss.job where name = 'index.sync' and state < 'completed' limit 1`
          ).length === 0,
        LIMIT_MS,
      );

    async function steps(): Promise<number> {
      const began = Date.now();
      const id = await startJob(harness.services, 'TEST_BATCH', { count }, { caller });
      await poll(
        'the Job to be COMPLETED',
        async () => (await sql`select 1 from job where id = ${id} and status = 'COMPLETED'`).length === 1,
        LIMIT_MS,
      );
      const [row] = await sql<[{ completed: number; last: number }]>`
        select count(*)::int as completed, extract(epoch from max((doc::json->>'endDate')::timestamptz))::float8 * 1000 as last
        from job_step where job_id = ${id}`;
      if (row.completed !== count) throw new Error(`${row.completed} of ${count} steps were run`);
      await settled();
      return (count * 1_000) / (row.last - began);
    }

    async function clientSteps(): Promise<number> {
      const jobType = `BENCH_${++types}`;
      const jobSteps = Array.from({ length: STEPS_OF_JOB }, (_, index) => ({ name: String(index), status: 'NEW' }));
      const body = JSON.stringify({ jobType, status: 'NEW', startDate: '2026-11-20T08:00:00Z', jobSteps });
      let remaining = count / STEPS_OF_JOB;
      const post = async () => {
        while (remaining-- > 0) {
          const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2/jobs`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          if (answer.status !== 200) throw new Error(await answer.text());
        }
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: POSTS }, post));
      const added = (performance.now() - began) / 1_000;
      const { perSecond } = await runClaimClients({
        ...{ clients: 4, max: 100, count, jobType },
        url: `http://127.0.0.1:${api.port}/api/v2/job-steps`,
      });
      await settled();
      // Without the start of the process of the clients.
      return count / (added + count / perSecond);
    }

    return {
      environment: { url, sql, count },
      questions: [
        { what: `${jobs} empty jobs, as steps of one Job on 2 workers`, work: 'jobs', rate: steps },
        { what: `${jobs} empty jobs, as steps that 4 clients claim over HTTP by 100`, work: 'jobs', rate: clientSteps },
      ],
      stop: async () => {
        await workers.stop();
        await harness.stop();
        await api.stop();
        await sql.end({ timeout: 1 });
        await databases.stop();
      },
    };
  },
};
