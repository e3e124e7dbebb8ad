import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { abandonedSteps } from '../../db/queries/jobs/stepReconciliation.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { STEPS_PER_TRANSACTION } from '../../domain/jobs/transaction.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { deadLetterQueue, type RunStep } from '../../domain/queue/definitions.ts';
import { makeHandlers } from '../../workers/handlers/index.ts';
import { ClaimLost, type Handler, type StepResult } from '../../workers/runtime/handler.ts';
import { executeSteps } from '../../workers/runtime/stepExecutor.ts';
import { addPlannedSteps } from '../helpers/api/jobRequests.ts';
import { poll } from '../helpers/waits/poll.ts';
import { SignalledList } from '../helpers/waits/signal.ts';
import { stepQueue } from '../helpers/workerHarness.ts';
import {
  ended,
  handler,
  harness,
  type JobAnswer,
  options,
  read,
  recording,
  startStepsForFile,
  worker,
  workers,
} from './stepHarness.ts';

setDefaultTimeout(60_000);
await startStepsForFile();

interface QueuedStep {
  readonly step: string;
  readonly queueJob: string;
}

describe('a claimed step', () => {
  test('a cancellation stops running steps, fails open ones and ends the planning', async () => {
    const stopped = Promise.withResolvers<string>();
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
              stopped.resolve(String(signal.reason));
              reject(signal.reason);
            });
          }),
      },
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await poll('a step to run', async () => (await read(id)).jobSteps.some(({ status }) => status === 'IN_PROGRESS'));
    const cancelled = JSON.parse(await cancelJob(harness.services, id, options)) as JobAnswer;
    expect(cancelled.status).toBe('FAILED');
    await stopped.promise;
    const before = await read(id);
    const count = planned;
    expect(new Set(before.jobSteps.map(({ status, log }) => `${status} ${log}`))).toEqual(
      new Set(['FAILED cancelled']),
    );
    await poll('the planner to stop', async () => {
      const now = planned;
      await Bun.sleep(100);
      return now === planned;
    });
    expect(planned).toBeLessThanOrEqual(count + 2);
    expect((await read(id)).jobSteps).toHaveLength(before.jobSteps.length);
    await expect(cancelJob(harness.services, id, options)).rejects.toThrow('cannot be cancelled');
  });

  test('a cancellation whose process is killed after its first page is completed by a worker', async () => {
    const id = await startJob(harness.services, 'TEST', {}, options);
    const names = Array.from({ length: STEPS_PER_TRANSACTION + 1 }, (_, number) => `chunk ${number}`);
    await addPlannedSteps(harness.services.sql, id, names);
    // Called after each transaction.
    const wakeRelay = () => {
      throw new Error('killed');
    };
    await expect(cancelJob({ ...harness.services, wakeRelay }, id, options)).rejects.toThrow('killed');
    expect((await read(id)).jobSteps.filter(({ status }) => status === 'NEW')).toHaveLength(1);
    await worker({ TEST: handler(0, async () => undefined) });
    const { jobSteps } = await ended(id, 'FAILED');
    expect(new Set(jobSteps.map(({ status, log }) => `${status} ${log}`))).toEqual(new Set(['FAILED cancelled']));
  });

  test('a worker that resumes after its replacement writes nothing', async () => {
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
    // Its heartbeat stops, as if the machine slept.
    await harness.services.sql`update job_step set worker = gen_random_uuid()::text where job_id = ${id}`;
    await worker({ TEST: handler(1, run) });
    const job = await ended(id);
    release.resolve();
    await sleeping.stop();
    workers.splice(workers.indexOf(sleeping), 1);
    expect((await read(id)).jobSteps).toEqual(job.jobSteps);
    expect(job.jobSteps[0]).toMatchObject({ log: 'second', processingInfo: { attempts: 2 } });
  });

  test('a step whose batch gets no slot is put back without a fault, and runs later', async () => {
    const refused: string[] = [];
    const ran: string[] = [];
    const stepTest: Handler<RunStep> = (jobs, context, slot) => {
      if (refused.length > 0) return executeSteps(jobs, context, slot);
      refused.push(...jobs.map(({ data }) => data.stepId));
      return executeSteps(jobs, context, { ...slot, take: async () => false });
    };
    const run = async ({ id }: { readonly id: string }): Promise<undefined> => {
      ran.push(id);
    };
    await worker({ TEST: handler(2, run) }, { handlers: { ...makeHandlers(), 'step.test': stepTest } });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const { jobSteps } = await ended(id);
    expect(ran.toSorted()).toEqual(jobSteps.map(({ id }) => id).toSorted());
    const putBack = jobSteps.find(({ id }) => id === refused[0]);
    expect(putBack?.processingInfo).toMatchObject({ attempts: 2 });
    const [row] = await harness.services.sql`select sum(faults)::int as faults from job_step where job_id = ${id}`;
    expect(row).toEqual({ faults: 0 });
  });

  test('a worker that learns of its replacement by a write logs no error', async () => {
    const release = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (): Promise<undefined> => {
      runs += 1;
      if (runs > 1) return;
      first.resolve();
      await release.promise;
      throw new ClaimLost();
    };
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const replaced = await worker({ TEST: handler(1, run) }, {}, { log });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await first.promise;
    await harness.services.sql`update job_step set worker = gen_random_uuid()::text where job_id = ${id}`;
    await worker({ TEST: handler(1, run) });
    await ended(id);
    release.resolve();
    await replaced.stop();
    workers.splice(workers.indexOf(replaced), 1);
    expect(lines.filter(({ level }) => level >= (pino.levels.values['error'] ?? 0))).toEqual([]);
  });

  test('a step whose last attempt lost its heartbeat is FAILED, and the Job with it', async () => {
    const release = Promise.withResolvers<void>();
    await worker({ TEST: handler(1, () => release.promise.then(() => undefined)) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const step = await poll('the step to run', async () =>
      (await read(id)).jobSteps.find(({ status }) => status === 'IN_PROGRESS'),
    );
    const job = await poll('the Job to be FAILED', async () => {
      // Expires the last attempt for the supervisor of pg-boss, which runs no handler. Repeated at each poll, because the
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

  test('an outage of the search engine counts no attempts', async () => {
    recording.unavailable = true;
    const attempts = new SignalledList<boolean>();
    await worker({
      TEST: handler(1, async () => {
        attempts.add(recording.unavailable);
        if (recording.unavailable) throw new SearchUnavailable('unavailable');
        return undefined;
      }),
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    await attempts.until('more attempts than are allowed', () => attempts.items.length > 4);
    const [step] = await harness.services.sql<{ faults: number }[]>`select faults from job_step where job_id = ${id}`;
    expect(step?.faults).toBe(0);
    recording.unavailable = false;
    const job = await ended(id);
    const [stepId] = job.jobSteps.map(({ id: step_ }) => step_);
    // The index.sync jobs have waited too.
    await recording.changes.until('the step to be indexed', () => recording.synced.includes(stepId as string));
  });

  test('a worker that stops releases the steps that it cannot finish', async () => {
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

  test('steps that dead processes and dead letters have left are found among many others', async () => {
    const { sql } = harness.services;
    await sql`insert into queue_pause (queue, paused_by) values (${stepQueue.name}, 'test')`;
    await worker({ TEST: handler(300, async () => undefined) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const queued = async () =>
      sql<QueuedStep[]>`
        select s.id as step, q.id as "queueJob" from job_step s join pgboss.job q on q.name = ${stepQueue.name} and q.id = s.queue_job_id
        where s.job_id = ${id} order by s.id`;
    await poll('the steps to be queued', async () => (await queued()).length === 300);
    // Its reconciler would repair them.
    for (const planner of workers.splice(0)) await planner.stop();
    const [running, abandoned, dead] = (await queued()).slice(-3) as [QueuedStep, QueuedStep, QueuedStep];
    const alive = crypto.randomUUID();
    await sql`insert into process (id, role, host, pid, queues, started_at, seen_at, status)
      values (${alive}, 'worker', 'test', 1, '{}', now(), now(), '{}')`;
    for (const [{ step, queueJob }, process] of [
      [running, alive],
      [abandoned, crypto.randomUUID()],
    ] as const) {
      await sql`update job_step set status = 'IN_PROGRESS', worker = ${process} where id = ${step}`;
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '7 seconds' where id = ${queueJob}`;
    }
    await sql`update pgboss.job set state = 'failed' where id = ${dead.queueJob}`;
    await sql`insert into pgboss.job (name, data) values (${deadLetterQueue(stepQueue.name)}, ${sql.json({ stepId: dead.step })})`;
    await sql`insert into pgboss.job (name, data) values (${deadLetterQueue(stepQueue.name)}, ${sql.json({ stepId: 'none' })})`;
    const found = await abandonedSteps(sql, new Map([['TEST', stepQueue.name]]), {
      deadLetterQueues: [deadLetterQueue(stepQueue.name)],
      ...{ deadFor: 60, limit: 1_000, silentFor: 6 },
    });
    expect(found).toMatchObject([
      { id: abandoned.step, status: 'IN_PROGRESS', state: 'active', alive: false },
      { id: dead.step, status: 'NEW', state: 'failed' },
    ]);
    await sql`delete from queue_pause`;
    await cancelJob(harness.services, id, options);
  });
});
