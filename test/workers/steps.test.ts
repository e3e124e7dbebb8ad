import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { patchStep } from '../../domain/jobs/clientJobs/changeStep.ts';
import { createJob, startJob } from '../../domain/jobs/create.ts';
import { getStep } from '../../domain/jobs/read.ts';
import { resendFailed, resendStep } from '../../domain/jobs/resend.ts';
import { setRetryPolicy } from '../../domain/jobs/retries/retryPolicies.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { jobTypeHandlers } from '../../workers/handlers/index.ts';
import { StepFault } from '../../workers/runtime/handler.ts';
import { poll } from '../helpers/waits/poll.ts';
import { ended, handler, harness, type JobAnswer, options, read, startStepsForFile, worker } from './stepHarness.ts';

setDefaultTimeout(60_000);
await startStepsForFile();

describe('a managed Job', () => {
  test('is planned, executed and rolled up; planning twice creates each step once', async () => {
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
    // The end of a step removes its queue job.
    expect(await harness.services.sql`select from pgboss.job where name = 'step.test'`).toHaveLength(0);
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

  test('is closed once by two last steps that end together', async () => {
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

  test('three failed attempts make a step a dead letter, and a resend repeats it', async () => {
    let broken = true;
    let attempts = 0;
    await worker({
      TEST: handler(2, async ({ name }) => {
        if (name !== 'chunk 1' || !broken) return undefined;
        attempts += 1;
        throw new StepFault(`boom ${attempts}`, { failed: attempts, failures: [{ id: 'r', error: 'refused' }] });
      }),
    });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const failed = await poll('the Job to be FAILED', async () => {
      // Skips the backoff between the attempts.
      await harness.services
        .sql`update pgboss.job set start_after = now() where name = 'step.test' and state < 'active'`;
      const job = await read(id);
      return job.status === 'FAILED' ? job : undefined;
    });
    const step = failed.jobSteps.find(({ status }) => status === 'FAILED');
    expect(attempts).toBe(3);
    expect(step).toMatchObject({
      ...{ name: 'chunk 1', log: 'boom 3' },
      processingInfo: { attempts: 3, failed: 3, failures: [{ id: 'r', error: 'refused' }] },
    });
    const dead = () =>
      harness.services
        .sql`select from pgboss.job where name = 'step.test.dead' and data->>'stepId' = ${step?.id ?? ''}`;
    await poll('the dead letter', async () => (await dead()).length === 1);
    const other = failed.jobSteps.find(({ status }) => status === 'COMPLETED')?.id as string;
    await expect(resendStep(harness.services, other, options)).rejects.toThrow('cannot be sent again');
    broken = false;
    await resendStep(harness.services, step?.id as string, options);
    await ended(id);
    expect(await dead()).toHaveLength(0);
    await expect(resendFailed(harness.services, id, options)).rejects.toThrow('nothing to send again');
  }, 90_000);

  test('has the attempts of the retry policy of its type', async () => {
    let runs = 0;
    await worker({
      TEST: handler(1, async () => {
        runs++;
        throw new Error('boom');
      }),
    });
    const set = (policy: object) => setRetryPolicy(harness.services, 'TEST', policy, options.caller);
    await set({ attempts: 2, initialSeconds: 0 });
    const job = await ended(await startJob(harness.services, 'TEST', {}, options), 'FAILED');
    expect(job.jobSteps.map(({ status }) => status)).toEqual(['FAILED']);
    expect(runs).toBe(2);
    await set({});
  });

  test('of a type of a newer release is left to its workers, and counts no attempts', async () => {
    const { sql } = harness.services;
    await worker({}, { types: jobTypes, typeHandlers: jobTypeHandlers });
    const id = await startJob(harness.services, 'TEST', {}, options);
    const record = crypto.randomUUID();
    await sql`insert into outbox (id, queue, data)
      values (${record}, 'index.sync', ${JSON.stringify({ kind: 'Newer', ids: [record] })})`;
    const givenBack = async (count: number) => {
      // Skips the backoff between the attempts.
      await sql`update pgboss.job set start_after = now() where name in ('job.plan', 'index.sync') and state = 'created'`;
      const rows = await sql<{ retryCount: number; faults: number | null }[]>`
        select retry_count as "retryCount", (data->>'faults')::int as faults from pgboss.job
        where state = 'created' and (name = 'job.plan' and data->>'jobId' = ${id} or name = 'index.sync' and id = ${record})`;
      return rows.length === 2 && rows.every(({ retryCount, faults }) => retryCount >= count && faults === null);
    };
    await poll('it to be released more often than the limit of attempts', () => givenBack(4));
    await sql`delete from pgboss.job where name = 'index.sync' and id = ${record}`;
    const done: string[] = [];
    await worker({
      TEST: handler(20, async ({ name }) => {
        done.push(name);
        return undefined;
      }),
    });
    await poll('the newer worker to plan and do all of it', async () => {
      await sql`update pgboss.job set start_after = now() where name in ('job.plan', 'step.test') and state = 'created'`;
      return (await read(id)).status === 'COMPLETED';
    });
    expect(new Set(done).size).toBe(20);
    const [faults] = await sql<
      { faults: number }[]
    >`select sum(faults)::int as faults from job_step where job_id = ${id}`;
    expect([done.length, faults?.faults]).toEqual([20, 0]);
  });
});

describe('a Job of a client’s type', () => {
  test('has the status of its steps, and an illegal transition is rejected with both statuses', async () => {
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
