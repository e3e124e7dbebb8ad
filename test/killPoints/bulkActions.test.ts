import { setDefaultTimeout } from 'bun:test';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf } from '../helpers/killPoints/killPoints.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints } from '../helpers/killPoints/stage.ts';

/** Workers that die while they cancel and resend Jobs by a bulk change. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();
const drivers = driversOf({ queues: ['job.plan', 'step.records', 'index.sync'] });
const JOBS = 3;

interface MadeJob {
  readonly id: string;
  readonly jobSteps: readonly { readonly id: string }[];
}

interface BulkAction {
  readonly jobId: string;
  readonly jobs: readonly MadeJob[];
  /** The Jobs whose step has failed again after it was resent. */
  readonly failedAgain: string[];
}

async function send<Answer>(process: DrivenProcess, method: string, path: string, body: object): Promise<Answer> {
  const { status, text } = await process.request(method, path, body);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as Answer;
}

async function fail(process: DrivenProcess, { jobSteps }: MadeJob): Promise<void> {
  for (const status of ['IN_PROGRESS', 'FAILED'])
    await send(process, 'PATCH', `/job-steps/${jobSteps[0]?.id}`, { status });
}

/** Makes Jobs with a step each, and starts an action on them. */
async function start(survivor: DrivenProcess, operation: 'CANCEL' | 'RESEND'): Promise<BulkAction> {
  const jobType = `BULK_${crypto.randomUUID()}`;
  const startDate = '2026-11-28T08:00:00.000Z';
  const jobs: MadeJob[] = [];
  for (let index = 0; index < JOBS; index++) {
    const job = { jobType, startDate, status: 'NEW', jobSteps: [{ name: 'only', status: 'NEW' }] };
    const made = await send<MadeJob>(survivor, 'POST', '/jobs', job);
    if (operation === 'RESEND') await fail(survivor, made);
    jobs.push(made);
  }
  await survivor.work();
  const filtering = { filters: [{ column: 'jobType', value: jobType }] };
  const { jobId } = await send<{ jobId: string }>(survivor, 'POST', '/jobs/bulk', { operation, filtering });
  return { jobId, jobs, failedAgain: [] };
}

async function statuses({ jobs }: BulkAction): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; status: string }[]>`
    select id, status from job where id = any(${jobs.map(({ id }) => id)}::uuid[])`;
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function countOfDone({ jobId }: BulkAction): Promise<number> {
  const [row] = await sql<{ done: number }[]>`
    select coalesce(sum((doc::json->'processingInfo'->>'done')::int), 0)::int as done
    from job_step where job_id = ${jobId}`;
  return row?.done ?? 0;
}

testKillPoints<BulkAction>(
  url,
  {
    name: 'a worker cancels Jobs by a bulk change that is cancelled then',
    drivers,
    prepare: (survivor) => start(survivor, 'CANCEL'),
    // A 400 if the bulk change has ended.
    repeat: (survivor, { jobId }) => survivor.request('POST', `/jobs/${jobId}/cancel`),
    problems: async ({ services }, action) => {
      const cancelled = [...(await statuses(action)).values()].filter((status) => status === 'FAILED');
      return [
        ...unequal('the count', await countOfDone(action), cancelled.length),
        ...(await indexProblems(services, ['Job', 'JobStep'])),
      ];
    },
  },
  { sample: 24 },
);

testKillPoints<BulkAction>(
  url,
  {
    name: 'a worker resends Jobs by a bulk change, and some fail again',
    drivers,
    prepare: (survivor) => start(survivor, 'RESEND'),
    repeat: async (survivor, action) => {
      const current = await statuses(action);
      for (const job of action.jobs) {
        if (current.get(job.id) !== 'NEW') continue;
        await fail(survivor, job);
        action.failedAgain.push(job.id);
      }
    },
    problems: async ({ services }, action) => {
      const current = await statuses(action);
      const expected = action.jobs.map(({ id }) => (action.failedAgain.includes(id) ? 'FAILED' : 'NEW'));
      return [
        ...unequal('the count', await countOfDone(action), JOBS),
        ...unequal(
          'the Jobs',
          action.jobs.map(({ id }) => current.get(id)),
          expected,
        ),
        ...(await indexProblems(services, ['Job', 'JobStep'])),
      ];
    },
  },
  { sample: 24 },
);
