import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import {
  type ElasticsearchSearch,
  makeElasticsearchSearch,
} from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { sampleFiltering, sampleRecord } from '../../helpers/sampleArbitraries.ts';
import { makeRecordTable, putRecords, sampleKind } from '../../helpers/sampleKind.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';

setDefaultTimeout(60_000);

const missing = elasticsearchMissing();
const index = 'samples-000001';
const everything = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const RUNS = Number(process.env['FILTERING_RUNS'] ?? 400);

const sampleWindow = fc.record(
  { from: fc.nat(50), size: fc.integer({ min: 1, max: 50 }), countLimit: fc.integer({ min: 1, max: 100 }) },
  { requiredKeys: ['from', 'size'] },
);

describe.skipIf(missing !== undefined)(`both search engines${missing ? ` (${missing})` : ''}`, () => {
  let database: TestDatabase;
  let elasticsearch: ElasticsearchSearch;
  let engines: readonly SearchEngine[];

  beforeAll(async () => {
    const [made, url] = await Promise.all([makeTestDatabase(), sharedElasticsearch()]);
    database = made;
    await makeRecordTable(database.sql, sampleKind.table);
    // Its own seed: the tests of a single engine use other records.
    await putRecords(database.sql, sampleKind, fc.sample(sampleRecord, { numRuns: 300, seed: 77 }));
    elasticsearch = makeElasticsearchSearch(database.sql, {
      url,
      prefix: `both-${process.pid}-`,
      probeTimes: patientProbeTimes,
    });
    engines = [makePostgresSearch(database.sql), elasticsearch];
    for (const engine of engines) {
      await engine.createIndex(sampleKind, index);
      await engine.fill(sampleKind, index, everything);
      await engine.promoteIndex(sampleKind, index, undefined);
    }
  }, 500_000);

  afterAll(async () => {
    await elasticsearch?.dropIndex(sampleKind, index);
    await elasticsearch?.close();
    await database?.drop();
  });

  test('return the same text in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(sampleFiltering, sampleWindow, async (raw, window) => {
        const filtering = parseFiltering(sampleKind, JSON.stringify(raw), 'list');
        const [left, right] = await Promise.all(engines.map((engine) => engine.search(sampleKind, filtering, window)));
        expect(right).toEqual(left as NonNullable<typeof left>);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  test('compile the most complex LIKE that is accepted', async () => {
    const six = '_'.repeat(6);
    for (const value of [
      `%a${six}b%`,
      `%${'a'.repeat(40)}${six}b%c`,
      `%a_a_a_a_a_a_a%`,
      `%a${six}${'a'.repeat(40)}`,
      `_%a___%a___%a`,
    ]) {
      const filtering = parseFiltering(
        sampleKind,
        JSON.stringify({ filters: [{ column: 'name', operator: 'LIKE', value }] }),
        'count',
      );
      const [left, right] = await Promise.all(engines.map((engine) => engine.count(sampleKind, filtering)));
      expect(right).toBe(left as number);
    }
  });
});
