import { expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../../db/client.ts';
import { indexTable } from '../../../db/queries/search/indexTables.ts';
import { searchWindow } from '../../../db/queries/search/searchWindow.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import { indexed } from '../../../drivers/search/postgres/indexDdl.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeRecordTable, putRecords, type SampleRecord, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { rolesOf } from '../../helpers/servers/databaseRoles.ts';

setDefaultTimeout(60_000);

/** Counts of all records in PostgreSQL, by the counter of their index table. */

const database = await makeDatabaseForFile();
const { sql } = database;
const worker = openDatabase((await rolesOf(database.url)).worker, { name: 'waybill test role', max: 4 });
stopAfterFile(() => worker.end({ timeout: 1 }));
await makeRecordTable(sql, sampleKind.table);
const [role] = await worker<{ name: string }[]>`select quote_ident(current_user) as name`;
await sql.unsafe(`grant select, update on ${sampleKind.table} to ${role?.name}`);
const engine = makePostgresSearch(sql);
const everyRecord = parseFiltering(sampleKind, '{}', 'page');
const everything = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const records = (count: number): SampleRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    values: { id: Bun.randomUUIDv7(), code: `C${n}`, name: `Name ${n}` },
    audit: sampleAudit(),
  }));
const idsOf = (some: readonly SampleRecord[]) => some.map(({ values }) => String(values.id));
const rowsOf = async (index: string) => {
  const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${indexTable(index)}`);
  return row?.rows;
};

test.each([
  ['the owner of the tables', sql],
  ['a role without tables', worker],
])('the total follows inserts, updates and deletions of %s', async (_, writer) => {
  await sql.unsafe(`delete from ${sampleKind.table}`);
  const index = `${sampleKind.path}-${writer === sql ? '000011' : '000012'}`;
  const writing = makePostgresSearch(writer);
  await writing.createIndex(sampleKind, index);
  await writing.promoteIndex(sampleKind, index, undefined);
  expect(await engine.count(sampleKind, everyRecord)).toBe(0);
  const some = records(40);
  await putRecords(sql, sampleKind, some);
  // Each record twice, and by sessions that write at the same time.
  const parts = [0, 10, 20, 30, 0, 10, 20, 30].map((from) => idsOf(some.slice(from, from + 10)));
  await Promise.all(parts.map((ids) => writing.sync(sampleKind, ids, async () => [index])));
  await writing.fill(sampleKind, index, everything);
  expect(await engine.count(sampleKind, everyRecord)).toBe(40);
  const deleted = idsOf(some.slice(0, 15));
  await sql.unsafe(`delete from ${sampleKind.table} where id = any($1::uuid[])`, [`{${deleted.join(',')}}`]);
  await Promise.all([deleted, deleted].map((ids) => writing.sync(sampleKind, ids, async () => [index])));
  const { total, records: found } = await engine.search(sampleKind, everyRecord, { from: 0, size: 10 });
  expect([total, found.length, await engine.documents(sampleKind, index)]).toEqual([25, 10, 25]);
  expect(await rowsOf(index)).toBe(25);
});

/** Makes an index with this many records the live one, and returns its name. */
async function makeIndex(number: number, count: number): Promise<string> {
  await sql.unsafe(`delete from ${sampleKind.table}`);
  const index = `${sampleKind.path}-${String(number).padStart(6, '0')}`;
  await putRecords(sql, sampleKind, records(count));
  await engine.createIndex(sampleKind, index);
  await engine.fill(sampleKind, index, everything);
  await engine.promoteIndex(sampleKind, index, undefined);
  return index;
}

test('the total of all records does not read the index table', async () => {
  await makeIndex(21, 7);
  const { text, values } = searchWindow(indexed(sampleKind), everyRecord, { from: 0, size: 2 });
  const plan = await sql.unsafe(`explain (analyze, costs off, timing off, summary off) ${text}`, values);
  const lines = plan.map((row) => String(row['QUERY PLAN']));
  const counting = lines.findIndex((line) => line.includes('Aggregate') && line.includes('never executed'));
  expect(lines[counting + 1]).toMatch(/samples-000021.*never executed/);
});

test('the records of a table without a counter, such as one of an earlier release, are counted', async () => {
  const index = await makeIndex(31, 6);
  for (const event of ['insert', 'delete', 'truncate'])
    await sql.unsafe(`drop trigger count_${event} on ${indexTable(index)}`);
  await sql`delete from search_index_count where index = ${index}`;
  const counted = await engine.search(sampleKind, everyRecord, { from: 0, size: 2 });
  expect([counted.total, await engine.count(sampleKind, everyRecord)]).toEqual([6, 6]);
  expect((await engine.search(sampleKind, everyRecord, { from: 0, size: 2, countLimit: 4 })).isLowerBound).toBe(true);
});

test('a table that an operator dropped or emptied counts from zero again', async () => {
  const index = await makeIndex(41, 5);
  await sql.unsafe(`truncate ${indexTable(index)}`);
  expect(await engine.count(sampleKind, everyRecord)).toBe(0);
  await engine.fill(sampleKind, index, everything);
  await sql.unsafe(`drop table ${indexTable(index)} cascade`);
  await engine.createIndex(sampleKind, index);
  await engine.fill(sampleKind, index, everything);
  await engine.promoteIndex(sampleKind, index, undefined);
  expect([await engine.count(sampleKind, everyRecord), await rowsOf(index)]).toEqual([5, 5]);
});

test('an index that is dropped leaves no counter', async () => {
  const index = await makeIndex(51, 3);
  await engine.dropIndex(sampleKind, index);
  expect([...(await sql`select from search_index_count where index = ${index}`)]).toEqual([]);
});
