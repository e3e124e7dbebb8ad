import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { differences } from '../../../domain/search/compareIndex.ts';
import {
  type ElasticsearchSearch,
  makeElasticsearchSearch,
} from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeRecordTable, putRecords, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { makeTestServices } from '../../helpers/services.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { forwardTo } from './forwardTo.ts';

setDefaultTimeout(60_000);

const missing = elasticsearchMissing();
const url = missing === undefined ? await sharedElasticsearch() : '';
const prefix = `test-${crypto.randomUUID()}-`;
const index = 'samples-000001';
const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sample = (number: number, name: string) => ({ values: { id: sampleId(number), name }, audit: sampleAudit() });

/** Versions of documents, rows and deletions where syncs, writes and drops of indexes happen at once. */
describe.skipIf(missing !== undefined)(`versions in Elasticsearch${missing ? ` (${missing})` : ''}`, async () => {
  const database = await makeDatabaseForFile();
  const engineAt = (address: string): ElasticsearchSearch =>
    makeElasticsearchSearch(database.sql, { url: address, prefix, probeTimes: patientProbeTimes });
  const engine = engineAt(url);

  beforeAll(async () => {
    await makeRecordTable(database.sql, sampleKind.table);
    await engine.createIndex(sampleKind, index);
    await engine.promoteIndex(sampleKind, index, undefined);
  });

  afterAll(async () => {
    await engine.close();
    await fetch(`${url}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' });
  });

  const search = async () =>
    (await engine.search(sampleKind, parseFiltering(sampleKind, '{}', 'list'), { from: 0, size: 100 })).records.map(
      (record) => (JSON.parse(record) as { id: string }).id,
    );
  const sync = (...ids: string[]) => syncBy(engine, ids);
  const syncBy = (by: ElasticsearchSearch, ids: string[]) =>
    by.sync(sampleKind, ids, () => Promise.resolve([index]), { refresh: true });

  test('a record inserted while the deletion of its id is indexed is found', async () => {
    const other = await database.sql.reserve();
    try {
      await other`begin`;
      await other.unsafe(
        `insert into ${sampleKind.table} select '${sampleId(1)}', 1, 1, clock_us(), '{"id":"${sampleId(1)}"}', '{}',
         '{"id":"${sampleId(1)}"}'`,
      );
      await sync(sampleId(1));
      await other`commit`;
    } finally {
      other.release();
    }
    await sync(sampleId(1));
    expect(await search()).toContain(sampleId(1));
  });

  test('a record whose document was written before the deletion of its id is found', async () => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    const forwarder = forwardTo(url, async (path) => {
      if (!isFirst || !path.includes('_bulk')) return undefined;
      isFirst = false;
      arrived.resolve();
      await released.promise;
      return undefined;
    });
    const slow = engineAt(`http://127.0.0.1:${forwarder.port}`);
    const other = await database.sql.reserve();
    try {
      await other`begin`;
      await other.unsafe(
        `insert into ${sampleKind.table} select '${sampleId(6)}', 1, 1, clock_us(), '{"id":"${sampleId(6)}"}', '{}',
         '{"id":"${sampleId(6)}"}'`,
      );
      const deletion = syncBy(slow, [sampleId(6)]);
      await arrived.promise;
      await other`commit`;
      await sync(sampleId(6));
      released.resolve();
      await deletion;
      expect(await search()).toContain(sampleId(6));
    } finally {
      released.resolve();
      other.release();
      await slow.close();
      await forwarder.stop(true);
    }
  });

  test('a record that changed after the clock of its deletion was read is deleted all the same', async () => {
    await putRecords(database.sql, sampleKind, [sample(2, 'Ahead')]);
    await database.sql.unsafe(
      `update ${sampleKind.table} set index_version = clock_us() + 60000000 where id = '${sampleId(2)}'`,
    );
    await sync(sampleId(2));
    expect(await search()).toContain(sampleId(2));
    await database.sql.unsafe(`delete from ${sampleKind.table} where id = '${sampleId(2)}'`);
    await sync(sampleId(2));
    expect(await search()).not.toContain(sampleId(2));
  });

  test('a record whose id has a deletion newer than the clock is written later, and the sync ends', async () => {
    await putRecords(database.sql, sampleKind, [sample(14, 'Ahead')]);
    await database.sql.unsafe(
      `update ${sampleKind.table} set index_version = clock_us() + 3600000000 where id = '${sampleId(14)}'`,
    );
    await sync(sampleId(14));
    await database.sql.unsafe(`delete from ${sampleKind.table} where id = '${sampleId(14)}'`);
    await sync(sampleId(14));
    await putRecords(database.sql, sampleKind, [sample(14, 'Back')]);
    await expect(sync(sampleId(14))).rejects.toThrow('newer versions of samples than the database');
    // Elasticsearch forgets deletions after a minute, and now at once.
    const settings = { index: { gc_deletes: '0s' } };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/${prefix}${index}/_settings`, { method: 'PUT', headers, body: JSON.stringify(settings) });
    await poll('the deletion to be forgotten', () =>
      sync(sampleId(14)).then(
        () => true,
        () => false,
      ),
    );
    expect(await search()).toContain(sampleId(14));
  });

  test('an index that is registered during a sync gets no record that was deleted since', async () => {
    await putRecords(database.sql, sampleKind, [sample(9, 'Short-lived')]);
    const added = 'samples-000004';
    const registering = async () => {
      await database.sql.unsafe(`delete from ${sampleKind.table} where id = '${sampleId(9)}'`);
      await sync(sampleId(9));
      await engine.createIndex(sampleKind, added);
      return [index, added];
    };
    await engine.sync(sampleKind, [sampleId(9)], registering);
    expect(await engine.documents(sampleKind, added)).toBe(0);
    await engine.dropIndex(sampleKind, added);
  });

  test('the drop of an index between a write and the read of its versions leaves the other index current', async () => {
    const [previous, filled] = ['samples-000006', 'samples-000007'];
    const indexes = () => Promise.resolve([previous, filled]);
    await putRecords(database.sql, sampleKind, [sample(11, 'Both'), sample(12, 'Both')]);
    const ids = [sampleId(11), sampleId(12)];
    for (const name of [previous, filled]) await engine.createIndex(sampleKind, name);
    await engine.sync(sampleKind, ids, indexes);
    let dropped = false;
    const forwarder = forwardTo(url, async (path) => {
      if (dropped || !path.includes(previous) || !path.includes('_mget')) return undefined;
      dropped = true;
      await engine.dropIndex(sampleKind, previous);
      return undefined;
    });
    const forwarded = engineAt(`http://127.0.0.1:${forwarder.port}`);
    try {
      await forwarded.sync(sampleKind, ids, indexes);
      expect(dropped).toBe(true);
      const services = makeTestServices(database.sql, { search: engine });
      const left = await Array.fromAsync(differences(services, sampleKind, filled));
      expect(left.filter(({ id }) => ids.includes(id))).toEqual([]);
    } finally {
      await engine.dropIndex(sampleKind, filled);
      await forwarded.close();
      await forwarder.stop(true);
    }
  });

  test('versions that Elasticsearch cannot read now are read again by the next sync', async () => {
    await putRecords(database.sql, sampleKind, [sample(13, 'Kept')]);
    await sync(sampleId(13));
    const version = async () =>
      (await database.sql.unsafe(`select index_version from ${sampleKind.table} where id = '${sampleId(13)}'`))[0];
    const before = await version();
    const error = { type: 'no_shard_available_action_exception', reason: 'No shard available' };
    const forwarder = forwardTo(url, async (path) =>
      path.includes('_mget')
        ? Response.json({ docs: [{ _id: sampleId(13), error }] }, { headers: { 'x-elastic-product': 'Elasticsearch' } })
        : undefined,
    );
    const without = engineAt(`http://127.0.0.1:${forwarder.port}`);
    try {
      await expect(syncBy(without, [sampleId(13)])).rejects.toThrow(SearchUnavailable);
      expect(await version()).toEqual(before);
    } finally {
      await without.close();
      await forwarder.stop(true);
    }
  });
});
