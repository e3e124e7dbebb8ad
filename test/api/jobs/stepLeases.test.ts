import { expect, setDefaultTimeout, test } from 'bun:test';
import { lapseLeases } from '../../../domain/jobs/leases/lapseLeases.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { accepted, claimed, lost, makeLeaseRequests, only } from '../../helpers/clientWorker/leaseRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

const { newType, makeJob, claim, report, expectLost, read, jobStatus, endLease } = makeLeaseRequests(api);

test('a worker claims the oldest steps with their data and completes them', async () => {
  const type = newType();
  const job = await makeJob(type, 3, { data: { city: 'Prague' } });
  const claims = await claim(type, 'w1', { max: 2, leaseSeconds: 30 });
  expect(claims).toMatchObject(
    [0, 1].map((index) => ({
      ...{ attempt: 1, token: 1, job: { id: job.id, jobType: type, data: { city: 'Prague' } } },
      step: { name: `stop ${index}`, status: 'IN_PROGRESS', stepData: { index } },
    })),
  );
  expect(await jobStatus(job)).toBe('IN_PROGRESS');
  const body = { worker: 'w1', steps: claims.map((one) => claimed(one, { processingInfo: { stops: 7 } })) };
  const first = await report('complete', body);
  expect(first).toEqual(claims.map((one) => accepted(one, 'COMPLETED')));
  // The answer was lost: the repetition is answered like the first request, and changes nothing.
  const stored = await read(claims[0]?.step.id ?? '');
  expect(stored).toMatchObject({ status: 'COMPLETED', processingInfo: { stops: 7, attempts: 1, worker: 'w1' } });
  expect(await report('complete', body)).toEqual(first);
  expect(await read(claims[0]?.step.id ?? '')).toEqual(stored);
  const last = await only(claim(type));
  await report('complete', { worker: 'w1', steps: [claimed(last)] });
  expect(await jobStatus(job)).toBe('COMPLETED');
});

test('two workers never get the same step', async () => {
  const type = newType();
  await makeJob(type, 40);
  const rounds = await Promise.all(Array.from({ length: 16 }, (_, index) => claim(type, `w${index}`, { max: 3 })));
  const ids = rounds.flat().map(({ step }) => step.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (;;) {
    const more = await claim(type, 'last');
    if (more.length === 0) break;
    ids.push(...more.map(({ step }) => step.id));
  }
  expect(new Set(ids).size).toBe(40);
  expect(ids.length).toBe(40);
});

test('a step is claimed while an index reads it', async () => {
  const type = newType();
  const { id } = await makeJob(type, 1);
  await api.sql.begin(async (transaction) => {
    await transaction`select from job_step where job_id = ${id} for key share`;
    expect(await claim(type, 'w1')).toHaveLength(1);
  });
});

test('steps of built-in types are not claimed', async () => {
  const answer = await api.request('POST', '/job-steps/claim', { jobTypes: ['REINDEX'], worker: 'w1' });
  expect(answer.errors).toEqual(['jobTypes[0]: workers of the service run steps of the type REINDEX']);
});

test('a claim without a type is refused for its length', async () => {
  const answer = await api.request('POST', '/job-steps/claim', { jobTypes: [], worker: 'w1' });
  const message = 'must have at least 1 element';
  expect(answer.json<object>()).toMatchObject({ problems: [{ code: 'LENGTH', path: 'jobTypes', message }] });
});

test('a report with another token, or of another worker, changes nothing', async () => {
  const type = newType();
  await makeJob(type, 2);
  const [one, two] = await claim(type);
  if (!one || !two) throw new Error('two steps are expected');
  // A claim shows in the record only after a while.
  await poll('the claim to be shown', async () => (await read(one.step.id)).status === 'IN_PROGRESS');
  const before = await read(one.step.id);
  for (const operation of ['complete', 'fail', 'progress', 'extend', 'release']) {
    const wrong = { worker: 'w1', steps: [claimed(one, { token: 2 }), { id: crypto.randomUUID(), token: 1 }] };
    await expectLost(operation, wrong);
    await expectLost(operation, { worker: 'w2', steps: [claimed(one)] });
  }
  expect(await read(one.step.id)).toEqual(before);
  // The others of a batch are not affected.
  expect(await report('complete', { worker: 'w1', steps: [claimed(one, { token: 9 }), claimed(two)] })).toEqual([
    lost(one),
    accepted(two, 'COMPLETED'),
  ]);
});

test('a worker that was paused past its lease changes nothing, and another one gets the step', async () => {
  const type = newType();
  await makeJob(type, 1);
  const first = await only(claim(type));
  await endLease(first);
  const late = { worker: 'w1', steps: [claimed(first)] };
  for (const operation of ['complete', 'fail', 'progress', 'extend', 'release']) await expectLost(operation, late);
  expect(await claim(type)).toEqual([]);
  await lapseLeases(api.services, caller);
  expect(await read(first.step.id)).toMatchObject({
    ...{ status: 'NEW', log: 'the worker w1 did not report before the end of its lease' },
  });
  // A worker of the same name has another token.
  const second = await only(claim(type));
  expect(second).toMatchObject({ attempt: 2, token: 2, step: { id: first.step.id } });
  expect(second.step.log).toBeUndefined();
  await expectLost('complete', late);
  expect(await report('complete', { worker: 'w1', steps: [claimed(second)] })).toEqual([accepted(second, 'COMPLETED')]);
});

test('an extended lease does not lapse', async () => {
  const type = newType();
  await makeJob(type, 1);
  const one = await only(claim(type, 'w1', { leaseSeconds: 5 }));
  const [outcome] = await report('extend', { worker: 'w1', leaseSeconds: 600, steps: [claimed(one)] });
  expect(outcome).toMatchObject(accepted(one, 'IN_PROGRESS'));
  expect(Date.parse(String(outcome?.leaseUntil))).toBeGreaterThan(Date.parse(one.leaseUntil) + 500_000);
  await lapseLeases(api.services, caller);
  expect(await report('complete', { worker: 'w1', steps: [claimed(one)] })).toEqual([accepted(one, 'COMPLETED')]);
});

test('a step that loses every worker is FAILED in the end', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  for (let attempt = 1; attempt <= 3; attempt++) {
    const one = await only(claim(type));
    expect(one.attempt).toBe(attempt);
    await endLease(one);
    await lapseLeases(api.services, caller);
  }
  expect(await claim(type)).toEqual([]);
  expect(await jobStatus(job)).toBe('FAILED');
});

test('a failed step pauses before its retry, and the third failure ends it', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const first = await only(claim(type));
  const reported = { worker: 'w1', steps: [claimed(first, { log: 'no bus', afterSeconds: 600 })] };
  expect(await report('fail', reported)).toEqual([accepted(first, 'NEW')]);
  expect(await read(first.step.id)).toMatchObject({ status: 'NEW', log: 'no bus' });
  expect(await claim(type)).toEqual([]);
  await endLease(first);
  for (const status of ['NEW', 'FAILED']) {
    const next = await only(claim(type));
    expect(await report('fail', { worker: 'w1', steps: [claimed(next, { afterSeconds: 0 })] })).toEqual([
      accepted(next, status),
    ]);
  }
  expect(await jobStatus(job)).toBe('FAILED');
});

test('a failure without a retry ends the step, and its repetition is answered alike', async () => {
  const type = newType();
  await makeJob(type, 1);
  const one = await only(claim(type));
  const body = {
    worker: 'w1',
    steps: [claimed(one, { log: 'no such city', retry: false, processingInfo: { stops: 0 } })],
  };
  expect(await report('fail', body)).toEqual([accepted(one, 'FAILED')]);
  const stored = await read(one.step.id);
  expect(stored).toMatchObject({ status: 'FAILED', log: 'no such city', processingInfo: { stops: 0 } });
  expect(await report('fail', body)).toEqual([accepted(one, 'FAILED')]);
  await expectLost('complete', { worker: 'w1', steps: [claimed(one)] });
  expect(await read(one.step.id)).toEqual(stored);
});

test('a released step can be claimed at once, and counts no failure', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const one = await only(claim(type));
    expect(one.attempt).toBe(attempt);
    expect(await report('release', { worker: 'w1', steps: [claimed(one)] })).toEqual([accepted(one, 'NEW')]);
    await expectLost('complete', { worker: 'w1', steps: [claimed(one)] });
  }
  expect(await jobStatus(job)).toBe('IN_PROGRESS');
});

test('progress is written while the step runs', async () => {
  const type = newType();
  await makeJob(type, 1);
  const one = await only(claim(type));
  const steps = [claimed(one, { processingInfo: { stops: 3 }, log: 'on the bridge' })];
  expect(await report('progress', { worker: 'w1', steps })).toEqual([accepted(one, 'IN_PROGRESS')]);
  expect(await read(one.step.id)).toMatchObject({
    ...{ status: 'IN_PROGRESS', log: 'on the bridge', processingInfo: { stops: 3, attempts: 1, worker: 'w1' } },
  });
});

test('a step that was cancelled, or ended by hand, is lost to its worker', async () => {
  const type = newType();
  const job = await makeJob(type, 2);
  const [one, two] = await claim(type);
  if (!one || !two) throw new Error('two steps are expected');
  await api.request('PATCH', `/job-steps/${one.step.id}`, { status: 'COMPLETED', processingInfo: { by: 'hand' } });
  await expectLost('complete', { worker: 'w1', steps: [claimed(one)] });
  expect((await api.request('POST', `/jobs/${job.id}/cancel`)).status).toBe(200);
  await expectLost('fail', { worker: 'w1', steps: [claimed(two, { retry: false })] });
  expect(await read(one.step.id)).toMatchObject({ status: 'COMPLETED', processingInfo: { by: 'hand' } });
  expect(await read(two.step.id)).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
});

test('a step that its client runs by PATCH has no lease', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const id = job.jobSteps?.[0]?.id ?? '';
  await api.request('PATCH', `/job-steps/${id}`, { status: 'IN_PROGRESS' });
  await lapseLeases(api.services, caller);
  expect(await claim(type)).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'IN_PROGRESS' });
});

test('a report of no steps has no outcomes', async () => {
  expect(await report('complete', { worker: 'w1', steps: [] })).toEqual([]);
});

test('all problems of a body are named', async () => {
  const answer = await api.request('POST', '/job-steps/complete', {
    steps: [{ id: 'x' }, { id: crypto.randomUUID(), token: 1, retry: true }],
  });
  expect(answer.status).toBe(400);
  expect(answer.errors).toEqual([
    'worker: is required',
    'steps[0].id: type mismatch, "x" is not a UUID',
    'steps[0].token: is required',
    'steps[1].retry: unknown member',
  ]);
});

test('concurrent claims and reports of many workers, which share transactions, have results of their own', async () => {
  const type = newType();
  const job = await makeJob(type, 24);
  const workers = Array.from({ length: 24 }, (_, index) => `w${index}`);
  const claims = await Promise.all(workers.map(async (worker) => only(claim(type, worker, { max: 1 }))));
  expect(new Set(claims.map(({ step }) => step.id)).size).toBe(24);
  const outcomes = await Promise.all(
    claims.flatMap((one, index) => {
      const worker = workers[index] ?? '';
      const body = { worker, steps: [claimed(one, { processingInfo: { index } })] };
      const stolen = { worker: 'thief', steps: [claimed(one)] };
      // Twice, as after a lost answer, and by another worker.
      return [
        report('complete', body),
        report('complete', body),
        expectLost('complete', stolen).then(() => 'lost' as const),
      ];
    }),
  );
  expect(outcomes).toEqual(
    claims.flatMap((one) => [[accepted(one, 'COMPLETED')], [accepted(one, 'COMPLETED')], 'lost' as const]),
  );
  for (const [index, { step }] of claims.entries())
    expect(await read(step.id)).toMatchObject({ processingInfo: { index, worker: `w${index}`, attempts: 1 } });
  expect(await jobStatus(job)).toBe('COMPLETED');
});
