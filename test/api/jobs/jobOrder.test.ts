import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiAndWorkerForFile, type TestJob, type TestStep } from '../../helpers/api/jobRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const { api } = await startApiAndWorkerForFile();

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
let types = 0;
const newType = (): string => `ORDERED_${++types}`;
const create = (members: JsonObject) =>
  api.request('POST', '/jobs', { startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members });

async function makeJob(jobType: string, names: readonly string[], members: JsonObject = {}): Promise<TestJob> {
  const answer = await create({ jobType, ...members, jobSteps: names.map((name) => ({ name, status: 'NEW' })) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<TestJob>();
}

interface Claim {
  readonly token: number;
  readonly step: TestStep;
}

async function claim(jobTypes: readonly string[], max = 10): Promise<Claim[]> {
  const answer = await api.request('POST', '/job-steps/claim', { jobTypes: [...jobTypes], worker: 'w1', max });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ claims: Claim[] }>().claims;
}

const names = (claims: readonly Claim[]): string[] => claims.map(({ step }) => step.name);
const read = async (id: string) => (await api.request('GET', `/jobs/${id}?expand=JOB_STEPS`)).json<JsonObject>();
const failed = (id: string): Promise<JsonObject> =>
  poll('the Job to be FAILED', async () => ((await read(id)).status === 'FAILED' ? read(id) : undefined));

test('steps of a greater priority are claimed first, and those of one priority in their order', async () => {
  const type = newType();
  await makeJob(type, ['a', 'b']);
  await makeJob(type, ['low'], { priority: -100 });
  await makeJob(type, ['c'], { priority: 0 });
  await makeJob(type, ['first'], { priority: 100 });
  expect(names(await claim([type], 2))).toEqual(['first', 'a']);
  expect(names(await claim([type]))).toEqual(['b', 'c', 'low']);
});

test('a claim of several types takes the first steps of all of them', async () => {
  const [one, two] = [newType(), newType()];
  await makeJob(one, ['one, normal']);
  await makeJob(two, ['two, urgent', 'two, urgent too'], { priority: 7 });
  await makeJob(one, ['one, urgent'], { priority: 7 });
  // Types take turns, as their Jobs do: the second step of one comes after the first of the other.
  expect(names(await claim([one, two], 3))).toEqual(['two, urgent', 'one, urgent', 'two, urgent too']);
  expect(names(await claim([one, two], 3))).toEqual(['one, normal']);
});

test('a priority beyond its limits is a 400', async () => {
  const { errors } = await create({ jobType: newType(), priority: 101 });
  expect(errors).toEqual(['priority: must be at most 100']);
});

test('a step that the release before has inserted or reopened is claimed', async () => {
  const type = newType();
  const job = await makeJob(type, ['kept', 'resent']);
  const [other, id] = [newType(), crypto.randomUUID()];
  const untyped = await makeJob(other, []);
  await api.sql`update job_step set job_type = null, status = 'FAILED' where job_id = ${job.id} and name = 'resent'`;
  await api.sql`update job_step set status = 'NEW' where job_id = ${job.id} and name = 'resent'`;
  await api.sql`
    insert into job_step (id, version, incarnation, index_version, doc, audit, search, job_id, name, status)
    select ${id}, version, incarnation, index_version, replace(doc, id::text, ${id}), audit, search, ${untyped.id}, 'inserted', 'NEW'
    from job_step where job_id = ${job.id} limit 1`;
  expect(names(await claim([type])).sort()).toEqual(['kept', 'resent']);
  expect(await claim([other])).toHaveLength(1);
});

test('no step is claimed before startAfter', async () => {
  const type = newType();
  const startAfter = inHours(1);
  const job = await makeJob(type, ['one'], { startAfter });
  expect(await read(job.id)).toMatchObject({ status: 'NEW', startAfter });
  expect(await claim([type])).toEqual([]);
  await api.sql`update job set start_after = now() where id = ${job.id}`;
  expect(names(await claim([type]))).toEqual(['one']);
});

test('a Job of a built-in type is planned after startAfter', async () => {
  const soon = new Date(Date.now() + 2_000).toISOString();
  const answer = await create({ jobType: 'BROKER_SETUP', startAfter: soon });
  expect(answer.status, answer.text).toBe(200);
  const { id } = answer.json<TestJob>();
  const ended = await poll('the Job to be COMPLETED', async () => {
    const job = await read(id);
    return job.status === 'COMPLETED' ? job : undefined;
  });
  const [step] = ended.jobSteps as { startDate: string }[];
  expect(Date.parse(step?.startDate ?? '')).toBeGreaterThanOrEqual(Date.parse(soon));
});

test('a Job fails at its deadline, and a resend runs it without the deadline', async () => {
  const type = newType();
  const job = await makeJob(type, ['running', 'waiting'], { deadline: inHours(1) });
  const [running] = await claim([type], 1);
  await api.sql`update job set deadline = now() where id = ${job.id}`;
  expect(await claim([type])).toEqual([]);
  const late = { status: 'FAILED', cause: 'DEADLINE', log: 'the deadline of the Job has passed' };
  expect(await failed(job.id)).toMatchObject({ status: 'FAILED', cause: 'DEADLINE', jobSteps: [late, late] });
  const body = { worker: 'w1', steps: [{ id: running?.step.id ?? '', token: running?.token ?? 0 }] };
  for (const operation of ['complete', 'fail']) {
    const report = await api.request('POST', `/job-steps/${operation}`, body);
    expect(report.status, report.text).toBe(409);
  }
  const resent = await api.request('POST', `/admin/jobs/${job.id}/resend-failed`);
  expect(resent.status, resent.text).toBe(200);
  expect(names(await claim([type])).sort()).toEqual(['running', 'waiting']);
  const { cause, deadline } = await read(job.id);
  expect([cause, deadline]).toEqual([undefined, undefined]);
});

test('a Job that failed before its deadline, and is resent after it, runs without it', async () => {
  const type = newType();
  const { id } = await makeJob(type, ['only'], { deadline: inHours(1) });
  const [only] = await claim([type]);
  const steps = [{ id: only?.step.id ?? '', token: only?.token ?? 0, retry: false }];
  const report = await api.request('POST', '/job-steps/fail', { worker: 'w1', steps });
  expect(report.status, report.text).toBe(200);
  await api.sql`update job set deadline = now() where id = ${id}`;
  const resent = await api.request('POST', `/admin/jobs/${id}/resend-failed`);
  expect(resent.status, resent.text).toBe(200);
  expect(names(await claim([type]))).toEqual(['only']);
  expect((await read(id)).deadline).toBeUndefined();
});

test('a Job of a built-in type that waits fails at its deadline', async () => {
  const answer = await create({ jobType: 'BROKER_SETUP', startAfter: inHours(1), deadline: inHours(2) });
  const { id } = answer.json<TestJob>();
  await api.sql`update job set deadline = now() where id = ${id}`;
  expect(await failed(id)).toMatchObject({ cause: 'DEADLINE', jobSteps: [] });
});

test('a deadline by which the Job cannot start is a 400', async () => {
  const [past, soon, after] = [inHours(-1), inHours(1), inHours(2)];
  const problems = async (members: JsonObject) => (await create({ jobType: newType(), ...members })).errors;
  expect(await problems({ deadline: past })).toEqual([`deadline: must be in the future, not ${past}`]);
  expect(await problems({ startAfter: after, deadline: soon })).toEqual([
    `deadline: must not be before startAfter, which is ${after}`,
  ]);
});
