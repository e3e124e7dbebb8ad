import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { saveDiff } from '../../domain/imports/saveDiff.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { removeRecord } from '../../domain/records/write/removeRecord.ts';
import { patchRecord, saveRecord } from '../../domain/records/write/saveRecord.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { exploreRace, type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
const own = makeTestServices(database.sql);
const options = { caller, refresh: false };
let count = 0;

/** The record of an order. */
type Rows = JsonObject & { readonly id: string; readonly code: string };

const saveNew = async (values: JsonObject = {}): Promise<Rows> => {
  const code = `C${++count}`;
  return JSON.parse((await saveRecord(own, kind, { code, name: 'N', ...values }, options)).record) as Rows;
};

const patch =
  (values: JsonObject): Race<Rows>['sides'][string] =>
  async (services, { id }) => {
    await patchRecord(services, kind, id, values, options);
    return 'patched';
  };

const remove: Race<Rows>['sides'][string] = async (services, { id }) => {
  await removeRecord(services, kind, id, { caller });
  return 'removed';
};

/** Describes the record of an order, and the versions of its history. */
async function stateOfRecord(sql: Database, { id, code }: Rows): Promise<string> {
  const rows = await sql<{ id: string; doc: string; version: number }[]>`
    select id, doc, version from worklog_type where id = ${id} or code = ${code}`;
  const history = await sql<{ change: string; version: number }[]>`
    select change, version from history where kind = 'WorklogType' and record_id = ${id} order by version`;
  const records = rows.map((row) => {
    const { name, description, icon } = JSON.parse(row.doc);
    return `${row.id === id ? '' : 'another, '}version ${row.version} ${[name, description, icon].join(' ').trim()}`;
  });
  return `${records.join(' and ') || 'nothing'}; ${history.map(({ change, version }) => `${version} ${change}`).join(', ')}`;
}

testRace<Rows>(database, {
  name: 'two changes of one record',
  prepare: () => saveNew(),
  sides: { first: patch({ description: 'D' }), second: patch({ icon: 'I' }) },
  state: stateOfRecord,
  outcomes: ['patched, patched: version 3 N D I; 1 CREATED, 2 UPDATED, 3 UPDATED'],
  without: { name: 'the comparison of versions', replacements: [[/ and version = \$11::int/, '']] },
});

testRace<Rows>(database, {
  name: 'a saved diff and a change of the same record',
  prepare: () => saveNew(),
  sides: {
    diff: async (services, { auditInfo: _, ...left }) => {
      const entries = [{ diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, description: 'D' } }];
      const source = new Blob([JSON.stringify(entries)]).stream();
      const { stream } = await saveDiff(services, kind, { source, compareField: 'id', checkRegistry: true, caller });
      await Bun.readableStreamToText(stream);
      return 'saved';
    },
    patch: patch({ icon: 'I' }),
  },
  state: stateOfRecord,
  outcomes: [
    'saved, patched: version 3 N D I; 1 CREATED, 2 UPDATED, 3 UPDATED',
    'diff refused, patched: version 2 N  I; 1 CREATED, 2 UPDATED',
  ],
  without: { name: 'the snapshot', replacements: [[/isolation level repeatable read/, '']] },
});

const sameId: Race<Rows> = {
  name: 'the deletion of a record and a new one with its id',
  prepare: () => saveNew(),
  sides: {
    remove,
    create: async (services, { id, code }) => {
      await saveRecord(services, kind, { id, code, name: 'M' }, options);
      return 'saved';
    },
  },
  state: stateOfRecord,
  outcomes: [
    'removed, saved: version 3 M; 1 CREATED, 2 DELETED, 3 CREATED',
    'removed, saved: nothing; 1 CREATED, 2 UPDATED, 3 DELETED',
  ],
  without: {
    name: 'the check of the version after the insert',
    replacements: [[/select version, doc, audit from history/, 'select 0 as version, doc, audit from history']],
  },
};
testRace(database, sameId);

testRace<Rows>(database, {
  name: 'the deletion of a record and a new one with its code',
  prepare: () => saveNew(),
  sides: {
    remove,
    create: async (services, { code }) => {
      await saveRecord(services, kind, { code, name: 'M' }, options);
      return 'saved';
    },
  },
  state: stateOfRecord,
  outcomes: [
    'removed, saved: another, version 1 M; 1 CREATED, 2 DELETED',
    'removed, create refused: nothing; 1 CREATED, 2 DELETED',
  ],
  without: {
    name: 'the code in the column that is unique',
    replacements: [[/select \$1::uuid, \$2::text,/, 'select $1::uuid, $2::text || $1::text,']],
  },
});

describe('the choice of orders', () => {
  test('leaves no outcome out', async () => {
    const chosen = await exploreRace(database, sameId);
    const every = await exploreRace(database, sameId, { everyOrder: true });
    expect([...chosen.outcomes.keys()].sort()).toEqual([...every.outcomes.keys()].sort());
    expect(chosen.orders).toBeLessThan(every.orders);
  });
});
