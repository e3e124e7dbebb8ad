import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { harness, post, rule, sent, settled, startEventsForFile, url } from '../../helpers/deliveries/eventHarness.ts';

/** Rules that the end of a Job triggers. */

setDefaultTimeout(60_000);
await startEventsForFile();

const notificationTo = [{ email: 'ops@example.com' }];

interface StartedJob {
  readonly id: string;
  readonly stepId: string;
}

async function startJob(jobType: string): Promise<StartedJob> {
  const job = await post('/jobs', {
    ...{ jobType, status: 'NEW', startDate: new Date().toISOString() },
    jobSteps: [{ name: 's', status: 'NEW' }],
  });
  const [step] = job.jobSteps as JsonObject[];
  return { id: String(job.id), stepId: String(step?.id) };
}

async function setStep({ stepId }: StartedJob, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    const response = await fetch(`${url}/api/v2/job-steps/${stepId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    });
    expect(response.status).toBe(200);
  }
}

/** Returns the event and the Job of each notification of a rule, in the order of the events. */
async function eventsOf(code: string): Promise<unknown[]> {
  await settled();
  const notifications = (await sent()).filter(({ templateCode }) => templateCode === code);
  return notifications.map(({ ownerType, ownerId, data }) => {
    const { event, jobType } = data as JsonObject;
    return [ownerType, ownerId, event, jobType];
  });
}

test('each end of a Job triggers the rules of its event once, and no others', async () => {
  const completed = await rule('SYSTEM', {}, { event: 'JOB_COMPLETED', notificationTo });
  const failed = await rule('SYSTEM', {}, { event: 'JOB_FAILED', notificationTo });
  const cancelled = await rule('SYSTEM', {}, { event: 'JOB_CANCELLED', notificationTo });
  const any = await rule('SYSTEM', {}, { notificationTo });
  const [done, bad, stopped] = [await startJob('TOUR'), await startJob('TOUR'), await startJob('TOUR')];
  await setStep(done, 'IN_PROGRESS', 'COMPLETED');
  await setStep(bad, 'IN_PROGRESS', 'FAILED');
  expect((await post(`/jobs/${stopped.id}/cancel`, {})).status).toBe(200);
  expect((await post(`/jobs/${stopped.id}/cancel`, {})).status).toBe(400);
  expect(await eventsOf(completed)).toEqual([['Job', done.id, 'JOB_COMPLETED', 'TOUR']]);
  expect(await eventsOf(failed)).toEqual([['Job', bad.id, 'JOB_FAILED', 'TOUR']]);
  expect(await eventsOf(cancelled)).toEqual([['Job', stopped.id, 'JOB_CANCELLED', 'TOUR']]);
  // Without an event, a rule is triggered by what operators have to act on.
  expect(await eventsOf(any)).toEqual([['Job', bad.id, 'JOB_FAILED', 'TOUR']]);
});

test('a Job that is cancelled while it completes has one event, that of its end', async () => {
  const completed = await rule('SYSTEM', {}, { event: 'JOB_COMPLETED', notificationTo });
  const cancelled = await rule('SYSTEM', {}, { event: 'JOB_CANCELLED', notificationTo });
  const jobs = await Promise.all(Array.from({ length: 8 }, () => startJob('TOUR')));
  await Promise.all(jobs.map((job) => setStep(job, 'IN_PROGRESS')));
  const complete = ({ stepId }: StartedJob) =>
    fetch(`${url}/api/v2/job-steps/${stepId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'COMPLETED' }),
    });
  await Promise.all(jobs.flatMap((job) => [complete(job), post(`/jobs/${job.id}/cancel`, {})]));
  const rows = await harness.services.sql<{ id: string; status: string }[]>`
    select id, status from job where id = any(${jobs.map(({ id }) => id)}::uuid[])`;
  const eventOf = (status: string) => (status === 'COMPLETED' ? 'JOB_COMPLETED' : 'JOB_CANCELLED');
  const expected = rows.map(({ id, status }) => ['Job', id, eventOf(status), 'TOUR']);
  expect([...(await eventsOf(completed)), ...(await eventsOf(cancelled))].sort()).toEqual(expected.sort());
});

test('a Job that was resent triggers its rules again when it ends again', async () => {
  const failed = await rule('SYSTEM', {}, { event: 'JOB_FAILED', notificationTo });
  const completed = await rule('SYSTEM', {}, { event: 'JOB_COMPLETED', notificationTo });
  const job = await startJob('TOUR');
  await setStep(job, 'IN_PROGRESS', 'FAILED', 'NEW', 'IN_PROGRESS', 'FAILED', 'NEW', 'IN_PROGRESS', 'COMPLETED');
  const failure = ['Job', job.id, 'JOB_FAILED', 'TOUR'];
  expect(await eventsOf(failed)).toEqual([failure, failure]);
  expect(await eventsOf(completed)).toEqual([['Job', job.id, 'JOB_COMPLETED', 'TOUR']]);
});

test('a rule with job types is triggered by Jobs of these types alone', async () => {
  const selected = await rule('SYSTEM', {}, { event: 'JOB_COMPLETED', jobTypes: ['TOUR', 'AUDIT'], notificationTo });
  const failures = await rule('SYSTEM', {}, { jobTypes: ['AUDIT'], notificationTo });
  const [tour, other] = [await startJob('TOUR'), await startJob('OTHER')];
  for (const job of [tour, other]) await setStep(job, 'IN_PROGRESS', 'COMPLETED');
  for (const jobType of ['TOUR', 'AUDIT']) await setStep(await startJob(jobType), 'IN_PROGRESS', 'FAILED');
  expect(await eventsOf(selected)).toEqual([['Job', tour.id, 'JOB_COMPLETED', 'TOUR']]);
  expect(await eventsOf(failures)).toEqual([['Job', expect.any(String), 'JOB_FAILED', 'AUDIT']]);
});

test('the end of a Job that no rule waits for enqueues nothing', async () => {
  await rule('SYSTEM', {}, { event: 'JOB_COMPLETED', jobTypes: ['AUDIT'], notificationTo });
  const count = async () => {
    const [row] = await harness.services.sql<{ count: number }[]>`
      select (select count(*) from outbox where queue = 'event.notification')::int
        + (select count(*) from pgboss.job where name = 'event.notification')::int as count`;
    return row?.count;
  };
  await settled();
  const before = await count();
  await setStep(await startJob('TOUR'), 'IN_PROGRESS', 'COMPLETED');
  expect(await count()).toBe(before);
});

test('job types that select no Job are refused', async () => {
  for (const jobTypes of [[], 'TOUR', [1]]) {
    const config = { event: 'JOB_COMPLETED', jobTypes, notificationTo };
    const { status, errors } = await post('/notification-rules', { code: 'r', name: 'R', eventType: 'SYSTEM', config });
    expect([status, errors]).toEqual([
      400,
      [expect.stringContaining('config.jobTypes: must be an array of at least 1 job type, not ')],
    ]);
  }
});
