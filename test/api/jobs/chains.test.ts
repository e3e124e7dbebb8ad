import { expect, setDefaultTimeout, test } from 'bun:test';
import { deleteOldJobs } from '../../../domain/jobs/upkeep/retention.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiAndWorkerForFile, type TestJob } from '../../helpers/api/jobRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Jobs that wait for others. */

const { api } = await startApiAndWorkerForFile();

interface ChainedJob extends TestJob {
  readonly after?: readonly { readonly jobId: string; readonly on?: string; readonly status?: string }[];
  readonly waits?: boolean;
  readonly cause?: string;
  readonly reason?: string;
}

let types = 0;
const newType = (): string => `LINK_${++types}`;

async function post(members: JsonObject, steps = 1): Promise<ChainedJob> {
  const answer = await api.request('POST', '/jobs', {
    ...{ jobType: newType(), startDate: '2026-11-20T08:00:00.000Z', status: 'NEW' },
    ...(steps > 0 && { jobSteps: Array.from({ length: steps }, (_, index) => ({ name: `s${index}`, status: 'NEW' })) }),
    ...members,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<ChainedJob>();
}

const after = (...jobs: (TestJob | readonly [TestJob, string])[]): JsonObject => ({
  after: jobs.map((one) => ('id' in one ? { jobId: one.id } : { jobId: one[0].id, on: one[1] })),
});

async function read({ id }: TestJob): Promise<ChainedJob> {
  const answer = await api.request('GET', `/jobs/${id}?expand=JOB_STEPS`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<ChainedJob>();
}

/** Ends the only step of a Job, and so the Job. */
async function end({ jobSteps }: TestJob, status = 'COMPLETED', processingInfo?: JsonObject): Promise<void> {
  const path = `/job-steps/${jobSteps?.[0]?.id}`;
  for (const body of [{ status: 'IN_PROGRESS' }, { status, ...(processingInfo && { processingInfo }) }]) {
    const answer = await api.request('PATCH', path, body);
    expect(answer.status, answer.text).toBe(200);
  }
}

const claim = async (jobType: string) => {
  const answer = await api.request('POST', '/job-steps/claim', { jobTypes: [jobType], worker: 'w1', max: 10 });
  return answer.json<{ claims: JsonObject[]; predecessors?: JsonObject[] }>();
};

const problemsOf = async (members: JsonObject): Promise<string[]> => {
  const job = { jobType: newType(), startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members };
  const answer = await api.request('POST', '/jobs', job);
  expect(answer.status, answer.text).toBe(400);
  return answer.errors;
};

test('a Job waits for the last of its predecessors, and its worker reads their results', async () => {
  const [first, second] = [await post({}), await post({})];
  const jobType = newType();
  const last = await post({ jobType, ...after(first, [second, 'ENDED']) });
  expect(last).toMatchObject({ status: 'NEW', waits: true, after: [{ jobId: first.id }, { jobId: second.id }] });
  expect((await claim(jobType)).claims).toEqual([]);
  const begun = await api.request('PATCH', `/job-steps/${last.jobSteps?.[0]?.id}`, { status: 'IN_PROGRESS' });
  expect(begun.errors).toEqual(['status: cannot go from NEW to IN_PROGRESS, the Job waits for those of `after`']);
  await end(first, 'COMPLETED', { pages: 3 });
  expect(await read(last)).toMatchObject({ waits: true, after: [{ status: 'COMPLETED' }, { jobId: second.id }] });
  expect((await claim(jobType)).claims).toEqual([]);
  await end(second, 'FAILED');
  const started = await read(last);
  expect(started.waits).toBeUndefined();
  expect(started).toMatchObject({ status: 'NEW', after: [{ status: 'COMPLETED' }, { status: 'FAILED', on: 'ENDED' }] });
  const { claims, predecessors } = await claim(jobType);
  expect(claims).toMatchObject([{ job: { id: last.id, after: started.after } }]);
  expect(predecessors).toMatchObject([
    {
      jobId: first.id,
      status: 'COMPLETED',
      results: [{ name: 's0', status: 'COMPLETED', processingInfo: { pages: 3 } }],
    },
    { jobId: second.id, status: 'FAILED', results: [{ status: 'FAILED' }] },
  ]);
});

test('a worker plans a managed Job once its predecessor has ended', async () => {
  const first = await post({});
  const setup = await post({ jobType: 'BROKER_SETUP', ...after(first) }, 0);
  expect(setup).toMatchObject({ status: 'NEW', waits: true, jobSteps: [] });
  const [plan] = await api.sql<{ waits: boolean }[]>`
    select not_before = 'infinity' as waits from outbox where queue = 'job.plan' and data like ${`%${setup.id}%`}`;
  expect(plan).toEqual({ waits: true });
  await end(first);
  await poll('the Job to be planned and run', async () => (await read(setup)).status === 'COMPLETED');
});

test('a Job whose condition can no longer be met is cancelled, and those that wait for it follow', async () => {
  const first = await post({});
  const managed = await post({ jobType: 'BROKER_SETUP', ...after(first) }, 0);
  const second = await post(after(first), 2);
  const third = await post(after(second));
  const mourning = await post(after([second, 'FAILED']));
  await end(first, 'FAILED');
  const reason = `the Job ${first.id} is FAILED, and this one starts only once it is COMPLETED`;
  const ended = await read(second);
  expect(ended).toMatchObject({ status: 'FAILED', cause: 'CANCELLED', reason, after: [{ status: 'FAILED' }] });
  expect(ended.waits).toBeUndefined();
  expect(ended.jobSteps).toMatchObject([0, 1].map(() => ({ status: 'FAILED', cause: 'CANCELLED' })));
  expect(await read(managed)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED', reason });
  expect(await api.sql`select from outbox where queue = 'job.plan' and data like ${`%${managed.id}%`}`).toHaveLength(0);
  expect(await read(third)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining(second.id) });
  const started = await read(mourning);
  expect([started.status, started.waits]).toEqual(['NEW', undefined]);
  // An operator may run it nevertheless.
  expect((await api.request('POST', `/admin/jobs/${second.id}/resend-failed`)).status).toBe(200);
  const resent = await read(second);
  expect([resent.status, resent.reason, resent.waits]).toEqual(['NEW', undefined, undefined]);
});

test('a predecessor that has ended counts', async () => {
  const [good, bad] = [await post({}), await post({})];
  await end(good);
  await end(bad, 'FAILED');
  const started = await post(after(good, [bad, 'FAILED']));
  expect(started).toMatchObject({ status: 'NEW', after: [{ status: 'COMPLETED' }, { status: 'FAILED' }] });
  expect(started.waits).toBeUndefined();
  const cancelled = await post(after(bad));
  expect(cancelled).toMatchObject({ status: 'FAILED', cause: 'CANCELLED', jobSteps: [{ status: 'FAILED' }] });
  expect(await read(cancelled)).toEqual(cancelled);
});

test('a cancel ends only the Job, or on request all that wait for it', async () => {
  const chain = async () => {
    const middle = await post({});
    const cleanup = await post(after([middle, 'ENDED']));
    return { middle, cleanup, last: await post(after(cleanup)) };
  };
  const one = await chain();
  expect((await api.request('POST', `/jobs/${one.middle.id}/cancel`)).status).toBe(200);
  expect((await read(one.cleanup)).waits).toBeUndefined();
  expect(await read(one.cleanup)).toMatchObject({ status: 'NEW', after: [{ status: 'FAILED' }] });
  expect(await read(one.last)).toMatchObject({ status: 'NEW', waits: true });
  const two = await chain();
  expect((await api.request('POST', `/jobs/${two.middle.id}/cancel?chain=true`)).status).toBe(200);
  const reason = `the Job ${two.middle.id} was cancelled with the Jobs that waited for it`;
  for (const job of [two.cleanup, two.last])
    expect(await read(job)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED', reason });
  // A Job that waits is cancelled like any other.
  const three = await chain();
  expect((await api.request('POST', `/jobs/${three.cleanup.id}/cancel`)).status).toBe(200);
  expect(await read(three.last)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
  await end(three.middle);
  expect(await read(three.cleanup)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
});

test('problems of `after` are named, and no Job waits for itself', async () => {
  const first = await post({});
  const id = crypto.randomUUID();
  expect(await problemsOf({ id, after: [{ jobId: id }, { jobId: first.id }] })).toEqual([
    `after[0].jobId: no Job has the id "${id}"`,
  ]);
  expect(await problemsOf({ after: [{ jobId: first.id }, { jobId: first.id }] })).toEqual([
    `after[1].jobId: ${first.id} is named twice`,
  ]);
  expect(
    await problemsOf({ ...after(first), status: 'IN_PROGRESS', jobSteps: [{ name: 's', status: 'COMPLETED' }] }),
  ).toEqual([
    'status: must be NEW, the Job waits for those of `after`',
    'jobSteps[0].status: must be NEW, the Job waits for those of `after`',
  ]);
  expect((await problemsOf({ after: [{ jobId: first.id, on: 'LATER' }] })).join()).toContain('after[0].on');
  const waiting = await post(after(first));
  const added = await api.request('POST', '/job-steps', { jobId: waiting.id, name: 'x', status: 'COMPLETED' });
  expect(added.errors).toEqual(['status: must be NEW, the Job waits for those of `after`']);
  // The service writes these.
  expect((await post({ waits: true, reason: 'x', after: [{ jobId: first.id, status: 'COMPLETED' }] })).after).toEqual([
    { jobId: first.id },
  ]);
});

test('retention deletes no Job that another one waits for; the reconciler considers ends that were missed', async () => {
  const [first, second, third] = [await post({}), await post({}), await post({})];
  const started = await post(after(first));
  const lost = await post(after([second, 'ENDED']));
  const waiting = await post(after(third));
  // As a process of the previous release ends and deletes Jobs.
  await api.sql.begin(async (sql) => {
    await sql`update job set status = 'COMPLETED', updated_at = now() - interval '9 days' where id = ${first.id}`;
    await sql`delete from job_step where job_id = ${second.id}`;
    await sql`delete from job where id = ${second.id}`;
  });
  await deleteOldJobs(api.services, 8, caller);
  await poll('the Jobs to be considered', async () => (await read(started)).waits === undefined);
  await poll('the Job to be cancelled', async () => (await read(lost)).status === 'FAILED');
  expect(await read(lost)).toMatchObject({ cause: 'CANCELLED', after: [{ status: 'DELETED' }] });
  expect(await read(started)).toMatchObject({ status: 'NEW', after: [{ status: 'COMPLETED' }] });
  expect(await read(waiting)).toMatchObject({ waits: true });
  await deleteOldJobs(api.services, 8, caller);
  expect((await api.request('GET', `/jobs/${first.id}`)).status).toBe(404);
  expect(await read(started)).toMatchObject({ status: 'NEW', after: [{ status: 'COMPLETED' }] });
});

test('a long chain, and a Job with many successors, end completely', async () => {
  const first = await post({});
  const fan = await Promise.all(Array.from({ length: 105 }, () => post(after(first), 0)));
  let end_ = first;
  for (let count = 0; count < 55; count++) end_ = await post(after(end_), 0);
  expect((await api.request('POST', `/jobs/${first.id}/cancel`)).status).toBe(200);
  await poll('all Jobs to be cancelled', async () => {
    const ids = [...fan, end_].map(({ id }) => id);
    const open = await api.sql`select from job where id = any(${ids}::uuid[]) and status <> 'FAILED'`;
    return open.length === 0;
  });
});

test('a request whose connection is lost before the commit is repeated', async () => {
  const first = await post({});
  const members = { ...after(first), jobType: newType() };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
  const holder = api.sql.begin(async (transaction) => {
    await transaction`select from job where id = ${first.id} for update`;
    hasLocked();
    await released;
  });
  await locked;
  const blockedPid = async (): Promise<number | undefined> => {
    const [row] = await api.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.pid;
  };
  const posted = post(members);
  const pid = await poll('the new Job waits for its predecessor', blockedPid);
  await api.sql`select pg_terminate_backend(${pid})`;
  await poll('the repetition waits for it', async () => {
    const other = await blockedPid();
    return other !== undefined && other !== pid;
  });
  release();
  await holder;
  expect((await posted).waits).toBe(true);
  const [count] = await api.sql<{ jobs: number }[]>`
    select count(*)::int as jobs from job where job_type = ${members.jobType}`;
  expect(count?.jobs).toBe(1);
});
