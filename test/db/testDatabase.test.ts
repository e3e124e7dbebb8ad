import { expect, test } from 'bun:test';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { JobEnds } from '../helpers/waits/jobEnd.ts';

const databases = await Promise.all([makeDatabaseForFile(), makeDatabaseForFile()]);

test('each test has its own migrated database', async () => {
  const [one, other] = databases;
  await one.sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'q', '{}')`;
  const [filled] = await one.sql`select count(*)::int as n from outbox`;
  expect(filled).toEqual({ n: 1 });
  const [empty] = await other.sql`select count(*)::int as n from outbox`;
  expect(empty).toEqual({ n: 0 });
  expect(await other.sql`select nspname from pg_namespace where nspname = 'pgboss'`).toHaveLength(1);
});

test('text is UTF-8, compared and sorted by code point', async () => {
  const [{ sql }] = databases;
  const [row] = await sql`select length('Žluť') as length, upper('ž') as upper, 'Z' < 'a' as by_code_point,
    (select array_agg(t) from unnest(show_trgm('Žluť')) t) is not null as trigrams`;
  expect(row).toEqual({ length: 4, upper: 'Ž', by_code_point: true, trigrams: true });
});

test('a wait for a Job that does not end reports what the Job, its queue and its database do', async () => {
  const [{ sql }] = databases;
  const wait = new JobEnds(sql).until(crypto.randomUUID(), async () => false, 1);
  const report = await wait.then(String, String);
  expect(report).toMatch(/waited 1 ms for Job .*its steps:.*sessions:\n\{"pid":.*vacuum:/s);
  expect(report).not.toMatch(/does not exist|syntax error/);
});
