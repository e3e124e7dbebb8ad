import { expect, setDefaultTimeout, test } from 'bun:test';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { ensureIndexes } from '../../domain/search/indexes.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeTestDatabase } from '../helpers/database.ts';
import { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { startPostgresProbe } from '../helpers/killPoints/postgresProbe.ts';
import { type KillPoint, ProcessFate } from '../helpers/killPoints/processFate.ts';
import { startProcess } from '../helpers/processes/process.ts';
import { makeTestServices } from '../helpers/services.ts';
import { JobEnds } from '../helpers/waits/jobEnd.ts';
import { poll } from '../helpers/waits/poll.ts';
import { caller, startWorker } from '../helpers/workerHarness.ts';

/** Real workers that a probe kills (-9) at statements of a step, and real workers that go on. */

setDefaultTimeout(120_000);

const TYPE = 'BROKER_SETUP';
const STEPS = 'step.maintenance';
const queues = ['job.plan', STEPS, 'index.sync'] as const;

/**
 * Statements that a worker runs for a step, with the attempts of the step after the worker was killed there. A step that takes long is
 * shown by the same statement as its end.
 */
const points = [
  ['plans a step', /^with input as materialized \( select input\.\*/, 'before', 1],
  [
    'claims a step',
    /^WITH next AS \( SELECT j\.id FROM pgboss\.job_common j WHERE j\.name = 'step\.maintenance'/,
    'after',
    2,
  ],
  ['ends a step', /^with outgoing as \( insert into outbox /, 'after', expect.any(Number)],
] as const;

async function start() {
  const database = await makeTestDatabase();
  const search = makePostgresSearch(database.sql);
  const services = makeTestServices(database.sql, { search });
  await ensureIndexes(services);
  return { ...database, search, services };
}

/** Runs a Job once in this process, and returns its statements. */
async function labels(): Promise<string[]> {
  const { url, services, drop } = await start();
  const fate = new ProcessFate();
  const probe = await startPostgresProbe(url, fate);
  const process = await DrivenProcess.start(probe.url, { queues });
  await startJob(services, TYPE, {}, { caller });
  fate.watch();
  await process.work();
  fate.ignore();
  await process.stop();
  probe.stop();
  await drop();
  return fate.passed.map(({ label }) => label);
}

const known = await labels();

/** Kills a worker at a point of a Job. Another worker ends it; returns its steps. */
async function stepsAfterKill(point: KillPoint): Promise<unknown> {
  const { url, sql, search, services, drop } = await start();
  const fate = new ProcessFate();
  const probe = await startPostgresProbe(url, fate);
  try {
    await sql`insert into queue_pause (queue, paused_by) values (${STEPS}, 'tester')`;
    const doomed = await startProcess('worker', { environment: { DATABASE_URL: probe.url, LOG_LEVEL: 'info' } });
    fate.onEnd(() => doomed.signal('SIGKILL'));
    fate.watch(point);
    const id = await startJob(services, TYPE, {}, { caller });
    // The queue opens when the step is in it: the first claim is not of nothing.
    await poll('the step to be queued', async () => {
      const queued = await sql`select from pgboss.job where name = ${STEPS}`;
      return fate.isDead || queued.length > 0;
    });
    await sql`delete from queue_pause`;
    await fate.died;
    expect(await doomed.exited).toBe(null);
    const survivor = await startWorker(url, search, {});
    try {
      return await new JobEnds(sql).until(id, async () => {
        const { status, jobSteps } = JSON.parse(await getJob(services, id, true));
        return status === 'COMPLETED' && jobSteps;
      });
    } finally {
      await survivor.stop();
    }
  } finally {
    probe.stop();
    await drop();
  }
}

for (const [what, pattern, moment, attempts] of points)
  test.concurrent(`a worker that ${what} is killed ${moment} the statement, and another one ends the Job`, async () => {
    const label = known.find((one) => pattern.test(one));
    if (label === undefined) throw new Error(`no statement of\n${known.join('\n')}`);
    const steps = await stepsAfterKill({ label, occurrence: 1, moment });
    expect(steps).toMatchObject([{ status: 'COMPLETED', processingInfo: { attempts } }]);
  });
