import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import type { TestJob } from '../../helpers/api/jobRequests.ts';

setDefaultTimeout(60_000);

/** Jobs of which one of a key is open at a time. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;

const jobOf = (jobType: string, unique: JsonObject, members: JsonObject = {}): JsonObject => ({
  ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', unique },
  ...members,
});
const withStep = { jobSteps: [{ name: 'only', status: 'NEW' }] };

interface Posted extends TestJob {
  readonly isExisting: boolean;
}

async function post(job: JsonObject, caller: TestCaller = administrator): Promise<Posted> {
  const answer = await caller.request('POST', '/jobs', job);
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.json<TestJob>(), isExisting: answer.headers.get('x-job-existing') === 'true' };
}

async function end({ jobSteps }: TestJob, status: string): Promise<void> {
  for (const next of ['IN_PROGRESS', status])
    await expectOk(administrator.request('PATCH', `/job-steps/${jobSteps?.[0]?.id}`, { status: next }));
}

test('a request with the type and key of an open Job is answered with that Job, and stores nothing', async () => {
  const first = await post(jobOf('BILL', { key: 'customer 7' }, withStep));
  expect([first.isExisting, first.status]).toEqual([false, 'NEW']);
  const second = await post(jobOf('BILL', { key: 'customer 7' }, { ...withStep, data: { other: true } }));
  expect(second).toMatchObject({ id: first.id, isExisting: true, unique: { key: 'customer 7' } });
  const shown = await expectOk<JsonObject>(administrator.request('GET', `/jobs/${first.id}?expand=JOB_STEPS`));
  expect(shown).toMatchObject({ jobSteps: [{ name: 'only' }] });
  expect(shown.data).toBeUndefined();
  for (const other of [jobOf('BILL', { key: 'customer 8' }), jobOf('REMIND', { key: 'customer 7' })])
    expect(await post(other)).toMatchObject({ isExisting: false });
  await end(first, 'COMPLETED');
  expect(await post(jobOf('BILL', { key: 'customer 7' }))).toMatchObject({ isExisting: false, jobSteps: [] });
});

test('within the period, a COMPLETED Job counts too, and one that has failed does not', async () => {
  const unique = { key: 'daily', withinSeconds: 86_400 };
  const failed = await post(jobOf('REPORT', unique, withStep));
  await end(failed, 'FAILED');
  const completed = await post(jobOf('REPORT', unique, withStep));
  expect(completed.isExisting).toBe(false);
  await end(completed, 'COMPLETED');
  expect(await post(jobOf('REPORT', unique))).toMatchObject({
    id: completed.id,
    isExisting: true,
    status: 'COMPLETED',
  });
  await api.sql`update job set incarnation = incarnation - 86401000000 where id = ${completed.id}`;
  expect(await post(jobOf('REPORT', unique))).toMatchObject({ isExisting: false });
});

test('of many requests at once, one creates the Job', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(jobOf('RUSH', { key: 'k' }, withStep))));
  expect(answers.filter(({ isExisting }) => !isExisting)).toHaveLength(1);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await api.sql`select from job where job_type = 'RUSH'`).toHaveLength(1);
});

test('a second unique rebuild of a kind is answered with the first, instead of being refused', async () => {
  const rebuild = jobOf('REINDEX', { key: 'nightly' }, { data: { kind: 'WorklogType' } });
  const [first, second] = await Promise.all([post(rebuild), post(rebuild)]);
  expect(second.id).toBe(first.id);
  expect([first, second].filter(({ isExisting }) => isExisting)).toHaveLength(1);
  expect(await post(rebuild)).toMatchObject({ id: first.id, isExisting: true });
  const other = await administrator.request('POST', '/jobs', { ...rebuild, unique: { key: 'other' } });
  expect([other.status, other.errors.join()]).toEqual([400, expect.stringContaining(first.id)]);
});

test('a caller learns nothing about a Job out of its reach', async () => {
  const caller = await api.callerWith([
    { entityName: 'Job', accessRule: 'READ_WRITE', expression: [{ column: 'data.team', value: 'blue' }] },
    { entityName: 'JobStep', accessRule: 'READ_WRITE', fullAccess: true },
  ]);
  const blue = { data: { team: 'blue' } };
  const hidden = await post(jobOf('TEAM', { key: 'k' }, { data: { team: 'red' } }));
  const refused = await caller.request('POST', '/jobs', jobOf('TEAM', { key: 'k' }, blue));
  expect([refused.status, refused.errors]).toEqual([400, ['unique.key: cannot be used']]);
  expect(refused.text).not.toContain(hidden.id);
  expect(refused.headers.get('x-job-existing')).toBeNull();
  expect(await api.sql`select from job where job_type = 'TEAM'`).toHaveLength(1);
  const own = await post(jobOf('TEAM', { key: 'l' }, blue), caller);
  expect(await post(jobOf('TEAM', { key: 'l' }, blue), caller)).toMatchObject({ id: own.id, isExisting: true });
});

test('a repeated request with an Idempotency-Key has the same answer', async () => {
  const first = await post(jobOf('ONCE', { key: 'k' }));
  const repeat = async () => {
    const headers = { 'idempotency-key': 'once' };
    const answer = await administrator.request('POST', '/jobs', jobOf('ONCE', { key: 'k' }), headers);
    return [answer.json<TestJob>().id, answer.headers.get('x-job-existing')];
  };
  expect(await repeat()).toEqual([first.id, 'true']);
  await expectOk(administrator.request('POST', `/jobs/${first.id}/cancel`));
  expect(await repeat()).toEqual([first.id, 'true']);
});

test('problems of unique are named', async () => {
  const problemsOf = async (unique: JsonObject) =>
    (await administrator.request('POST', '/jobs', jobOf('BILL', unique))).errors;
  expect(await problemsOf({ withinSeconds: 0 })).toEqual([
    'unique.key: is required',
    'unique.withinSeconds: must be at least 1',
  ]);
  expect(await problemsOf({ key: '' })).toEqual(['unique.key: must have 1 to 255 characters']);
});
