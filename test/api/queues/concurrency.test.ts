import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Queue } from '../../../client/api.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { makeHeldBatches } from '../../helpers/waits/heldBatches.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
await migrateQueues(api.databaseUrl, testDefinitions);

const { started: running, startWorker, endAll } = makeHeldBatches(api.databaseUrl);

const path = '/admin/queues/script.evaluate/concurrency';
const set = async (concurrency?: number): Promise<Queue> =>
  (await api.request('PUT', path, { concurrency })).json<Queue>();

const addJobs = (count: number) =>
  api.sql`insert into pgboss.job (name, data) select 'script.evaluate', '{}' from generate_series(1, ${count})`;

describe('the concurrency of a queue', () => {
  test('is set and unset, with who has set it, and audited', async () => {
    expect(await set(3)).toMatchObject({
      name: 'script.evaluate',
      batchSize: 1,
      workerConcurrency: 4,
      concurrency: 3,
      concurrencySetBy: 'anonymous',
    });
    const queues = (await api.request('GET', '/admin/queues')).json<Queue[]>();
    expect(queues.find(({ name }) => name === 'script.evaluate')?.concurrency).toBe(3);
    expect(await set()).not.toHaveProperty('concurrency');
    const owner = encodeURIComponent('PUT /api/v2/admin/queues/{name}/concurrency');
    const entries = (await api.request('GET', `/logs/by-owner/Operation/${owner}`)).json<{ request: string }[]>();
    expect(entries.map(({ request }) => JSON.parse(request))).toContainEqual(
      expect.objectContaining({ params: { name: 'script.evaluate' } }),
    );
    expect(entries).toHaveLength(2);
  });

  test('is by default what a worker runs: one of index.sync, because more gain nothing with PostgreSQL', async () => {
    const queues = (await api.request('GET', '/admin/queues')).json<Queue[]>();
    expect(queues.find(({ name }) => name === 'index.sync')?.workerConcurrency).toBe(1);
  });

  test('is a whole number from 1 to 1000 of a known queue', async () => {
    const errors = async (body: unknown) => (await api.request('PUT', path, body as never)).errors;
    expect(await errors({ concurrency: 0 })).toEqual(['concurrency: must be at least 1']);
    expect(await errors({ concurrency: 1_001 })).toEqual(['concurrency: must be at most 1000']);
    expect((await errors({ concurrency: 'many' }))[0]).toStartWith('concurrency: must be ');
    expect((await errors({ limit: 2 }))[0]).toStartWith('limit: ');
    const unknown = await api.request('PUT', '/admin/queues/nowhere/concurrency', { concurrency: 1 });
    expect(unknown.errors[0]).toStartWith('name: no queue has the name "nowhere"; the queues are ');
  });

  test('is divided among the workers, which follow while they run', async () => {
    await set(3);
    await startWorker();
    await startWorker();
    await addJobs(20);
    await running.until('three to run', () => running.items.length === 3);
    await set(7);
    await running.until('seven to run', () => running.items.length === 7);
    const counts = Object.values(Object.groupBy(running.items, ({ worker }) => worker)).map((of) => of?.length);
    expect(counts.toSorted()).toEqual([3, 4]);
    await set();
    await running.until('four to run in each worker', () => running.items.length === 8);
    await set(1);
    endAll();
  });
});
