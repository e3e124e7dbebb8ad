import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Worker } from '../../../client/api.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { startProcess } from '../../helpers/processes/process.ts';
import { makeHeldBatches } from '../../helpers/waits/heldBatches.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();
await migrateQueues(api.databaseUrl, testDefinitions);

const { started, startWorker } = makeHeldBatches(api.databaseUrl);
const addJob = () => api.sql`insert into pgboss.job (name, data) values ('script.evaluate', '{}')`;
const drain = (id: string) => api.request('POST', `/admin/workers/${id}/drain`);
const workers = async () => (await api.request('GET', '/admin/workers')).json<Worker[]>();

test('a worker that drains finishes its job, and another one gets the later jobs', async () => {
  const { worker: first } = await startWorker();
  await addJob();
  await started.until('the first job to start', () => started.items.length === 1);
  let isDrained = false;
  void first.drained.then(() => {
    isDrained = true;
  });
  const answer = await drain(first.id);
  expect(answer.json<Worker>()).toMatchObject({ id: first.id, drainRequestedBy: 'anonymous' });
  await poll('the worker to drain', async () =>
    (await workers()).some(({ id, stopping }) => id === first.id && stopping),
  );
  const repeated = (await drain(first.id)).json<Worker>();
  expect(repeated.drainRequestedAt).toBe(answer.json<Worker>().drainRequestedAt);
  const second = await startWorker();
  await addJob();
  await started.until('the second job to start', () => started.items.length === 2);
  expect(started.items.map(({ worker }) => worker)).toEqual([first.name, second.worker.name]);
  expect(isDrained).toBe(false);
  for (const { end } of started.items) end();
  await first.drained;
  await second.stop();
});

test('a drain is taken back while a job runs, and not after its end', async () => {
  const before = started.items.length;
  const { worker } = await startWorker();
  await addJob();
  await started.until('the job to start', () => started.items.length === before + 1);
  const undo = () => api.request('DELETE', `/admin/workers/${worker.id}/drain`);
  // Nothing to take back.
  expect((await undo()).status).toBe(200);
  await drain(worker.id);
  const isStopping = (expected: boolean) =>
    poll(`the worker ${expected ? 'to drain' : 'to claim'}`, async () =>
      (await workers()).some(({ id, stopping }) => id === worker.id && stopping === expected),
    );
  await isStopping(true);
  expect((await undo()).json<Worker>()).not.toHaveProperty('drainRequestedAt');
  await isStopping(false);
  started.items.at(-1)?.end();
  await addJob();
  await started.until('another job to start', () => started.items.length === before + 2);
  expect(started.items.at(-1)?.worker).toBe(worker.name);
  await drain(worker.id);
  started.items.at(-1)?.end();
  await worker.drained;
  const refused = await undo();
  expect([refused.status, refused.errors]).toEqual([
    409,
    [`id: the worker "${worker.id}" runs nothing more, and its process ends; start another one`],
  ]);
  expect((await api.request('DELETE', '/admin/workers/nobody/drain')).status).toBe(404);
});

test('the process of a worker ends with 0 when it is drained', async () => {
  const before = new Set((await workers()).map(({ id }) => id));
  const process = await startProcess('worker', { environment: { DATABASE_URL: api.databaseUrl } });
  stopAfterFile(() => process.stop());
  const worker = await poll('the worker to be listed', async () => (await workers()).find(({ id }) => !before.has(id)));
  expect((await drain(worker.id)).status).toBe(200);
  expect(await process.exited).toBe(0);
  expect((await workers()).map(({ id }) => id)).not.toContain(worker.id);
  const unknown = await drain(worker.id);
  expect([unknown.status, unknown.errors]).toEqual([404, [`id: no worker has the id "${worker.id}"`]]);
});

test('a worker of 0.2 and an unknown one are refused', async () => {
  const id = Bun.randomUUIDv7();
  await api.sql`
    insert into process (id, role, host, pid, queues, started_at, seen_at, status)
    values (${id}, 'worker', 'node-1', 1, '{}', now(), now(), '{"worker":"node-1:1:0"}')`;
  const old = await drain(id);
  expect([old.status, old.errors]).toEqual([
    409,
    [`id: the worker "${id}" runs Waybill 0.2, which cannot be drained; send SIGTERM to its process`],
  ]);
  expect((await drain('nobody')).status).toBe(404);
  const operation = encodeURIComponent('POST /api/v2/admin/workers/{id}/drain');
  const entries = (await api.request('GET', `/logs/by-owner/Operation/${operation}`)).json<{ request: string }[]>();
  expect(entries.length).toBeGreaterThanOrEqual(2);
});
