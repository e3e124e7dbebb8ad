import { expect, setDefaultTimeout, test } from 'bun:test';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { type IndexResult, startIndexingApiForFile } from '../../helpers/api/indexRequests.ts';
import { jobEnd } from '../../helpers/waits/jobEnd.ts';

setDefaultTimeout(60_000);

const api = await startIndexingApiForFile(makePostgresSearch);

const create = async (): Promise<IndexResult[]> => {
  const answer = await api.request('POST', '/admin/indexes');
  expect(answer.status, answer.text).toBe(200);
  return answer.json<IndexResult[]>();
};
const ofKind = (results: readonly IndexResult[], kind: string): IndexResult | undefined =>
  results.find(({ task }) => task.startsWith(`${kind}:`));
const jobOf = ({ task }: IndexResult): string => task.slice(task.indexOf(':') + 1);

test('indexes are created again and again, also after a rebuild', async () => {
  await api.request('POST', '/worklog-types', { code: 'repeated', name: 'Repeated' });
  const rebuild = (await api.request('POST', '/admin/reindex/all')).json<{ jobId: string }>();
  await jobEnd(api.url, rebuild.jobId);
  for (let round = 0; round < 2; round++) {
    const results = await create();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(ofKind(results, 'WorklogType')?.indexed).toBeGreaterThanOrEqual(1);
    const [first] = results;
    const job = await api.request('GET', `/jobs/${jobOf(first as IndexResult)}`);
    expect(job.json<{ status: string }>().status).toBe('COMPLETED');
  }
});

test('a repetition with the same Idempotency-Key starts no Job, and has the results of the first one', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => api.request('POST', '/admin/indexes', undefined, headers);
  const first = await send();
  const jobs = async () => (await api.sql`select id from job where job_type = 'CREATE_INDEXES'`).length;
  const count = await jobs();
  const second = await send();
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect(second.headers.get('x-job-id')).toBe(first.headers.get('x-job-id') as string);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await jobs()).toBe(count);
});

test('records that cannot be indexed are named with a reason', async () => {
  const role = (await api.request('POST', '/roles', { code: 'rejected', name: 'Rejected' })).json();
  await api.sql`update role set search = replace(search, '"auditInfo.version":1', '"auditInfo.version":"many"')
    where id = ${role.id}`;
  const result = ofKind(await create(), 'Role');
  expect(result?.failed).toBe(1);
  expect(result?.failures).toEqual([
    { id: role.id, error: 'the index cannot store the value of a member (SQLSTATE 22P02)' },
  ]);
  await api.request('DELETE', `/roles/${role.id}`);
});

test('a fault of the database is shown by its SQLSTATE, without a message', async () => {
  await api.request('POST', '/roles', { code: 'planned', name: 'Planned' });
  await api.sql`alter table job_step add constraint no_roles check (name not like 'roles-%') not valid`;
  const result = ofKind(await create(), 'Role');
  await api.sql`alter table job_step drop constraint no_roles`;
  const error = 'The database rejected a statement (SQLSTATE 23514). The log of the worker has the details.';
  expect(result?.failures).toMatchObject([{ error }]);
  const job = await api.request('GET', `/jobs/${jobOf(result as IndexResult)}?expand=JOB_STEPS`);
  const { jobSteps } = job.json<{ jobSteps: { name: string; log?: string }[] }>();
  expect(jobSteps.find(({ name }) => name === 'plan')?.log).toBe(error);
  expect(job.text).not.toContain('no_roles');
});
