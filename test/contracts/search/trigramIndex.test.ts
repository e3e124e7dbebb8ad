import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../../db/client.ts';
import { indexTable, tableColumns } from '../../../db/queries/search/indexTables.ts';
import { countMatches } from '../../../db/queries/search/searchWindow.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { indexed } from '../../../drivers/search/postgres/indexDdl.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { plainSearch } from '../../helpers/plainFiltering.ts';
import { sampleRecord, text } from '../../helpers/sampleArbitraries.ts';
import { makeRecordTable, putRecords, type SampleRecord, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { rolesOf } from '../../helpers/servers/databaseRoles.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();
// The sample is so small that PostgreSQL would read the whole table.
await database.sql.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set enable_seqscan = off`);
const sql = openDatabase(database.url, { name: 'waybill test', max: 2 });
const worker = openDatabase((await rolesOf(database.url)).worker, { name: 'waybill test role', max: 2 });
stopAfterFile(() => Promise.all([sql, worker].map((one) => one.end({ timeout: 1 }))));

const [live, other] = [1, 2].map((number) => `${sampleKind.path}-00000${number}`) as [string, string];
const everything = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const engine = makePostgresSearch(sql);

/** Texts that have other texts before, behind and in other columns, at every border of a joined text. */
const words = ['anchor', 'Anchor bolt', 'bolt', 'bolt\nanchor', 'kotva žlutá', 'anch', 'an%chor', 'anchor\\', ''];
const numbered = words.flatMap((code, row) =>
  words.map((name, column): SampleRecord => {
    const id = `00000000-0000-4000-8000-${String(row * 100 + column).padStart(12, '0')}`;
    const description = words[(row + column) % words.length] ?? '';
    return { values: { id, code, name, description, text: description }, audit: sampleAudit() };
  }),
);
const records = [...numbered, ...fc.sample(sampleRecord, { numRuns: 60, seed: 23 })];
await makeRecordTable(sql, sampleKind.table);
await putRecords(sql, sampleKind, records);
await engine.createIndex(sampleKind, live);
await engine.fill(sampleKind, live, everything);
await engine.promoteIndex(sampleKind, live, undefined);

const filteringOf = (filtering: Json) => parseFiltering(sampleKind, JSON.stringify(filtering), 'list');
const like = (column: string, value: string): Json => ({ filters: [{ column, operator: 'LIKE', value }] });
const questions: [string, Json][] = [
  ['a part of a text', like('name', 'nchor')],
  ['the beginning of a text', like('code', 'anchor%')],
  ['the end of a text', like('description', '%anchor')],
  ['a whole text', like('name', 'bolt_anchor')],
  ['a text with wildcards', like('description', 'an\\%ch%')],
  ['a text of a column of its own', like('text', 'anchor%')],
  ['words', { fulltext: 'kotva zlut' }],
];

/** Whether the query looks rows up in a trigram index, by a LIKE. */
async function isLookedUp(filtering: Json): Promise<boolean> {
  const { text: query, values } = countMatches(indexed(sampleKind), filteringOf(filtering));
  const plan = await sql.unsafe(`explain (costs off, format json) ${query}`, values);
  return /"Index Cond": "[^\n]* ~~ /.test(JSON.stringify(plan, undefined, 1));
}

async function expectSame(filtering: Json): Promise<void> {
  const parsed = filteringOf(filtering);
  const expected = plainSearch(records, parsed);
  const found = await engine.search(sampleKind, parsed, { from: 0, size: 10_000 });
  const ids = found.records.map((record) => (JSON.parse(record) as { id: string }).id);
  expect({ filtering, total: found.total, ids }).toEqual({ filtering, total: expected.length, ids: expected });
}

const pattern = fc
  .array(fc.oneof(text, fc.constantFrom(...words, '%', '_', '\\%', '\\')), { maxLength: 4 })
  .map((parts) => parts.join('').slice(0, 60).toWellFormed());
const question = fc.oneof(
  fc
    .tuple(fc.constantFrom('code', 'name', 'description', 'text'), fc.constantFrom('LIKE', 'NOT_LIKE'), pattern)
    .map(([column, operator, value]): Json => ({ filters: [{ column, operator, value }] })),
  fc.constantFrom(...words.filter(Boolean)).map((fulltext): Json => ({ fulltext })),
);
const expectSameAnswers = async (numRuns: number): Promise<void> => {
  for (const [, filtering] of questions) await expectSame(filtering);
  await fc.assert(fc.asyncProperty(question, expectSame), { numRuns });
};

const indexesOf = (connection: Database, index: string): Promise<{ definition: string }[]> =>
  connection.unsafe(`
  select substring(pg_get_indexdef(indexrelid) from ' USING .*') as definition from pg_index
  where indrelid = '${indexTable(index)}'::regclass order by 1`);

test.each(questions)('%s is looked up in the trigram index', async (_what, filtering) => {
  expect(await isLookedUp(filtering)).toBe(true);
});

test('the trigram index finds what the reference implementation finds', () => expectSameAnswers(200));

test('a trigram of code, name, description and their words is one key of a row', async () => {
  const definitions = (await indexesOf(sql, live)).filter(({ definition }) => definition.includes('gin_trgm_ops'));
  expect(definitions).toHaveLength(1);
  expect(definitions[0]?.definition).toMatch(
    /code~.*name~.*description~.*~words.* gin_trgm_ops, COALESCE\("text~", lower\(text\)\) gin_trgm_ops/,
  );
});

test('a role that owns no tables creates the same indexes', async () => {
  const itsEngine = makePostgresSearch(worker);
  await itsEngine.createIndex(sampleKind, other);
  expect([...(await indexesOf(sql, other))]).toEqual([...(await indexesOf(sql, live))]);
  await itsEngine.dropIndex(sampleKind, other);
});

test('an index table of the previous release is written and searched in its form, with the same answers', async () => {
  const index = `${sampleKind.path}-000003`;
  // While a process of that release is alive, whose heartbeat has no release.
  await sql`insert into process (id, role, host, pid, queues, started_at, seen_at, status)
    values (gen_random_uuid(), 'worker', 'old', 1, '{}', now(), now(), '{}')`;
  await engine.createIndex(sampleKind, index);
  await makePostgresSearch(worker).createIndex(sampleKind, other);
  await sql`delete from process where host = 'old'`;
  for (const name of [index, other]) expect(await columnsOf(name)).toContain('record not null');
  await engine.dropIndex(sampleKind, other);
  const columns = ['code~', 'name~', 'description~', 'text~', '~words'].map((name) => `"${name}" gin_trgm_ops`);
  await engine.fill(sampleKind, index, everything);
  await engine.promoteIndex(sampleKind, index, undefined);
  const [trigrams] = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = ${indexTable(index)}::regclass and pg_get_indexdef(indexrelid) like '%gin_trgm_ops%'`;
  await sql.unsafe(
    `drop index ${trigrams?.name}; create index on ${indexTable(index)} using gin (${columns.join(', ')})`,
  );
  for (const [what, filtering] of questions)
    expect({ what, isLookedUp: await isLookedUp(filtering) }).toEqual({ what, isLookedUp: true });
  await expectSameAnswers(50);
  expect(await differences(index, live)).toEqual([]);
});

test('processes of the previous release read the view of a new table, and write to it', async () => {
  expect(await differences(`${sampleKind.path}-000003`, sampleKind.path)).toEqual([]);
  const [one] = records;
  const id = String(one?.values.id);
  // As they write it: with the record and all folded texts.
  await sql.unsafe(`update ${indexTable(live)} t set index_version = s.index_version, record = s.record, "name~" = s."name~"
    from ${indexTable(`${sampleKind.path}-000003`)} s where s."id" = t."id" and t."id" = '${id}'`);
  await engine.promoteIndex(sampleKind, live, undefined);
  await expectSame(like('name', 'nchor'));
  expect(await differences(`${sampleKind.path}-000003`, sampleKind.path)).toEqual([]);
});

const columnsOf = async (index: string): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select attname || case when attnotnull then ' not null' else '' end as name from pg_attribute
      where attrelid = ${indexTable(index)}::regclass and attnum > 0`
  ).map(({ name }) => name);

/** Returns the rows in which an index table of the previous release and another source of its columns differ. */
async function differences(full: string, other: string): Promise<object[]> {
  const source = other === live ? sampleKind.path : other;
  const columns = ['index_version', 'record', ...tableColumns(indexed(sampleKind), 'FULL').map(({ name }) => name)];
  const list = columns
    .map((name) => (name === 'index_version' || name === 'record' ? name : `${name}::text`))
    .join(', ');
  const [a, b] = [full, source].map((name) => `select ${list} from ${indexTable(name)}`);
  return sql.unsafe(`(${a} except ${b}) union all (${b} except ${a})`);
}
