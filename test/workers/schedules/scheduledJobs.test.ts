import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { rolesOf } from '../../helpers/servers/databaseRoles.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { startWorker, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Jobs that schedules start: with steps for workers of clients, and exports, whose rights select the records and who gets the file. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { worker: workerUrl } = await rolesOf(api.databaseUrl);

const any = (entityName: string, accessRule: 'READ' | 'READ_WRITE' = 'READ_WRITE') =>
  ({ entityName, accessRule, fullAccess: true }) as const;
const some = (entityName: string, value: string) =>
  ({ entityName, accessRule: 'READ', expression: [{ column: 'code', operator: 'IN', value }] }) as const;

for (const code of ['mine', 'other'])
  await expectOk(administrator.request('POST', '/worklog-types', { code, name: `${code} – č` }));

async function withWorker<T>(during: () => Promise<T>): Promise<T> {
  const worker = await startWorker(workerUrl, makePostgresSearch(sql), {}, { drainMs: 500 });
  await worker.services.accessEpoch.start();
  try {
    return await during();
  } finally {
    await worker.stop();
    await worker.services.accessEpoch.stop();
  }
}

const submit = (caller: TestCaller, data: JsonObject) =>
  caller.request('POST', '/jobs', { jobType: 'EXPORT_RECORDS', status: 'NEW', startDate: '2026-11-28', data });

async function ended(jobId: string) {
  await administrator.request('GET', `/jobs/${jobId}/events`);
  return expectOk<{ status: string; jobSteps: { log?: string; processingInfo?: JsonObject }[] }>(
    administrator.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`),
  );
}

interface Exported {
  readonly entityType: string;
  readonly filtering: unknown;
  readonly data: readonly { code: string; name: string }[];
}

async function fileOf(caller: TestCaller, jobId: string): Promise<Exported> {
  const { content } = await expectOk<{ content: { documentId: string; data: string }[] }>(
    caller.request('GET', `/documents/results/${jobId}`),
  );
  expect(content.map(({ documentId }) => documentId)).toEqual(['worklog-types']);
  return JSON.parse(content[0]?.data ?? '');
}

const codesIn = ({ data }: Exported) =>
  data.map(({ code }) => code).filter((code) => code === 'mine' || code === 'other');

const save = (caller: TestCaller, members: JsonObject) =>
  caller.request('POST', '/schedules', { name: 'S', ...members });

const jobOfRun = (caller: TestCaller, schedule: string) =>
  poll('the run of the schedule', async () => {
    const { runs } = await expectOk<{ runs: { jobId?: string }[] }>(
      caller.request('GET', `/schedules/${schedule}/runs`),
    );
    return runs[0]?.jobId;
  });

const soon = () => new Date(Date.now() + 1_000).toISOString();

test('the Jobs of a schedule have its steps, its priority and its concurrency key', async () => {
  const jobSteps = [{ name: 'north', stepData: { zone: 1 } }, { name: 'south' }];
  const members = { jobType: 'CITY_TOUR', jobSteps, priority: 7, concurrencyKey: 'trucks' };
  await expectOk(save(administrator, { code: 'tours', at: soon(), ...members }));
  const jobId = await withWorker(() => jobOfRun(administrator, 'tours'));
  expect(await expectOk(administrator.request('GET', `/jobs/${jobId}`))).toMatchObject({
    ...{ jobType: 'CITY_TOUR', priority: 7, concurrencyKey: 'trucks' },
  });
  const claim = { jobTypes: ['CITY_TOUR'], max: 10, leaseSeconds: 30, worker: 'truck 1' };
  const { claims } = await expectOk<{ claims: JsonObject[] }>(administrator.request('POST', '/job-steps/claim', claim));
  // One at a time has the key.
  expect(claims).toMatchObject([{ step: { name: 'north', stepData: { zone: 1 } } }]);
});

test('a schedule whose Job would be rejected is a 400', async () => {
  const errors = async (members: JsonObject) => {
    const answer = await save(administrator, { code: 'rejected', cron: '0 3 * * *', ...members });
    return [answer.status, answer.json<{ errors: string[] }>().errors];
  };
  expect(await errors({ jobType: 'REINDEX', data: { kind: 'Cloud', kindle: 1 } })).toEqual([
    400,
    ['data.kindle: unknown member', expect.stringMatching(/^data\.kind: must be one of /)],
  ]);
  expect(await errors({ jobType: 'BROKER_SETUP', jobSteps: [{ name: 'a' }], concurrencyKey: 'k' })).toEqual([
    400,
    [
      expect.stringMatching(/^concurrencyKey: workers of the service run steps of the type BROKER_SETUP/),
      'jobSteps: workers plan the steps of a Job of the type BROKER_SETUP',
    ],
  ]);
  expect(await errors({ jobType: 'CITY_TOUR', jobSteps: [{ stepData: {} }] })).toEqual([
    400,
    ['jobSteps[0].name: is required'],
  ]);
  expect(await errors({ jobType: 'CITY_TOUR', jobSteps: [{ name: 'a', stepData: { concurrencyKey: 7 } }] })).toEqual([
    400,
    ['jobSteps[0].stepData.concurrencyKey: must be a string, not 7'],
  ]);
});

test('an export has the records that its creator may read, and others need the right to read them all', async () => {
  const rights = [any('Job'), any('JobStep', 'READ'), any('DocumentRun')];
  const clerk = await api.callerWith([...rights, some('WorklogType', 'mine')]);
  const sameRights = await api.callerWith([...rights, some('WorklogType', 'mine')]);
  const reader = await api.callerWith([any('Job', 'READ'), any('WorklogType', 'READ')]);
  const { id } = await expectOk<{ id: string }>(submit(clerk, { kind: 'WorklogType' }));
  const { status, jobSteps } = await withWorker(() => ended(id));
  expect([status, jobSteps[0]?.processingInfo]).toMatchObject(['COMPLETED', { documents: 1 }]);
  const file = await fileOf(clerk, id);
  expect(file).toMatchObject({
    entityType: 'WorklogType',
    exportedBy: clerk.code,
    data: [{ code: 'mine', name: 'mine – č' }],
  });
  expect(codesIn(await fileOf(reader, id))).toEqual(['mine']);
  expect(codesIn(await fileOf(administrator, id))).toEqual(['mine']);
  for (const path of ['', '/archive']) {
    const refused = await sameRights.request('GET', `/documents/results/${id}${path}`);
    expect([refused.status, refused.json<{ errors: string[] }>().errors]).toEqual([
      403,
      ['jobId: others need the right to read all records of the kind WorklogType'],
    ]);
  }
  const archive = await clerk.request('GET', `/documents/results/${id}/archive`);
  expect(archive.status).toBe(200);
  expect(archive.text).toContain('worklog-types.json');
});

test('an export has the records of its filtering', async () => {
  const filtering = [{ column: 'code', value: 'other' }];
  const { id } = await expectOk<{ id: string }>(submit(administrator, { kind: 'WorklogType', filtering }));
  await withWorker(() => ended(id));
  const file = await fileOf(administrator, id);
  expect([file.filtering, codesIn(file)]).toEqual([filtering, ['other']]);
});

test('an export of more than 64 MB fails, says so, and stores nothing', async () => {
  const codes = Array.from({ length: 7 }, (_, number) => `large${number}`);
  for (const code of codes)
    await expectOk(administrator.request('POST', '/worklog-types', { code, name: code, description: 'x' }));
  await sql`
    update worklog_type set doc = replace(doc, '"description":"x"', '"description":"' || repeat('x', 10000000) || '"')
    where code like 'large%'`;
  const { id } = await expectOk<{ id: string }>(submit(administrator, { kind: 'WorklogType' }));
  const { status, jobSteps } = await withWorker(() => ended(id));
  expect([status, jobSteps[0]?.log]).toEqual(['FAILED', expect.stringContaining('the records have more than 64 MB')]);
  expect(await sql`select from document_item where job_id = ${id}`).toHaveLength(0);
  for (const code of codes) await expectOk(administrator.request('DELETE', `/worklog-types/${code}`));
});

test('an export of what cannot be exported is a 400', async () => {
  const errors = async (data: JsonObject) => {
    const answer = await submit(administrator, data);
    return [answer.status, answer.json<{ errors: string[] }>().errors[0]];
  };
  expect(await errors({ kind: 'Log' })).toEqual([
    400,
    expect.stringMatching(/^data\.kind: must be one of .*, not "Log"$/),
  ]);
  expect(await errors({ kind: 'WorklogType', filtering: [{ column: 'colour', value: 'red' }] })).toEqual([
    400,
    expect.stringMatching(/^data\.filtering.*colour/),
  ]);
  expect(await errors({ kind: 'WorklogType', format: 'csv' })).toEqual([400, 'data.format: unknown member']);
});

test('a schedule starts exports with the rights of the user who has saved it', async () => {
  const rights = [any('Schedule'), any('Job'), any('DocumentRun')];
  const clerk = await api.callerWith([...rights, some('WorklogType', 'mine')]);
  const schedule = { code: 'nightly-export', jobType: 'EXPORT_RECORDS', at: soon() };
  const bad = await save(clerk, { ...schedule, data: { kind: 'Log' } });
  expect([bad.status, bad.json<{ errors: string[] }>().errors.length]).toEqual([400, 1]);
  await expectOk(save(clerk, { ...schedule, data: { kind: 'WorklogType' } }));
  const file = await withWorker(async () => {
    const jobId = await jobOfRun(clerk, 'nightly-export');
    await ended(jobId);
    return fileOf(clerk, jobId);
  });
  expect(codesIn(file)).toEqual(['mine']);
});
