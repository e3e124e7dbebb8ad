import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { StepResult } from '../../workers/runtime/handler.ts';
import { until } from '../helpers/until.ts';
import {
  ended,
  handler,
  harness,
  type JobAnswer,
  options,
  read,
  recording,
  setUpSteps,
  worker,
  workers,
} from './stepHarness.ts';

setDefaultTimeout(60_000);
setUpSteps();

describe('a claimed step', () => {
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
