import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';
import { type Accepted, countsOf, makeBulkRequests } from '../../helpers/changes/bulkRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** What bulk changes tell before their start, and after a cancel. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { startWork, read: readJob, ended, bulk, accepted } = makeBulkRequests(api);

const byName = (value: string): JsonObject => ({ filters: [{ column: 'name', operator: 'LIKE', value }] });

test('a patch that no record can have is a 400', async () => {
  const filtering = byName('x');
  const cases: [string, JsonObject, string][] = [
    ['worklog-types', { name: '' }, 'patch.name: must have 1 to 255 characters'],
    ['worklog-types', { name: null }, 'patch.name: is required'],
    ['worklog-types', { validityFrom: 'yesterday' }, 'patch.validityFrom: must be an ISO 8601 date-time'],
    ['worklog-types', { localizationData: [] }, 'patch.localizationData: must be an object by language code'],
    ['user-groups', { email: 'x' }, 'patch.email: must be an e-mail address, not "x"'],
    ['user-groups', { parentUserGroupId: 'x' }, 'patch.parentUserGroupId: type mismatch, "x" is not a UUID'],
    ['users', { status: 'ON' }, 'patch.status: must be one of ENABLE, DISABLE, not "ON"'],
  ];
  for (const [path, patch, error] of cases)
    expect((await expectErrors(bulk(path, { operation: 'PATCH', filtering, patch })))[0]).toStartWith(error);
  // Objects are merged with those of each record, and null clears a member.
  for (const patch of [{ localizationData: { cs: null } }, { icon: null }])
    expect((await bulk('worklog-types', { operation: 'PATCH', filtering, patch, dryRun: true })).status).toBe(200);
});

test('a dry run of CREATE says which records could not be created, and creates none', async () => {
  const { id } = await expectOk<TestRecord>(
    administrator.request('POST', '/worklog-types', { code: 'dry-taken', name: 'N' }),
  );
  const records = [
    { code: 'dry-1', name: 'dry' },
    { code: 'dry-taken', name: 'dry' },
    { code: 'dry-2' },
    { id, code: 'dry-3', name: 'dry' },
    { code: 'dry-4', name: 'dry', validityFrom: '2026-02-01', validityTo: '2026-01-01' },
  ];
  const change = { operation: 'CREATE', records, dryRun: true };
  const failure = (index: number, code: string, path: string, message: string) => ({
    ...{ index, error: expect.stringContaining(`${path}: ${message}`) },
    problems: [{ code, path, message }],
  });
  expect(await accepted('worklog-types', change)).toEqual({
    ...{ dryRun: true, records: 5, failed: 4 },
    failures: [
      failure(1, 'TAKEN', 'code', '"dry-taken" is taken by another WorklogType'),
      failure(2, 'REQUIRED', 'name', 'is required'),
      failure(3, 'TAKEN', 'id', `${id} is taken by another WorklogType`),
      failure(4, 'ORDER', 'validityTo', 'must not be before validityFrom'),
    ],
  } as unknown as Accepted);
  const left = await sql`select from history where code like 'dry-_'`;
  expect(left).toHaveLength(0);
  const clerk = await api.callerWith([
    { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression: [{ column: 'code', value: 'dry-1' }] },
  ]);
  const within = await accepted('worklog-types', { ...change, records: records.slice(0, 3) }, clerk);
  expect(within.failures?.map(({ index }) => index)).toEqual([1, 2]);
  const twice = [
    { code: 'dry-1', name: 'a' },
    { code: 'dry-1', name: 'b' },
  ];
  expect(await expectErrors(bulk('worklog-types', { operation: 'CREATE', records: twice }))).toEqual([
    'records[1].code: "dry-1" is given in records[0] already',
  ]);
});

test('a cancelled change has counted exactly what it has done', async () => {
  const count = 300;
  const some = Array.from({ length: count }, (_, index) => ({
    ...{ code: `cancelled-${index}`, name: 'to cancel' },
    ...(index % 3 === 0 && { icon: 'x' }),
  }));
  const made = await ended((await accepted('worklog-types', { operation: 'CREATE', records: some })).jobId);
  expect(countsOf(made).done).toBe(count);
  const filtering = byName('to cancel');
  const { jobId } = await accepted('worklog-types', { operation: 'PATCH', filtering, patch: { icon: 'x' } });
  const work = await startWork();
  const itemsOf = (state: string) =>
    sql<{ count: number }[]>`
      select count(*)::int as count from bulk_item
      where job_id = ${jobId} and case when done then 'DONE' else outcome end = ${state}`.then(
      (rows) => rows[0]?.count,
    );
  try {
    await poll('some records are changed', async () => ((await itemsOf('DONE')) ?? 0) > 5);
    await expectOk(administrator.request('POST', `/jobs/${jobId}/cancel`));
    const cancelled = countsOf(await readJob(jobId));
    const changed = async (): Promise<number | undefined> =>
      (
        await sql<{ count: number }[]>`
          select count(*)::int as count from history where code like 'cancelled-%' and change = 'UPDATED'`
      )[0]?.count;
    expect(await readJob(jobId)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' } as never);
    expect([cancelled.done, cancelled.unchanged]).toEqual([await changed(), await itemsOf('UNCHANGED')] as number[]);
    // The resend goes on where the change was cancelled.
    await expectOk(administrator.request('POST', `/admin/jobs/${jobId}/resend-failed`));
    await administrator.request('GET', `/jobs/${jobId}/events`);
    const resent = await readJob(jobId);
    expect([resent.status, await changed()]).toEqual(['COMPLETED', 200]);
    const total = countsOf(resent);
    // Planning may have been cancelled too.
    expect([total.failed, total.skipped, total.done]).toEqual([0, 0, 200]);
  } finally {
    await work.stop();
  }
});

test('a cancelled action has counted exactly the Jobs that it has cancelled', async () => {
  const startDate = new Date().toISOString();
  const count = 250;
  for (let made = 0; made < count; made += 50) {
    const jobs = Array.from({ length: 50 }, () =>
      administrator.request('POST', '/jobs', { jobType: 'SWEPT', status: 'NEW', startDate }),
    );
    await Promise.all(jobs.map((one) => expectOk(one)));
  }
  const filtering = { filters: [{ column: 'jobType', value: 'SWEPT' }] };
  const { jobId } = await accepted('jobs', { operation: 'CANCEL', filtering });
  const cancelledJobs = async (): Promise<number | undefined> =>
    (
      await sql<{ count: number }[]>`
        select count(*)::int as count from job where job_type = 'SWEPT' and status = 'FAILED'`
    )[0]?.count;
  const work = await startWork();
  try {
    await poll('some Jobs are cancelled', async () => ((await cancelledJobs()) ?? 0) > 5);
    await expectOk(administrator.request('POST', `/jobs/${jobId}/cancel`));
    // The steps that ran have ended once the worker has stopped.
  } finally {
    await work.stop();
  }
  const done = countsOf(await readJob(jobId)).done ?? 0;
  expect(done).toBe((await cancelledJobs()) ?? -1);
  expect(done).toBeLessThan(count);
});
