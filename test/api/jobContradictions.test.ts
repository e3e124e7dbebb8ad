import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { addPlannedSteps, type TestJob } from '../helpers/api/jobRequests.ts';
import { document } from '../helpers/api/openApiContract.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const startDate = '2026-11-20T08:00:00.000Z';
const before = '2026-11-20T07:59:59.999Z';
const future = '2999-01-01T00:00:00.000Z';

const problemsOf = async (body: JsonObject): Promise<string[]> => {
  const answer = await api.request('POST', '/jobs', { startDate, status: 'NEW', ...body });
  expect(answer.status, answer.text).toBe(400);
  return answer.errors;
};
const create = async (body: JsonObject): Promise<TestJob> => {
  const answer = await api.request('POST', '/jobs', { jobType: 'MINE', startDate, status: 'NEW', ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<TestJob>();
};

describe('a Job of a managed type', () => {
  const planned = 'workers plan the steps of a Job of the type BROKER_SETUP';

  test('takes no steps of a client', async () => {
    expect(await problemsOf({ jobType: 'BROKER_SETUP', jobSteps: [{ name: 'mine', status: 'NEW' }] })).toEqual([
      `jobSteps: ${planned}`,
    ]);
    const { id } = await create({ jobType: 'BROKER_SETUP' });
    const added = await api.request('POST', '/job-steps', { jobId: id, name: 'mine', status: 'NEW' });
    expect(added.status).toBe(400);
    expect(added.errors).toEqual([`jobId: ${planned}`]);
    expect((await api.request('GET', `/jobs/${id}?expand=JOB_STEPS`)).json<TestJob>().jobSteps).toEqual([]);
  });

  test('has steps that a client can only resend', async () => {
    const { id } = await create({ jobType: 'BROKER_SETUP' });
    const [stepId] = await addPlannedSteps(api.sql, id, ['queues']);
    const path = `/job-steps/${stepId}`;
    const read = async () => (await api.request('GET', path)).json<JsonObject>();
    const change = (status: string, body: JsonObject) => api.request('PATCH', path, { status, ...body });
    const step = await read();
    const members = { name: 'other', chunkId: crypto.randomUUID(), chunk: ['a'], stepData: { kind: 'Role' } };
    const problems = (names: string[]) =>
      names.map((name) => `${name}: cannot be changed, workers run the steps of a Job of the type BROKER_SETUP`);
    for (const status of ['NEW', 'FAILED']) {
      for (const [name, value] of Object.entries({ ...members, processingInfo: { made: [] }, log: 'mine' }))
        expect((await change(status, { [name]: value })).errors, status).toEqual(problems([name]));
      expect(await read()).toEqual({ ...step, status });
      await api.sql`update job_step set status = 'FAILED', doc = replace(doc, '"NEW"', '"FAILED"') where id = ${stepId ?? ''}`;
    }
    const replaced = await api.request('PUT', path, { name: 'queues', jobId: id, status: 'NEW', stepData: {} });
    expect(replaced.errors).toEqual(problems(['stepData']));
    expect((await api.request('PUT', path, { ...step, log: 'again' })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'queues', status: 'NEW' });
  });

  test('takes only data that its type declares', async () => {
    for (const [jobType, { data }] of Object.entries(jobTypes)) {
      expect(await problemsOf({ jobType, data: { foo: 1 } }), jobType).toContain('data.foo: unknown member');
      const name = jobType.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
      const schema = document.components.schemas[`DataOf${name}`] as { properties: object } | undefined;
      expect(Object.keys(schema?.properties ?? {}), jobType).toEqual(Object.keys(data));
    }
    expect((await problemsOf({ jobType: 'REINDEX', data: { kind: 1 } }))[0]).toStartWith('data.kind: must be one of');
    expect(await problemsOf({ jobType: 'REINDEX_COMPLETED' })).toEqual([
      'data.jobId: type mismatch, nothing is not a UUID',
    ]);
  });

  test('cannot start in the future', async () => {
    expect(await problemsOf({ jobType: 'BROKER_SETUP', startDate: future })).toEqual([
      `startDate: a Job of the type BROKER_SETUP starts at once, ${future} is in the future`,
    ]);
    expect((await create({ startDate: future })).status).toBe('NEW');
  });
});

describe('dates and statuses', () => {
  test('of a new Job and its steps do not contradict each other', async () => {
    const step = { name: 'one', status: 'NEW' };
    const mine = { jobType: 'MINE' };
    const early = `must not be before startDate, which is ${startDate}`;
    expect(await problemsOf({ ...mine, status: 'COMPLETED', endDate: before })).toEqual([`endDate: ${early}`]);
    expect(await problemsOf({ ...mine, endDate: startDate })).toEqual([
      'endDate: must be absent while the status is NEW',
    ]);
    expect(
      await problemsOf({ ...mine, jobSteps: [{ ...step, status: 'FAILED', startDate, endDate: before }] }),
    ).toEqual([`jobSteps[0].endDate: ${early}`]);
    for (const [status, other] of [
      ['COMPLETED', 'NEW'],
      ['COMPLETED', 'IN_PROGRESS'],
      ['COMPLETED', 'FAILED'],
      ['FAILED', 'NEW'],
    ] as const)
      expect(await problemsOf({ ...mine, status, jobSteps: [{ ...step, status: other }] })).toEqual([
        `status: cannot be ${status} while jobSteps[0] is ${other}`,
      ]);
    expect((await create({ status: 'COMPLETED', jobSteps: [{ ...step, status: 'COMPLETED' }] })).status).toBe(
      'COMPLETED',
    );
  });

  test('of a step of a client do not contradict each other', async () => {
    const { id: jobId } = await create({});
    const body = { jobId, name: 'one', status: 'NEW', startDate };
    expect((await api.request('POST', '/job-steps', { ...body, status: 'FAILED', endDate: before })).status).toBe(400);
    const step = (await api.request('POST', '/job-steps', body)).json();
    await api.request('PATCH', `/job-steps/${step.id}`, { status: 'IN_PROGRESS' });
    const ended = await api.request('PATCH', `/job-steps/${step.id}`, { status: 'COMPLETED', endDate: before });
    expect(ended.status).toBe(400);
    expect(ended.errors).toEqual([`endDate: must not be before startDate, which is ${startDate}`]);
  });

  test('a step that its client started ahead of the clock does not end before its start', async () => {
    const { jobSteps: [step] = [] } = await create({
      jobSteps: [{ name: 'one', status: 'IN_PROGRESS', startDate: future }],
    });
    const ended = await api.request('PATCH', `/job-steps/${step?.id}`, { status: 'COMPLETED' });
    expect(ended.json<{ endDate: string }>().endDate).toBe(future);
  });
});

test('a cancelled step that is resent loses its log and its dates', async () => {
  const { id } = await create({ jobType: 'BROKER_SETUP' });
  const [stepId] = await addPlannedSteps(api.sql, id, ['queues']);
  const mine = await create({ jobSteps: [{ name: 'mine', status: 'NEW' }] });
  await api.request('PATCH', `/job-steps/${mine.jobSteps?.[0]?.id}`, { status: 'IN_PROGRESS' });
  for (const [jobId, step] of [
    [id, stepId],
    [mine.id, mine.jobSteps?.[0]?.id],
  ]) {
    await api.request('POST', `/jobs/${jobId}/cancel`);
    const cancelled = (await api.request('GET', `/job-steps/${step}`)).json<JsonObject>();
    expect(cancelled).toMatchObject({ status: 'FAILED', log: 'cancelled' });
    expect((await api.request('POST', `/admin/job-steps/${step}/resend`)).status).toBe(200);
    const resent = (await api.request('GET', `/job-steps/${step}`)).json<JsonObject>();
    expect(resent.status).toBe('NEW');
    for (const member of ['log', 'startDate', 'endDate']) expect(resent).not.toHaveProperty(member);
  }
});
