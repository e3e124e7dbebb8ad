import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, type Transaction } from '../../db/client.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { Signal, SignalledList } from '../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

/** The faults that patches/README.md lists: without the patch, each test fails or ends this process. */

const database = await makeDatabaseForFile();
await database.sql`create table written (by text)`;

async function pool(max: number, work: (sql: Database) => Promise<void>): Promise<void> {
  const sql = openDatabase(database.url, { name: 'waybill test', max });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Ends the backend of a connection, and resolves when PostgreSQL has removed it. */
async function lose(sql: Database | Transaction): Promise<void> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await database.sql`select pg_terminate_backend(${row?.pid ?? 0}, 10000)`;
}

const answered = async (sql: Database) => expect([...(await sql`select 4 as answer`)]).toEqual([{ answer: 4 }]);

describe('a lost connection', () => {
  test('in a transaction rejects its later queries, and the pool survives', () =>
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

  test('during a query rejects only that query', () =>
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

  test('leaves nothing of its transaction to the next one on the connection', () =>
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

  test('while reserved is not used by its owner any more', () =>
    pool(1, async (sql) => {
      const reserved = await sql.reserve();
      await lose(reserved as unknown as Database);
      await answered(sql);
      expect((await reserved`select 1`.catch((error: Error) => error)) instanceof Error).toBe(true);
      reserved.release();
      await Promise.all([answered(sql), answered(sql), sql.begin((transaction) => transaction`select 1`)]);
    }));

  test('for which a reservation waits is reopened for it', () =>
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

/** Passes on all connections to PostgreSQL, until one of them reads the array types. */
async function untilTypesAreRead(onRead: (client: Socket) => void, work: (sql: Database) => Promise<void>) {
  const { hostname, port } = new URL(database.url);
  let isRead = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    upstream.pipe(client).on('close', () => upstream.destroy());
    client.on('data', (chunk: Buffer) => {
      if (isRead || !chunk.includes('typarray')) return upstream.write(chunk);
      isRead = true;
      return onRead(client);
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sql = openDatabase(url.href, { name: 'waybill test', max: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
    server.close();
  }
}

describe('a connection that ends while it reads the array types', () => {
  test('is replaced, and its error reaches no query', () => {
    const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection', ''].join('\0');
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + fields.length + 1);
    const terminated = Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)]);
    return untilTypesAreRead((client) => client.end(terminated), answered);
  });

  test('because the pool is closed rejects its first query alone', async () => {
    const reading = Promise.withResolvers<void>();
    await untilTypesAreRead(
      () => reading.resolve(),
      async (sql) => {
        const first = sql`select 1`.catch((error: { code?: string }) => error.code);
        await reading.promise;
        await sql.end({ timeout: 0 });
        expect(await first).toBe('CONNECTION_DESTROYED');
      },
    );
  });
});

test('a transaction after any number of queries has its own connection', () =>
  pool(1, async (sql) => {
    await answered(sql);
    // One connection pipelines 100 queries. BEGIN is also tested as the last one that fits.
    for (let ahead = 95; ahead <= 105; ahead++) {
      // Executed at once: a query that is only awaited would be sent after the BEGIN.
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

/** A query whose parameters the server describes first, on each call. */
const echoed = async (on: Pick<Database, 'unsafe'>, text: string): Promise<string | undefined> =>
  (await on.unsafe<{ text: string }[]>('select $1::text as text', [text]))[0]?.text;

test('a query that cannot be sent rejects alone, also behind another', () =>
  pool(1, async (sql) => {
    await answered(sql);
    const before = sql<{ answer: number }[]>`select 1 as answer`.execute();
    const faulty = sql`select ${undefined as unknown as string}`.catch((error: { code?: string }) => error.code);
    expect(await faulty).toBe('UNDEFINED_VALUE');
    expect([...(await before)]).toEqual([{ answer: 1 }]);
    await answered(sql);
  }));

test('a query that is repeated because its plan is stale shares its answers with no other query', () =>
  pool(1, async (sql) => {
    await sql`create table altered (number int)`;
    await sql`insert into altered values (7)`;
    const read = () => sql`select * from altered where number = ${7}`;
    await read();
    await sql`alter table altered add column text text`;
    let isRead = false;
    const rows = read().then((all) => {
      isRead = true;
      return [...all];
    });
    const texts: Promise<string | undefined>[] = [];
    while (!isRead && texts.length < 50) {
      texts.push(echoed(sql, String(texts.length)));
      await new Promise(setImmediate);
    }
    expect(await rows).toEqual([{ number: 7, text: null }]);
    expect(await Promise.all(texts)).toEqual(texts.map((_, place) => String(place)));
  }));

async function isSleeping(pid: number): Promise<boolean> {
  const rows = await database.sql`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
  return rows.length > 0;
}

test('a listener receives notifications again after an outage of PostgreSQL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const server = await startEmbeddedPostgres({ folder });
  const sql = openDatabase(server.url, { name: 'waybill test', max: 1 });
  const payloads = new SignalledList<string>();
  const listening = new Signal();
  let listens = 0;
  await sql.listen(
    'here',
    (payload) => payloads.add(payload),
    () => {
      listens++;
      listening.notify();
    },
  );
  await server.stop();
  for (let refused = 0; refused < 3; refused++)
    expect(await sql`select 1`.catch((error: unknown) => isUnavailable(error))).toBe(true);
  const restarted = await startEmbeddedPostgres({ folder });
  try {
    await listening.until('it to listen again', () => listens >= 2, 120_000);
    await sql.notify('here', 'again');
    await payloads.until('the notification', () => payloads.items.includes('again'));
  } finally {
    await sql.end({ timeout: 1 });
    await restarted.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
