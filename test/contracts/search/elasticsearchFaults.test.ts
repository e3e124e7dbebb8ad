import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import {
  type ElasticsearchSearch,
  makeElasticsearchSearch,
} from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { encodeText, gramAnalysis } from '../../../drivers/search/elasticsearch/trigrams.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { makeRecordTable, putRecords, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import {
  elasticsearchMissing,
  patientProbeTimes,
  startElasticsearch,
  type TestElasticsearch,
} from '../../helpers/servers/elasticsearch.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { forwardTo } from './forwardTo.ts';

setDefaultTimeout(60_000);

const missing = elasticsearchMissing(true);
const index = 'samples-000001';
const everything = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sample = (number: number, name: string) => ({ values: { id: sampleId(number), name }, audit: sampleAudit() });

/** Faults that only Elasticsearch can have; searchContract.ts tests the contract of every engine. */
describe.skipIf(missing !== undefined)(`Elasticsearch${missing ? ` (${missing})` : ''}`, () => {
  let database: TestDatabase;
  let server: TestElasticsearch;
  let engine: ElasticsearchSearch;
  /** The default times of a service, which soon treats a silent engine as unavailable. */
  let hasty: ElasticsearchSearch;

  beforeAll(async () => {
    [database, server] = await Promise.all([makeTestDatabase(), startElasticsearch()]);
    await makeRecordTable(database.sql, sampleKind.table);
    engine = makeElasticsearchSearch(database.sql, { url: server.url, probeTimes: patientProbeTimes });
    hasty = makeElasticsearchSearch(database.sql, { url: server.url });
    await engine.createIndex(sampleKind, index);
    await engine.promoteIndex(sampleKind, index, undefined);
  }, 500_000);

  afterAll(async () => {
    await engine?.close();
    await hasty?.close();
    await server?.stop();
    await database?.drop();
  });

  const filteringOf = (filtering: Json) => parseFiltering(sampleKind, JSON.stringify(filtering), 'list');
  const search = async (filtering: Json = {}, by = engine) =>
    (await by.search(sampleKind, filteringOf(filtering), { from: 0, size: 100 })).records.map(
      (record) => (JSON.parse(record) as { id: string }).id,
    );
  const sync = (...ids: string[]) => syncBy(engine, ids);
  const syncBy = (by: ElasticsearchSearch, ids: string[]) =>
    by.sync(sampleKind, ids, () => Promise.resolve([index]), { refresh: true });
  const isBack = () =>
    poll('Elasticsearch to be back', () =>
      hasty.ping().then(
        () => true,
        () => false,
      ),
    );

  test('every letter of the encoding for LIKE is one token', async () => {
    await fetch(`${server.url}/letters`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { analysis: gramAnalysis, 'analyze.max_token_count': 100_000 } }),
    });
    const plain = Array.from({ length: 0x530 }, (_, point) => String.fromCodePoint(point)).join('');
    // Encoded as two letters each: all low ones, and all high ones.
    const low = Array.from({ length: 1 << 13 }, (_, point) => String.fromCodePoint(0x2000 + point)).join('');
    const high = Array.from({ length: 136 }, (_, part) => String.fromCodePoint(0x1fff + (part << 13)));
    const letters = encodeText(plain + low + high.filter((one) => one.isWellFormed()).join(''));
    const answer = await fetch(`${server.url}/letters/_analyze`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tokenizer: 'characters', text: letters }),
    });
    const { tokens } = (await answer.json()) as { tokens: { token: string }[] };
    expect(tokens.map(({ token }) => token).join('')).toBe(letters);
  });

  test('a write into a dropped index does not create it', async () => {
    await putRecords(database.sql, sampleKind, [sample(3, 'Both')]);
    const dropped = 'samples-000002';
    await engine.createIndex(sampleKind, dropped);
    await engine.dropIndex(sampleKind, dropped);
    const indexes = () => Promise.resolve([dropped, index]);
    expect(await engine.sync(sampleKind, [sampleId(3)], indexes, { refresh: true })).toMatchObject({ failed: 0 });
    expect(await search()).toContain(sampleId(3));
    const left = await fetch(`${server.url}/_cat/indices/${dropped}*`);
    expect((await left.text()).trim()).toBe('');
  });

  test('a new index has its replicas from the start, and is made again if it loses its only copy', async () => {
    const made = 'samples-000005';
    let isLost = true;
    const forwarder = forwardTo(server.url, async (path) =>
      isLost && path.includes('_cluster/health/')
        ? new Response('{"status":"red"}', {
            headers: { 'x-elastic-product': 'Elasticsearch', 'content-type': 'application/json' },
          })
        : undefined,
    );
    const url = `http://127.0.0.1:${forwarder.port}`;
    const replicated = makeElasticsearchSearch(database.sql, { url, replicas: 1, probeTimes: patientProbeTimes });
    try {
      await expect(replicated.createIndex(sampleKind, made)).rejects.toThrow(SearchUnavailable);
      expect((await engine.existing([made])).size).toBe(0);
      isLost = false;
      // A single node has none of the replicas, which keeps nothing from going on.
      await replicated.createIndex(sampleKind, made);
      expect(await replicated.fill(sampleKind, made, everything)).toMatchObject({ failed: 0 });
      const settings = await fetch(`${server.url}/${made}/_settings?filter_path=*.*.*.number_of_replicas`);
      expect(await settings.json()).toEqual({ [made]: { settings: { index: { number_of_replicas: '1' } } } });
    } finally {
      await replicated.dropIndex(sampleKind, made);
      await replicated.close();
      await forwarder.stop(true);
    }
  });

  test('a document that cannot be indexed is named with its error, and the others are written', async () => {
    await putRecords(database.sql, sampleKind, [sample(4, 'Bad'), sample(5, 'Good')]);
    await database.sql.unsafe(
      `update ${sampleKind.table} set search = replace(search, '"auditInfo.version":1', '"count":"many"')
       where id = '${sampleId(4)}'`,
    );
    const outcome = await sync(sampleId(4), sampleId(5));
    expect(outcome).toMatchObject({ indexed: 1, failed: 1, failures: [{ id: sampleId(4) }] });
    expect(outcome.failures[0]?.error).toContain('count');
    expect(await search()).toContain(sampleId(5));
  });

  test('a fill continues past records larger than a page', async () => {
    await database.sql.unsafe(`truncate ${sampleKind.table}`);
    await database.sql.unsafe(
      `insert into ${sampleKind.table} select v::text::uuid, 1, 1, clock_us(),
         json_build_object('id', v, 'text', repeat('x', 3000000))::text, '{}', json_build_object('id', v)::text
       from (select '00000000-0000-4000-8000-1' || lpad(n::text, 11, '0') as v from generate_series(1, 8) as n) as ids`,
    );
    const filled = 'samples-000003';
    await engine.createIndex(sampleKind, filled);
    expect(await engine.fill(sampleKind, filled, everything)).toMatchObject({ indexed: 8, failed: 0 });
    expect(await engine.documents(sampleKind, filled)).toBe(8);
    const ids = (await database.sql.unsafe<{ id: string }[]>(`select id from ${sampleKind.table}`)).map(({ id }) => id);
    expect(await sync(...ids)).toMatchObject({ indexed: 8, failed: 0 });
    await engine.dropIndex(sampleKind, filled);
  }, 60_000);

  test('a node that never responds, or is gone, keeps no request from another node', async () => {
    await putRecords(database.sql, sampleKind, [sample(10, 'Reached')]);
    await sync(sampleId(10));
    const { resolve: release, promise: released } = Promise.withResolvers<undefined>();
    const silent = forwardTo(server.url, () => released);
    const addresses = [`http://127.0.0.1:${silent.port}`, server.url];
    const both = makeElasticsearchSearch(database.sql, { url: addresses.join(',') });
    try {
      for (let round = 0; round < 4; round++) expect(await search({}, both)).toContain(sampleId(10));
      await both.ping();
      release(undefined);
      await silent.stop(true);
      for (let round = 0; round < 4; round++)
        expect(await syncBy(both, [sampleId(10)])).toMatchObject({ indexed: 1, failed: 0 });
      await both.ping();
    } finally {
      release(undefined);
      await both.close();
      await silent.stop(true);
    }
  });

  test('an engine that accepts connections and never responds is unavailable until it responds', async () => {
    server.pause();
    try {
      await expect(search({}, hasty)).rejects.toThrow(SearchUnavailable);
      // The circuit breaker is open: nothing is requested from the engine.
      await expect(syncBy(hasty, [sampleId(1)])).rejects.toThrow(SearchUnavailable);
      await expect(hasty.ping()).rejects.toThrow(SearchUnavailable);
    } finally {
      server.resume();
    }
    await isBack();
    await poll('searches to go on', () => search({}, hasty));
  }, 120_000);

  test('a killed engine is unavailable, and indexes the writes of the outage after its restart', async () => {
    await putRecords(database.sql, sampleKind, [sample(7, 'Before')]);
    await sync(sampleId(7));
    await server.kill();
    await putRecords(database.sql, sampleKind, [sample(7, 'After'), sample(8, 'New')]);
    await expect(search({}, hasty)).rejects.toThrow(SearchUnavailable);
    await expect(syncBy(hasty, [7, 8].map(sampleId))).rejects.toThrow(SearchUnavailable);
    await expect(hasty.fill(sampleKind, index, everything)).rejects.toThrow(SearchUnavailable);
    await server.restart();
    await isBack();
    await poll('writes to go on', () => syncBy(hasty, [7, 8].map(sampleId)));
    const written = { filters: [{ column: 'name', operator: 'IN', value: 'Before,After,New' }] };
    expect(await poll('searches to go on', () => search(written, hasty))).toEqual([7, 8].map(sampleId));
  }, 500_000);
});
