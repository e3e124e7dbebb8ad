import { setDefaultTimeout } from 'bun:test';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf, type Scenario } from '../helpers/killPoints/killPoints.ts';
import { unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints } from '../helpers/killPoints/stage.ts';

/** Apis that die while workers of clients claim and report steps over HTTP. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();

interface Tour {
  readonly jobId: string;
  readonly jobType: string;
}

interface Reported {
  readonly id: string;
  readonly token: number;
}

let tours = 0;

async function prepare(survivor: DrivenProcess): Promise<Tour> {
  const jobId = crypto.randomUUID();
  const jobType = `TOUR_${++tours}`;
  const jobSteps = ['north', 'south'].map((name) => ({ name, status: 'NEW' }));
  const job = { id: jobId, jobType, startDate: '2026-11-20T09:00:00Z', status: 'NEW', jobSteps };
  const { status, text } = await survivor.request('POST', '/jobs', job);
  if (status !== 200) throw new Error(text);
  await survivor.work();
  return { jobId, jobType };
}

const worker = 'tour-1';

async function claim(process: DrivenProcess, { jobType }: Tour): Promise<Reported[]> {
  const { text } = await process.request('POST', '/job-steps/claim', { jobTypes: [jobType], worker, max: 2 });
  const { claims } = JSON.parse(text) as { claims: { token: number; step: { id: string } }[] };
  return claims.map(({ token, step: { id } }) => ({ id, token }));
}

const complete = (process: DrivenProcess, steps: readonly Reported[]) =>
  process.request('POST', '/job-steps/complete', { worker, steps });

/** Ends the leases of the tour by the clock of the database; the reconciler of a worker takes the steps then. */
async function lapse(survivor: DrivenProcess, { jobId }: Tour): Promise<void> {
  await sql`update job_step set claimable_at = now() - interval '1 second' where job_id = ${jobId} and status = 'IN_PROGRESS'`;
  await survivor.reconcile();
}

/** Each step was completed once: by its last claim, as its record says. */
async function problems(jobId: string): Promise<string[]> {
  const [job] = await sql<{ status: string }[]>`select status from job where id = ${jobId}`;
  const steps = await sql<{ status: string; isLast: boolean }[]>`
    select status, (doc::json->'processingInfo'->>'attempts')::int = fence as "isLast" from job_step where job_id = ${jobId}`;
  const expected = Array(2).fill({ status: 'COMPLETED', isLast: true });
  return [...unequal('the Job', job?.status, 'COMPLETED'), ...unequal('the steps', [...steps], expected)];
}

const drivers = driversOf({ queues: ['index.sync'] });

const claiming: Scenario<Tour> = {
  name: 'an api answers a claim of a worker',
  drivers,
  prepare,
  act: claim,
  // The answer was lost, if there was a claim: the lease returns its steps.
  repeat: lapse,
  problems: async (survivor, tour) => {
    // A process that lives has answered, also where the point comes after the answer.
    await lapse(survivor, tour);
    const { status, text } = await complete(survivor, await claim(survivor, tour));
    return [...unequal('the answer', status, 200), ...(status === 200 ? await problems(tour.jobId) : [text])];
  },
};

type Claimed = Tour & { readonly steps: readonly Reported[] };

async function prepareClaimed(survivor: DrivenProcess): Promise<Claimed> {
  const tour = await prepare(survivor);
  return { ...tour, steps: await claim(survivor, tour) };
}

const completing: Scenario<Claimed> = {
  name: 'an api answers the report of a worker',
  drivers,
  prepare: prepareClaimed,
  act: (process, { steps }) => complete(process, steps),
  // The worker repeats its report at another api.
  repeat: (survivor, { steps }) => complete(survivor, steps),
  problems: async (survivor, { jobId, steps }) => {
    const { status } = await complete(survivor, steps);
    return [...unequal('the answer to a repetition', status, 200), ...(await problems(jobId))];
  },
};

/** The reconciler closes the Job if its steps have ended; otherwise another worker gets them. */
const abandoning: Scenario<Claimed> = {
  name: 'an api answers the report of a worker that dies with it',
  drivers,
  prepare: prepareClaimed,
  act: (process, { steps }) => complete(process, steps),
  repeat: lapse,
  problems: async (survivor, tour) => {
    const steps = await claim(survivor, tour);
    if (steps.length > 0) await complete(survivor, steps);
    return problems(tour.jobId);
  },
};

testKillPoints(url, claiming);
testKillPoints(url, completing);
testKillPoints(url, abandoning);
