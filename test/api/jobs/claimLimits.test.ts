import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiAndWorkerForFile, type TestJob, type TestStep } from '../../helpers/api/jobRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const { api } = await startApiAndWorkerForFile();

let types = 0;
const newType = (): string => `LIMITED_${++types}`;

async function makeJob(jobType: string, steps: readonly JsonObject[], members: JsonObject = {}): Promise<TestJob> {
  const jobSteps = steps.map((step) => ({ name: 'step', status: 'NEW', ...step }));
  const job = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members, jobSteps };
  const answer = await api.request('POST', '/jobs', job as never);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<TestJob>();
}

interface Claim {
  readonly token: number;
  readonly step: TestStep;
}

async function claim(jobTypes: readonly string[], members: JsonObject = {}): Promise<Claim[]> {
  const body = { jobTypes: [...jobTypes], worker: 'w1', max: 10, leaseSeconds: 600, ...members };
  const answer = await api.request('POST', '/job-steps/claim', body as never);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ claims: Claim[] }>().claims;
}

const names = (claims: readonly Claim[]): string[] => claims.map(({ step }) => step.name);
const report = (operation: string, claims: readonly Claim[]) =>
  api.request('POST', `/job-steps/${operation}`, {
    worker: 'w1',
    steps: claims.map(({ step, token }) => ({ id: step.id, token })),
  });

interface Limit {
  readonly name: string;
  readonly running: number;
}

const limit = (scope: 'job-types' | 'users', name: string, body: JsonObject) =>
  api.request('PUT', `/admin/claim-limits/${scope}/${encodeURIComponent(name)}`, body as never);

test('of the steps with a key one runs at a time, whatever their Jobs, and those without it run', async () => {
  const type = newType();
  await makeJob(type, [{ name: 'first' }, { name: 'second' }], { concurrencyKey: 'customer 7' });
  await makeJob(type, [{ name: 'third' }, { name: 'other', stepData: { concurrencyKey: 'customer 8' } }], {
    concurrencyKey: 'customer 7',
  });
  await makeJob(type, [{ name: 'free' }, { name: 'free too' }]);
  const claims = await claim([type]);
  expect(names(claims).sort()).toEqual(['first', 'free', 'free too', 'other']);
  expect(await claim([type])).toEqual([]);
  const first = claims.filter(({ step }) => step.name === 'first');
  await report('fail', first);
  await api.sql`update job_step set claimable_at = null where id = ${first[0]?.step.id ?? ''}`;
  const retried = await claim([type]);
  expect(names(retried)).toEqual(['first']);
  await report('complete', retried);
  expect(await claim([type])).toHaveLength(1);
});

test('a key of a step that is too long or no text is a 400', async () => {
  for (const [concurrencyKey, problem] of [
    ['k'.repeat(256), 'must have 1 to 255 characters'],
    [7, 'must be a string, not 7'],
  ] as const) {
    const step = { name: 'step', status: 'NEW', stepData: { concurrencyKey } };
    const job = { jobType: newType(), startDate: '2026-11-20', status: 'NEW', jobSteps: [step] };
    const { errors } = await api.request('POST', '/jobs', job);
    expect(errors).toEqual([`jobSteps[0].stepData.concurrencyKey: ${problem}`]);
  }
});

test('the key of one type does not concern another', async () => {
  const [one, two] = [newType(), newType()];
  for (const type of [one, two]) await makeJob(type, [{}], { concurrencyKey: 'the same' });
  expect(await claim([one, two])).toHaveLength(2);
});

test('a lapsed lease, a cancel and a change by PATCH free the place of a key', async () => {
  const type = newType();
  const job = await makeJob(type, [{ name: 'one' }, { name: 'two' }, { name: 'three' }], { concurrencyKey: 'key' });
  const [lapsed] = await claim([type]);
  await api.sql`update job_step set claimable_at = now() where id = ${lapsed?.step.id ?? ''}`;
  const [next] = await poll('the step to be claimed again', async () => {
    const claims = await claim([type]);
    return claims.length > 0 ? claims : undefined;
  });
  const patched = await api.request('PATCH', `/job-steps/${next?.step.id}`, { status: 'COMPLETED' });
  expect(patched.status, patched.text).toBe(200);
  expect(await claim([type])).toHaveLength(1);
  await api.request('POST', `/jobs/${job.id}/cancel`);
  await makeJob(type, [{ name: 'after the cancel' }], { concurrencyKey: 'key' });
  expect(names(await claim([type]))).toEqual(['after the cancel']);
  const slots = await api.sql`
    select s.name, s.has_slot as "hasSlot", c.step_id is not null as "isCounted"
    from job_step s left join claim_slot c on c.step_id = s.id
    where s.job_type = ${type} and (s.has_slot or c.step_id is not null)`;
  expect([...slots]).toEqual([{ name: 'after the cancel', hasSlot: true, isCounted: true }]);
});

test('a claim that waits is woken when the place of a key is free', async () => {
  const type = newType();
  await makeJob(type, [{ name: 'one' }, { name: 'two' }], { concurrencyKey: 'key' });
  const claims = await claim([type]);
  const waiting = claim([type], { waitSeconds: 50 });
  await report('complete', claims);
  expect(await waiting).toHaveLength(1);
});

test('a job type has a limit of running steps, which counts those that run when it is set', async () => {
  const type = newType();
  await makeJob(
    type,
    Array.from({ length: 8 }, () => ({})),
  );
  const before = await claim([type], { max: 2 });
  const set = await limit('job-types', type, { concurrency: 3 });
  expect(set.json<Limit>()).toMatchObject({
    scope: 'TYPE',
    name: type,
    concurrency: 3,
    running: 2,
    setBy: 'anonymous',
  });
  expect(await claim([type])).toHaveLength(1);
  expect(await claim([type])).toEqual([]);
  await report('complete', before);
  expect(await claim([type])).toHaveLength(2);
  const listed = (await api.request('GET', '/admin/claim-limits')).json<Limit[]>();
  expect(listed.find(({ name }) => name === type)).toMatchObject({ concurrency: 3, running: 3 });
  await limit('job-types', type, { concurrency: 5 });
  expect(await claim([type])).toHaveLength(2);
  expect((await limit('job-types', type, {})).json<Limit>()).toEqual({
    scope: 'TYPE',
    name: type,
    running: 5,
  } as never);
  expect(await claim([type])).toHaveLength(1);
});

test('claims of several types at once stay within the limit', async () => {
  const [limited, free] = [newType(), newType()];
  await limit('job-types', limited, { concurrency: 3 });
  for (const type of [limited, free])
    await makeJob(
      type,
      Array.from({ length: 20 }, () => ({ name: type })),
    );
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim([limited, free], { max: 3 })));
  const counts = Map.groupBy(claims.flatMap(names), (name) => name);
  expect(counts.get(limited)?.length ?? 0).toBeLessThanOrEqual(3);
  expect(counts.get(free)?.length).toBeGreaterThan(10);
  await claim([limited]);
  const [row] =
    await api.sql`select count(*)::int as running from job_step where job_type = ${limited} and status = 'IN_PROGRESS'`;
  expect(row?.running).toBe(3);
});

test('a job type has a limit of starts in a period', async () => {
  const type = newType();
  await makeJob(
    type,
    Array.from({ length: 10 }, () => ({})),
  );
  await limit('job-types', type, { starts: 4, perSeconds: 3_600 });
  const claims = await claim([type]);
  expect(claims).toHaveLength(4);
  await report('complete', claims);
  expect(await claim([type])).toEqual([]);
  // As if half of the period had passed.
  await api.sql`update claim_limit set filled_at = filled_at - interval '1900 seconds' where name = ${type}`;
  expect(await claim([type])).toHaveLength(2);
});

test('a user has a limit over all types, which does not concern others', async () => {
  const [one, two] = [newType(), newType()];
  for (const type of [one, two]) {
    const job = await makeJob(
      type,
      Array.from({ length: 5 }, () => ({ name: 'limited' })),
    );
    await api.sql`update job set submitter = 'limited user' where id = ${job.id}`;
    await makeJob(type, [{ name: 'other' }, { name: 'other' }]);
  }
  await limit('users', 'limited user', { concurrency: 3 });
  const claims = await claim([one, two]);
  expect(names(claims).filter((name) => name === 'limited')).toHaveLength(3);
  expect(names(claims).filter((name) => name === 'other')).toHaveLength(4);
  await limit('users', 'limited user', {});
});

test('limits that cannot be are a 400', async () => {
  const errors = async (name: string, body: JsonObject) => (await limit('job-types', name, body)).errors;
  expect(await errors('ANY', { concurrency: 0 })).toEqual(['concurrency: must be at least 1']);
  expect(await errors('ANY', { perSeconds: 5 })).toEqual(['perSeconds: must be absent without starts']);
  expect(await errors('REINDEX', { concurrency: 1 })).toEqual([
    'name: workers of the service run steps of the type REINDEX; set the concurrency of the queue step.reindex',
  ]);
  const job = { jobType: 'BROKER_SETUP', startDate: '2026-11-20', status: 'NEW', concurrencyKey: 'key' };
  expect((await api.request('POST', '/jobs', job)).errors).toEqual([
    'concurrencyKey: workers of the service run steps of the type BROKER_SETUP; set the concurrency of the queue step.maintenance',
  ]);
});
