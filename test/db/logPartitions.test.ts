import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  logPartitions,
  makeLogPartition,
  makeLogPartitionsAhead,
  monthOf,
} from '../../db/queries/logs/logPartitions.ts';
import { insertLogs, insertLogWithId, logInMonth } from '../../db/queries/logs/logStatements.ts';
import { dropLogsBefore } from '../../domain/logs/logRetention.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { makeTestServices } from '../helpers/services.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();
const { sql } = database;

const caller = { user: 'worker', requestId: 'r', traceId: 't' };
const services = makeTestServices(sql);

function keep(id: string, month: string, withId = false) {
  const log = [id, month, 'T', '1', 'C', '2026-01-01T00:00:00Z', '{"id":1}', '{}', '{}', null];
  const outbox = [Bun.randomUUIDv7(), '{}'];
  return withId
    ? sql.unsafe(insertLogWithId, [...log, ...outbox, null])
    : sql.unsafe(insertLogs(1), [...outbox, ...log]);
}

const months = async () => (await logPartitions(sql)).map(({ month }) => month);

test('a migrated database has partitions of this month and the next', async () => {
  const now = new Date();
  const made = await months();
  // The months at the migration: a reused server may have created its template in an earlier month.
  const first = new Date(made[0] ?? '');
  expect(made).toEqual([monthOf(first), monthOf(first, 1)]);
  await makeLogPartitionsAhead(sql, now);
  expect(await months()).toEqual(expect.arrayContaining([monthOf(now), monthOf(now, 1)]));
});

test('a month is in UTC, and December is followed by January', () => {
  expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12-01');
  expect(monthOf(new Date('2026-12-31T23:59:59.999Z'), 1)).toBe('2027-01-01');
  expect(monthOf(new Date('2026-01-31T00:00:00Z'), -3)).toBe('2025-10-01');
});

test('concurrent creations of a month create it once, with every index', async () => {
  await Promise.all(Array.from({ length: 6 }, () => makeLogPartition(sql, '2030-02-01')));
  await makeLogPartitionsAhead(sql, new Date('2030-01-15T00:00:00Z'));
  expect((await months()).filter((month) => month.startsWith('2030'))).toEqual(['2030-01-01', '2030-02-01']);
  const [row] = await sql`select count(*)::int as n from pg_indexes where tablename = 'log_2030_02'`;
  expect(row?.n).toBe(3);
});

test('a month is created while others read and write logs', async () => {
  await sql.begin(async (transaction) => {
    await transaction`select count(*) from log`;
    await transaction.unsafe(insertLogs(1), [
      ...[Bun.randomUUIDv7(), '{}', Bun.randomUUIDv7(), monthOf(new Date())],
      ...['T', '1', 'C', '2026-01-01T00:00:00Z', '{}', '{}', '{}', null],
    ]);
    await makeLogPartition(sql, '2030-03-01');
  });
  expect(await months()).toContain('2030-03-01');
});

test('an id is looked up only in its month', async () => {
  const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(
    `explain (costs off) ${logInMonth.replace('$1', `'${Bun.randomUUIDv7()}'`).replace('$2', `'2030-02-01'`)}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('log_2030_02');
  expect(plan.match(/on log_/g)).toHaveLength(1);
});

test('an id is unique over all months', async () => {
  const id = crypto.randomUUID();
  expect(await keep(id, '2030-01-01', true)).toHaveLength(1);
  expect(await keep(id, '2030-02-01', true)).toHaveLength(0);
  const [row] = await sql`select count(*)::int as n from log where id = ${id}`;
  expect(row?.n).toBe(1);
});

describe('months past their retention', () => {
  const syncedIds = async () => {
    const rows = await sql<{ data: string }[]>`
      select data from outbox where queue = 'index.sync' and data like '{"kind" : "Log"%'`;
    return rows.flatMap(({ data }) => JSON.parse(data).ids as string[]);
  };

  test('are dropped as a whole: their ids leave the index, their keys are free, and other months stay', async () => {
    await makeLogPartition(sql, '2020-01-01');
    await makeLogPartition(sql, '2020-02-01');
    const old = [Bun.randomUUIDv7(), crypto.randomUUID()] as const;
    await keep(old[0], '2020-01-01');
    await keep(old[1], '2020-01-01', true);
    const younger = crypto.randomUUID();
    await keep(younger, '2020-02-01', true);
    await dropLogsBefore(services, '2020-02-01', caller);
    expect(await months()).not.toContain('2020-01-01');
    expect((await syncedIds()).sort()).toEqual([...old].sort());
    expect(await sql`select 1 from log_key where id = ${old[1]}`).toHaveLength(0);
    expect(await sql`select 1 from log where id = ${younger}`).toHaveLength(1);
    expect(await keep(old[1], '2020-02-01', true)).toHaveLength(1);
  });

  test('an interrupted drop is completed by the next, whatever the retention', async () => {
    await makeLogPartition(sql, '2020-03-01');
    const id = Bun.randomUUIDv7();
    await keep(id, '2020-03-01');
    await sql`alter table log detach partition log_2020_03 concurrently`;
    await dropLogsBefore(services, undefined, caller);
    expect(await months()).not.toContain('2020-03-01');
    expect(await syncedIds()).toContain(id);
  });

  test('a slow reader delays the drop and does not fail it', async () => {
    await makeLogPartition(sql, '2020-04-01');
    let dropped: Promise<void> | undefined;
    await sql.begin(async (transaction) => {
      await transaction`select count(*) from log`;
      dropped = dropLogsBefore(services, '2020-05-01', caller);
      await keep(Bun.randomUUIDv7(), monthOf(new Date()));
    });
    await dropped;
    expect(await months()).not.toContain('2020-04-01');
  });
});
