import type { Database } from '../../db/client.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { ensureIndexes } from '../../domain/search/indexes.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { caller, makeHarness } from '../../test/helpers/workerHarness.ts';

/** Processes of workers on a database. */
export class StepWorkers {
  readonly #url: string;
  readonly #children: Bun.Subprocess[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Resolves when all are ready. Those of pg-boss alone then begin at the same moment.
   *
   * @param kind `waybill`, `waiting` for steps that take 20 ms, or `bare` for pg-boss alone
   */
  async start(kind: string, count = 2): Promise<void> {
    const started: Bun.Subprocess<'pipe'>[] = [];
    for (let index = 0; index < count; index++) {
      const child = Bun.spawn([process.execPath, `${import.meta.dir}/emptyStepsWorker.ts`, kind, this.#url], {
        // As every way to start a process sets it.
        env: { MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '5000', ...process.env },
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'inherit',
      });
      this.#children.push(child);
      started.push(child);
      const reader = child.stdout.getReader();
      await reader.read();
      reader.releaseLock();
    }
    for (const { stdin } of started) {
      stdin.write('\n');
      stdin.flush();
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      child.kill('SIGKILL');
      await child.exited;
    }
  }
}

interface OwnSteps {
  readonly url: string;
  readonly sql: Database;
  readonly count: number;
  readonly workers: StepWorkers;
  /** What the workers run, and how many there are; two with empty steps by default. */
  readonly kind?: 'waybill' | 'waiting';
  readonly workerCount?: number;
  /** Steps of a first Job, which is not measured: new processes run code that is not compiled, and have no cached plans. */
  readonly warmUp?: number;
  /** The queue claims batches by default. */
  readonly of?: { readonly jobType: 'TEST' | 'TEST_BATCH'; readonly queue: 'step.test' | 'step.batch' };
}

const batches = { jobType: 'TEST_BATCH', queue: 'step.batch' } as const;
const LIMIT_MS = 300_000;

/** Runs steps of one Job on workers of the service, and returns the steps per second. */
export async function ownSteps(options: OwnSteps): Promise<number> {
  const { url, sql, count, workers, kind = 'waybill', workerCount = 2, warmUp = 0, of = batches } = options;
  const harness = await makeHarness(url, makePostgresSearch(sql), { indexesRows: true });
  await ensureIndexes(harness.services);
  await pause(sql, of.queue);
  await workers.start(kind, workerCount);
  const run = (steps: number) =>
    runSteps(sql, of.queue, () => startJob(harness.services, of.jobType, { count: steps }, { caller }));
  if (warmUp > 0) await run(warmUp);
  const rate = await run(count);
  await harness.stop();
  await workers.stop();
  return rate;
}

const pause = (sql: Database, queue: string) =>
  sql`insert into queue_pause (queue, paused_by) values (${queue}, 'bench') on conflict do nothing`;

/**
 * Plans and queues a Job while its queue is paused. Returns the sum of the steps per second of the workers, each from its first begin to its
 * last end: the workers read once a second whether a queue is paused, and begin up to a second apart.
 */
async function runSteps(sql: Database, queue: string, start: () => Promise<string>): Promise<number> {
  await pause(sql, queue);
  // Workers read once a second whether a queue is paused.
  await Bun.sleep(2_000);
  const id = await start();
  await poll(
    'the steps to be planned',
    async () => (await sql`select 1 from job where id = ${id} and planning_complete`).length === 1,
    LIMIT_MS,
  );
  await poll(
    'the steps to be queued and indexed',
    async () =>
      (
        await sql`select 1 from outbox union all
          select 1 from pgboss.job where name = 'index.sync' and state < 'completed' limit 1`
      ).length === 0,
    LIMIT_MS,
  );
  await sql.unsafe('vacuum analyze job_step');
  await sql.unsafe('vacuum analyze pgboss.job');
  await sql`delete from queue_pause`;
  await poll(
    'the Job to be COMPLETED',
    async () => (await sql`select 1 from job where id = ${id} and status = 'COMPLETED'`).length === 1,
    LIMIT_MS,
  );
  const [row] = await sql<[{ rate: number }]>`
    with steps as (
      select doc::json->'processingInfo'->>'worker' as worker, (doc::json->>'startDate')::timestamptz as began,
        (doc::json->>'endDate')::timestamptz as ended
      from job_step where job_id = ${id})
    select sum(rate) as rate
    from (select count(*) / extract(epoch from max(ended) - min(began))::float8 as rate from steps group by worker) as of_worker`;
  return row.rate;
}
