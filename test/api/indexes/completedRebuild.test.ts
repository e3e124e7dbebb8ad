import { expect, setDefaultTimeout, test } from 'bun:test';
import { badRequest } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { reindex } from '../../../workers/handlers/reindex.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { startWorkerForFile } from '../../helpers/bootstrap.ts';
import { jobEnd } from '../../helpers/waits/jobEnd.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { startWorker, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
await migrateQueues(api.databaseUrl, testDefinitions);

const statusOf = async (id: string): Promise<unknown> =>
  (await api.request('GET', `/jobs/${id}`)).json<{ status: string }>().status;
const complete = (id: string, headers = {}) => api.request('POST', '/admin/reindex/completed', { id }, headers);

test('a rebuild whose last step has failed is completed, with its Job', async () => {
  await api.request('POST', '/worklog-types', { code: 'rebuilt', name: 'Rebuilt' });
  const finish = async () => {
    throw badRequest('The disk is full.');
  };
  const failing = await startWorker(api.databaseUrl, makePostgresSearch(api.sql), { REINDEX: { ...reindex, finish } });
  const rebuild = await api.request('POST', '/jobs', {
    jobType: 'REINDEX',
    data: { kind: 'WorklogType' },
    startDate: new Date().toISOString(),
    status: 'NEW',
  });
  const { id } = rebuild.json();
  await jobEnd(api.url, id);
  await failing.stop();
  expect(await statusOf(id)).toBe('FAILED');

  await startWorkerForFile(api.databaseUrl, makePostgresSearch(api.sql), {});
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await complete(id, headers);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
  const promotion = answer.headers.get('x-job-id') ?? '';
  expect(promotion).not.toBe(id);
  await jobEnd(api.url, promotion);
  expect(await statusOf(promotion)).toBe('COMPLETED');
  await jobEnd(api.url, id);
  expect(await statusOf(id)).toBe('COMPLETED');
  const replayed = await complete(id, headers);
  expect([replayed.status, replayed.headers.get('x-job-id')]).toEqual([200, promotion]);
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  const indexes = (await api.request('GET', '/admin/indexes')).json<
    { name: string; state: string; jobId?: string }[]
  >();
  expect(indexes.filter(({ name }) => name === 'worklog-types')).toMatchObject([{ state: 'LIVE', jobId: id }]);

  const expanded = await api.request('GET', `/jobs/${id}?expand=JOB_STEPS`);
  const { jobSteps } = expanded.json<{ jobSteps: { name: string; stepData?: object }[] }>();
  expect(jobSteps.map(({ name }) => name === 'finish')).toEqual([false, true]);
  expect(jobSteps[0]?.stepData).toMatchObject({ kind: 'WorklogType', chunkIsRange: true });

  const open = { name: 's', status: 'NEW' };
  const other = await expectOk(
    api.request('POST', '/jobs', {
      jobType: 'MINE',
      startDate: new Date().toISOString(),
      status: 'NEW',
      jobSteps: [open],
    }),
  );
  const refused = await complete(other.id);
  expect([refused.status, refused.errors]).toEqual([400, ['jobSteps: every step has to be COMPLETED first']]);
  expect(refused.headers.get('x-job-id')).toBe(other.id);
  for (const [body, problem] of [
    [{}, 'id: is required'],
    [{ id: 'abc' }, 'id: type mismatch, "abc" is not a UUID'],
    [[id], 'body: must be a Job object, not an array'],
  ] as const) {
    const unnamed = await api.request('POST', '/admin/reindex/completed', body as JsonObject);
    expect([unnamed.status, unnamed.errors, unnamed.headers.get('x-job-id')]).toEqual([400, [problem], null]);
  }

  const repeated = await complete(id);
  expect([repeated.status, repeated.headers.get('x-job-id')]).toEqual([200, id]);
});

test('a cancelled Job is found by its cause', async () => {
  const failed = { jobType: 'MINE', status: 'FAILED', startDate: new Date().toISOString() };
  await api.request('POST', '/jobs', failed);
  const { id } = (await api.request('POST', '/jobs', { ...failed, status: 'NEW' })).json();
  await api.request('POST', `/jobs/${id}/cancel`);
  const found = async (cause: string) =>
    (await api.request('POST', '/jobs/search/list', [{ column: 'cause', value: cause }])).json<{ id: string }[]>();
  await poll(
    'search to find both',
    async () => (await found('FAILED')).length + (await found('CANCELLED')).length === 2,
  );
  expect(await found('CANCELLED')).toMatchObject([{ id, status: 'FAILED', cause: 'CANCELLED' }]);
});
