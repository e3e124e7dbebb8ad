import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { indexTable } from '../../db/queries/search/indexTables.ts';
import { setLive } from '../../db/queries/search/searchIndexes.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import type { SearchEngine } from '../../domain/ports/search.ts';
import { newId } from '../../domain/records/record.ts';
import { patchRecord, saveRecord } from '../../domain/records/write/saveRecord.ts';
import { repair } from '../../domain/search/compareIndex.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeSilentSearch } from '../helpers/servers/silentSearch.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';
import { type IndexedRows, write } from './indexWork.ts';

// A limit on a hang.
setDefaultTimeout(240_000);

/** The races of a rebuild with search in PostgreSQL, where index tables and records share transactions and locks. */

/** As in production, without the alias and the indexes of a table, which searches need and these races do not. */
function makeSearch(sql: Database): SearchEngine {
  const engine = makePostgresSearch(sql);
  return makeSilentSearch({
    createIndex: (of, index) => engine.createIndex(of, index),
    existing: (indexes) => engine.existing(indexes),
    sync: (of, ids, indexes, options) => engine.sync(of, ids, indexes, options),
    fill: (of, index, range, signal) => engine.fill(of, index, range, signal),
    versions: (of, index, range) => engine.versions(of, index, range),
  });
}

const database = await makeDatabaseForFile();
const own = makeTestServices(database.sql, { search: makeSearch(database.sql) });
const options = { caller, refresh: false };
const [LIVE, FILLING] = ['worklog-types-000001', 'worklog-types-000002'];
await own.search.createIndex(kind, LIVE);
await own.search.createIndex(kind, FILLING);

/** Stores one record, which is in the live index, and an empty index that a rebuild is to fill. */
async function prepare(sql: Database): Promise<IndexedRows> {
  await sql`delete from worklog_type`;
  await sql`delete from search_index`;
  for (const index of [LIVE, FILLING]) await sql.unsafe(`truncate ${indexTable(index)}`);
  const { record } = await saveRecord(own, kind, { code: 'C', name: 'N' }, options);
  const { id } = JSON.parse(record) as { id: string };
  await sql`insert into search_index (engine, kind, number, name, state) values
    ('postgres', ${kind.name}, 1, ${LIVE}, 'LIVE'), ('postgres', ${kind.name}, 2, ${FILLING}, 'FILLING')`;
  await own.search.sync(kind, [id], async () => [LIVE]);
  return { id, jobId: newId() };
}

/** Compares the live index with the table. */
async function stateOfIndex(sql: Database): Promise<string> {
  const [registered] = await sql<{ name: string }[]>`select name from search_index where state = 'LIVE'`;
  const versions = (table: string) => sql.unsafe(`select id, index_version from ${table} order by id`);
  const [rows, documents] = [await versions(kind.table), await versions(indexTable(registered?.name ?? LIVE))];
  const isRight = Bun.deepEquals([...rows], [...documents]);
  const which = registered?.name === FILLING ? 'new' : 'old';
  return `the ${which} index ${isRight ? 'has' : 'does not have'} the ${rows.length} records`;
}

/** The statements of a rebuild that see or change records and documents. */
const rebuild: Race<IndexedRows>['sides'][string] = async (services) => {
  const { sql, search } = services;
  await search.fill(kind, FILLING, {
    from: '00000000-0000-0000-0000-000000000000',
    to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  });
  await repair(services, kind, FILLING);
  await setLive(sql, search.name, kind.name, 2);
  return 'rebuilt';
};
const services: Race<IndexedRows>['services'] = (sql) => makeTestServices(sql, { search: makeSearch(sql) });
const common = { prepare, services, state: stateOfIndex };

const without = {
  name: 'the writes to an index that is being filled',
  replacements: [[/state in \('LIVE', 'FILLING'\)/, `state = 'LIVE'`]],
} as const;

testRace<IndexedRows>(database, {
  ...common,
  name: 'the change of a record and a rebuild of its index table',
  sides: { patch: write((services, id) => patchRecord(services, kind, id, { icon: 'I' }, options)), rebuild },
  outcomes: ['indexed, rebuilt: the new index has the 1 records'],
  without,
});
