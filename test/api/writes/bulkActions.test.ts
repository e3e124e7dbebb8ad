import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { countsOf, makeBulkRequests } from '../../helpers/changes/bulkRequests.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Actions on many records, which a worker with the database role of workers performs on behalf of a caller. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { ended, accepted, bulk } = makeBulkRequests(api);

interface TestJob {
  readonly paused?: boolean;
  readonly id: string;
  readonly status: string;
  readonly cause?: string;
  readonly jobSteps: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

async function createJob(jobType: string, steps = 1): Promise<TestJob> {
  const jobSteps = Array.from({ length: steps }, (_, index) => ({ name: `step ${index}`, status: 'NEW' }));
  const startDate = new Date().toISOString();
  return expectOk(administrator.request('POST', '/jobs', { jobType, status: 'NEW', startDate, jobSteps }));
}

const readJob = (id: string): Promise<TestJob> =>
  expectOk(administrator.request('GET', `/jobs/${id}?expand=JOB_STEPS`));

async function failSteps({ jobSteps }: TestJob): Promise<void> {
  for (const { id } of jobSteps)
    for (const status of ['IN_PROGRESS', 'FAILED'])
      await expectOk(administrator.request('PATCH', `/job-steps/${id}`, { status }));
}

const ofType = (value: string): JsonObject => ({ filters: [{ column: 'jobType', value }] });

test('all Jobs that match and are running are cancelled, but for the Job that does it', async () => {
  const [running, other] = [await createJob('SWEPT'), await createJob('OTHER')];
  const failed = await createJob('SWEPT');
  await failSteps(failed);
  const change = { operation: 'CANCEL', filtering: ofType('SWEPT') };
  expect(await accepted('jobs', { ...change, dryRun: true })).toEqual({ dryRun: true, records: 1 } as never);
  expect(await readJob(running.id)).toMatchObject({ status: 'NEW' });
  const { jobId, records } = await accepted('jobs', change);
  expect(records).toBe(1);
  expect(countsOf(await ended(jobId))).toEqual({ done: 1, unchanged: 0, skipped: 0, failed: 0 });
  expect(await readJob(running.id)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
  expect(await readJob(failed.id)).toMatchObject({ status: 'FAILED', cause: 'FAILED' });
  expect(await readJob(other.id)).toMatchObject({ status: 'NEW' });

  const everything = { filters: [{ column: 'id', operator: 'IS_NOT_NULL' }] };
  const all = await ended((await accepted('jobs', { operation: 'CANCEL', filtering: everything })).jobId);
  expect([all.status, countsOf(all).done]).toEqual(['COMPLETED', 1]);
  expect(await readJob(other.id)).toMatchObject({ cause: 'CANCELLED' });
});

test('open Jobs are paused and resumed', async () => {
  const jobs = [await createJob('HALTED'), await createJob('HALTED')];
  for (const [operation, paused] of [
    ['PAUSE', true],
    ['RESUME', undefined],
  ] as const) {
    const { jobId } = await accepted('jobs', { operation, filtering: ofType('HALTED') });
    expect(countsOf(await ended(jobId))).toEqual({ done: 2, unchanged: 0, skipped: 0, failed: 0 });
    for (const { id } of jobs) expect((await readJob(id)).paused).toBe(paused);
  }
});

test('the failed steps of Jobs, and failed steps, are resent', async () => {
  const jobs = [await createJob('RESENT', 2), await createJob('RESENT', 2)];
  for (const job of jobs) await failSteps(job);
  const { jobId } = await accepted('jobs', { operation: 'RESEND', filtering: ofType('RESENT') });
  expect(countsOf(await ended(jobId)).done).toBe(2);
  for (const { id } of jobs) {
    const { status, jobSteps } = await readJob(id);
    expect([status, jobSteps.map((step) => step.status)]).toEqual(['NEW', ['NEW', 'NEW']]);
  }
  const [first] = jobs;
  await failSteps(first as TestJob);
  const filtering = {
    filters: [
      { column: 'jobId', value: first?.id },
      { column: 'name', value: 'step 1' },
    ],
  };
  const steps = await accepted('job-steps', { operation: 'RESEND', filtering } as JsonObject);
  expect(countsOf(await ended(steps.jobId)).done).toBe(1);
  const { jobSteps } = await readJob(first?.id ?? '');
  expect(jobSteps.map(({ name, status }) => [name, status]).toSorted()).toEqual([
    ['step 0', 'FAILED'],
    ['step 1', 'NEW'],
  ]);
});

test('a record that has changed meanwhile is skipped', async () => {
  const job = await createJob('LATE');
  const { jobId } = await accepted('jobs', { operation: 'CANCEL', filtering: ofType('LATE') });
  await failSteps(job);
  expect(countsOf(await ended(jobId))).toMatchObject({ done: 0, failed: 0 });
  expect(await readJob(job.id)).toMatchObject({ cause: 'FAILED' });
});

test('notifications are cancelled and resent', async () => {
  // The worker would deliver them.
  await expectOk(administrator.request('POST', '/admin/queues/notification.email/pause'));
  await expectOk(
    administrator.request('POST', '/formatter-templates', {
      ...{ code: 'bulk', name: 'Bulk', documentType: 'EMAIL', inputType: 'HTML', content: '<p>Hello</p>' },
    }),
  );
  const id = crypto.randomUUID();
  await expectOk(
    administrator.request('POST', '/notifications', {
      ...{
        id,
        notificationTo: [{ email: 'jana@example.com' }],
        ownerType: 'Order',
        ownerId: 'bulk',
        templateCode: 'bulk',
      },
    }),
  );
  const filtering = { filters: [{ column: 'ownerId', value: 'bulk' }] };
  for (const [operation, status] of [
    ['CANCEL', 'CANCELLED'],
    ['RESEND', 'PLAN'],
  ] as const) {
    const { jobId, records } = await accepted('notifications', { operation, filtering });
    expect([records, countsOf(await ended(jobId)).done]).toEqual([1, 1]);
    expect(await expectOk<JsonObject>(administrator.request('GET', `/notifications/${id}`))).toMatchObject({ status });
  }
});

test('only records that the caller may write are changed, and a resend needs Admin too', async () => {
  const [own, foreign] = [await createJob('OWN'), await createJob('FOREIGN')];
  const clerk = await api.callerWith([
    { entityName: 'Job', accessRule: 'READ' },
    {
      entityName: 'Job',
      accessRule: 'READ_WRITE',
      expression: { filters: [{ column: 'jobType', operator: 'EQ', value: 'OWN' }] },
    },
    { entityName: 'JobStep', accessRule: 'READ_WRITE' },
  ]);
  const filtering = { filters: [{ column: 'jobType', operator: 'IN', value: 'OWN,FOREIGN' }] };
  const refused = await bulk('jobs', { operation: 'RESEND', filtering }, clerk);
  expect([refused.status, refused.errors]).toEqual([403, ['operation: RESEND of jobs needs READ_WRITE of Admin']]);
  const { jobId, records } = await accepted('jobs', { operation: 'CANCEL', filtering }, clerk);
  expect(records).toBe(1);
  expect(countsOf(await ended(jobId)).done).toBe(1);
  expect(await readJob(own.id)).toMatchObject({ cause: 'CANCELLED' });
  expect(await readJob(foreign.id)).toMatchObject({ status: 'NEW' });
});

test('what cannot be read is refused', async () => {
  const filtering = ofType('X');
  const problems = (path: string, body: JsonObject): Promise<string[]> => expectErrors(bulk(path, body));
  expect(await problems('jobs', { operation: 'DELETE', filtering })).toEqual([
    'operation: must be one of CANCEL, RESEND, PAUSE, RESUME, not "DELETE"',
  ]);
  expect(await problems('job-steps', { operation: 'CANCEL', filtering })).toEqual([
    'operation: must be one of RESEND, not "CANCEL"',
  ]);
  expect(await problems('worklog-types', { operation: 'CANCEL', filtering })).toEqual([
    'operation: must be one of CREATE, PATCH, DELETE, not "CANCEL"',
  ]);
  expect(await problems('jobs', { operation: 'CANCEL', filtering: { filters: [] } })).toEqual([
    'filtering: must have a filter or a fulltext; for all records, send a filter that all match, such as id IS_NOT_NULL',
  ]);
});
