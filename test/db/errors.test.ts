import { describe, expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/postgres-js';
import {
  classify,
  isDatabaseUnavailable,
  isDataFault,
  isPartitionMissing,
  isTransactionConflict,
} from '../../db/errors.ts';
import { retry } from '../../db/retry.ts';
import { retryDdl } from '../../db/retryDdl.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { isUnavailable, retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

const database = await makeDatabaseForFile();
const { sql } = database;

const errorWith = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const errorOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('classify', () => {
  test('classifies the errors of PostgreSQL', async () => {
    await sql`create table refused (id int primary key, parent int references refused, filled text not null check (filled <> ''))`;
    await sql`create index on refused (filled)`;
    const refusals: Record<string, string> = {
      uniqueViolation: `insert into refused values (1, null, 'a'), (1, null, 'a')`,
      foreignKeyViolation: `insert into refused values (1, 7, 'a')`,
      notNullViolation: `insert into refused values (1, null, null)`,
      checkViolation: `insert into refused values (1, null, '')`,
      invalidData: `insert into refused values ('one', null, 'a')`,
      limitExceeded: `insert into refused select 1, null, string_agg(md5(n::text), '') from generate_series(1, 5000) n`,
      undefinedTable: `select from nowhere`,
      lockTimeout: `do $$ begin raise exception 'x' using errcode = 'lock_not_available'; end $$`,
      deadlock: `do $$ begin raise exception 'x' using errcode = 'deadlock_detected'; end $$`,
      serializationFailure: `do $$ begin raise exception 'x' using errcode = 'serialization_failure'; end $$`,
      otherViolation: `do $$ begin raise exception 'x' using errcode = 'exclusion_violation'; end $$`,
      unavailable: `do $$ begin raise exception 'x' using errcode = 'too_many_connections'; end $$`,
    };
    const found = await Promise.all(
      Object.values(refusals).map(async (text) => classify(await errorOf(sql.unsafe(text)))),
    );
    expect<unknown[]>(found).toEqual(Object.keys(refusals));
    expect(classify(await errorOf(sql`select ${'\u0000'}::text`))).toBe('invalidData');
    expect(classify(await errorOf(sql`select 1 +`))).toBeUndefined();
  });

  test('distinguishes a missing partition from a constraint', async () => {
    const insert = sql`insert into log values (gen_random_uuid(), '1999-01-01', 1, 1, 1, '', '', '', now(), '', '', '')`;
    expect(isPartitionMissing(await errorOf(insert))).toBe(true);
    expect(isPartitionMissing(await errorOf(sql`insert into refused values (1, null, '')`))).toBe(false);
  });

  test('unwraps the error of Drizzle', async () => {
    const wrapped = await errorOf(drizzle(sql).execute('select from nowhere'));
    expect((wrapped as Error).cause).toBeInstanceOf(Error);
    expect(classify(wrapped)).toBe('undefinedTable');
    // An error of a service that a script or a rule calls is not one of the database.
    expect(classify(new Error('not reached', { cause: errorWith('ECONNREFUSED') }))).toBeUndefined();
  });

  test('classifies every error of a connection as an outage', () => {
    for (const code of [
      '08006',
      '08P01',
      '25006',
      '53100',
      '53300',
      '57P01',
      '57P02',
      '57P03',
      '57P04',
      '57P05',
      'ECONNREFUSED',
    ])
      expect([code, isDatabaseUnavailable(errorWith(code))]).toEqual([code, true]);
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT'])
      expect([code, isUnavailable(errorWith(code))]).toEqual([code, true]);
    expect(isUnavailable(new SearchUnavailable('no engine'))).toBe(true);
    expect(isUnavailable(errorWith('ENOENT', { syscall: 'connect' }))).toBe(true);
    expect(isUnavailable(errorWith('ENOENT', { syscall: 'open' }))).toBe(false);
    for (const other of [undefined, null, 'ECONNREFUSED', new Error('x'), errorWith('57014'), errorWith('EACCES')])
      expect(classify(other)).toBeUndefined();
  });

  test('distinguishes transaction conflicts and data faults from other errors', () => {
    expect(isTransactionConflict(errorWith('40P01'))).toBe(true);
    expect(isTransactionConflict(errorWith('55P03'))).toBe(false);
    expect(['22P02', '23505', '23P01', '54000'].every((code) => isDataFault(errorWith(code)))).toBe(true);
    expect(['40001', '57P01', '42P01', 'EPIPE'].some((code) => isDataFault(errorWith(code)))).toBe(false);
  });
});

describe('a retry', () => {
  const failing = (codes: string[]) => {
    let attempts = 0;
    const work = async (): Promise<number> => {
      const code = codes[attempts++];
      if (code !== undefined) throw errorWith(code);
      return attempts;
    };
    return work;
  };

  test('decides after each error whether and when to retry', async () => {
    const calls: [unknown, number][] = [];
    const pauseAfter = (error: unknown, attempt: number) => {
      calls.push([(error as { code: string }).code, attempt]);
      return attempt < 3 ? 0 : undefined;
    };
    expect(await retry(failing(['a', 'b']), pauseAfter)).toBe(3);
    expect(await errorOf(retry(failing(['a', 'b', 'c', 'd']), pauseAfter))).toMatchObject({ code: 'c' });
    expect(calls).toEqual([
      ['a', 1],
      ['b', 2],
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  });

  test('of a transaction follows only conflicts, five times', async () => {
    expect(await withTransactionRetry(failing(['40P01', '40001', '40P01', '40001']))).toBe(5);
    expect(await errorOf(withTransactionRetry(failing(Array(9).fill('40001'))))).toMatchObject({ code: '40001' });
    expect(await errorOf(withTransactionRetry(failing(['57P01'])))).toMatchObject({ code: '57P01' });
  });

  test('of a write follows conflicts and outages until its limit', async () => {
    expect(await retryWhileUnavailable(failing(['EHOSTUNREACH', '40P01', '57P05']))).toBe(4);
    expect(await errorOf(retryWhileUnavailable(failing(['23505'])))).toMatchObject({ code: '23505' });
    expect(await errorOf(retryWhileUnavailable(failing(['57P01']), -1))).toMatchObject({ code: '57P01' });
  });

  test('of a change of tables follows locks, and logs once what it waits for', async () => {
    const blocked: string[] = [];
    const options = { onBlocked: (reason: string) => blocked.push(reason), pauseMs: 0 };
    await retryDdl(failing(['55P03', '40P01', '55P03']), options);
    expect(blocked).toEqual(['55P03']);
    const few = retryDdl(failing(['55P03', '55P03', '55P03']), { maxAttempts: 2, pauseMs: 0 });
    expect(await errorOf(few)).toMatchObject({ code: '55P03' });
    expect(await errorOf(retryDdl(failing(['42P01'])))).toMatchObject({ code: '42P01' });
  });
});
