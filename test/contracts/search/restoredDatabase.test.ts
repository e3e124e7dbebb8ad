import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import { differences } from '../../../domain/search/compareIndex.ts';
import { registerNewIndex } from '../../../domain/search/indexes.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeRecordTable, putRecords, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { elasticsearchEngine } from '../../helpers/servers/searchEngines.ts';
import { makeTestServices } from '../../helpers/services.ts';

setDefaultTimeout(120_000);

/** A database that was restored to an earlier moment has older versions than Elasticsearch. */

const { missing, make } = await elasticsearchEngine();
const index = 'samples-000001';
const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sample = (number: number, name: string) => ({ values: { id: sampleId(number), name }, audit: sampleAudit() });

describe.skipIf(missing !== undefined)(
  `a restored database and Elasticsearch${missing ? ` (${missing})` : ''}`,
  async () => {
    const database = await makeDatabaseForFile();
    const engine = make(database.sql);
    const services = makeTestServices(database.sql, { search: engine });
    const sync = (...ids: string[]) => engine.sync(sampleKind, ids, async () => [index], { refresh: true });

    test('documents newer than their records, as after a restore of the database, are found and mended', async () => {
      await makeRecordTable(database.sql, sampleKind.table);
      await engine.createIndex(sampleKind, index);
      await engine.promoteIndex(sampleKind, index, undefined);
      const ids = [10, 11].map(sampleId);
      await putRecords(database.sql, sampleKind, [sample(10, 'After the moment'), sample(11, 'After the moment')]);
      await database.sql.unsafe(
        `update ${sampleKind.table} set index_version = clock_us() + 60000000 where id = '${sampleId(11)}'`,
      );
      await sync(...ids);
      await database.sql.unsafe(`delete from ${sampleKind.table} where id in ('${ids.join(`','`)}')`);
      await putRecords(database.sql, sampleKind, [sample(10, 'Restored'), sample(11, 'Restored')]);
      await database.sql.unsafe(`update ${sampleKind.table} set index_version = 1 where id = '${sampleId(10)}'`);
      const stale = async () =>
        (await Array.fromAsync(differences(services, sampleKind, index))).filter(({ id }) => ids.includes(id));
      expect(await stale()).toEqual(ids.map((id) => ({ id, is: 'stale' })));
      await sync(...ids);
      expect(await stale()).toEqual([]);
      const filtering = parseFiltering(sampleKind, '{"filters": [{"column": "name", "value": "Restored"}]}', 'list');
      expect(await engine.count(sampleKind, filtering)).toBe(2);
    });

    test('records that get a newer version than one index are current in the index that is filled beside it', async () => {
      const [live, filled] = ['samples-000101', 'samples-000102'];
      for (const name of [live, filled]) await engine.createIndex(sampleKind, name);
      const ids = [20, 21].map(sampleId);
      await putRecords(database.sql, sampleKind, [sample(20, 'Kept'), sample(21, 'Kept')]);
      await engine.sync(sampleKind, ids, async () => [live]);
      await database.sql.unsafe(
        `update ${sampleKind.table} set index_version = index_version - 1000 where id in ('${ids.join(`','`)}')`,
      );
      const outcome = await engine.sync(sampleKind, ids, async () => [live, filled]);
      expect(outcome).toMatchObject({ indexed: 2, failed: 0 });
      for (const name of [live, filled]) {
        const left = await Array.fromAsync(differences(services, sampleKind, name));
        expect(left.filter(({ id }) => ids.includes(id))).toEqual([]);
        await engine.dropIndex(sampleKind, name);
      }
    });

    test('records that are read in many pages all get newer versions', async () => {
      const name = 'samples-000103';
      await engine.createIndex(sampleKind, name);
      const ids = [30, 31, 32, 33, 34, 35].map(sampleId);
      for (const id of ids)
        await database.sql.unsafe(
          `insert into ${sampleKind.table} select '${id}', 1, 1, clock_us(),
             json_build_object('id', '${id}', 'text', repeat('x', 4500000))::text, '{}', '{"id":"${id}"}'`,
        );
      await engine.sync(sampleKind, ids, async () => [name]);
      const all = `'${ids.join(`','`)}'`;
      await database.sql.unsafe(
        `update ${sampleKind.table} set index_version = index_version - 1000 where id in (${all})`,
      );
      expect(await engine.sync(sampleKind, ids, async () => [name])).toMatchObject({ indexed: 6, failed: 0 });
      const left = await Array.fromAsync(differences(services, sampleKind, name));
      expect(left.filter(({ id }) => ids.includes(id))).toEqual([]);
      await database.sql.unsafe(`delete from ${sampleKind.table} where id in (${all})`);
      await engine.dropIndex(sampleKind, name);
    });

    test('a new index never has the name of one that exists, as it could after a restore of the database', async () => {
      const first = await registerNewIndex(services, sampleKind, null);
      await engine.createIndex(sampleKind, first.name);
      await database.sql`delete from search_index where kind = ${sampleKind.name}`;
      await database.sql`select setval('search_index_number', ${first.number}, false)`;
      const second = await registerNewIndex(services, sampleKind, null);
      expect(second.number).toBe(first.number + 1);
      await database.sql`delete from search_index where kind = ${sampleKind.name}`;
      await engine.dropIndex(sampleKind, first.name);
    });
  },
);
