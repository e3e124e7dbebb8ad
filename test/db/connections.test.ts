import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, type Transaction } from '../../db/client.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

setDefaultTimeout(60_000);

/** The faults that patches/README.md lists: without the patch, each test fails or ends this process. */

let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
  await database.sql`create table written (by text)`;
});
afterAll(async () => {
  await database.drop();
});

async function pool(max: number, work: (sql: Database) => Promise<void>): Promise<void> {
  const sql = openDatabase(database.url, { name: 'waybill test', max });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Ends the other side of a connection; returns when PostgreSQL has forgotten it. */
async function lose(sql: Database | Transaction): Promise<void> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await database.sql`select pg_terminate_backend(${row?.pid ?? 0}, 10000)`;
}

const answered = async (sql: Database) => expect([...(await sql`select 4 as answer`)]).toEqual([{ answer: 4 }]);

describe('a connection that is lost', () => {
  test('inside a transaction rejects what follows in it, and the pool lives on', () =>
    pool(1, async (sql) => {
      for (let round = 0; round < 5; round++) {
        const lost = sql.begin(async (transaction) => {
          await lose(transaction);
          await transaction`select 1`.catch(() => {});
          await transaction`select 2`;
        });
        expect((await lost.catch((error: Error) => error)) instanceof Error).toBe(true);
        await answered(sql);
      }
    }));

  test('while a query runs rejects that query and no later one', () =>
    pool(1, async (sql) => {
      for (let round = 0; round < 5; round++) {
        const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const running = sql.begin((transaction) => transaction`select pg_sleep(60)`).catch((error: Error) => error);
        while (!(await isSleeping(row?.pid ?? 0))) await Bun.sleep(5);
        await database.sql`select pg_terminate_backend(${row?.pid ?? 0}, 10000)`;
        expect((await running) instanceof Error).toBe(true);
        await answered(sql);
      }
    }));

  test('writes nothing of its transaction into the one that has the connection next', () =>
    pool(1, async (sql) => {
      const wasLost = Promise.withResolvers<void>();
      const nextRuns = Promise.withResolvers<void>();
      const first = sql
        .begin(async (transaction) => {
          await transaction`insert into written values ('lost, before')`;
          await lose(transaction);
          wasLost.resolve();
          await nextRuns.promise;
          await transaction`insert into written values ('lost, after')`;
        })
        .catch((error: Error) => error);
      await wasLost.promise;
      await sql.begin(async (transaction) => {
        await transaction`insert into written values ('next')`;
        nextRuns.resolve();
        await first;
        await transaction`insert into written values ('next')`;
      });
      expect((await first) instanceof Error).toBe(true);
      expect((await sql`select by from written`).map(({ by }) => by)).toEqual(['next', 'next']);
    }));

  test('while it is reserved is not used for its owner again', () =>
    pool(1, async (sql) => {
      const reserved = await sql.reserve();
      await lose(reserved as unknown as Database);
      await answered(sql);
      expect((await reserved`select 1`.catch((error: Error) => error)) instanceof Error).toBe(true);
      reserved.release();
      await Promise.all([answered(sql), answered(sql), sql.begin((transaction) => transaction`select 1`)]);
    }));

  test('while a reservation waits for it is opened again for that reservation', () =>
    pool(1, async (sql) => {
      for (let round = 0; round < 3; round++) {
        const first = await sql.reserve();
        const waiting = sql.reserve();
        await lose(first as unknown as Database);
        const second = await waiting;
        first.release();
        await answered(second as unknown as Database);
        second.release();
        await answered(sql);
      }
    }));
});

test('a transaction begun behind any number of queries has its connection to itself', () =>
  pool(1, async (sql) => {
    await answered(sql);
    // 100 are sent ahead on one connection: BEGIN is to be the last that fits, too.
    for (let ahead = 95; ahead <= 105; ahead++) {
      // Executed at once: a query that is only awaited would come behind the BEGIN.
      const transactionId = (on: Database | Transaction) =>
        on<{ xid: string | null }[]>`select pg_current_xact_id_if_assigned()::text as xid`
          .execute()
          .then(([row]) => row?.xid);
      const before = Array.from({ length: ahead }, () => transactionId(sql));
      const inside = sql.begin(async (transaction) => {
        await transaction`select pg_current_xact_id()`;
        return transactionId(transaction);
      });
      const after = Array.from({ length: 10 }, () => transactionId(sql));
      expect(await inside).toBeString();
      expect(new Set(await Promise.all([...before, ...after]))).toEqual(new Set([null]));
    }
  }));

async function isSleeping(pid: number): Promise<boolean> {
  const rows = await database.sql`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
  return rows.length > 0;
}

test('what listens hears again after PostgreSQL was away for longer than a moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const server = await startEmbeddedPostgres({ folder });
  const sql = openDatabase(server.url, { name: 'waybill test', max: 1 });
  const payloads: string[] = [];
  let listens = 0;
  await sql.listen(
    'here',
    (payload) => payloads.push(payload),
    () => {
      listens++;
    },
  );
  await server.stop();
  for (let refused = 0; refused < 3; refused++)
    expect(await sql`select 1`.catch((error: unknown) => isUnavailable(error))).toBe(true);
  const restarted = await startEmbeddedPostgres({ folder });
  try {
    await until('it to listen again', () => listens >= 2, 120_000);
    await sql.notify('here', 'again');
    await until('the notification', () => payloads.includes('again'));
  } finally {
    await sql.end({ timeout: 1 });
    await restarted.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
