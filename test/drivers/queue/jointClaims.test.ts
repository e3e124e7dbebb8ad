import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startJob } from '../../../domain/jobs/create.ts';
import { type QueueDefinition, queues } from '../../../domain/queue/definitions.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { stepQueue } from '../../helpers/workerHarness.ts';
import { ended, handler, harness, options, startStepsForFile, worker } from '../../workers/stepHarness.ts';

setDefaultTimeout(60_000);
await startStepsForFile();

const planning: readonly QueueDefinition[] = Object.values(queues);

/** A step that waits in its queue: its Job was planned by a worker that claims no steps. */
async function queuedStep(jobType = 'TEST') {
  const planner = await worker({ [jobType]: handler(1, async () => undefined) }, { definitions: planning });
  const id = await startJob(harness.services, jobType, {}, options);
  const { sql } = harness.services;
  const queued = async () => {
    const [row] = await sql<{ step: string; queueJob: string }[]>`
      select s.id as step, q.id as "queueJob" from job_step s join pgboss.job q on q.id = s.queue_job_id where s.job_id = ${id}`;
    return row;
  };
  await poll('the step to be queued', async () => (await queued()) !== undefined);
  await planner.stop();
  const { step = '', queueJob = '' } = (await queued()) ?? {};
  return { id, step, queueJob };
}

const stateOf = async (queueJob: string): Promise<string> => {
  const [row] = await harness.services.sql<{ state: string }[]>`select state from pgboss.job where id = ${queueJob}`;
  return row?.state ?? 'removed';
};

/** The statement that claims queue jobs waits for a lock. */
const waits = async (): Promise<boolean> => {
  const rows = await harness.services.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%fetched as (UPDATE pgboss%'`;
  return rows.length > 0;
};

describe('the claim of a step with its queue job', () => {
  test('does not wait for a step that a cancellation has locked, and the step runs if that is undone', async () => {
    const { id, step, queueJob } = await queuedStep();
    const { sql } = harness.services;
    const cancelled = sql.begin(async (transaction) => {
      await transaction`select from job_step where id = ${step} for update`;
      await worker({ TEST: handler(1, async () => undefined) });
      await poll('the queue job to be claimed', async () => (await stateOf(queueJob)) === 'active');
      // As a cancellation does: it has the lock of the step, and the worker none that this waits for.
      await transaction`delete from pgboss.job where id = ${queueJob}`;
      throw new Error('undone');
    });
    await expect(cancelled).rejects.toThrow('undone');
    expect((await ended(id)).jobSteps).toMatchObject([{ status: 'COMPLETED', processingInfo: { attempts: 1 } }]);
  });

  test('is undone by a worker that stops meanwhile, and another runs the step', async () => {
    const { sql } = harness.services;
    await sql`insert into queue_pause (queue, paused_by) values (${stepQueue.name}, 'tester')`;
    const { id, step, queueJob } = await queuedStep();
    const [running, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stopping = await worker({
      TEST: handler(1, async () => undefined),
      TEST_BATCH: handler(1, async () => {
        running.resolve();
        await end.promise;
        return undefined;
      }),
    });
    const other = await startJob(harness.services, 'TEST_BATCH', {}, options);
    await running.promise;
    const { stopped } = await sql.begin(async (transaction) => {
      await transaction`lock table job_step in share mode`;
      await sql`delete from queue_pause where queue = ${stepQueue.name}`;
      await poll('the claim to wait', waits);
      // Before its relay stops: the queue is closed at once.
      return { stopped: stopping.worker.stop() };
    });
    const [claimed] = await poll('the step to be put back', async () => {
      const rows = await sql<{ status: string; fence: number }[]>`
        select status, fence from job_step where id = ${step} and fence > 0 and worker is null`;
      return rows.length > 0 ? rows : undefined;
    });
    expect(claimed).toMatchObject({ status: 'NEW', fence: 1 });
    end.resolve();
    await stopped;
    expect(await stateOf(queueJob)).not.toBe('active');
    await worker({ TEST: handler(1, async () => undefined) });
    expect((await ended(id)).jobSteps).toMatchObject([{ status: 'COMPLETED' }]);
    expect((await ended(other)).status).toBe('COMPLETED');
  });

  test('leaves out a step that a newer queue job carries', async () => {
    const { id, step, queueJob } = await queuedStep();
    const { sql } = harness.services;
    const newer = crypto.randomUUID();
    await sql`update job_step set queue_job_id = ${newer} where id = ${step}`;
    await worker({ TEST: handler(1, async () => undefined) });
    await poll('the old queue job to be completed', async () => (await stateOf(queueJob)) === 'completed');
    await sql`insert into pgboss.job (id, name, data) select ${newer}, name, data from pgboss.job where id = ${queueJob}`;
    expect((await ended(id)).jobSteps).toMatchObject([{ status: 'COMPLETED', processingInfo: { attempts: 1 } }]);
  });

  test('that a crash of the server has lost leaves the queue job to the worker that claims it then', async () => {
    const { id, step, queueJob } = await queuedStep();
    const { sql } = harness.services;
    const [running, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = await worker({
      TEST: handler(1, async () => {
        running.resolve();
        await end.promise;
        return undefined;
      }),
    });
    await running.promise;
    // As if the server had lost both claims, and another worker had claimed both with the same fence and attempt.
    await sql`update job_step set worker = ${crypto.randomUUID()} where id = ${step}`;
    end.resolve();
    await first.stop();
    expect(['completed', 'removed']).not.toContain(await stateOf(queueJob));
    await worker({ TEST: handler(1, async () => undefined) });
    expect((await ended(id)).jobSteps).toMatchObject([{ status: 'COMPLETED' }]);
  });

  test('leaves a job without the id of a step to its handler, and the queue continues', async () => {
    const { sql } = harness.services;
    await sql`insert into pgboss.job (name, data, priority) values (${stepQueue.name}, '{"stepId": "none"}', 9)`;
    await worker({ TEST: handler(1, async () => undefined) });
    const id = await startJob(harness.services, 'TEST', {}, options);
    expect((await ended(id)).jobSteps).toHaveLength(1);
  });
});
