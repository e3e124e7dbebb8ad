import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CacheInvalidation } from '../../../domain/runtime/cacheInvalidation.ts';
import { startApiAndWorkerForFile, type TestJob } from '../../helpers/api/jobRequests.ts';
import { JobEnds } from '../../helpers/waits/jobEnd.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

const { api, engine, worker } = await startApiAndWorkerForFile();

const jobEnds = new JobEnds(api.sql);
const completed = (id: string): Promise<unknown> =>
  jobEnds.until(id, async () => (await api.request('GET', `/jobs/${id}`)).json<TestJob>().status === 'COMPLETED');

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
    await poll(
      'the step to be planned',
      async () => (await api.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`)).json<TestJob>().jobSteps?.length,
    );
    expect((await api.request('POST', '/admin/queues/step.maintenance/resume')).json<never>()).toMatchObject({
      paused: false,
    });
    await completed(jobId);
    const unknown = await api.request('POST', '/admin/queues/nowhere/pause');
    expect(unknown.status).toBe(400);
    expect(unknown.errors[0]).toStartWith('name: no queue has the name "nowhere"; the queues are ');
  });

  test('make a dead-letter queue again that was lost', async () => {
    await api.sql`delete from pgboss.queue where name = 'maintenance.retention.dead'`.catch(() => {});
    await api.sql`update pgboss.queue set dead_letter = null where name = 'maintenance.retention'`;
    await api.sql`delete from pgboss.queue where name = 'maintenance.retention.dead'`;
    const { jobId } = (await api.request('POST', '/admin/broker/dead-letter-queues')).json<never>() as {
      jobId: string;
    };
    await completed(jobId);
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
    await poll('the dead letter', async () => (await dead()).length === 1);
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
      count: 1,
      skipped: [],
    } as never);
    const second = await poll('it to fail again', async () => (await dead()).find(({ id }) => id !== first));
    await api.request('POST', '/admin/queues/index.sync/redrive');
    await poll('it to fail once more', async () => (await dead()).some(({ id }) => id !== second.id));
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

test('an eviction reaches every process, its NOTIFY lost or not', async () => {
  const cleared = new SignalledList<string>();
  const makeCaches = (process: string, sql = api.sql): CacheInvalidation => {
    const caches = new CacheInvalidation({ sql, log: api.services.log });
    caches.onEvict('user-management', () => cleared.add(`${process} user`));
    caches.onEvict('document-management', () => cleared.add(`${process} document`));
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
  await cleared.until(
    'both to clear',
    () => cleared.items.includes('one document') && cleared.items.includes('deaf document'),
  );
  expect(cleared.items).not.toContain('one user');
  await one.stop();
  await deaf.stop();
});
