import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { startApiAndWorkerForFile, type TestJob, type TestStep } from '../helpers/api/jobRequests.ts';
import { startApi } from '../helpers/api.ts';
import { Signal } from '../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

const { api } = await startApiAndWorkerForFile();

const startDate = '2026-11-20T08:00:00.000Z';

const create = async (body: object): Promise<TestJob> => {
  const answer = await api.request('POST', '/jobs', { startDate, status: 'NEW', ...body });
  expect(answer.text).toStartWith('{"id"');
  return answer.json<TestJob>();
};

describe('jobs', () => {
  test('are answered with their steps right after creation, and then when asked', async () => {
    const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW', chunk: ['a', 'b'] }] });
    expect(job.jobSteps).toMatchObject([
      { name: 'one', jobId: job.id, auditInfo: { version: 1, whoInserted: 'anonymous' } },
    ]);
    expect((await api.request('GET', `/jobs/${job.id}`)).json<TestJob>().jobSteps).toBeUndefined();
    expect((await api.request('GET', `/jobs/${job.id}?expand=JOB_STEPS`)).json<TestJob>().jobSteps).toEqual(
      job.jobSteps as TestStep[],
    );
    const refused = await api.request('GET', `/jobs/${job.id}?expand=STEPS`);
    expect(refused.status).toBe(400);
    expect(refused.errors).toEqual(['expand: must be one of JOB_STEPS, not "STEPS"']);
  });

  test('tell all problems of a body', async () => {
    const answer = await api.request('POST', '/jobs', {
      status: 'DONE',
      jobType: '',
      extra: 1,
      jobSteps: [
        { name: 'x', status: 'NEW' },
        { status: 'NEW', jobId: 'abc' },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual([
      'extra: unknown member',
      'startDate: is required',
      'status: must be one of NEW, IN_PROGRESS, COMPLETED, FAILED, not "DONE"',
      'jobType: must have 1 to 255 characters',
      'jobSteps[1].name: is required',
      'jobSteps[1].jobId: type mismatch, "abc" is not a UUID',
    ]);
  });

  test('that bring groups in need a directory, and data that can be read', async () => {
    const answer = async (data: object) =>
      (await api.request('POST', '/jobs', { jobType: 'DIRECTORY_SYNC', startDate, status: 'NEW', data })).errors;
    expect(await answer({})).toEqual([
      'jobType: DIRECTORY_SYNC needs a directory, and LDAP_URL is not set for this service',
    ]);
    expect(await answer({ dryRun: 'yes' })).toEqual(['data.dryRun: type mismatch, "yes" is not a boolean']);
  });

  test('keep ids and chunks unique', async () => {
    const chunkId = crypto.randomUUID();
    const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW', chunkId }] });
    expect(
      (await api.request('POST', '/jobs', { id: job.id, startDate, status: 'NEW', jobType: 'MINE' })).errors,
    ).toEqual([`id: ${job.id} is taken by another Job`]);
    const duplicate = { name: 'one', status: 'NEW', jobId: job.id, chunkId };
    expect((await api.request('POST', '/job-steps', duplicate)).errors).toEqual([
      `chunkId: ${chunkId} with the name "one" is taken by another JobStep`,
    ]);
    const step = job.jobSteps?.[0] as TestStep;
    expect((await api.request('POST', '/job-steps', { ...duplicate, id: step.id, name: 'two' })).errors).toEqual([
      `id: ${step.id} is taken by another JobStep`,
    ]);
    expect((await api.request('GET', `/job-steps/by-chunk/${chunkId}/one`)).json<TestStep>().id).toBe(step.id);
    expect((await api.request('GET', `/job-steps/by-chunk/${chunkId}/two`)).status).toBe(400);
    const nowhere = crypto.randomUUID();
    expect((await api.request('POST', '/job-steps', { name: 'x', status: 'NEW', jobId: nowhere })).errors).toEqual([
      `jobId: no Job has the id "${nowhere}"`,
    ]);
  });

  test('that are not there are 404, malformed ids 400', async () => {
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ['GET', `/jobs/${id}`],
      ['POST', `/jobs/${id}/cancel`],
      ['GET', `/jobs/${id}/events`],
      ['GET', `/job-steps/${id}`],
    ] as const) {
      expect((await api.request(method, path)).status).toBe(404);
    }
    expect((await api.request('PUT', `/job-steps/${id}`, { name: 'x', status: 'NEW', jobId: id })).status).toBe(404);
    expect((await api.request('POST', `/admin/job-steps/${id}/resend`)).status).toBe(400);
    expect((await api.request('POST', `/admin/jobs/${id}/resend-failed`)).status).toBe(400);
    expect((await api.request('GET', '/jobs/abc')).errors).toEqual(['id: type mismatch, "abc" is not a UUID']);
  });

  test('of a client follow its steps by PUT and PATCH, with locking', async () => {
    const job = await create({ jobType: 'MINE' });
    expect(job.status).toBe('NEW');
    const step = (
      await api.request('POST', '/job-steps', { name: 'late', status: 'NEW', jobId: job.id })
    ).json<TestStep>();
    const running = (
      await api.request('PUT', `/job-steps/${step.id}`, { ...step, status: 'IN_PROGRESS' })
    ).json<TestStep>();
    expect(running.auditInfo.version).toBe(2);
    const stale = await api.request('PUT', `/job-steps/${step.id}`, { ...step, status: 'COMPLETED' });
    expect(stale.errors).toContain('auditInfo.version: 1 was sent, the record is at 2');
    expect((await api.request('PATCH', `/job-steps/${step.id}`, { status: 'NEW' })).errors).toEqual([
      'status: cannot go from IN_PROGRESS to NEW, only to COMPLETED or FAILED',
    ]);
    expect(
      (await api.request('PATCH', `/job-steps/${step.id}`, { status: 'COMPLETED', processingInfo: { indexed: 2 } }))
        .status,
    ).toBe(200);
    expect((await api.request('GET', `/jobs/${job.id}`)).json<TestJob>().status).toBe('COMPLETED');
    expect((await api.request('POST', '/job-steps', { name: 'later', status: 'NEW', jobId: job.id })).errors).toEqual([
      'jobId: the Job is COMPLETED; a Job that is created with closed: false takes steps until it is closed',
    ]);
  });

  test('that are not closed take one step after another, and end when they are', async () => {
    const made = await create({ jobType: 'MINE', closed: false });
    const { id } = made;
    expect(made).toMatchObject({ closed: false });
    const read = async () => (await api.request('GET', `/jobs/${id}`)).json<TestJob>();
    const state = async () => (await api.request('GET', `/jobs/${id}`)).json<TestJob>().status;
    const close = () => api.request('POST', `/jobs/${id}/close`);
    expect((await close()).errors).toEqual(['id: the Job has no step; add one, or cancel the Job']);
    for (const name of ['one', 'two']) {
      const added = await api.request('POST', '/job-steps', { name, status: 'NEW', jobId: id });
      for (const status of ['IN_PROGRESS', 'COMPLETED'])
        await api.request('PATCH', `/job-steps/${added.json<TestStep>().id}`, { status });
      expect(await state()).toBe('IN_PROGRESS');
    }
    expect(await read()).toMatchObject({ closed: false });
    for (let round = 0; round < 2; round++) {
      const closed = await close();
      expect([closed.status, closed.json<TestJob>().status]).toEqual([200, 'COMPLETED']);
    }
    const { closed: ended, auditInfo } = await read();
    const [row] = await api.sql<{ version: number }[]>`select version from job where id = ${id}`;
    expect([ended, auditInfo.version]).toEqual([true, row?.version ?? 0]);
    const open = await create({ jobType: 'MINE', closed: false, jobSteps: [{ name: 'one', status: 'NEW' }] });
    const running = (await api.request('POST', `/jobs/${open.id}/close`)).json<TestJob>();
    expect([running.status, running.closed, running.auditInfo.version]).toEqual(['NEW', true, 2]);
    const managed = { startDate, status: 'NEW', jobType: 'BROKER_SETUP', closed: false };
    expect((await api.request('POST', '/jobs', managed)).errors).toEqual([
      'closed: workers plan the steps of a Job of the type BROKER_SETUP',
    ]);
    expect((await api.request('POST', `/jobs/${crypto.randomUUID()}/close`)).status).toBe(404);
  });

  test('that are closed take no more steps, also while a step is open or has failed', async () => {
    const jobSteps = [{ name: 'one', status: 'NEW' }];
    const closedByItself = await create({ jobType: 'MINE', closed: true, jobSteps });
    const closedLater = await create({ jobType: 'MINE', jobSteps });
    expect([closedByItself.closed, closedLater.closed]).toEqual([true, undefined]);
    const add = (jobId: string) => api.request('POST', '/job-steps', { name: 'two', status: 'NEW', jobId });
    expect((await add(closedLater.id)).status).toBe(200);
    expect((await api.request('POST', `/jobs/${closedLater.id}/close`)).json<TestJob>().closed).toBe(true);
    for (const { id, jobSteps: [first] = [] } of [closedByItself, closedLater]) {
      for (const status of ['NEW', 'IN_PROGRESS', 'FAILED']) {
        if (status !== 'NEW') await api.request('PATCH', `/job-steps/${first?.id}`, { status });
        const refused = await add(id);
        expect([refused.status, refused.errors]).toEqual([
          400,
          ['jobId: the Job is closed and takes no more steps; create another Job for them'],
        ]);
      }
      expect((await api.request('GET', `/jobs/${id}`)).json<TestJob>().closed).toBe(true);
    }
    const empty = await api.request('POST', '/jobs', { jobType: 'MINE', startDate, status: 'NEW', closed: true });
    expect(empty.errors).toEqual([
      'closed: must be absent while the Job has no step; send jobSteps, or close the Job after its last step',
    ]);
    const managed = await create({ jobType: 'BROKER_SETUP', closed: true });
    expect(managed.closed).toBeUndefined();
  });

  test('have steps whose work and results are not changed by hand', async () => {
    const own = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW', chunk: ['a'] }] });
    const first = own.jobSteps?.[0] as TestStep;
    const patch = (members: JsonObject) => api.request('PATCH', `/job-steps/${first.id}`, members);
    expect((await patch({ stepData: { a: 1 }, status: 'IN_PROGRESS' })).status).toBe(200);
    expect((await patch({ status: 'FAILED', log: 'away', processingInfo: { n: 1 } })).status).toBe(200);
    const byHand = { name: 'x', chunk: ['b'], stepData: { a: 2 }, processingInfo: { n: 2 }, log: 'here' };
    const problemsOf = (names: readonly string[], why: string) =>
      names.map((name) => `${name}: cannot be changed, ${why}`);
    const work = ['name', 'chunk', 'stepData'];
    const all = [...work, 'processingInfo', 'log'];
    expect((await patch(byHand)).errors).toEqual(problemsOf(all, 'the step is FAILED'));
    expect((await patch({ ...byHand, status: 'NEW' })).errors).toEqual(problemsOf(work, 'the step is FAILED'));
    expect((await patch({ status: 'NEW' })).status).toBe(200);
  });

  test('can be cancelled', async () => {
    const job = await create({
      jobType: 'MINE',
      jobSteps: [
        { name: 'one', status: 'NEW' },
        { name: 'two', status: 'IN_PROGRESS' },
      ],
    });
    const cancelled = await api.request('POST', `/jobs/${job.id}/cancel`);
    expect(cancelled.json<JsonObject>()).toMatchObject({ status: 'FAILED', cause: 'CANCELLED' });
    const after = (await api.request('GET', `/jobs/${job.id}?expand=JOB_STEPS`)).json<TestJob>();
    expect(after.jobSteps).toMatchObject([
      { status: 'FAILED', log: 'cancelled', cause: 'CANCELLED' },
      { status: 'FAILED', log: 'cancelled', cause: 'CANCELLED' },
    ]);
    expect((await api.request('POST', `/jobs/${job.id}/cancel`)).status).toBe(400);
    const step = after.jobSteps?.[0] as TestStep;
    expect((await api.request('POST', `/admin/job-steps/${step.id}/resend`)).json()).toEqual({
      acknowledge: true,
      jobId: job.id,
    } as never);
    const resent = (await api.request('GET', `/jobs/${job.id}?expand=JOB_STEPS`)).json<TestJob>();
    expect([resent.status, resent.jobSteps?.map(({ status }) => status)]).toEqual(['IN_PROGRESS', ['NEW', 'FAILED']]);
    expect(resent).not.toHaveProperty('cause');
    expect(resent.jobSteps?.[0]).not.toHaveProperty('cause');
  });

  test('tell a failure by its cause, which clients cannot write', async () => {
    const job = await create({ jobType: 'MINE', cause: 'CANCELLED', jobSteps: [{ name: 'one', status: 'NEW' }] });
    expect(job).not.toHaveProperty('cause');
    const step = job.jobSteps?.[0] as TestStep;
    const patch = (body: object) => api.request('PATCH', `/job-steps/${step.id}`, body as JsonObject);
    await patch({ status: 'IN_PROGRESS', cause: 'CANCELLED' });
    expect((await patch({ status: 'FAILED', cause: 'CANCELLED' })).json<JsonObject>()).toMatchObject({
      cause: 'FAILED',
    });
    expect((await api.request('GET', `/jobs/${job.id}`)).json<JsonObject>()).toMatchObject({ cause: 'FAILED' });
  });

  test('have their steps in the order of the work', async () => {
    const jobSteps = Array.from({ length: 20 }, (_, n) => ({ id: crypto.randomUUID(), name: `${n}`, status: 'NEW' }));
    const { id } = await create({ jobType: 'MINE', jobSteps });
    await api.request('POST', '/job-steps', { name: 'last', status: 'NEW', jobId: id });
    const job = (await api.request('GET', `/jobs/${id}?expand=JOB_STEPS`)).json<TestJob>();
    expect(job.jobSteps?.map(({ name }) => name)).toEqual([...jobSteps.map(({ name }) => name), 'last']);
  });

  test('are followed until they end', async () => {
    const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW' }] });
    const step = job.jobSteps?.[0] as TestStep;
    const response = await fetch(`${api.url}/api/v2/jobs/${job.id}/events`);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    let text = '';
    const changes = new Signal();
    const read = (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body as ReadableStream<Uint8Array>) {
        text += decoder.decode(bytes, { stream: true });
        changes.notify();
      }
      return text;
    })();
    await changes.until('the first event', () => text.includes('"status":"NEW"'));
    await api.request('PATCH', `/job-steps/${step.id}`, { status: 'IN_PROGRESS' });
    await changes.until('the second event', () => text.includes('"status":"IN_PROGRESS"'));
    await api.request('PATCH', `/job-steps/${step.id}`, { status: 'COMPLETED' });
    const events = (await read).split('\n\n').filter((event) => event.startsWith('id:'));
    const jobs = events.map((event) => JSON.parse(event.split('data: ')[1] as string) as TestJob);
    expect(jobs.map(({ status }) => status)).toEqual(['NEW', 'IN_PROGRESS', 'COMPLETED']);
    expect(jobs[0]).not.toHaveProperty('jobSteps');
    expect(text).toContain('"progress":{"NEW":0,"IN_PROGRESS":0,"COMPLETED":1,"FAILED":0,"CANCELLED":0}');
  });
});

test('a call that waits for workers answers what there is when its time is over', async () => {
  const impatient = await startApi({ resultWaitMs: 100 });
  const answer = await impatient.request('POST', '/admin/indexes');
  expect(answer.status).toBe(200);
  expect(answer.json<never>() as unknown[]).toContainEqual({
    indexed: 0,
    failed: 0,
    failures: [],
    task: expect.stringMatching(/^Log:/),
    deleted: 0,
    took: 'PT0.000S',
  });
  const jobId = answer.headers.get('x-job-id') as string;
  expect((await impatient.request('GET', `/jobs/${jobId}`)).json<{ jobType: string }>().jobType).toBe('CREATE_INDEXES');
  await impatient.request('POST', '/scripts', { code: 'waiting', name: 'Waiting', source: 'return {};' });
  const timedOut = await impatient.request('POST', '/scripts/waiting/evaluate', {});
  expect(timedOut.status).toBe(500);
  const queueJobId = timedOut.headers.get('x-job-id');
  expect(timedOut.json<{ message: string }>().message).toContain(`it is the job ${queueJobId} of the queue`);
  await impatient.stop();
});
