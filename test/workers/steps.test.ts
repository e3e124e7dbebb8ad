import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { patchStep } from '../../domain/jobs/changeStep.ts';
import { createJob, startJob } from '../../domain/jobs/create.ts';
import { getJob, getStep } from '../../domain/jobs/read.ts';
import { resendFailed, resendStep } from '../../domain/jobs/resend.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { jobTypeHandlers } from '../../workers/handlers/index.ts';
import {
  type JobTypeHandler,
  type RunningStep,
  type StepContext,
  StepFault,
  type StepResult,
} from '../../workers/runtime/handler.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

let database: TestDatabase;
let harness: Harness;
const recording = new RecordingEngine();
const engine = engineOf(recording, SearchUnavailable);
const workers: TestWorker[] = [];
const options = { caller };

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
  harness = await makeHarness(database.url, engine);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await harness.stop();
  await database.drop();
});

const planOf = (count: number): JobTypeHandler['plan'] =>
  async function* () {
    for (let from = 0; from < count; from += 100) {
      const size = Math.min(100, count - from);
      yield Array.from({ length: size }, (_, index) => ({
        key: `chunk ${from + index}`,
        name: `chunk ${from + index}`,
        chunk: [`${from + index}`],
      }));
    }
  };

function handler(
  count: number,
  run: (step: RunningStep, context: StepContext) => Promise<StepResult | undefined>,
): JobTypeHandler {
  return { plan: planOf(count), run };
}

async function worker(typeHandlers: Record<string, JobTypeHandler>, settings = {}): Promise<TestWorker> {
  const started = await startWorker(database.url, engine, typeHandlers, settings, {
    logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
  });
  workers.push(started);
  return started;
}

interface JobAnswer {
  status: string;
  endDate?: string;
  jobSteps: {
    id: string;
    name: string;
    status: string;
    log?: string;
    endDate?: string;
    processingInfo?: { attempts: number };
  }[];
}

const read = async (id: string): Promise<JobAnswer> =>
  JSON.parse(await getJob(harness.services, id, true)) as JobAnswer;
const ended = (id: string, status = 'COMPLETED', limit = 30_000) =>
  until(
    `the Job to be ${status}`,
    async () => {
      const job = await read(id);
      return job.status === status ? job : undefined;
    },
    limit,
  );

describe('a Job of ours', () => {
  test('is planned, done and rolled up; planning twice makes no step twice', async () => {
    const done: string[] = [];
    await worker({
      TEST: handler(250, async ({ name }) => {
        done.push(name);
        return { processingInfo: { indexed: 3 } };
      }),
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await harness.services
      .sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'job.plan', ${JSON.stringify({ jobId: id })})`;
    const job = await ended(id, 'COMPLETED', 60_000);
    expect(job.jobSteps).toHaveLength(250);
    expect(new Set(job.jobSteps.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
    expect(job.jobSteps[0]?.processingInfo).toMatchObject({ attempts: 1, indexed: 3 });
    expect(job.endDate).toBeString();
    expect(done.sort()).toEqual(job.jobSteps.map(({ name }) => name).sort());
  }, 120_000);

  test('closes with a last step, once', async () => {
    let finished = 0;
    await worker({
      TEST_FINISH: {
        ...handler(3, async () => undefined),
        finish: async () => {
          finished += 1;
          return { processingInfo: { swapped: true } };
        },
      },
    });
    const id = await startJob(harness.services, 'TEST_FINISH', {}, options);
    const job = await ended(id);
    expect(finished).toBe(1);
    expect(job.jobSteps.map(({ name }) => name).sort()).toEqual(['chunk 0', 'chunk 1', 'chunk 2', 'finish']);
  });

  test('two last steps that end together close it once', async () => {
    let both: () => void = () => {};
    const together = new Promise<void>((resolve) => {
      both = resolve;
    });
    let arrived = 0;
    const run = async (): Promise<undefined> => {
      arrived += 1;
      if (arrived === 2) both();
      await together;
      return undefined;
    };
    await worker({ TEST: handler(2, run) });
    await worker({ TEST: handler(2, run) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await ended(id);
    const [row] = await harness.services.sql<
      { closeCount: number }[]
    >`select close_count as "closeCount" from job where id = ${id}`;
    expect(row?.closeCount).toBe(1);
  });

  test('three faults fail a step into the dead letters, and a resend brings it back', async () => {
    let broken = true;
    let tries = 0;
    await worker({
      TEST: handler(2, async ({ name }) => {
        if (name !== 'chunk 1' || !broken) return undefined;
        tries += 1;
        throw new StepFault(`boom ${tries}`, { failed: tries, failures: [{ id: 'r', error: 'refused' }] });
      }),
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const failed = await until('the Job to be FAILED', async () => {
      // The pauses between the tries are not waited for.
      await harness.services
        .sql`update pgboss.job set start_after = now() where name = 'step.test' and state < 'active'`;
      const job = await read(id);
      return job.status === 'FAILED' ? job : undefined;
    });
    const step = failed.jobSteps.find(({ status }) => status === 'FAILED');
    expect(tries).toBe(3);
    expect(step).toMatchObject({
      ...{ name: 'chunk 1', log: 'boom 3' },
      processingInfo: { attempts: 3, failed: 3, failures: [{ id: 'r', error: 'refused' }] },
    });
    const dead = () =>
      harness.services
        .sql`select from pgboss.job where name = 'step.test.dead' and data->>'stepId' = ${step?.id ?? ''}`;
    await until('the dead letter', async () => (await dead()).length === 1);
    const other = failed.jobSteps.find(({ status }) => status === 'COMPLETED')?.id as string;
    await expect(resendStep(harness.services, other, options)).rejects.toThrow('cannot be sent again');
    broken = false;
    await resendStep(harness.services, step?.id as string, options);
    await ended(id);
    expect(await dead()).toHaveLength(0);
    await expect(resendFailed(harness.services, id, options)).rejects.toThrow('nothing to send again');
  }, 90_000);

  test('of a type that only a newer release knows is left to its workers, at no cost of tries', async () => {
    const { sql } = harness.services;
    await worker({}, { types: jobTypes, typeHandlers: jobTypeHandlers });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const record = crypto.randomUUID();
    await sql`insert into outbox (id, queue, data)
      values (${record}, 'index.sync', ${JSON.stringify({ kind: 'Newer', ids: [record] })})`;
    const givenBack = async (count: number) => {
      // The pauses between are not waited for.
      await sql`update pgboss.job set start_after = now() where name in ('job.plan', 'index.sync') and state = 'created'`;
      const rows = await sql<{ tries: number; faults: number | null }[]>`
        select retry_count as tries, (data->>'faults')::int as faults from pgboss.job
        where state = 'created' and (name = 'job.plan' and data->>'jobId' = ${id} or name = 'index.sync' and id = ${record})`;
      return rows.length === 2 && rows.every(({ tries, faults }) => tries >= count && faults === null);
    };
    await until('it to be given back more often than anything is tried', () => givenBack(4));
    await sql`delete from pgboss.job where name = 'index.sync' and id = ${record}`;
    const done: string[] = [];
    await worker({
      TEST: handler(20, async ({ name }) => {
        done.push(name);
        return undefined;
      }),
    });
    await until('the newer worker to plan and do all of it', async () => {
      await sql`update pgboss.job set start_after = now() where name in ('job.plan', 'step.test') and state = 'created'`;
      return (await read(id)).status === 'COMPLETED';
    });
    expect(new Set(done).size).toBe(20);
    const [faults] = await sql<
      { faults: number }[]
    >`select sum(faults)::int as faults from job_step where job_id = ${id}`;
    expect([done.length, faults?.faults]).toEqual([20, 0]);
  });

  test('a cancel stops what runs, fails what is open, and nothing is planned after it', async () => {
    let stopped = '';
    let planned = 0;
    await worker({
      TEST: {
        plan: async function* () {
          for (;;) {
            yield [{ key: `${planned}`, name: `chunk ${planned}` }];
            planned += 1;
            await Bun.sleep(20);
          }
        },
        run: (_step, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              stopped = String(signal.reason);
              reject(signal.reason);
            });
          }),
      },
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await until('a step to run', async () => (await read(id)).jobSteps.some(({ status }) => status === 'IN_PROGRESS'));
    const cancelled = JSON.parse(await cancelJob(harness.services, id, options)) as JobAnswer;
    expect(cancelled.status).toBe('FAILED');
    await until('the handler to be told', () => stopped);
    const before = await read(id);
    const count = planned;
    expect(new Set(before.jobSteps.map(({ status, log }) => `${status} ${log}`))).toEqual(
      new Set(['FAILED cancelled']),
    );
    await until('the planner to stop', async () => {
      const now = planned;
      await Bun.sleep(100);
      return now === planned;
    });
    expect(planned).toBeLessThanOrEqual(count + 2);
    expect((await read(id)).jobSteps).toHaveLength(before.jobSteps.length);
    await expect(cancelJob(harness.services, id, options)).rejects.toThrow('cannot be cancelled');
  });

  test('a worker that was replaced and wakes up writes nothing', async () => {
    const release = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (): Promise<StepResult> => {
      runs += 1;
      if (runs > 1) return { log: 'second' };
      first.resolve();
      await release.promise;
      return { log: 'first' };
    };
    const sleeping = await worker({ TEST: handler(1, run) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await first.promise;
    // Its row in the table of processes stops being written, as if the machine slept.
    await harness.services.sql`update job_step set worker = gen_random_uuid()::text where job_id = ${id}`;
    await worker({ TEST: handler(1, run) });
    const job = await ended(id);
    release.resolve();
    await sleeping.stop();
    workers.splice(workers.indexOf(sleeping), 1);
    expect((await read(id)).jobSteps).toEqual(job.jobSteps);
    expect(job.jobSteps[0]).toMatchObject({ log: 'second', processingInfo: { attempts: 2 } });
  });

  test('a step whose last attempt lost its heartbeat is FAILED, and the Job with it', async () => {
    const release = Promise.withResolvers<void>();
    await worker({ TEST: handler(1, () => release.promise.then(() => undefined)) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const step = await until('the step to run', async () =>
      (await read(id)).jobSteps.find(({ status }) => status === 'IN_PROGRESS'),
    );
    const job = await until('the Job to be FAILED', async () => {
      // What makes pg-boss's supervisor take the last attempt for lost: no handler is told. Again at each look, since the
      // worker is alive and renews the heartbeat.
      await harness.services
        .sql`update pgboss.job set retry_limit = retry_count, heartbeat_on = now() - interval '1 minute', heartbeat_seconds = 10
        where name = 'step.test' and data->>'stepId' = ${step.id} and state = 'active'`;
      const now = await read(id);
      return now.status === 'FAILED' ? now : undefined;
    });
    expect(job.jobSteps[0]?.log).toContain('lost');
    release.resolve();
  });

  test('an engine that is away for longer than the tries burns none', async () => {
    recording.unavailable = true;
    let seen = 0;
    await worker({
      TEST: handler(1, async () => {
        seen += 1;
        if (recording.unavailable) throw new SearchUnavailable('away');
        return undefined;
      }),
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await until('more attempts than tries', () => seen > 4);
    const [step] = await harness.services.sql<{ faults: number }[]>`select faults from job_step where job_id = ${id}`;
    expect(step?.faults).toBe(0);
    recording.unavailable = false;
    const job = await ended(id);
    const [stepId] = job.jobSteps.map(({ id: step_ }) => step_);
    // The index.sync jobs have waited as well.
    await until('the step to be indexed', () => recording.synced.includes(stepId as string));
  });

  test('a worker that is told to stop gives back what it does not end', async () => {
    const begun = Promise.withResolvers<void>();
    const stopping = await worker(
      {
        TEST: handler(1, async () => {
          begun.resolve();
          await new Promise<void>(() => {});
        }),
      },
      { drainMs: 100 },
    );
    const id = await startJob(harness.services, 'TEST', {}, options);
    await begun.promise;
    await stopping.stop();
    workers.splice(workers.indexOf(stopping), 1);
    expect((await read(id)).jobSteps[0]?.status).toBe('NEW');
    await worker({ TEST: handler(1, async () => undefined) });
    const job = await ended(id);
    expect(job.jobSteps[0]?.processingInfo?.attempts).toBe(2);
    const [row] = await harness.services.sql<{ faults: number }[]>`select faults from job_step where job_id = ${id}`;
    expect(row?.faults).toBe(0);
  });
});

describe('a Job of a client’s own type', () => {
  test('follows its steps, and an illegal transition is told by both ends', async () => {
    await worker({});
    const startDate = '2026-11-20T08:00:00.000Z';
    const made = JSON.parse(
      await createJob(
        harness.services,
        {
          jobType: 'MINE',
          status: 'NEW',
          startDate,
          jobSteps: [
            { name: 'a', status: 'NEW' },
            { name: 'b', status: 'NEW' },
          ],
        },
        options,
      ),
    ) as JobAnswer & { id: string };
    const [a, b] = made.jobSteps.map(({ id }) => id) as [string, string];
    const patch = (id: string, status: string) => patchStep(harness.services, id, { status }, options);
    await expect(patch(a, 'COMPLETED')).rejects.toMatchObject({
      errors: ['status: cannot go from NEW to COMPLETED, only to IN_PROGRESS'],
    });
    await patch(a, 'IN_PROGRESS');
    expect((await read(made.id)).status).toBe('IN_PROGRESS');
    await patch(a, 'COMPLETED');
    await patch(b, 'IN_PROGRESS');
    await patch(b, 'FAILED');
    expect((await read(made.id)).status).toBe('FAILED');
    await patch(b, 'NEW');
    expect((await read(made.id)).status).toBe('IN_PROGRESS');
    await patch(b, 'IN_PROGRESS');
    await patch(b, 'COMPLETED');
    const job = await read(made.id);
    expect(job.status).toBe('COMPLETED');
    expect(JSON.parse(await getStep(harness.services, b))).toMatchObject({
      status: 'COMPLETED',
      auditInfo: { version: 6 },
    });
  });
});
