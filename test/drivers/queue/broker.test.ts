import { afterAll, afterEach, beforeAll, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Broker, ClaimedJob } from '../../../domain/queue/broker.ts';
import { defineQueue } from '../../../domain/queue/definitions.ts';
import { makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

setDefaultTimeout(60_000);

const queue = defineQueue('test.broker', { purpose: 'jobs of a test', concurrency: 3 });
let database: TestDatabase;
let broker: Broker;

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, [queue]);
});
afterEach(() => broker.stop());
afterAll(() => database.drop());

async function working(handle: (job: ClaimedJob) => Promise<void>): Promise<void> {
  broker = makeBroker({
    sql: database.sql,
    log: pino({ level: 'silent' }),
    definitions: [queue],
    worker: { url: database.url, name: 'waybill test broker', connections: 1 },
  });
  await broker.start();
  await broker.work(queue, async ([job]) => {
    await handle(job as ClaimedJob);
    return new Map();
  });
}

/** As a retry comes back: nobody is told. */
async function putSilently(count: number): Promise<void> {
  await database.sql`insert into pgboss.job (name, data)
    select ${queue.name}, jsonb_build_object('number', i) from generate_series(1, ${count}) i`;
}

const completed = async () => {
  const [row] = await database.sql<[{ count: number }]>`
    select count(*)::int as count from pgboss.job where name = ${queue.name} and state = 'completed'`;
  return row.count;
};

test('jobs that nobody told of are found, all that can be in hand at once, while one is long under way', async () => {
  const inHand = new Set<string>();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await working(async ({ id }) => {
    inHand.add(id);
    await ended;
  });
  await putSilently(1);
  await until('the first to be in hand', () => inHand.size === 1);
  await putSilently(4);
  await until('as many as there are takers', () => inHand.size === 3);
  end();
  await until('all to be done', async () => (await completed()) === 5);
});
