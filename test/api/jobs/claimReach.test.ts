import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';

setDefaultTimeout(60_000);

/** What callers with different rights get of claims that arrive together. */

const api = await startAuthenticatedApiForFile();
const jobTypes = ['NORTH', 'SOUTH', 'EAST'] as const;
type JobType = (typeof jobTypes)[number];
type Worker = Awaited<ReturnType<typeof workerOf>>;

function workerOf(jobType: JobType, stepValue?: string) {
  const steps =
    stepValue === undefined ? { fullAccess: true } : { expression: [{ column: 'status', value: stepValue }] };
  return api.callerWith([
    { entityName: 'Job', accessRule: 'READ_WRITE', expression: [{ column: 'jobType', value: jobType }] },
    { entityName: 'JobStep', accessRule: 'READ_WRITE', ...steps },
  ]);
}

const north = await workerOf('NORTH');
const south = await workerOf('SOUTH');
// A step that it has claimed would be out of its reach.
const onlyNew = await workerOf('EAST', 'NEW');

interface Claim {
  readonly job: { readonly jobType: string };
}

const claim = (worker: Worker) => worker.request('POST', '/job-steps/claim', { jobTypes: [...jobTypes], worker: 'w1' });

test('claims that arrive together get the steps in reach of their callers, and one that is refused fails alone', async () => {
  for (const jobType of jobTypes) {
    const jobSteps = Array.from({ length: 4 }, (_, index) => ({ name: `stop ${index}`, status: 'NEW' }));
    const job = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobSteps };
    await expectOk(api.administrator.request('POST', '/jobs', job));
  }
  const all = [1, 2, 3, 4].flatMap(() => [north, south, onlyNew]);
  const answers = await Promise.all(all.map(async (worker) => ({ worker, answer: await claim(worker) })));
  const claims = new Map<Worker, Claim[]>();
  for (const { worker, answer } of answers) {
    expect(answer.status, answer.text).toBe(worker === onlyNew ? 403 : 200);
    if (worker !== onlyNew)
      claims.set(worker, [...(claims.get(worker) ?? []), ...answer.json<{ claims: Claim[] }>().claims]);
  }
  for (const [worker, jobType] of [
    [north, 'NORTH'],
    [south, 'SOUTH'],
  ] as const)
    expect(claims.get(worker)?.map(({ job }) => job.jobType)).toEqual(Array.from({ length: 4 }, () => jobType));
  const [row] = await api.sql`
    select count(*)::int as "claimed" from job_step where job_type = 'EAST' and (status <> 'NEW' or fence > 0)`;
  expect(row?.claimed).toBe(0);
});
