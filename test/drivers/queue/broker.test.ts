import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Broker, ClaimedJob, Settlement } from '../../../domain/queue/broker.ts';
import { defineQueue } from '../../../domain/queue/definitions.ts';
import { makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

const queue = defineQueue('test.broker', { purpose: 'jobs of a test', concurrency: 3 });
let broker: Broker;

const database = await makeDatabaseForFile();
await migrateQueues(database.url, [queue]);
afterEach(() => broker.stop());

async function working(handle: (job: ClaimedJob) => Promise<Settlement | undefined>): Promise<void> {
  broker = makeBroker({
    sql: database.sql,
    log: pino({ level: 'silent' }),
    definitions: [queue],
    worker: { url: database.url, name: 'waybill test broker', connections: 1 },
  });
  await broker.start();
  await broker.work(queue, async ([job]) => {
    const settlement = await handle(job as ClaimedJob);
    return new Map(settlement && job ? [[job.id, settlement]] : []);
  });
}

/** Adds jobs without a notification, as a retry does. */
async function putSilently(count: number): Promise<void> {
  await database.sql`insert into pgboss.job (name, data)
    select ${queue.name}, jsonb_build_object('number', i) from generate_series(1, ${count}) i`;
}

const completed = async () => {
  const [row] = await database.sql<[{ count: number }]>`
    select count(*)::int as count from pgboss.job where name = ${queue.name} and state = 'completed'`;
  return row.count;
};

test('jobs without a notification are polled up to the concurrency, while a long job runs', async () => {
  const inHand = new SignalledList<string>();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await working(async ({ id }) => {
    inHand.add(id);
    await ended;
    return undefined;
  });
  await putSilently(1);
  await inHand.until('the first to be taken', () => inHand.items.length === 1);
  await putSilently(4);
  await inHand.until('every taker to have a job', () => inHand.items.length === 3);
  end();
  await poll('all to be done', async () => (await completed()) === 5);
});

test('a job of a schedule, which has no data, is claimed with empty data, and its faults are counted', async () => {
  const claims = new SignalledList<object>();
  await working(async ({ data }) => {
    claims.add(data);
    return claims.items.length > 1 ? undefined : { type: 'retry', seconds: 0, faults: 1, reason: 'the first' };
  });
  await database.sql`insert into pgboss.job (name, data) values (${queue.name}, null)`;
  await claims.until('the job to be claimed twice', () => claims.items.length === 2);
  expect(claims.items).toEqual([{}, { faults: 1 }]);
});
