import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { closeJob, createStep } from '../../domain/jobs/clientJobs/addSteps.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { claimSteps } from '../../domain/jobs/leases/claimSteps.ts';
import { lapseLeases } from '../../domain/jobs/leases/lapseLeases.ts';
import { reportSteps } from '../../domain/jobs/leases/leaseReports.ts';
import { showLeases } from '../../domain/jobs/leases/showLeases.ts';
import type { Services } from '../../domain/ports/services.ts';
import { newId } from '../../domain/records/record.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { jobServices, stateOfJob } from './jobRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();

interface Leased {
  readonly jobId: string;
  readonly jobType: string;
  /** The claims of the worker before the race. */
  readonly steps: readonly { readonly id: string; readonly token: number }[];
}

type Work = Race<Leased>['sides'][string];

interface Claim {
  readonly token: number;
  readonly step: { readonly id: string };
}

async function claimOf(services: Services, jobType: string, worker: string): Promise<Leased['steps']> {
  const { claims } = await claimSteps(services, { jobTypes: [jobType], max: 10, leaseSeconds: 86_400, worker }, caller);
  return claims.map((text) => JSON.parse(text) as Claim).map(({ step, token }) => ({ id: step.id, token }));
}

/** A client's own Job with one step. */
const makeOwnJob = (sql: Database): Promise<Leased> => makeJob(sql, { jobSteps: [{ name: 'only', status: 'NEW' }] });

/** A client's own Job whose step has ended, and that its client has not closed. */
const makeOpenJob = (sql: Database): Promise<Leased> =>
  makeJob(sql, { closed: false, jobSteps: [{ name: 'only', status: 'COMPLETED' }] });

async function makeJob(sql: Database, members: object): Promise<Leased> {
  const jobType = newId();
  const job = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW' };
  const created = await createJob(jobServices(sql), { ...job, ...members }, { caller });
  return { jobId: (JSON.parse(created) as { id: string }).id, jobType, steps: [] };
}

async function makeLeased(sql: Database): Promise<Leased> {
  const job = await makeOwnJob(sql);
  return { ...job, steps: await claimOf(jobServices(sql), job.jobType, 'worker') };
}

const claimAs =
  (worker: string): Work =>
  async (services, { jobType }) =>
    `claims ${(await claimOf(services, jobType, worker)).length}`;

const complete: Work = async (services, { steps }) => {
  // A 409 if the worker has lost the step.
  const answer = await reportSteps(services, 'complete', { worker: 'worker', steps }, caller);
  const [only] = (JSON.parse(answer) as { steps: { outcome: string }[] }).steps;
  return only?.outcome ?? 'no step';
};

const cancel: Work = async (services, { jobId }) => {
  await cancelJob(services, jobId, { caller });
  return 'cancelled';
};

const state = (sql: Database, { jobId }: Leased): Promise<string> => stateOfJob(sql, { jobId, queueJobs: [] });
const common = { services: jobServices, state };
const lockOfJob = {
  name: 'the lock of the Job',
  replacements: [[/ order by id for no key update/, ' order by id']],
} as const;

testRace<Leased>(database, {
  ...common,
  name: "two claims of the steps of a client's Job",
  prepare: makeOwnJob,
  sides: { first: claimAs('first'), second: claimAs('second') },
  outcomes: ['claims 1, claims 0', 'claims 0, claims 1'].map(
    (claims) => `${claims}: the Job is IN_PROGRESS, closed 0 times, with the steps IN_PROGRESS shown as NEW`,
  ),
  without: {
    name: 'the comparison of the status and the lease',
    replacements: [
      [/ and s\.status = 'NEW'/, ''],
      [/\(s\.claimable_at is null or s\.claimable_at <= now\(\)\)/, 'true'],
    ],
  },
});

testRace<Leased>(database, {
  ...common,
  name: 'the report of a claimed step and the cancellation of its Job',
  prepare: makeLeased,
  sides: { complete, cancel },
  outcomes: [
    'ACCEPTED, cancel refused: the Job is COMPLETED, closed 1 times, with the steps COMPLETED',
    'complete refused, cancelled: the Job is FAILED, closed 1 times, with the steps FAILED',
  ],
  without: {
    name: 'the lock of the open steps',
    replacements: [[/(outcome is null order by id limit \$\d+) for update/, '$1']],
  },
});

testRace<Leased>(database, {
  ...common,
  name: 'the report of a claimed step and the record of its claim',
  prepare: makeLeased,
  sides: {
    complete,
    show: async (services, { steps }) => {
      await showLeases(
        services,
        steps.map(({ id, token }) => ({ id, fence: token })),
        caller,
      );
      return 'shown';
    },
  },
  outcomes: ['ACCEPTED, shown: the Job is COMPLETED, closed 1 times, with the steps COMPLETED'],
  without: {
    name: 'the locks and the comparison of versions',
    replacements: [
      ...lockOfJob.replacements,
      [/ order by id for update/, ' order by id'],
      [
        /and s\.version = input\.version and s\.fence = input\.was_fence and s\.status = input\.was_status\s+and s\.worker is not distinct from input\.was_worker/,
        '',
      ],
    ],
  },
});

const addStep: Work = async (services, { jobId }) => {
  await createStep(services, { name: 'second', status: 'NEW', jobId }, { caller });
  return 'added';
};

const close: Work = async (services, { jobId }) => {
  await closeJob(services, jobId, { caller });
  return 'closed';
};

testRace<Leased>(database, {
  ...common,
  name: "a new step of a client's Job and the close of the Job",
  prepare: makeOpenJob,
  sides: { addStep, close },
  outcomes: [
    'added, closed: the Job is IN_PROGRESS, closed 0 times, with the steps COMPLETED and NEW',
    'addStep refused, closed: the Job is COMPLETED, closed 1 times, with the steps COMPLETED',
  ],
  without: lockOfJob,
});

testRace<Leased>(database, {
  ...common,
  name: 'the lapse of a lease and a new claim of its step',
  async prepare(sql) {
    const leased = await makeLeased(sql);
    await sql`update job_step set claimable_at = now() - interval '1 second' where job_id = ${leased.jobId}`;
    return leased;
  },
  // The claims of earlier orders would count as unshown, more of them the slower the machine is.
  clockReplacements: [[/now\(\) - interval '1 second' and doc/, "now() - interval '1 hour' and doc"]],
  sides: {
    reconciler: async (services) => {
      await lapseLeases(services, caller);
      return 'lapsed';
    },
    // Another reconciler, and the worker that claims the step.
    other: async (services, leased) => {
      await lapseLeases(services, caller);
      return claimAs('other')(services, leased);
    },
  },
  outcomes: [
    'lapsed, claims 1: the Job is IN_PROGRESS, closed 0 times, with the steps IN_PROGRESS shown as NEW',
    // The claim skips a row that is locked; the next one takes it.
    'lapsed, claims 0: the Job is IN_PROGRESS, closed 0 times, with the steps NEW',
  ],
  without: {
    name: 'the check of the lease',
    replacements: [[/when claimable_at > clock_timestamp\(\) then 'VALID' else 'LAPSED'/, "else 'LAPSED'"]],
  },
});
