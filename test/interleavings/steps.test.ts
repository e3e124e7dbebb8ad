import { setDefaultTimeout } from 'bun:test';
import { openSteps } from '../../db/queries/jobs/stepReconciliation.ts';
import { cancelJob, expireJob } from '../../domain/jobs/cancel.ts';
import { resendStep } from '../../domain/jobs/resend.ts';
import { newId } from '../../domain/records/record.ts';
import type { StepContext, WorkContext } from '../../workers/runtime/handler.ts';
import { planSteps } from '../../workers/runtime/planning.ts';
import { repairSteps } from '../../workers/runtime/stepRepair.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { claim, claimAll, end, type JobRows, jobServices, makeJob, stateOfJob, types } from './jobRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
const common = { services: jobServices, state: stateOfJob };
const lockOfJob = { name: 'the lock of the Job', replacements: [[/ for no key update/, '']] } as const;
const lockOfSteps = {
  name: 'the lock of the open steps',
  replacements: [[/(outcome is null order by id limit \$\d+) for update/, '$1']],
} as const;

type Claimed = JobRows & { readonly claimed: Awaited<ReturnType<typeof claimAll>> };

/** A Job whose steps a worker has claimed. */
async function makeClaimed(sql: typeof database.sql, options: Parameters<typeof makeJob>[1]): Promise<Claimed> {
  const rows = await makeJob(sql, options);
  return { ...rows, claimed: await claimAll(sql, rows.queueJobs) };
}

const cancel: Race<JobRows>['sides'][string] = async (services, { jobId }) => {
  await cancelJob(services, jobId, { caller });
  return 'cancelled';
};

const endOf =
  (index: number): Race<Claimed>['sides'][string] =>
  async ({ sql }, { claimed }) =>
    (await end(sql, claimed[index])) ? 'end written' : 'end discarded';

testRace<Claimed>(database, {
  ...common,
  name: 'the end of a step and the cancellation of its Job',
  prepare: (sql) => makeClaimed(sql, { steps: 1 }),
  sides: { end: endOf(0), cancel },
  outcomes: [
    'end written, cancel refused: the Job is COMPLETED, closed 1 times, with the steps COMPLETED',
    'end discarded, cancelled: the Job is FAILED, closed 1 times, with the steps FAILED',
  ],
  without: lockOfSteps,
});

testRace<Claimed>(database, {
  ...common,
  name: 'the end of a step and the deadline of its Job',
  prepare: (sql) => makeClaimed(sql, { steps: 1 }),
  sides: {
    end: endOf(0),
    reconciler: async (services, { jobId }) => {
      await expireJob(services, jobId, { caller });
      return 'looked';
    },
  },
  state: async (sql, rows) => {
    const [job] = await sql<{ cancelled: boolean }[]>`select cancelled from job where id = ${rows.jobId}`;
    return `${await stateOfJob(sql, rows)}${job?.cancelled ? ', cancelled' : ''}`;
  },
  outcomes: [
    'end written, looked: the Job is COMPLETED, closed 1 times, with the steps COMPLETED',
    'end discarded, looked: the Job is FAILED, closed 1 times, with the steps FAILED, cancelled',
  ],
  without: lockOfJob,
});

testRace<Claimed>(database, {
  ...common,
  name: 'the ends of the two last steps of a Job',
  prepare: (sql) => makeClaimed(sql, { steps: 2 }),
  sides: { first: endOf(0), second: endOf(1) },
  outcomes: ['end written, end written: the Job is COMPLETED, closed 1 times, with the steps COMPLETED and COMPLETED'],
  without: lockOfJob,
});

testRace<Claimed>(database, {
  ...common,
  name: 'the ends of the two last steps before a finish step',
  prepare: (sql) => makeClaimed(sql, { steps: 2, jobType: 'TEST_FINISH' }),
  sides: { first: endOf(0), second: endOf(1) },
  outcomes: [
    'end written, end written: the Job is IN_PROGRESS, closed 0 times, with the steps NEW and COMPLETED and COMPLETED',
  ],
  without: lockOfJob,
});

testRace<Claimed>(database, {
  ...common,
  name: 'the end of the last step and the resend of a failed one',
  async prepare(sql) {
    const rows = await makeClaimed(sql, { steps: 2 });
    await end(sql, rows.claimed[0], { fails: true });
    return rows;
  },
  sides: {
    end: endOf(1),
    resend: async (services, { claimed }) => {
      await resendStep(services, claimed[0]?.row.id ?? '', { caller });
      return 'resent';
    },
  },
  outcomes: [
    'end written, resent: the Job is IN_PROGRESS, closed 0 times, with the steps NEW and COMPLETED',
    'end written, resent: the Job is IN_PROGRESS, closed 1 times, with the steps NEW and COMPLETED',
  ],
  without: lockOfJob,
});

testRace<JobRows>(database, {
  ...common,
  name: 'the claim of a step and the cancellation of its Job',
  prepare: (sql) => makeJob(sql, { steps: 1 }),
  sides: {
    worker: async ({ sql }, { queueJobs }) => {
      const [queueJob] = queueJobs;
      const step = queueJob && (await claim(sql, queueJob));
      if (!step) return 'not claimed';
      return (await end(sql, step)) ? 'claimed, end written' : 'claimed, end discarded';
    },
    cancel,
  },
  outcomes: [
    'not claimed, cancelled: the Job is FAILED, closed 1 times, with the steps FAILED',
    'claimed, end discarded, cancelled: the Job is FAILED, closed 1 times, with the steps FAILED',
    'claimed, end written, cancel refused: the Job is COMPLETED, closed 1 times, with the steps COMPLETED',
  ],
  without: lockOfSteps,
});

const worker: Race<JobRows>['sides'][string] = async ({ sql }, { queueJobs: [queueJob] }) => {
  const step = queueJob && (await claim(sql, queueJob));
  if (!step) return 'not claimed';
  return `claim ${step.row.fence}, end ${(await end(sql, step)) ? 'written' : 'discarded'}`;
};

const completed = 'the Job is COMPLETED, closed 1 times, with the steps COMPLETED';

testRace<JobRows>(database, {
  ...common,
  name: 'two claims of one step',
  prepare: (sql) => makeJob(sql, { steps: 1, status: 'IN_PROGRESS' }),
  sides: { first: worker, second: worker },
  outcomes: [
    `claim 1, end written, not claimed: ${completed}`,
    `not claimed, claim 1, end written: ${completed}`,
    `claim 1, end discarded, claim 2, end written: ${completed}`,
    `claim 2, end written, claim 1, end discarded: ${completed}`,
  ],
  without: {
    name: 'the fence',
    replacements: [
      [/and s\.fence = input\.was_fence([\s\S]*)and s\.worker is not distinct from input\.was_worker/, '$1'],
    ],
  },
});

testRace<JobRows>(database, {
  ...common,
  name: 'the planning of a Job and its cancellation',
  prepare: (sql) => makeJob(sql, { steps: 0, planningComplete: false }),
  sides: {
    plan: async (services, { jobId }) => {
      const plan = async function* () {
        yield [{ key: 'chunk', name: 'chunk' }];
      };
      const typeHandlers = { TEST: { plan, run: async () => undefined } };
      const { signal } = new AbortController();
      await planSteps(jobId, { services, caller, types, typeHandlers, signal } as unknown as StepContext);
      return 'planned';
    },
    cancel,
  },
  outcomes: [
    'planned, cancelled: the Job is FAILED, closed 1 times, with the steps none',
    'planned, cancelled: the Job is FAILED, closed 1 times, with the steps FAILED',
  ],
  without: lockOfJob,
});

type Repaired = Claimed & { readonly workerId: string };

/** A step that was claimed by a worker, with its queue job in this state. */
async function makeBroken(sql: typeof database.sql, state: string): Promise<Repaired> {
  const rows = await makeClaimed(sql, { steps: 1 });
  const workerId = newId();
  for (const { id, queue } of rows.queueJobs)
    await sql`insert into pgboss.job (id, name, state) values (${id}, ${queue}, ${state})`;
  await sql`insert into process (id, role, host, pid, queues, started_at, seen_at, status)
    values (${workerId}, 'worker', 'test', 1, '{}', now(), now() + interval '1 hour', '{}')`;
  return { ...rows, workerId };
}

const repair: Race<Repaired>['sides'][string] = async (services, { queueJobs }) => {
  const [queueJob] = queueJobs;
  const queueOf = new Map([['TEST', queueJob?.queue ?? '']]);
  const after = '00000000-0000-0000-0000-000000000000';
  const open = await openSteps(services.sql, queueOf, { after, limit: 1_000, silentFor: 6 });
  const own = open.filter(({ queueJobId }) => queueJobId === queueJob?.id);
  const broker = { release: async () => {} };
  let isRepaired = false;
  const log = {
    warn: () => {
      isRepaired = true;
    },
  };
  await repairSteps({ services, broker, types, log } as unknown as WorkContext, own);
  return isRepaired ? 'repaired' : 'left alone';
};

testRace<Repaired>(database, {
  ...common,
  name: 'the claim of a lapsed step and its repair',
  prepare: (sql) => makeBroken(sql, 'retry'),
  sides: {
    worker: async ({ sql }, { queueJobs, workerId }) => {
      const [queueJob] = queueJobs;
      if (!queueJob) throw new Error('there is no queue job');
      // As the broker claims it.
      await sql`update pgboss.job set state = 'active' where id = ${queueJob.id}`;
      const step = await claim(sql, queueJob, workerId);
      return step && (await end(sql, step)) ? 'end written' : 'end discarded';
    },
    repair,
  },
  outcomes: [`end written, repaired: ${completed}`, `end written, left alone: ${completed}`],
  without: { name: 'the fence', replacements: [[/fence = s\.fence \+ 1/, 'fence = s.fence']] },
});

testRace<Repaired>(database, {
  ...common,
  name: 'the end of a step and the repair after the loss of its worker',
  prepare: (sql) => makeBroken(sql, 'active'),
  sides: { end: endOf(0), repair },
  outcomes: [
    `end written, left alone: ${completed}`,
    'end discarded, repaired: the Job is IN_PROGRESS, closed 0 times, with the steps NEW',
  ],
  without: {
    name: 'the comparison with the row as it was read',
    replacements: [
      [
        /s\.version = input\.version and s\.fence = input\.was_fence and s\.status = input\.was_status\s+and s\.worker is not distinct from input\.was_worker/,
        'true',
      ],
    ],
  },
});
