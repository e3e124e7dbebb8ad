import { expect, setDefaultTimeout, test } from 'bun:test';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { saveRecord } from '../../domain/records/write/saveRecord.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { makeTestServices } from '../helpers/services.ts';

setDefaultTimeout(60_000);

const caller = { user: 'tester', requestId: 'r', traceId: 't' };
const { sql } = await makeDatabaseForFile();
const services = makeTestServices(sql);

const create = (code: string): Promise<string> =>
  saveRecord(services, kind, { code, name: `Name ${code}` }, { caller, refresh: false }).then(
    ({ record }) => JSON.parse(record).id,
  );

/** The numbers of rows that each statement has written: rows of one statement share their index version. */
const batches = async (): Promise<number[]> =>
  (await sql<{ rows: number }[]>`select count(*)::int as rows from worklog_type group by index_version order by 1`).map(
    ({ rows }) => rows,
  );

test('concurrent creations share statements, and each has its history and its outbox row', async () => {
  const codes = Array.from({ length: 40 }, (_, number) => `shared-${number}`);
  const ids = await Promise.all(codes.map(create));
  expect(Math.max(...(await batches()))).toBeGreaterThan(1);
  const rows = await sql<{ id: string; code: string; same: boolean }[]>`
    select r.id, r.code, r.doc = h.doc and r.audit = h.audit and r.version = h.version and r.incarnation = h.incarnation
      and h.code = r.code and h.change = 'CREATED' and h.changed_by = 'tester' as same
    from worklog_type r join history h on h.kind = 'WorklogType' and h.record_id = r.id`;
  expect(new Map(rows.map(({ id, code }) => [id, code]))).toEqual(new Map(ids.map((id, at) => [id, codes[at] ?? ''])));
  expect(rows.every(({ same }) => same)).toBe(true);
  const queued = await sql<{ data: string }[]>`select data from outbox where queue = 'index.sync'`;
  expect(queued.flatMap(({ data }) => JSON.parse(data).ids).sort()).toEqual([...ids].sort());
});

test('a code that is taken fails its own request alone', async () => {
  await create('taken');
  const codes = Array.from({ length: 20 }, (_, number) => (number % 5 === 0 ? 'taken' : `free-${number}`));
  const outcomes = await Promise.allSettled(codes.map(create));
  for (const [at, outcome] of outcomes.entries()) {
    if (codes[at] !== 'taken') expect(outcome.status).toBe('fulfilled');
    else
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { errors: [expect.stringContaining('is taken by another WorklogType')] },
      });
  }
  expect(await sql`select from worklog_type where code like 'free-%'`).toHaveLength(16);
});

test('of two concurrent creations with one code, one succeeds', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create('twice')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
