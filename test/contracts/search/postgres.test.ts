import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../../db/client.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import { type SearchEngine, SearchUnavailable } from '../../../domain/ports/search.ts';
import { idOf } from '../../../domain/records/record.ts';
import { makeLive } from '../../../drivers/search/postgres/indexDdl.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { makeRecordTable, putRecords, type SampleRecord, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { describeSearchContract } from './searchContract.ts';

setDefaultTimeout(60_000);

describeSearchContract('PostgreSQL', (sql) => ({ engine: makePostgresSearch(sql) }));
// Uses the plan for many matches without thousands of records.
describeSearchContract('PostgreSQL with more than few matches', (sql) => ({
  engine: makePostgresSearch(sql, { few: 3 }),
}));

describe('index tables of PostgreSQL', () => {
  let database: TestDatabase;
  let engine: SearchEngine;
  const index = `${sampleKind.path}-000001`;
  const everything = { from: id(0), to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

  beforeAll(async () => {
    database = await makeTestDatabase();
    await makeRecordTable(database.sql, sampleKind.table);
    engine = makePostgresSearch(database.sql);
  });
  afterAll(() => database.drop());

  function id(number: number): string {
    return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  }

  const sample = (number: number, name: string): SampleRecord => ({
    values: { id: id(number), code: String(number), name },
    audit: sampleAudit(),
  });

  async function versionRows(sql = `search."${index}"`): Promise<string[]> {
    const rows = await database.sql.unsafe<{ id: string; index_version: bigint }[]>(
      `select id, index_version from ${sql} order by id`,
    );
    return rows.map((row) => `${row.id} ${row.index_version}`);
  }

  /** Waits until a write into an index waits for another transaction. */
  const waiting = (what: string) =>
    poll(what, async () => {
      const rows = await database.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`;
      return rows.length > 0;
    });

  test('a large table is promoted while it is written, and again after an interrupted build', async () => {
    const { sql } = database;
    await sql.unsafe(`insert into sample select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, 1, 1,
      '{"id":"' || n || '"}', '{}', json_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'),
        'name', 'Sample ' || n, 'name~', 'sample ' || n, 'count', n)::text from generate_series(1, 6000) n`);
    await engine.createIndex(sampleKind, index);
    expect(await engine.fill(sampleKind, index, everything)).toMatchObject({ indexed: 6000, failed: 0 });
    const builds = Promise.all([
      engine.promoteIndex(sampleKind, index, undefined),
      engine.promoteIndex(sampleKind, index, undefined),
    ]);
    for (let number = 1; number <= 20; number++) {
      await putRecords(sql, sampleKind, [sample(number, 'Changed')]);
      await engine.sync(sampleKind, [id(number)], () => Promise.resolve([index]));
    }
    await builds;
    const changed = parseFiltering(sampleKind, '[{"column":"name","operator":"LIKE","value":"chang"}]', 'count');
    expect(await engine.count(sampleKind, changed)).toBe(20);
    const [{ invalid, valid }] = await sql<[{ invalid: number; valid: number }]>`
      select count(*) filter (where not indisvalid)::int as invalid, count(*) filter (where indisvalid)::int as valid
      from pg_index where indrelid = ${`search."${index}"`}::regclass`;
    expect(invalid).toBe(0);
    expect(valid).toBeGreaterThan(15);
    // The remains of a killed build.
    await sql.unsafe(`update pg_index set indisvalid = false where indexrelid = (select indexrelid from pg_index
      where indrelid = 'search."${index}"'::regclass and not indisprimary limit 1)`);
    await sql.unsafe(`drop view search."${sampleKind.path}"`);
    await engine.promoteIndex(sampleKind, index, undefined);
    const [{ left }] = await sql<[{ left: number }]>`
      select count(*)::int as left from pg_index where indrelid = ${`search."${index}"`}::regclass and indisvalid`;
    expect(left).toBe(valid);
    await engine.dropIndex(sampleKind, index);
    await sql.unsafe('truncate sample');
  }, 120_000);

  test('a promotion waits for another of the kind only until a limit, and leaves its connection to the pool', async () => {
    const pool = openDatabase(database.url, { name: 'waybill test', max: 1 });
    await engine.createIndex(sampleKind, index);
    await database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`search.live.${sampleKind.path}`}, 0))`;
      await expect(makeLive(pool, sampleKind, index, 1)).rejects.toBeInstanceOf(SearchUnavailable);
      expect([...(await pool`select 1 as answer`)]).toEqual([{ answer: 1 }]);
    });
    await makeLive(pool, sampleKind, index, 1);
    expect(await engine.count(sampleKind, parseFiltering(sampleKind, '[]', 'count'))).toBe(0);
    await engine.dropIndex(sampleKind, index);
    await pool.end();
  });

  test('a record that is deleted while it is indexed leaves no document', async () => {
    const { sql } = database;
    await engine.createIndex(sampleKind, index);
    await putRecords(sql, sampleKind, [sample(1, 'Here')]);
    let filling: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`delete from sample where id = ${id(1)}`;
      // It sees the record, and waits for the end of the transaction that deletes it.
      filling = engine.fill(sampleKind, index, everything);
      await waiting('the fill to wait for the delete');
    });
    await filling;
    expect(await versionRows()).toEqual([]);
    await engine.dropIndex(sampleKind, index);
  });

  test('a document that is rewritten during its removal stays', async () => {
    const { sql } = database;
    await engine.createIndex(sampleKind, index);
    await putRecords(sql, sampleKind, [sample(1, 'Here'), sample(2, 'Here')]);
    await engine.fill(sampleKind, index, everything);
    await sql`delete from sample`;
    let syncing: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      // As the later sync of a record with the same id does.
      await tx.unsafe(`update search."${index}" set index_version = index_version + 1 where id = '${id(1)}'`);
      syncing = engine.sync(sampleKind, [id(1), id(2)], () => Promise.resolve([index]));
      await waiting('the sync to wait for it');
    });
    await syncing;
    expect(await versionRows()).toEqual([expect.stringContaining(id(1))]);
    await engine.dropIndex(sampleKind, index);
  });

  test('the index equals the table after concurrent writes, deletions, a fill and syncs of the same records', async () => {
    const { sql } = database;
    await engine.createIndex(sampleKind, index);
    const ids = Array.from({ length: 40 }, (_, number) => id(number));
    await putRecords(
      sql,
      sampleKind,
      ids.map((_, number) => sample(number, 'First')),
    );
    const indexes = () => Promise.resolve([index]);
    const change = async (seed: number): Promise<void> => {
      for (let round = 0; round < 30; round++) {
        const numbers = ids.map((_, number) => number).filter((number) => (number * 7 + round * 3 + seed) % 5 === 0);
        if (round % 4 === seed % 4) {
          // In the order of their ids, as indexing locks them. Any other order can cause a deadlock.
          await sql`delete from sample where id in (
            select id from sample where id = any(${numbers.map(id)}::uuid[]) order by id for update)`;
        } else
          await putRecords(
            sql,
            sampleKind,
            numbers.map((number) => sample(number, `Round ${round}`)),
          );
        const touched = numbers.map(id);
        await engine.sync(sampleKind, seed % 2 ? touched : touched.reverse(), indexes, { refresh: true });
      }
    };
    const fills = async (): Promise<void> => {
      for (let round = 0; round < 30; round++) await engine.fill(sampleKind, index, everything);
    };
    await Promise.all([change(0), change(1), change(2), change(3), fills()]);
    expect(await versionRows()).toEqual(await versionRows('sample'));
    await engine.dropIndex(sampleKind, index);
  }, 120_000);

  test('a list has records as they are now, in the order of the index, and leaves deleted ones out', async () => {
    const { sql } = database;
    await engine.createIndex(sampleKind, index);
    await sql`truncate sample`;
    await putRecords(
      sql,
      sampleKind,
      [1, 2, 3, 4].map((number) => sample(number, `Name ${number}`)),
    );
    await engine.fill(sampleKind, index, everything);
    await engine.promoteIndex(sampleKind, index, undefined);
    await putRecords(sql, sampleKind, [sample(2, 'Name 9')]);
    await sql`delete from sample where id = ${id(3)}`;
    const filtering = parseFiltering(sampleKind, '{"sort":[{"column":"name"}]}', 'list');
    const { total, records, places } = await engine.search(sampleKind, filtering, { from: 0, size: 3 });
    expect(total).toBe(3);
    expect(records.map((record) => (JSON.parse(record) as { name: string }).name)).toEqual([
      ...['Name 1', 'Name 9', 'Name 4'],
    ]);
    expect([...(places ?? [])]).toEqual([[id(2), ['Name 2', id(2)]]]);
    // The part behind the place that the index gives it; that of its text is the end of the list.
    const after = places?.get(id(2));
    const next = await engine.search(sampleKind, filtering, { from: 0, size: 3, ...(after && { after }) });
    expect(next.records.map(idOf)).toEqual([id(4)]);
    // More deleted records than a page has.
    await sql`delete from sample where id <> ${id(4)}`;
    const page = await engine.search(sampleKind, filtering, { from: 0, size: 1 });
    expect({ ...page, records: page.records.map(idOf) }).toEqual({ total: 1, records: [id(4)] });
    await engine.dropIndex(sampleKind, index);
  });

  test('a record that cannot be indexed is named, and the others are indexed', async () => {
    const { sql } = database;
    await engine.createIndex(sampleKind, index);
    await sql`truncate sample`;
    await putRecords(
      sql,
      sampleKind,
      [1, 2, 3].map((number) => sample(number, 'Good')),
    );
    await sql`update sample set search = replace(search, '"name":"Good"', '"count":"many"') where id = ${id(2)}`;
    const failure = { id: id(2), error: 'the index cannot store the value of a member (SQLSTATE 22P02)' };
    const expected = { indexed: 2, deleted: 0, failed: 1, failures: [failure] };
    expect(await engine.fill(sampleKind, index, everything)).toEqual(expected);
    expect(await engine.sync(sampleKind, [1, 2, 3].map(id), () => Promise.resolve([index]))).toEqual(expected);
    expect(await versionRows()).toHaveLength(2);
  });

  test('an index that was dropped after it was listed is skipped', async () => {
    const missing = `${sampleKind.path}-000099`;
    const outcome = await engine.sync(sampleKind, [id(1)], () => Promise.resolve([missing, index]));
    expect(outcome).toMatchObject({ indexed: 1, failed: 0 });
  });

  test('outbox rows are deleted with the write of their records, but for one that a relay has locked', async () => {
    const { sql } = database;
    const left = async () => (await sql`select id from outbox order by id`).map((row) => row['id']);
    const sync = (outboxIds: string[], ids = [id(1), id(3)]) =>
      engine.sync(sampleKind, ids, () => Promise.resolve([index]), { refresh: true, outboxIds });
    await sql`insert into outbox (id, queue, data) select unnest(${[1, 2, 3].map(id)}::uuid[]), 'index.sync', '{}'`;
    await sql.begin(async (relay) => {
      await relay`select from outbox where id = ${id(2)} for update`;
      expect(await sync([id(1), id(2)])).toMatchObject({ indexed: 2, outboxIsDeleted: true });
    });
    expect(await left()).toEqual([id(2), id(3)]);
    // Record 2 cannot be indexed.
    const outcome = await sync([id(2), id(3)], [id(1), id(2)]);
    expect([outcome.failed, outcome.outboxIsDeleted]).toEqual([1, undefined]);
    expect(await left()).toEqual([id(2), id(3)]);
  });
});
