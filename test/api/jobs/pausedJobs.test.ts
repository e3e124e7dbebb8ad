import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestJob, TestStep } from '../../helpers/api/jobRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

let types = 0;
const newType = (): string => `PAUSED_${++types}`;

async function makeJob(jobType: string, names: readonly string[]): Promise<TestJob> {
  const jobSteps = names.map((name) => ({ name, status: 'NEW' }));
  const job = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobSteps };
  const answer = await api.request('POST', '/jobs', job);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<TestJob>();
}

interface Claim {
  readonly token: number;
  readonly step: TestStep;
}

async function claim(jobType: string, max = 10): Promise<Claim[]> {
  const answer = await api.request('POST', '/job-steps/claim', { jobTypes: [jobType], worker: 'w1', max });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ claims: Claim[] }>().claims;
}

async function change(job: TestJob, operation: 'pause' | 'resume' | 'cancel'): Promise<JsonObject> {
  const answer = await api.request('POST', `/jobs/${job.id}/${operation}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<JsonObject>();
}

const complete = (claims: readonly Claim[]) =>
  api.request('POST', '/job-steps/complete', {
    worker: 'w1',
    steps: claims.map(({ step, token }) => ({ id: step.id, token })),
  });
const read = async ({ id }: TestJob) => (await api.request('GET', `/jobs/${id}`)).json<JsonObject>();

test('no step of a paused Job starts, running ones end, and it goes on when it is resumed', async () => {
  const type = newType();
  const job = await makeJob(type, ['one', 'two']);
  const running = await claim(type, 1);
  const paused = await change(job, 'pause');
  expect(paused).toMatchObject({ status: 'IN_PROGRESS', paused: true });
  expect(await change(job, 'pause')).toEqual(paused);
  expect(await claim(type)).toEqual([]);
  await complete(running);
  expect(await read(job)).toMatchObject({ status: 'IN_PROGRESS', paused: true });
  expect((await change(job, 'resume')).paused).toBeUndefined();
  const last = await claim(type);
  expect(last.map(({ step }) => step.name)).toEqual(['two']);
  await complete(last);
  expect((await read(job)).status).toBe('COMPLETED');
  const refused = await api.request('POST', `/jobs/${job.id}/pause`);
  expect([refused.status, refused.errors]).toEqual([400, ['status: the Job is COMPLETED']]);
});

test('a client does not start a step of a paused Job by PATCH', async () => {
  const job = await makeJob(newType(), ['one']);
  await change(job, 'pause');
  const step = job.jobSteps?.[0]?.id ?? '';
  const answer = await api.request('PATCH', `/job-steps/${step}`, { status: 'IN_PROGRESS' });
  expect(answer.errors).toEqual(['status: the Job is paused, and its steps start when it is resumed']);
  await change(job, 'resume');
  expect((await api.request('PATCH', `/job-steps/${step}`, { status: 'IN_PROGRESS' })).status).toBe(200);
});

test('a Job that ends while it is paused, or is cancelled, is not paused any more', async () => {
  const type = newType();
  const ending = await makeJob(type, ['one']);
  const claims = await claim(type);
  await change(ending, 'pause');
  await complete(claims);
  const ended = await read(ending);
  expect([ended.status, ended.paused]).toEqual(['COMPLETED', undefined]);
  const cancelled = await makeJob(type, ['one']);
  await change(cancelled, 'pause');
  const { cause, paused } = await change(cancelled, 'cancel');
  expect([cause, paused]).toEqual(['CANCELLED', undefined]);
});

test('no claim that begins after the answer to a pause takes a step, however many claim at once', async () => {
  const type = newType();
  const job = await makeJob(
    type,
    Array.from({ length: 60 }, (_, index) => `step ${index}`),
  );
  let isPaused = false;
  let late = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const begins = isPaused;
      const claims = await claim(type, 2);
      if (begins) late += claims.length;
      if (begins || claims.length === 0) return;
    }
  };
  const working = Array.from({ length: 6 }, worker);
  await change(job, 'pause');
  isPaused = true;
  await Promise.all(working);
  expect(late).toBe(0);
  await change(job, 'resume');
  let rest = 0;
  for (let claims = await claim(type); claims.length > 0; claims = await claim(type)) rest += claims.length;
  const [row] = await api.sql<{ running: number }[]>`
    select count(*)::int as running from job_step where job_id = ${job.id} and status = 'IN_PROGRESS' and fence = 1`;
  expect(row?.running).toBe(60);
  expect(rest).toBeLessThanOrEqual(60);
});

test('a client does not write paused', async () => {
  const answer = await api.request('POST', '/jobs', {
    ...{ jobType: newType(), startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', paused: true },
  });
  expect(answer.json<JsonObject>().paused).toBeUndefined();
});
