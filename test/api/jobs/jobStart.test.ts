import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestJob, TestStep } from '../../helpers/api/jobRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

const startDate = '2026-11-20T08:00:00.000Z';

const create = async (body: object): Promise<TestJob> =>
  (await api.request('POST', '/jobs', { startDate, status: 'NEW', ...body })).json<TestJob>();

test('jobs start with their first step, whatever the start of their client says', async () => {
  const read = async (id: string) => (await api.request('GET', `/jobs/${id}`)).json<TestJob & JsonObject>();
  const write = (step: TestStep | undefined, status: string) =>
    api.request('PATCH', `/job-steps/${step?.id}`, { status });
  const job = await create({ jobType: 'MINE', startedAt: startDate, jobSteps: [{ name: 'one', status: 'NEW' }] });
  expect((await read(job.id))['startedAt']).toBeUndefined();
  const before = new Date().toISOString();
  await write(job.jobSteps?.[0], 'IN_PROGRESS');
  const { startedAt } = await read(job.id);
  expect(String(startedAt) >= before).toBe(true);
  await write(job.jobSteps?.[0], 'COMPLETED');
  expect(await read(job.id)).toMatchObject({ status: 'COMPLETED', startDate, startedAt });
  const begun = await create({ jobType: 'MINE', status: 'COMPLETED', endDate: startDate });
  expect(await read(begun.id)).toMatchObject({ startedAt: startDate });
});

test('jobs that are cancelled before their first step have not started, and were not idle when they are resent', async () => {
  const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW' }] });
  const cancelled = (await api.request('POST', `/jobs/${job.id}/cancel`)).json<JsonObject>();
  expect(cancelled).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
  expect(cancelled['startedAt']).toBeUndefined();
  await api.request('POST', `/admin/jobs/${job.id}/resend-failed`);
  await api.request('PATCH', `/job-steps/${job.jobSteps?.[0]?.id}`, { status: 'IN_PROGRESS' });
  const running = (await api.request('GET', `/jobs/${job.id}`)).json<JsonObject>();
  expect(running).toMatchObject({ status: 'IN_PROGRESS', startedAt: expect.any(String) });
  expect(running['idleSeconds']).toBeUndefined();
});
