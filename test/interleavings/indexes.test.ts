import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { newId } from '../../domain/records/record.ts';
import { removeRecord } from '../../domain/records/write/removeRecord.ts';
import { patchRecord, saveRecord } from '../../domain/records/write/saveRecord.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { EngineStore, makeGatedEngine } from '../helpers/interleavings/gatedEngine.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';
import { type IndexedRows, planRebuild, runRebuild, sync, write } from './indexWork.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
const own = makeTestServices(database.sql);
const options = { caller, refresh: false };
const LIVE = 'worklog-types-000000';

let store = new EngineStore();

/** Empties the table, and stores a live index with one record in both. */
async function prepare(sql: Database): Promise<IndexedRows> {
  await sql`delete from worklog_type`;
  await sql`delete from search_index`;
  await sql`insert into search_index (engine, kind, number, name, state) values ('elasticsearch', ${kind.name}, 0, ${LIVE}, 'LIVE')`;
  const { record } = await saveRecord(own, kind, { code: 'C', name: 'N' }, options);
  const { id } = JSON.parse(record) as { id: string };
  const rows = await sql<{ version: bigint }[]>`select index_version as version from worklog_type`;
  store = new EngineStore();
  store.indexes.set(LIVE, new Map([[id, { version: rows[0]?.version ?? 0n, isDeleted: false }]]));
  store.live = LIVE;
  return { id, jobId: newId() };
}

/** The engine has the store of the order that runs. */
const services: Race<IndexedRows>['services'] = (sql, gate) =>
  makeTestServices(sql, { search: makeGatedEngine(sql, gate, () => store) });

/** Compares the live index with the table. */
async function stateOfIndex(sql: Database): Promise<string> {
  const rows = await sql<{ id: string; indexVersion: bigint }[]>`
    select id, index_version as "indexVersion" from worklog_type order by id`;
  const [registered] = await sql<{ name: string }[]>`select name from search_index where state = 'LIVE'`;
  const documents = store.documents(store.live);
  const isRight = Bun.deepEquals([...rows], documents) && registered?.name === store.live;
  return `the index ${isRight ? 'has' : 'does not have'} the ${rows.length} records`;
}

const rebuild: Race<IndexedRows>['sides'][string] = async (services, { jobId }) =>
  runRebuild(services, jobId, await planRebuild(services, jobId));

const common = { prepare, services, state: stateOfIndex };
const list = {
  name: 'the writes to an index that is being filled',
  replacements: [[/state in \('LIVE', 'FILLING'\)/, `state = 'LIVE'`]],
} as const;

testRace<IndexedRows>(database, {
  ...common,
  name: 'the deletion of a record and a rebuild of its index',
  sides: { remove: write((services, id) => removeRecord(services, kind, id, { caller })), rebuild },
  outcomes: ['indexed, rebuilt: the index has the 0 records'],
  without: list,
});

testRace<IndexedRows>(database, {
  ...common,
  name: 'the change of a record and a rebuild of its index',
  sides: { patch: write((services, id) => patchRecord(services, kind, id, { icon: 'I' }, options)), rebuild },
  outcomes: ['indexed, rebuilt: the index has the 1 records'],
  without: list,
});

testRace<IndexedRows>(database, {
  ...common,
  name: 'a new record with a deleted id and the late index write of the deletion',
  async prepare(sql) {
    const rows = await prepare(sql);
    await removeRecord(own, kind, rows.id, { caller });
    return rows;
  },
  sides: {
    create: write((services, id) =>
      saveRecord(services, kind, { id, code: 'C', name: 'M' } satisfies JsonObject, options),
    ),
    sync: (services, { id }) => sync(services, id),
  },
  outcomes: ['indexed, indexed: the index has the 1 records'],
  without: {
    name: 'the second look after a deletion',
    replacements: [
      [
        /(?<=^select id, index_version::text as "indexVersion" from "worklog_type" where id = any\(\$1::uuid\[\]\))$/,
        ' and false',
      ],
    ],
  },
});
