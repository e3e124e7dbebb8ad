import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { jobTypeHandlers } from '../../../workers/handlers/index.ts';
import type { StepContext } from '../../../workers/runtime/handler.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';
import { type Accepted, countsOf, makeBulkRequests } from '../../helpers/changes/bulkRequests.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Changes of many records, which a worker with the database role of workers makes on behalf of a caller. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { allEnded, ended, bulk, accepted } = makeBulkRequests(api);

/** Runs the step of a record in this process, as a worker does that has taken it over. */
async function runStep(jobId: string, id: string): Promise<JsonObject> {
  const job = { id: jobId, jobType: 'BULK_CHANGE', data: {} };
  const step = { id: jobId, name: 'records', attempt: 2, chunk: [id], stepData: {}, job };
  const caller = { user: 'worker', requestId: 'r', traceId: 't' };
  const context = { services: api.services, caller, signal: new AbortController().signal } as unknown as StepContext;
  return { ...(await jobTypeHandlers.BULK_CHANGE.run(step, context))?.processingInfo };
}

const read = (code: string): Promise<TestRecord & JsonObject> =>
  expectOk(administrator.request('GET', `/worklog-types/${code}`));
const store = (code: string, more: JsonObject = {}): Promise<TestRecord> =>
  expectOk(administrator.request('POST', '/worklog-types', { code, name: code, ...more }));
const byName = (value: string): JsonObject => ({ filters: [{ column: 'name', operator: 'LIKE', value }] });

test('120 records are created, those that cannot be are named, and a resend creates them', async () => {
  await store('made-7');
  const id = crypto.randomUUID();
  const records = Array.from({ length: 120 }, (_, index) => ({
    code: `made-${index}`,
    name: 'made',
    ...(index === 3 && { id }),
  }));
  const started = await bulk('worklog-types', { operation: 'CREATE', records });
  const { jobId, ...answer } = started.json<Accepted>();
  expect([answer, started.headers.get('x-job-id')]).toEqual([{ dryRun: false, records: 120 }, jobId]);
  const job = await ended(jobId);
  expect([job.status, job.jobSteps.length, countsOf(job)]).toEqual([
    'FAILED',
    2,
    { done: 119, unchanged: 0, skipped: 0, failed: 1 },
  ]);
  const failures = job.jobSteps.flatMap(({ processingInfo }) => processingInfo.failures as JsonObject[]);
  const message = '"made-7" is taken by another WorklogType';
  const problems = [{ code: 'TAKEN', path: 'code', message }];
  expect(failures).toEqual([{ id: expect.any(String), error: expect.stringContaining(`code: ${message}`), problems }]);
  const tried = await bulk('worklog-types', { operation: 'CREATE', dryRun: true, records: [{ code: 'made-7' }] });
  expect(tried.json<Accepted>().failures?.map((one) => one.problems.map(({ code, path }) => [code, path]))).toEqual([
    [
      ['REQUIRED', 'name'],
      ['TAKEN', 'code'],
    ],
  ]);
  expect(await read('made-3')).toMatchObject({ id, auditInfo: { version: 1, whoEdited: administrator.code } });
  const [history] = await sql<
    { changedBy: string }[]
  >`select changed_by as "changedBy" from history where record_id = ${id}`;
  expect(history?.changedBy).toBe(administrator.code);

  await expectOk(administrator.request('DELETE', '/worklog-types/made-7'));
  await expectOk(administrator.request('POST', `/admin/jobs/${jobId}/resend-failed`));
  const resent = await ended(jobId);
  expect([resent.status, countsOf(resent)]).toEqual(['COMPLETED', { done: 120, unchanged: 0, skipped: 0, failed: 0 }]);
  expect((await read('made-3')).auditInfo.version).toBe(1);
  const left = await sql`select from bulk_item where job_id = ${jobId} and (input is not null or not done)`;
  expect(left).toHaveLength(0);
});

test('records that match are patched; a dry run only counts them', async () => {
  for (const code of ['p1', 'p2', 'p3']) await store(code, { name: 'to patch', ...(code === 'p3' && { icon: 'x' }) });
  await store('p4', { name: 'other' });
  const change = { operation: 'PATCH', filtering: byName('to patch'), patch: { icon: 'x' } };
  expect(await accepted('worklog-types', { ...change, dryRun: true })).toEqual({
    dryRun: true,
    records: 3,
  } as Accepted);
  expect((await read('p1')).icon).toBeUndefined();
  const job = await ended((await accepted('worklog-types', change)).jobId);
  expect([job.status, countsOf(job)]).toEqual(['COMPLETED', { done: 2, unchanged: 1, skipped: 0, failed: 0 }]);
  expect(await Promise.all(['p1', 'p2', 'p3', 'p4'].map(async (code) => (await read(code)).icon))).toEqual([
    ...['x', 'x', 'x'],
    undefined,
  ] as never);
});

test('records that match are deleted, but for those that others refer to', async () => {
  await expectOk(administrator.request('POST', '/user-group-types', { code: 'BT1', name: 'bulk type', registry: {} }));
  await expectOk(administrator.request('POST', '/user-group-types', { code: 'BT2', name: 'bulk type', registry: {} }));
  await expectOk(administrator.request('POST', '/user-groups', { code: 'g', name: 'g', type: 'BT1', chars: {} }));
  const filtering = byName('bulk type');
  const job = await ended((await accepted('user-group-types', { operation: 'DELETE', filtering })).jobId);
  expect([job.status, countsOf(job)]).toEqual(['FAILED', { done: 1, unchanged: 0, skipped: 0, failed: 1 }]);
  const used = '1 UserGroup points to it by type';
  expect(job.jobSteps[0]?.processingInfo.failures).toEqual([
    {
      ...{ id: expect.any(String), error: expect.stringContaining(used) },
      problems: [{ code: 'IN_USE', path: 'id', message: used }],
    },
  ]);
  expect((await administrator.request('GET', '/user-group-types/BT2')).status).toBe(400);
  // Groups are deleted with their links, which the role of workers may do.
  await expectOk(administrator.request('POST', '/users', { code: 'member', type: 'PERSON', chars: {}, groups: ['g'] }));
  const linked = await ended(
    (await accepted('user-groups', { operation: 'DELETE', filtering: { filters: [{ column: 'code', value: 'g' }] } }))
      .jobId,
  );
  expect(countsOf(linked)).toMatchObject({ done: 0, failed: 1 });
  await expectOk(administrator.request('PATCH', '/users/member', { groups: [] }));
  const free = await ended(
    (await accepted('user-groups', { operation: 'PATCH', filtering: byName('g'), patch: { name: 'h' } })).jobId,
  );
  expect(countsOf(free)).toMatchObject({ done: 1, failed: 0 });
});

test('regions, sharings, types of users and of logs are changed by the role of workers too', async () => {
  const group = await expectOk(
    administrator.request('POST', '/user-groups', { code: 'r', name: 'r', type: 'BT1', chars: {} }),
  );
  const bodies: Record<string, [JsonObject, JsonObject]> = {
    'user-group-regions': [
      { regionId: crypto.randomUUID(), userGroup: { id: group.id } },
      { regionId: crypto.randomUUID() },
    ],
    sharings: [{ ownerType: 'Ticket', ownerId: '1', refType: 'User', refId: '2' }, { refId: '3' }],
    'user-types': [{ code: 'UT', name: 'N', type: 'EXTERNAL', registry: {} }, { name: 'M' }],
    'log-types': [{ code: 'LT', name: 'N' }, { name: 'M' }],
  };
  const ids = Object.fromEntries(Object.keys(bodies).map((path) => [path, crypto.randomUUID()]));
  const filteringOf = (path: string) => ({ filters: [{ column: 'id', value: ids[path] as string }] });
  const changes: ((path: string, record: JsonObject, patch: JsonObject) => JsonObject)[] = [
    (path, record) => ({ operation: 'CREATE', records: [{ ...record, id: ids[path] as string }] }),
    (path, _, patch) => ({ operation: 'PATCH', filtering: filteringOf(path), patch }),
    (path) => ({ operation: 'DELETE', filtering: filteringOf(path) }),
  ];
  for (const bodyOf of changes) {
    const started = Object.entries(bodies).map(([path, [record, patch]]) =>
      accepted(path, bodyOf(path, record, patch)),
    );
    const jobs = await allEnded((await Promise.all(started)).map(({ jobId }) => jobId));
    expect(jobs.map(({ jobSteps }) => jobSteps[0]?.log)).toEqual(Array(4).fill(undefined) as undefined[]);
    expect(jobs.map((job) => countsOf(job).done)).toEqual([1, 1, 1, 1]);
  }
});

describe('the rights of the caller', () => {
  const rule = (accessRule: 'READ' | 'READ_WRITE', value: string) =>
    ({ entityName: 'WorklogType', accessRule, expression: [{ column: 'code', operator: 'LIKE', value }] }) as const;

  test('limit what is counted, planned and changed, when it is', async () => {
    for (const code of ['reach-a1', 'reach-a2', 'reach-b']) await store(code, { name: 'reach' });
    const clerk = await api.callerWith([rule('READ_WRITE', 'reach-a%'), rule('READ', 'reach-%')]);
    const change = { operation: 'PATCH', filtering: byName('reach'), patch: { icon: 'c' } };
    expect((await accepted('worklog-types', { ...change, dryRun: true }, clerk)).records).toBe(2);
    const { jobId } = await accepted('worklog-types', change, clerk);
    const expression = JSON.stringify([{ column: 'code', value: 'reach-a1' }]);
    await expectOk(administrator.request('PATCH', `/access-rules/${clerk.ruleIds[0]}`, { expression }));
    const job = await ended(jobId);
    expect([job.status, countsOf(job)]).toEqual(['COMPLETED', { done: 1, unchanged: 0, skipped: 0, failed: 0 }]);
    const icons = await Promise.all(['reach-a1', 'reach-a2', 'reach-b'].map(async (code) => (await read(code)).icon));
    expect(icons).toEqual(['c', undefined, undefined] as never);
    expect((await read('reach-a1')).auditInfo.whoEdited).toBe(clerk.code);
  });

  test('of a user that was disabled end the change', async () => {
    await store('disabled-1', { name: 'disabled' });
    const clerk = await api.callerWith([rule('READ_WRITE', 'disabled%')]);
    const { jobId } = await accepted('worklog-types', { operation: 'DELETE', filtering: byName('disabled') }, clerk);
    await expectOk(administrator.request('PATCH', `/users/${clerk.userId}`, { status: 'DISABLE' }));
    const job = await ended(jobId);
    expect([job.status, job.jobSteps[0]?.log]).toEqual(['FAILED', expect.stringContaining('is disabled')]);
    await read('disabled-1');
  });

  test('to the kind are needed, and no right to Jobs gives them', async () => {
    const filtering = byName('x');
    const reader = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
    expect((await bulk('worklog-types', { operation: 'DELETE', filtering }, reader)).status).toBe(403);
    const data = { kind: 'WorklogType', operation: 'DELETE', filtering };
    const job = { jobType: 'BULK_CHANGE', startDate: '2026-11-21', status: 'NEW', data };
    expect(await expectErrors(administrator.request('POST', '/jobs', job))).toContain(
      'jobType: a BULK_CHANGE is started by POST /{kind}/bulk',
    );
  });
});

test('a step that runs twice changes nothing twice, also if others have changed its records meanwhile', async () => {
  const { id } = await store('twice', { name: 'twice' });
  const { jobId } = await accepted('worklog-types', {
    operation: 'PATCH',
    filtering: byName('twice'),
    patch: { icon: 'once' },
  });
  await ended(jobId);
  await expectOk(administrator.request('PATCH', '/worklog-types/twice', { icon: 'by another' }));
  expect(await runStep(jobId, id)).toMatchObject({ done: 1, failed: 0 });
  expect(await read('twice')).toMatchObject({ icon: 'by another', auditInfo: { version: 3 } });
});

test('a record that no longer matches when its turn comes is left out, and a cancelled change does nothing', async () => {
  const { id } = await store('moved', { name: 'moving' });
  const { jobId } = await accepted('worklog-types', { operation: 'DELETE', filtering: byName('moving') });
  await expectOk(administrator.request('PATCH', '/worklog-types/moved', { name: 'stays' }));
  expect(await runStep(jobId, id)).toMatchObject({ done: 0, skipped: 1 });
  await expectOk(administrator.request('PATCH', '/worklog-types/moved', { name: 'moving' }));
  await expectOk(administrator.request('POST', `/jobs/${jobId}/cancel`));
  const job = await ended(jobId);
  expect([job.status, job.jobSteps]).toEqual(['FAILED', []]);
  await read('moved');
});

test('a repeated request with an Idempotency-Key starts one Job', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { operation: 'CREATE', records: [{ code: 'keyed', name: 'n' }] };
  const answers = await Promise.all([1, 2, 3].map(() => bulk('worklog-types', body, administrator, headers)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.get('x-job-id'))).size).toBe(1);
});

test('a body that says too little, or too much, is a 400', async () => {
  const filtering = byName('x');
  const patch = { icon: 'x' };
  const every =
    'filtering: must have a filter or a fulltext; for all records, send a filter that all match, such as id IS_NOT_NULL';
  const cases: [JsonObject, string][] = [
    [{}, 'operation: is required, one of CREATE, PATCH, DELETE'],
    [{ operation: 'UPDATE' }, 'operation: must be one of CREATE, PATCH, DELETE, not "UPDATE"'],
    [{ operation: 'DELETE' }, 'filtering: is required'],
    [{ operation: 'DELETE', filtering: {} }, every],
    [{ operation: 'DELETE', filtering: [] }, every],
    [{ operation: 'DELETE', filtering: { filters: [], fulltext: ' ' } }, every],
    [{ operation: 'DELETE', filtering, patch }, 'patch: unknown member, DELETE has filtering'],
    [{ operation: 'DELETE', filtering, dryRun: 'yes' }, 'dryRun: must be true or false, not "yes"'],
    [{ operation: 'DELETE', filtering: { filters: [{ column: 'nmae', value: 'x' }] } }, 'filtering.filters[0].column'],
    [{ operation: 'PATCH', filtering, patch: {} }, 'patch: must have a member'],
    [
      { operation: 'PATCH', filtering, patch: { id: crypto.randomUUID() } },
      'patch.id: the id of a record cannot change',
    ],
    [{ operation: 'PATCH', filtering, patch: { nmae: 'x' } }, 'patch.nmae: unknown member'],
    [{ operation: 'PATCH', filtering, patch: { code: '..' } }, 'patch.code: must not be "." or ".."'],
    [{ operation: 'CREATE', records: [] }, 'records: must be an array of 1 to 10000 records, not 0 elements'],
    [{ operation: 'CREATE', records: [1] }, 'records[0]: must be an object, not 1'],
    [{ operation: 'CREATE', records: [{ id: 'x' }] }, 'records[0].id: type mismatch, "x" is not a UUID'],
  ];
  for (const [body, error] of cases) {
    const [first] = await expectErrors(bulk('worklog-types', body));
    expect(first).toStartWith(error);
  }
  const filters = [
    { column: 'nmae', value: 'x' },
    { column: 'code', operator: 'NEAR', value: 'x' },
  ];
  const all = await expectErrors(
    bulk('worklog-types', { operation: 'PATCH', filtering: { filters }, patch: { nmae: 'x' }, records: [] }),
  );
  expect(all.map((one) => one.split(':')[0])).toEqual([
    'records',
    'patch.nmae',
    'filtering.filters[0].column',
    'filtering.filters[1].operator',
  ]);
});
