import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { CacheInvalidation } from '../../domain/runtime/cacheInvalidation.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { until } from '../helpers/until.ts';
import { engineOf, RecordingEngine, startWorker, type TestWorker, testDefinitions } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const engine = new RecordingEngine();

interface Step {
  id: string;
  name: string;
  status: string;
  jobId: string;
  auditInfo: { version: number };
}
interface JobAnswer {
  id: string;
  status: string;
  jobSteps?: Step[];
  auditInfo: { version: number };
}

let api: TestApi;
let worker: TestWorker;
const startDate = '2026-11-20T08:00:00.000Z';

beforeAll(async () => {
  api = await startApi();
  const url = api.sql.options;
  const databaseUrl = `postgres://${url.user}:${url.pass}@${url.host[0]}:${url.port[0]}/${url.database}`;
  await migrateQueues(databaseUrl, testDefinitions);
  worker = await startWorker(databaseUrl, engineOf(engine, SearchUnavailable), {});
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});

const create = async (body: object): Promise<JobAnswer> => {
  const answer = await api.request('POST', '/jobs', { startDate, status: 'NEW', ...body });
  expect(answer.text).toStartWith('{"id"');
  return answer.json<JobAnswer>();
};

describe('jobs', () => {
  test('are answered with their steps right after creation, and then when asked', async () => {
    const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW', chunk: ['a', 'b'] }] });
    expect(job.jobSteps).toMatchObject([
      { name: 'one', jobId: job.id, auditInfo: { version: 1, whoInserted: 'anonymous' } },
    ]);
    expect((await api.request('GET', `/jobs/${job.id}`)).json<JobAnswer>().jobSteps).toBeUndefined();
    expect((await api.request('GET', `/jobs/${job.id}?expand=JOB_STEPS`)).json<JobAnswer>().jobSteps).toEqual(
      job.jobSteps as Step[],
    );
    const refused = await api.request('GET', `/jobs/${job.id}?expand=STEPS`);
    expect(refused.status).toBe(400);
    expect(refused.errors).toEqual(['expand: must be JOB_STEPS, not "STEPS"']);
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
    const again = { name: 'one', status: 'NEW', jobId: job.id, chunkId };
    expect((await api.request('POST', '/job-steps', again)).errors).toEqual([
      `chunkId: ${chunkId} with the name "one" is taken by another JobStep`,
    ]);
    const step = job.jobSteps?.[0] as Step;
    expect((await api.request('POST', '/job-steps', { ...again, id: step.id, name: 'two' })).errors).toEqual([
      `id: ${step.id} is taken by another JobStep`,
    ]);
    expect((await api.request('GET', `/job-steps/by-chunk/${chunkId}/one`)).json<Step>().id).toBe(step.id);
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
    const step = (await api.request('POST', '/job-steps', { name: 'late', status: 'NEW', jobId: job.id })).json<Step>();
    const running = (
      await api.request('PUT', `/job-steps/${step.id}`, { ...step, status: 'IN_PROGRESS' })
    ).json<Step>();
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
    expect((await api.request('GET', `/jobs/${job.id}`)).json<JobAnswer>().status).toBe('COMPLETED');
    expect((await api.request('POST', '/job-steps', { name: 'later', status: 'NEW', jobId: job.id })).errors).toEqual([
      'jobId: the Job is COMPLETED',
    ]);
  });

  test('can be cancelled', async () => {
    const job = await create({
      jobType: 'MINE',
      jobSteps: [
        { name: 'one', status: 'NEW' },
        { name: 'two', status: 'IN_PROGRESS' },
      ],
    });
    expect((await api.request('POST', `/jobs/${job.id}/cancel`)).json<JobAnswer>().status).toBe('FAILED');
    const after = (await api.request('GET', `/jobs/${job.id}?expand=JOB_STEPS`)).json<JobAnswer>();
    expect(after.jobSteps).toMatchObject([
      { status: 'FAILED', log: 'cancelled' },
      { status: 'FAILED', log: 'cancelled' },
    ]);
    expect((await api.request('POST', `/jobs/${job.id}/cancel`)).status).toBe(400);
    const step = after.jobSteps?.[0] as Step;
    expect((await api.request('POST', `/admin/job-steps/${step.id}/resend`)).json()).toEqual({
      acknowledge: true,
      jobId: job.id,
    } as never);
    expect((await api.request('GET', `/jobs/${job.id}`)).json<JobAnswer>().status).toBe('IN_PROGRESS');
  });

  test('are followed until they end', async () => {
    const job = await create({ jobType: 'MINE', jobSteps: [{ name: 'one', status: 'NEW' }] });
    const step = job.jobSteps?.[0] as Step;
    const response = await fetch(`${api.url}/api/v2/jobs/${job.id}/events`);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    let text = '';
    const read = (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body as ReadableStream<Uint8Array>)
        text += decoder.decode(bytes, { stream: true });
      return text;
    })();
    await until('the first event', () => text.includes('"status":"NEW"'));
    await api.request('PATCH', `/job-steps/${step.id}`, { status: 'IN_PROGRESS' });
    await until('the second event', () => text.includes('"status":"IN_PROGRESS"'));
    await api.request('PATCH', `/job-steps/${step.id}`, { status: 'COMPLETED' });
    const events = (await read).split('\n\n').filter((event) => event.startsWith('id:'));
    const jobs = events.map((event) => JSON.parse(event.split('data: ')[1] as string) as JobAnswer);
    expect(jobs.map(({ status }) => status)).toEqual(['NEW', 'IN_PROGRESS', 'COMPLETED']);
    expect(jobs[0]).not.toHaveProperty('jobSteps');
    expect(text).toContain('"progress":{"NEW":0,"IN_PROGRESS":0,"COMPLETED":1,"FAILED":0}');
  });
});

describe('queues', () => {
  test('are listed, paused and resumed', async () => {
    const names = (await api.request('GET', '/admin/queues')).json<never>() as { name: string; paused: boolean }[];
    expect(names.map(({ name }) => name)).toContain('index.sync');
    const paused = (await api.request('POST', '/admin/queues/step.maintenance/pause')).json<never>() as {
      paused: boolean;
    };
    expect(paused.paused).toBe(true);
    const { jobId } = (await api.request('POST', '/admin/broker/dead-letter-queues')).json<never>() as {
      jobId: string;
    };
    await until(
      'the step to be planned',
      async () => (await api.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`)).json<JobAnswer>().jobSteps?.length,
    );
    expect((await api.request('POST', '/admin/queues/step.maintenance/resume')).json<never>()).toMatchObject({
      paused: false,
    });
    await until(
      'the Job to end',
      async () => (await api.request('GET', `/jobs/${jobId}`)).json<JobAnswer>().status === 'COMPLETED',
    );
    const unknown = await api.request('POST', '/admin/queues/nowhere/pause');
    expect(unknown.status).toBe(400);
    expect(unknown.errors[0]).toStartWith('name: no queue has the name "nowhere", there are ');
  });

  test('make a dead-letter queue again that was lost', async () => {
    await api.sql`delete from pgboss.queue where name = 'maintenance.retention.dead'`.catch(() => {});
    await api.sql`update pgboss.queue set dead_letter = null where name = 'maintenance.retention'`;
    await api.sql`delete from pgboss.queue where name = 'maintenance.retention.dead'`;
    const { jobId } = (await api.request('POST', '/admin/broker/dead-letter-queues')).json<never>() as {
      jobId: string;
    };
    await until(
      'the Job to end',
      async () => (await api.request('GET', `/jobs/${jobId}`)).json<JobAnswer>().status === 'COMPLETED',
    );
    const [row] = await api.sql<
      { dead: string }[]
    >`select dead_letter as dead from pgboss.queue where name = 'maintenance.retention'`;
    expect(row?.dead).toBe('maintenance.retention.dead');
  });

  test('send their dead letters again, and again when they failed again', async () => {
    const dead = async () => {
      // The pauses between the tries are not waited for.
      await api.sql`update pgboss.job set start_after = now() where name = 'index.sync' and state < 'active'`;
      return api.sql<{ id: string }[]>`select id from pgboss.job where name = 'index.sync.dead'`;
    };
    // A record that the engine refuses fails three times.
    engine.refusing.set('x', 'no such field');
    await api.sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', '{"kind":"WorklogType","ids":["x"]}')`;
    await until('the dead letter', async () => (await dead()).length === 1);
    const page = (await api.request('GET', '/admin/queues/index.sync/dead-letters')).json<never>() as {
      totalElements: number;
      content: { id: string; reason: string }[];
    };
    expect(page).toMatchObject({
      totalElements: 1,
      content: [{ reason: 'x: no such field', data: { kind: 'WorklogType' } }],
    } as never);
    const first = page.content[0]?.id as string;
    const unknown = crypto.randomUUID();
    expect((await api.request('POST', '/admin/queues/index.sync/redrive', [first, unknown])).errors).toEqual([
      `[1]: no dead letter has the id "${unknown}"`,
    ]);
    expect((await api.request('POST', '/admin/queues/index.sync/redrive', [first])).json<never>()).toEqual({
      acknowledge: true,
    } as never);
    const second = await until('it to fail again', async () => (await dead()).find(({ id }) => id !== first));
    await api.request('POST', '/admin/queues/index.sync/redrive');
    await until('it to fail once more', async () => (await dead()).some(({ id }) => id !== second.id));
    expect(await dead()).toHaveLength(1);
  });

  test('are worked by workers that are listed', async () => {
    const workers = (await api.request('GET', '/admin/workers')).json<never>() as {
      alive: boolean;
      queues: string[];
      pid: number;
    }[];
    expect(workers).toMatchObject([{ alive: true, pid: process.pid, name: worker.worker.name }] as never);
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
  await impatient.stop();
});

test('an eviction reaches every process, its NOTIFY lost or not', async () => {
  const cleared: string[] = [];
  const makeCaches = (process: string, sql = api.sql): CacheInvalidation => {
    const caches = new CacheInvalidation({ sql, log: api.services.log });
    caches.onEvict('user-management', () => cleared.push(`${process} user`));
    caches.onEvict('document-management', () => cleared.push(`${process} document`));
    return caches;
  };
  const one = makeCaches('one');
  const deaf = makeCaches(
    'deaf',
    Object.assign(api.sql.bind(null), api.sql, { listen: async () => ({ unlisten: async () => {} }) }) as never,
  );
  await one.start();
  await deaf.start();
  expect((await api.request('POST', '/admin/document-management/evict-cache')).text).toBe('');
  await until('both to clear', () => cleared.includes('one document') && cleared.includes('deaf document'));
  expect(cleared).not.toContain('one user');
  await one.stop();
  await deaf.stop();
});
