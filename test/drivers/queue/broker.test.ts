import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import type { Broker, ClaimedJob, Settlement } from '../../../domain/queue/broker.ts';
import { defineQueue } from '../../../domain/queue/definitions.ts';
import { makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { RemovedJobs } from '../../../drivers/queue/removedJobs.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

const queue = defineQueue('test.broker', { purpose: 'jobs of a test', concurrency: 3 });
let broker: Broker;

const backlog = defineQueue('test.backlog', { purpose: 'many jobs of a test', batchSize: 50, partition: true });

const database = await makeDatabaseForFile();
await migrateQueues(database.url, [queue, backlog]);
afterEach(() => broker.stop());

async function startBroker(options: { readonly deletionMs?: number } = {}): Promise<void> {
  broker = makeBroker({
    sql: database.sql,
    log: pino({ level: 'silent' }),
    definitions: [queue, backlog],
    worker: { url: database.url, name: 'waybill test broker', connections: 1 },
    ...options,
  });
  await broker.start();
}

async function working(handle: (job: ClaimedJob) => Promise<Settlement | undefined>): Promise<void> {
  await startBroker();
  broker.work(queue, async ([job]) => {
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

test('the concurrency changes while jobs run: what runs finishes, and counts when it is raised again', async () => {
  const inHand = new SignalledList<() => void>();
  const handle = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    inHand.add(resolve);
    await promise;
    return new Map<string, Settlement>();
  };
  await startBroker();
  broker.work(queue, handle, { concurrency: 2 });
  const before = await completed();
  await putSilently(8);
  await inHand.until('two to run', () => inHand.items.length === 2);
  await broker.abandon(queue.name);
  broker.work(queue, handle, { concurrency: 3 });
  await inHand.until('a third to run beside them', () => inHand.items.length === 3);
  broker.work(queue, handle, { concurrency: 1 });
  for (const end of inHand.items) end();
  await inHand.until('one to run', () => inHand.items.length === 4);
  await poll('the first three to be done', async () => (await completed()) === before + 3);
  expect(inHand.items.length).toBe(4);
  broker.work(queue, handle, { concurrency: 5 });
  await inHand.until('the rest to run at once', () => inHand.items.length === 8);
  for (const end of inHand.items) end();
  await poll('all to be done', async () => (await completed()) === before + 8);
});

test('a batch whose work is done leaves its slot to the next while its end is written', async () => {
  const begun = new SignalledList<{ readonly free: () => void; readonly end: () => void }>();
  await startBroker();
  const before = await completed();
  await putSilently(3);
  broker.work(
    queue,
    async (_jobs, { free }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.add({ free, end: resolve });
      await promise;
      return new Map<string, Settlement>();
    },
    { concurrency: 1 },
  );
  for (const count of [1, 2, 3]) {
    await begun.until(`${count} to begin`, () => begun.items.length === count);
    expect(await completed()).toBe(before);
    begun.items[count - 1]?.free();
  }
  for (const { end } of begun.items) end();
  await poll('all to be done', async () => (await completed()) === before + 3);
});

test('jobs that leave their slots at any moment never run beyond the concurrency, and each runs once', async () => {
  let [running, highest] = [0, 0];
  const begun = new SignalledList<string>();
  await startBroker();
  const before = await completed();
  await putSilently(100);
  broker.work(
    queue,
    async (jobs, { free }) => {
      highest = Math.max(highest, ++running);
      begun.add(...jobs.map(({ id }) => id));
      await database.sql`select 1`;
      running -= 1;
      if (begun.items.length % 3 > 0) free();
      for (let round = 0; round < begun.items.length % 5; round++) await database.sql`select 1`;
      return new Map<string, Settlement>();
    },
    { concurrency: 2 },
  );
  await poll('all to be done', async () => (await completed()) === before + 100);
  expect([highest, begun.items.length, new Set(begun.items).size]).toEqual([2, 100, 100]);
});

test('jobs are deleted once their time after the end has passed, and other jobs stay', async () => {
  const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.sql`
    insert into pgboss.job (id, name, state, completed_on, deletion_seconds)
    select id, ${queue.name}, 'completed', now() - ended * interval '1 second', 60
    from unnest(${[old, recent]}::uuid[], array[61, 30]) as input(id, ended)`;
  // The queue has just been supervised, and would not be for an hour.
  await database.sql`update pgboss.queue set maintain_on = now(), monitor_on = now(), monitor_claim_on = now()`;
  await startBroker({ deletionMs: 50 });
  const left = () => database.sql<{ id: string }[]>`select id from pgboss.job where id = any(${[old, recent]}::uuid[])`;
  await poll('the old job to be deleted', async () => (await left()).length < 2);
  expect((await left()).map(({ id }) => id)).toEqual([recent]);
});

test('a claim reads the jobs that it claims, though its plan is of the time when the queue was empty', async () => {
  const JOBS = 2_000;
  const put = (count: number) =>
    database.sql`insert into pgboss.job (name, data) select ${backlog.name}, '{}' from generate_series(1, ${count})`;
  const claimed = new SignalledList<string>();
  await startBroker();
  broker.work(backlog, async (jobs) => {
    for (const { id } of jobs) claimed.add(id);
    return new Map();
  });
  await put(1);
  await claimed.until('the first job', () => claimed.items.length === 1);
  await put(JOBS);
  await claimed.until('all jobs', () => claimed.items.length === JOBS + 1);
  await broker.stop();
  const readEntries = async () => {
    const [row] = await database.sql<[{ read: number }]>`
      select coalesce(sum(idx_tup_read), 0)::int as read from pg_stat_user_indexes
      where indexrelname like '%pkey' and relid = (
        select ('pgboss.' || table_name)::regclass from pgboss.queue where name = ${backlog.name})`;
    return row.read;
  };
  await poll('the statistics of the ended connection', async () => (await readEntries()) >= JOBS);
  expect(await readEntries()).toBeLessThan(10 * JOBS);
});

test('a job that was removed when its end was written is not completed, and the others of its batch are', async () => {
  const ended = new SignalledList<string>();
  await startBroker();
  broker.work(backlog, async (jobs) => {
    const [first] = jobs;
    for (const { id } of jobs) ended.add(id);
    await database.sql`delete from pgboss.job where id = ${first?.id ?? null}`;
    return new Map<string, Settlement>(first && [[first.id, { type: 'removed' }]]);
  });
  const states = async () => {
    const rows = await database.sql<
      { state: string }[]
    >`select state::text as state from pgboss.job where name = ${backlog.name}`;
    return rows.map(({ state }) => state);
  };
  await database.sql`delete from pgboss.job where name = ${backlog.name}`;
  let expected = 0;
  for (const count of [3, 1]) {
    expected += count;
    await database.sql`insert into pgboss.job (name, data) select ${backlog.name}, '{}' from generate_series(1, ${count})`;
    await ended.until('the jobs', () => ended.items.length >= expected);
    await poll('no job to be active', async () => (await states()).every((state) => state === 'completed'));
  }
  expect(await states()).toEqual(['completed', 'completed']);
});

test('a job that another worker has claimed stays with it, and the others of its batch are completed', async () => {
  const batches = new SignalledList<readonly string[]>();
  await startBroker();
  await database.sql`delete from pgboss.job where name = ${backlog.name}`;
  await database.sql`insert into pgboss.job (name, data) select ${backlog.name}, '{}' from generate_series(1, 2)`;
  broker.work(backlog, async (jobs) => {
    const [first] = jobs;
    batches.add(jobs.map(({ id }) => id));
    return new Map<string, Settlement>(first && [[first.id, { type: 'removed' }]]);
  });
  await batches.until('a batch', () => batches.items.length === 1);
  const [[lost = '', other = ''] = []] = batches.items;
  const stateOf = async (id: string) =>
    (await database.sql`select state from pgboss.job where id = ${id}`)[0]?.['state'];
  await poll('the other job to be completed', async () => (await stateOf(other)) === 'completed');
  expect(await stateOf(lost)).toBe('active');
});

test('the statement by which pg-boss completes a batch leaves removed jobs out, and is answered where it has no others', async () => {
  const [removed, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const removedJobs = new RemovedJobs();
  const answers: unknown[] = [];
  const executeSql = async (text: string, values: unknown[] = []) => {
    const { answer, values: needed } = removedJobs.withoutThem(text, values);
    if (text.includes("'completed'")) answers.push(answer ?? needed[1]);
    return { rows: answer ?? [...(await database.sql.unsafe(text, needed as string[]))] };
  };
  const boss = new PgBoss({ db: { executeSql }, migrate: false, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const note = () => removedJobs.note(new Map([[removed, { type: 'removed' }]]));
  note();
  await boss.complete(backlog.name, [other, removed]);
  note();
  await boss.complete(backlog.name, [removed]);
  await boss.complete(backlog.name, [removed]);
  await boss.stop({ graceful: false });
  expect(answers).toEqual([[other], [{ count: '1', ids: [removed] }], [removed]]);
});
