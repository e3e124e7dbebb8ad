import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Broker, ClaimedJob, Settlement } from '../../../domain/queue/broker.ts';
import { defineQueue, type QueueDefinition } from '../../../domain/queue/definitions.ts';
import { makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Queues whose next batch is fetched before the one that runs has ended. */
const queue = defineQueue('test.ahead', { purpose: 'jobs of a test', steps: true });
const queueOfTwo = defineQueue('test.aheadOfTwo', { purpose: 'jobs of a test', steps: true, concurrency: 2 });
const definitions = [queue, queueOfTwo];
let broker: Broker;

const database = await makeDatabaseForFile();
await migrateQueues(database.url, definitions);
afterEach(() => broker.stop());

async function startBroker(options: { readonly slotWaitMs?: number } = {}): Promise<void> {
  const worker = { url: database.url, name: 'waybill test ahead', connections: 4 };
  broker = makeBroker({ sql: database.sql, log: pino({ level: 'silent' }), definitions, worker, ...options });
  await broker.start();
}

/** Adds jobs without a notification, as a retry does. */
const put = (name: string, count: number) =>
  database.sql`insert into pgboss.job (name, data) select ${name}, '{}' from generate_series(1, ${count})`;

const completed = async (name: string): Promise<number> => {
  const [row] = await database.sql<[{ count: number }]>`
    select count(*)::int as count from pgboss.job where name = ${name} and state = 'completed'`;
  return row.count;
};
const done = new Map<string, Settlement>();
const putBack = (jobs: readonly ClaimedJob[]): Map<string, Settlement> =>
  new Map(jobs.map(({ id }) => [id, { type: 'retry', seconds: 0 }]));

/** By then, one was fetched ahead also on a busy machine. */
const MOST_JOBS = 5_000;

interface Seen {
  readonly jobs: number;
  readonly fetchedAhead: number;
  readonly highest: number;
  readonly refused: number;
  readonly ran: readonly string[];
}

/**
 * Runs jobs of a queue, each in a slot, a hundred at a time until `isEnough`: on a busy machine their times differ too much for a while.
 * Returns what was seen of the batches and their slots.
 */
async function runJobs(
  definition: QueueDefinition,
  work: (number: number) => Promise<unknown>,
  isEnough: (seen: Seen) => boolean,
): Promise<Seen> {
  const seen = { jobs: 0, fetchedAhead: 0, highest: 0, refused: 0, ran: [] as string[] };
  let running = 0;
  broker.work(definition, async (jobs, { take, free }) => {
    if (running === definition.concurrency) seen.fetchedAhead += 1;
    if (!(await take())) {
      seen.refused += 1;
      return putBack(jobs);
    }
    seen.highest = Math.max(seen.highest, ++running);
    seen.ran.push(...jobs.map(({ id }) => id));
    await work(seen.ran.length);
    running -= 1;
    free();
    await database.sql`select 1`;
    return done;
  });
  do {
    await put(definition.name, 100);
    seen.jobs += 100;
    await poll('all to be done', async () => (await completed(definition.name)) === seen.jobs);
  } while (!isEnough(seen) && seen.jobs < MOST_JOBS);
  return seen;
}

test('the next jobs of a backlog are fetched while one runs, and begin when it has left its slot', async () => {
  await startBroker({ slotWaitMs: 30_000 });
  const work = () => database.sql`select pg_sleep(0.005)`;
  const seen = await runJobs(queue, work, ({ fetchedAhead }) => fetchedAhead > 0);
  expect(seen.fetchedAhead).toBeGreaterThan(0);
  expect(seen).toMatchObject({ highest: 1, refused: 0 });
  expect([seen.ran.length, new Set(seen.ran).size]).toEqual([seen.jobs, seen.jobs]);
});

test('a job that was fetched ahead of a long one is put back, and each job runs once and never beyond the concurrency', async () => {
  await startBroker({ slotWaitMs: 1 });
  const work = (number: number) => database.sql`select pg_sleep(${number % 20 === 0 ? 0.03 : 0.002})`;
  const seen = await runJobs(queueOfTwo, work, ({ refused }) => refused > 0);
  expect(seen.refused).toBeGreaterThan(0);
  expect(seen.highest).toBe(2);
  expect([seen.ran.length, new Set(seen.ran).size]).toEqual([seen.jobs, seen.jobs]);
});
