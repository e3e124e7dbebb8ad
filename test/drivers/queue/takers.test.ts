import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Broker, ClaimedJob, Settlement } from '../../../domain/queue/broker.ts';
import { INSERTED, makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { batchQueue, stepQueue, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(30_000);

let database: TestDatabase;
const log = pino({ level: 'silent' });
const taking: Broker[] = [];
const none = new Map<string, Settlement>();

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
});
afterEach(async () => {
  for (const broker of taking.splice(0)) await broker.stop();
});
afterAll(() => database.drop());

/** Puts jobs into a queue, each by a transaction of its own. */
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

async function startTaking(): Promise<Broker> {
  const worker = { url: database.url, name: 'waybill test', connections: 4 };
  const broker = makeBroker({ sql: database.sql, log, definitions: testDefinitions, worker });
  await broker.start();
  taking.push(broker);
  return broker;
}

test('an insert names its queue where takers listen', async () => {
  const payloads: string[] = [];
  const { unlisten } = await database.sql.listen(INSERTED, (queue) => payloads.push(queue));
  await insert(stepQueue.name, 1);
  await until('the queue to be named', () => payloads.includes(stepQueue.name));
  await unlisten();
});

test('what comes while one has a batch in hand is taken by another', async () => {
  const broker = await startTaking();
  const taken: string[][] = [];
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await broker.work(batchQueue, async (jobs: readonly ClaimedJob[]) => {
    taken.push(jobs.map(({ id }) => id));
    if (taken.length === 1) await blocked;
    return none;
  });
  const [first] = await insert(batchQueue.name, 1);
  await until('the first to be in hand', () => taken.length === 1);
  const remaining = await insert(batchQueue.name, 3);
  await until('the others to be taken', () => taken.flat().length === 4);
  release();
  expect(taken.flat().sort()).toEqual([first as string, ...remaining].sort());
});

test('of several processes each job is taken by one, however many are inserted at once', async () => {
  const taken: string[] = [];
  for (const broker of [await startTaking(), await startTaking()]) {
    for (const definition of [stepQueue, batchQueue]) {
      await broker.work(definition, async (jobs) => {
        taken.push(...jobs.map(({ id }) => id));
        return none;
      });
    }
  }
  const [small, large] = await Promise.all([insert(stepQueue.name, 40), insert(batchQueue.name, 200)]);
  const all = [...small, ...large].sort();
  await until('all to be taken', () => all.every((id) => taken.includes(id)));
  expect(taken.filter((id) => all.includes(id)).sort()).toEqual(all);
});
