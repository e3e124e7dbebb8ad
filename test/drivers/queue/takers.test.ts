import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Broker, ClaimedJob, HandleBatch, Settlement } from '../../../domain/queue/broker.ts';
import { INSERTED, makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';
import { batchQueue, stepQueue, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(30_000);

const log = pino({ level: 'silent' });
const taking: Broker[] = [];
const none = new Map<string, Settlement>();

const database = await makeDatabaseForFile();
await migrateQueues(database.url, testDefinitions);
afterEach(async () => {
  for (const broker of taking.splice(0)) await broker.stop();
});

/** Adds jobs to a queue, each in its own transaction. */
async function insert(queue: string, count: number): Promise<string[]> {
  const broker = makeBroker({ sql: database.sql, log, definitions: testDefinitions });
  await broker.start();
  const ids = Array.from({ length: count }, () => Bun.randomUUIDv7());
  await Promise.all(
    ids.map((id) => database.sql.begin((transaction) => broker.insert(transaction, queue, [{ id, data: {} }]))),
  );
  await broker.stop();
  return ids;
}

async function startTaking(options: { readonly slotWaitMs?: number } = {}): Promise<Broker> {
  const worker = { url: database.url, name: 'waybill test', connections: 4 };
  const broker = makeBroker({ sql: database.sql, log, definitions: testDefinitions, worker, ...options });
  await broker.start();
  taking.push(broker);
  return broker;
}

test('an insert notifies the takers of its queue', async () => {
  const payloads = new SignalledList<string>();
  const { unlisten } = await database.sql.listen(INSERTED, (queue) => payloads.add(queue));
  await insert(stepQueue.name, 1);
  await payloads.until('the queue to be named', () => payloads.items.includes(stepQueue.name));
  await unlisten();
});

test('a taker with a batch leaves new jobs to another taker', async () => {
  const broker = await startTaking();
  const taken = new SignalledList<string[]>();
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  broker.work(batchQueue, async (jobs: readonly ClaimedJob[]) => {
    taken.add(jobs.map(({ id }) => id));
    if (taken.items.length === 1) await blocked;
    return none;
  });
  const [first] = await insert(batchQueue.name, 1);
  await taken.until('the first to be taken', () => taken.items.length === 1);
  const remaining = await insert(batchQueue.name, 3);
  await taken.until('the others to be taken', () => taken.items.flat().length === 4);
  release();
  expect(taken.items.flat().sort()).toEqual([first as string, ...remaining].sort());
});

test('each job is taken by one of several processes, in bulk inserts too', async () => {
  const taken = new SignalledList<string>();
  for (const broker of [await startTaking(), await startTaking()]) {
    for (const definition of [stepQueue, batchQueue]) {
      broker.work(definition, async (jobs) => {
        taken.add(...jobs.map(({ id }) => id));
        return none;
      });
    }
  }
  const [small, large] = await Promise.all([insert(stepQueue.name, 40), insert(batchQueue.name, 200)]);
  const all = [...small, ...large].sort();
  await taken.until('all to be taken', () => all.every((id) => taken.items.includes(id)));
  expect(taken.items.filter((id) => all.includes(id)).sort()).toEqual(all);
});

test('a job that is fetched while all slots are taken waits for one, and is not put back', async () => {
  const broker = await startTaking({ slotWaitMs: 20_000 });
  const running = new SignalledList<{ readonly id: string; readonly retryCount: number; readonly end: () => void }>();
  const handle: HandleBatch = async ([job], slot) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      slot.free();
      resolve();
    };
    running.add({ id: (job as ClaimedJob).id, retryCount: (job as ClaimedJob).retryCount, end });
    await promise;
    return none;
  };
  broker.work(stepQueue, handle, { concurrency: 2 });
  const ids = await insert(stepQueue.name, 3);
  await running.until('two to run', () => running.items.length === 2);
  const [first, second] = running.items;
  // Its slot is gone when the third job, which is fetched for it, arrives.
  first?.end();
  broker.work(stepQueue, handle, { concurrency: 1 });
  await poll('the third to be fetched', async () => {
    const rows = await database.sql`select from pgboss.job where id = any(${ids}::uuid[]) and started_on is not null`;
    return rows.length === 3;
  });
  expect(running.items.length).toBe(2);
  second?.end();
  await running.until('the third to run', () => running.items.length === 3);
  expect(running.items.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(running.items.map(({ retryCount }) => retryCount)).toEqual([0, 0, 0]);
  running.items[2]?.end();
});
