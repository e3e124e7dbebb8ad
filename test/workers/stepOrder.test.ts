import { expect, setDefaultTimeout, test } from 'bun:test';
import { createJob } from '../../domain/jobs/create.ts';
import { pauseJob, resumeJob } from '../../domain/jobs/steering/pause.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { poll } from '../helpers/waits/poll.ts';
import { ended, handler, harness, options, startStepsForFile, worker } from './stepHarness.ts';

setDefaultTimeout(120_000);
await startStepsForFile();

async function start(priority: number): Promise<string> {
  const job = { jobType: 'TEST', startDate: new Date().toISOString(), status: 'NEW', priority };
  return parseStored<{ id: string }>(await createJob(harness.services, job, options)).id;
}

/** Waits until so many steps are in their queue. */
const queued = (count: number): Promise<boolean> =>
  poll(`${count} steps in the queue`, async () => {
    const [row] = await harness.services.sql<{ count: number }[]>`
      select count(*)::int as count from pgboss.job where name = 'step.test' and state = 'created'`;
    return row?.count === count;
  });

test('workers run the steps of Jobs of a greater priority first', async () => {
  const planner = await worker({ TEST: handler(3, async () => undefined) }, { queues: ['job.plan'] });
  const jobs = [await start(-1), await start(0)];
  await queued(6);
  jobs.push(await start(1));
  await queued(9);
  await planner.stop();
  const done: string[] = [];
  const run = async ({ job }: { job: { id: string } }): Promise<undefined> => {
    done.push(job.id);
  };
  await worker({ TEST: handler(3, run) }, { queues: ['step.test'] });
  for (const id of jobs) await ended(id);
  const [low = '', normal = '', high = ''] = jobs;
  expect(done).toEqual([high, high, high, normal, normal, normal, low, low, low]);
});

test('workers run no step of a paused Job, whether its steps wait or are planned meanwhile', async () => {
  const planner = await worker({ TEST: handler(3, async () => undefined) }, { queues: ['job.plan'] });
  const waiting = await start(1);
  await queued(3);
  await pauseJob(harness.services, waiting, options);
  const unplanned = await start(1);
  await pauseJob(harness.services, unplanned, options);
  const other = await start(0);
  await queued(9);
  await planner.stop();
  const done: string[] = [];
  const run = async ({ job }: { job: { id: string } }): Promise<undefined> => {
    done.push(job.id);
  };
  await worker({ TEST: handler(3, run) }, { queues: ['step.test'] });
  await ended(other);
  expect(done).toEqual([other, other, other]);
  for (const id of [waiting, unplanned]) {
    await resumeJob(harness.services, id, options);
    await ended(id);
  }
  expect(done.slice(3)).toEqual([waiting, waiting, waiting, unplanned, unplanned, unplanned]);
});

test('a step that a worker has claimed to its queue before the pause returns to the queue', async () => {
  const { sql } = harness.services;
  const planner = await worker({ TEST: handler(1, async () => undefined) }, { queues: ['job.plan'] });
  const id = await start(0);
  await queued(1);
  await planner.stop();
  // As if a worker fetched the queue job while the pause was committed.
  await pauseJob(harness.services, id, options);
  await sql`update pgboss.job set start_after = now() where name = 'step.test' and state = 'created'`;
  await worker({ TEST: handler(1, async () => undefined) }, { queues: ['step.test'] });
  await poll('the queue job to return', async () => {
    const [row] = await sql<{ returned: boolean }[]>`
      select retry_count > 0 and state = 'created' as returned from pgboss.job where name = 'step.test' and state < 'completed'`;
    return row?.returned;
  });
  await resumeJob(harness.services, id, options);
  await ended(id);
});
