import { setDefaultTimeout } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf } from '../helpers/killPoints/killPoints.ts';
import { startProvidersForFile } from '../helpers/killPoints/providers.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';

/** Processes that die while they end a Job for which another one waits, and while they post its end. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();
const providers = await startProvidersForFile();
const { webhooks } = providers;

interface MadeJob {
  readonly id: string;
  readonly jobSteps: readonly { readonly id: string }[];
}

async function send(process: DrivenProcess, method: string, path: string, body: object): Promise<MadeJob> {
  const { status, text } = await process.request(method, path, body);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as MadeJob;
}

/** A Job whose only step runs. */
async function makeRunning(process: DrivenProcess, members: JsonObject = {}): Promise<MadeJob> {
  const steps = { jobSteps: [{ name: 'only', status: 'IN_PROGRESS' }] };
  const job = { jobType: 'LINK', startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...steps, ...members };
  return send(process, 'POST', '/jobs', job);
}

const complete = (process: DrivenProcess, { jobSteps }: MadeJob) =>
  process.request('PATCH', `/job-steps/${jobSteps[0]?.id}`, { status: 'COMPLETED' });

const statusOf = async (id: string): Promise<string> => {
  const [row] = await sql<{ status: string }[]>`select status from job where id = ${id}`;
  return row?.status ?? 'missing';
};

interface Chain {
  readonly first: MadeJob;
  readonly setup: MadeJob;
  readonly mourning: MadeJob;
}

testKillPoints<Chain>(url, {
  name: 'a client ends the predecessor of Jobs',
  drivers: driversOf({ queues: ['job.plan', 'step.maintenance', 'index.sync'] }),
  prepare: async (survivor) => {
    const first = await makeRunning(survivor);
    const after = { jobSteps: [], after: [{ jobId: first.id }] };
    const setup = await makeRunning(survivor, { jobType: 'BROKER_SETUP', ...after });
    const mourning = await makeRunning(survivor, { jobSteps: [], after: [{ jobId: first.id, on: 'FAILED' }] });
    return { first, setup, mourning };
  },
  act: (process, { first }) => complete(process, first),
  repeat: (survivor, { first }) => complete(survivor, first),
  problems: async ({ services }, { first, setup, mourning }) => [
    ...unequal('the predecessor', await statusOf(first.id), 'COMPLETED'),
    ...unequal('the Job that waited for it', await statusOf(setup.id), 'COMPLETED'),
    ...unequal('the Job that waited for a failure', await statusOf(mourning.id), 'FAILED'),
    ...(await indexProblems(services, ['Job', 'JobStep'])),
  ],
});

testKillPoints<MadeJob>(url, {
  name: 'a worker posts the end of a Job',
  drivers: providers.drivers(['job.callback', 'index.sync']),
  prepare: async (survivor) => {
    const job = await makeRunning(survivor, { callbackUrl: webhooks.url, callbackSecret: 'secret' });
    await complete(survivor, job);
    return job;
  },
  problems: async (_survivor, { id }) => {
    const own = webhooks.received.map(({ body }) => body).filter((body) => body.includes(id));
    const [row] = await sql<{ outcome: string }[]>`
      select doc::json->'callback'->>'outcome' as outcome from job where id = ${id}`;
    return [
      ...unequal('different messages', new Set(own).size, 1),
      ...(own.length <= 2 ? [] : [`the end was posted ${own.length} times`]),
      ...unequal('the outcome', row?.outcome ?? 'none', 'DELIVERED'),
    ];
  },
});

testReachedHandlers(import.meta.file);
