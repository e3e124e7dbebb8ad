import { expect, test } from 'bun:test';
import { monthOf } from '../../db/queries/logs/logPartitions.ts';
import { LogWriter, type NewLog } from '../../domain/logs/logWriter.ts';
import type { Services } from '../../domain/ports/services.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

const database = await makeDatabaseForFile();
const { sql } = database;

let woken = 0;
const services = { sql, log: { info() {} }, wakeRelay: () => void woken++ } as unknown as Services;

function aLog(id = Bun.randomUUIDv7()): NewLog {
  const month = monthOf(new Date());
  return {
    id,
    month,
    parameters: [id, month, 'T', '1', 'C', '2026-01-01T00:00:00Z', `{"id":"${id}"}`, '{}', '{}', null],
    caller: { user: 'u', requestId: id, traceId: 't' },
  };
}

async function outboxRows() {
  const rows = await sql<{ data: string }[]>`select data from outbox order by id`;
  return rows.map(({ data }) => JSON.parse(data) as { ids: string[]; context?: object; contexts?: object[] });
}

test('a single log has an outbox row with its own context', async () => {
  const writer = new LogWriter(services);
  const log = aLog();
  await writer.store(log);
  expect(await outboxRows()).toEqual([
    { kind: 'Log', ids: [log.id], context: { requestId: log.id, traceId: 't' } } as never,
  ]);
  expect(woken).toBe(1);
  await sql`truncate outbox`;
});

test('concurrent logs share statements, and each is in the outbox once', async () => {
  const writer = new LogWriter(services);
  const logs = Array.from({ length: 100 }, () => aLog());
  await Promise.all(logs.map((log) => writer.store(log)));
  const rows = await outboxRows();
  expect(rows.length).toBeLessThan(20);
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(logs.map(({ id }) => id).sort());
  expect(rows.flatMap(({ contexts = [] }) => contexts)).toHaveLength(100);
  const [row] = await sql`select count(*)::int as n from log where id = any(${logs.map(({ id }) => id)}::uuid[])`;
  expect(row?.n).toBe(100);
});

test('a log that the database rejects does not affect the others', async () => {
  const writer = new LogWriter(services);
  const taken = aLog();
  await writer.store(taken);
  const logs = [aLog(), taken, aLog(), { ...aLog(), parameters: aLog().parameters.with(5, 'no date') }, aLog()];
  const outcomes = await Promise.allSettled(logs.map((log) => writer.store(log)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
});
