import { expect, setDefaultTimeout, test } from 'bun:test';
import { makeDatabaseForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { startProcess } from '../../helpers/processes/process.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(300_000);

/** Limits of claims over several processes, of which an api and a worker are killed. */

const database = await makeDatabaseForFile();
const environment = { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '6' };
await startProcess('migrate', { environment });
const [doomedApi, api, doomedWorker, worker] = await Promise.all([
  startProcess('api', { environment }),
  startProcess('api', { environment }),
  startProcess('worker', { environment }),
  startProcess('worker', { environment }),
]);
stopAfterFile(async () => {
  await Promise.all([doomedApi, api, doomedWorker, worker].map((process) => process.stop()));
});

const STEPS = 60;
const KEYS = 5;
const LIMIT = 3;
const jobType = 'BILL_RUN';

interface Claim {
  readonly token: number;
  readonly step: { readonly id: string; readonly stepData: { readonly concurrencyKey: string } };
}

async function send<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api/v2${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** The steps that clients have: from the answer to a claim until the report is sent, so that they surely run. */
const running = new Map<string, string>();
const violations: string[] = [];
let completed = 0;

function note({ step }: Claim): void {
  const key = step.stepData.concurrencyKey;
  if ([...running.values()].includes(key)) violations.push(`two steps of ${key} run`);
  running.set(step.id, key);
  if (running.size > LIMIT) violations.push(`${running.size} steps run`);
}

async function claim(url: string, name: string, max: number): Promise<readonly Claim[]> {
  const request = { jobTypes: [jobType], worker: name, max, leaseSeconds: 3_600 };
  const { claims } = await send<{ claims: Claim[] }>(url, 'POST', '/job-steps/claim', request);
  for (const one of claims) note(one);
  return claims;
}

async function complete(url: string, name: string, claims: readonly Claim[]): Promise<void> {
  for (const { step } of claims) running.delete(step.id);
  const steps = claims.map(({ step, token }) => ({ id: step.id, token }));
  if (steps.length > 0) await send(url, 'POST', '/job-steps/complete', { worker: name, steps });
  completed += steps.length;
}

/** Works until `isDone`, or until its api has gone. */
async function work(url: string, name: string, isDone: () => boolean): Promise<void> {
  try {
    while (!isDone()) await complete(url, name, await claim(url, name, 2));
  } catch (error) {
    if (url !== doomedApi.url) throw error;
  }
}

test('limits hold while clients claim from two apis, and dead processes and workers leave no running step', async () => {
  await send(api.url, 'PUT', `/admin/claim-limits/job-types/${jobType}`, { concurrency: LIMIT });
  const limitOf = async () => (await send<{ running: number }[]>(api.url, 'GET', '/admin/claim-limits'))[0];
  const { id } = await send<{ id: string }>(api.url, 'POST', '/jobs', {
    ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW' },
    jobSteps: Array.from({ length: STEPS }, (_, index) => ({
      ...{ name: `bill ${index}`, status: 'NEW', stepData: { concurrencyKey: `customer ${index % KEYS}` } },
    })),
  });
  // A worker of a client that dies with its step.
  expect(await claim(doomedApi.url, 'dead', 1)).toHaveLength(1);

  let isKilled = false;
  const isDone = () => isKilled;
  const clients = [doomedApi, api].flatMap(({ url }) => [1, 2, 3, 4].map((n) => work(url, `${url} ${n}`, isDone)));
  await poll('some steps to be completed', () => completed >= STEPS / 4);
  await Promise.all([doomedApi.kill(), doomedWorker.kill()]);
  isKilled = true;
  await Promise.all(clients);

  // All leases of those that have died end; the worker that lives returns their steps.
  await database.sql`update job_step set claimable_at = now() where job_id = ${id} and status = 'IN_PROGRESS'`;
  running.clear();
  let hasEnded = false;
  const ended = poll(
    'the Job to be COMPLETED',
    async () => {
      hasEnded = (await send<{ status: string }>(api.url, 'GET', `/jobs/${id}`)).status === 'COMPLETED';
      return hasEnded;
    },
    120_000,
  );
  await Promise.all([ended, ...[1, 2, 3, 4, 5].map((n) => work(api.url, `last ${n}`, () => hasEnded))]);
  expect(violations).toEqual([]);
  expect(await limitOf()).toMatchObject({ concurrency: LIMIT, running: 0 });
  expect(await database.sql`select step_id from claim_slot`).toHaveLength(0);
});
