import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Database } from '../../../db/client.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { Json, Values } from '../../../domain/kinds/kind.ts';
import { type SearchEngine, SearchIndexMissing } from '../../../domain/ports/search.ts';
import { misreadings } from '../../helpers/brokenConditions.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { plainSearch } from '../../helpers/plainFiltering.ts';
import { sampleFiltering, sampleRecord } from '../../helpers/sampleArbitraries.ts';
import { makeRecordTable, putRecords, type SampleRecord, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { expectSameRecords } from './sameRecords.ts';
import { testParts } from './searchParts.ts';

export interface EngineUnderTest {
  readonly engine: SearchEngine;
  stop?(): Promise<void>;
}

/** The range of all ids. */
const everything = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Raised for a long run: FILTERING_RUNS=10000. */
const RUNS = Number(process.env['FILTERING_RUNS'] ?? 100);

/**
 * The contract of every search engine.
 *
 * @param makeEngine gets a database with a table of samples; its engine is stopped before the database is dropped
 */
export function describeSearchContract(
  name: string,
  makeEngine: (sql: Database) => EngineUnderTest | Promise<EngineUnderTest>,
): void {
  // For each file: this module is loaded once for all of a process.
  setDefaultTimeout(60_000);
  describe(`search engine ${name}`, () => {
    let database: TestDatabase;
    let under: EngineUnderTest;
    let engine: SearchEngine;
    let number = 0;

    beforeAll(async () => {
      database = await makeTestDatabase();
      await makeRecordTable(database.sql, sampleKind.table);
      under = await makeEngine(database.sql);
      engine = under.engine;
    }, 500_000);

    afterAll(async () => {
      await under?.stop?.();
      await database?.drop();
    });

    /** Fills the table and its live index with exactly these records. */
    async function liveIndex(records: readonly SampleRecord[]): Promise<string> {
      const previous = number === 0 ? undefined : indexName(number);
      number++;
      const index = indexName(number);
      await database.sql.unsafe(`truncate ${sampleKind.table}`);
      await putRecords(database.sql, sampleKind, records);
      await engine.createIndex(sampleKind, index);
      await engine.fill(sampleKind, index, everything);
      await engine.promoteIndex(sampleKind, index, previous);
      if (previous) await engine.dropIndex(sampleKind, previous);
      return index;
    }

    const filteringOf = (filtering: Json) => parseFiltering(sampleKind, JSON.stringify(filtering), 'list');

    async function find(filtering: Json, window = { from: 0, size: 10_000 }) {
      const { total, records } = await engine.search(sampleKind, filteringOf(filtering), window);
      return { total, ids: records.map((record) => (JSON.parse(record) as Values).id) };
    }

    const sync = (index: string, ids: readonly string[]) =>
      engine.sync(sampleKind, ids, () => Promise.resolve([index]), { refresh: true });

    test('finds the same records in the same order as the reference implementation', async () => {
      const records = fc.sample(sampleRecord, { numRuns: 150, seed: 20 });
      await liveIndex(records);
      await fc.assert(
        fc.asyncProperty(sampleFiltering, async (raw) => {
          const filtering = filteringOf(raw);
          const expected = plainSearch(records, filtering);
          const found = await find(raw);
          expect(found).toEqual({ total: expected.length, ids: expected });
          expect(await engine.count(sampleKind, filtering)).toBe(expected.length);
        }),
        { numRuns: RUNS },
      );
    }, 300_000);

    test('finds records with the extreme values of every type', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(sampleRecord, { minLength: 1, maxLength: 8, selector: ({ values }) => values.id }),
          fc.array(sampleFiltering, { minLength: 5, maxLength: 5 }),
          async (records, raws) => {
            await liveIndex(records);
            for (const raw of raws) {
              const expected = plainSearch(records, filteringOf(raw));
              expect(await find(raw)).toEqual({ total: expected.length, ids: expected });
            }
          },
        ),
        { numRuns: Math.ceil(RUNS / 40) },
      );
    }, 300_000);

    test('finds what a nested condition lets through, as SQL over the table and an evaluation in memory do', async () => {
      const records = fc.sample(sampleRecord, { numRuns: 150, seed: 21 });
      await liveIndex(records);
      const compared = { engine, sql: database.sql, records };
      await expectSameRecords(compared, { runs: RUNS });
      for (const [name, misread] of Object.entries(misreadings)) {
        const noticed = await expectSameRecords(compared, { runs: RUNS * 5, misread }).catch(() => true);
        expect({ name, noticed }).toEqual({ name, noticed: true });
      }
    }, 300_000);

    const numbered = (count: number): SampleRecord[] =>
      Array.from({ length: count }, (_, index) => ({
        values: { id: sampleId(index), code: `code ${String(index % 10)}`, name: `Sample ${index}`, count: index },
        audit: sampleAudit(),
      }));

    test('windows together are the whole result, and each has the total', async () => {
      const records = numbered(95);
      await liveIndex(records);
      for (const sort of [
        [],
        [{ column: 'count', direction: 'DESC' }],
        [{ column: 'text' }],
        [{ column: 'code', direction: 'DESC' }],
      ]) {
        const expected = plainSearch(records, filteringOf({ sort }));
        const ids: string[] = [];
        for (let from = 0; from < 100; from += 20) {
          const page = await find({ sort }, { from, size: 20 });
          expect(page.total).toBe(95);
          ids.push(...page.ids);
        }
        expect(ids).toEqual(expected);
        expect(await find({ sort }, { from: 200, size: 20 })).toEqual({ total: 95, ids: [] });
      }
    });

    testParts({
      runs: RUNS,
      engine: () => engine,
      sql: () => database.sql,
      liveIndex,
      sync,
      numbered,
    });

    test('returns records as stored, auditInfo last', async () => {
      const values = { id: sampleId(1), code: 'one', tags: [], chars: { z: 1, a: [null, { 'x"y\\': 'ž😀\u2028' }] } };
      await liveIndex([{ values, audit: sampleAudit(3) }]);
      const { records } = await engine.search(sampleKind, filteringOf({}), { from: 0, size: 1 });
      expect(records).toEqual([JSON.stringify({ ...values, auditInfo: sampleAudit(3) })]);
    });

    test('a sync indexes new, changed and deleted records, and can be repeated', async () => {
      const records = numbered(10);
      const index = await liveIndex(records);
      const changed = { ...(records[3] as SampleRecord), values: { id: sampleId(3), name: 'Changed' } };
      const added = { values: { id: sampleId(50), name: 'Added' }, audit: sampleAudit() };
      await putRecords(database.sql, sampleKind, [changed, added]);
      await database.sql.unsafe(`delete from ${sampleKind.table} where id = '${sampleId(4)}'`);
      const ids = [3, 50, 4, 5, 77].map(sampleId);
      expect(await sync(index, ids)).toEqual({ indexed: 3, deleted: 2, failed: 0, failures: [] });
      const sort = [{ column: 'id' }];
      const expected = [0, 1, 2, 3, 5, 6, 7, 8, 9, 50].map(sampleId);
      expect((await find({ sort })).ids).toEqual(expected);
      expect((await find({ filters: [{ column: 'name', operator: 'IN', value: 'Changed,Added' }], sort })).ids).toEqual(
        [3, 50].map(sampleId),
      );
      expect(await sync(index, [...ids, ...ids])).toMatchObject({ failed: 0 });
      expect((await find({ sort })).ids).toEqual(expected);
      expect(await engine.documents(sampleKind, index)).toBe(10);
    });

    test('a deleted id can be created again', async () => {
      const index = await liveIndex(numbered(2));
      await database.sql.unsafe(`delete from ${sampleKind.table} where id = '${sampleId(1)}'`);
      await sync(index, [sampleId(1)]);
      expect((await find({})).total).toBe(1);
      await putRecords(database.sql, sampleKind, [
        { values: { id: sampleId(1), name: 'Again' }, audit: sampleAudit() },
      ]);
      await sync(index, [sampleId(1)]);
      expect((await find({ filters: [{ column: 'name', value: 'Again' }] })).ids).toEqual([sampleId(1)]);
    });

    test('every requested index gets the change, even one registered at the last moment', async () => {
      const live = await liveIndex(numbered(3));
      const filling = indexName(++number);
      await engine.createIndex(sampleKind, filling);
      await putRecords(database.sql, sampleKind, [{ values: { id: sampleId(1), name: 'Both' }, audit: sampleAudit() }]);
      await engine.sync(sampleKind, [sampleId(1)], () => Promise.resolve([live, filling]), { refresh: true });
      expect(await engine.documents(sampleKind, filling)).toBe(1);
      await engine.fill(sampleKind, filling, everything);
      const versions = await versionsOf(filling);
      expect(versions).toEqual(await rowVersions());
      expect(await versionsOf(live)).toEqual(versions);
      await engine.promoteIndex(sampleKind, filling, live);
      await engine.dropIndex(sampleKind, live);
      expect((await find({ filters: [{ column: 'name', value: 'Both' }] })).total).toBe(1);
    });

    async function versionsOf(index: string): Promise<string[]> {
      const heldBack: string[] = [];
      for await (const batch of engine.versions(sampleKind, index, everything))
        heldBack.push(...batch.map(({ id, indexVersion }) => `${id} ${indexVersion}`));
      return heldBack;
    }

    async function rowVersions(): Promise<string[]> {
      const rows = await database.sql.unsafe<{ id: string; index_version: bigint }[]>(
        `select id, index_version from ${sampleKind.table} order by id`,
      );
      return rows.map(({ id, index_version }) => `${id} ${index_version}`);
    }

    test('a fill writes only its range, and returns the number of documents', async () => {
      await liveIndex(numbered(30));
      const filling = indexName(number + 1);
      await engine.createIndex(sampleKind, filling);
      const outcome = await engine.fill(sampleKind, filling, { from: sampleId(10), to: sampleId(19) });
      expect(outcome).toEqual({ indexed: 10, deleted: 0, failed: 0, failures: [] });
      expect((await versionsOf(filling)).map((line) => line.slice(0, 36))).toEqual(
        Array.from({ length: 10 }, (_, index) => sampleId(10 + index)),
      );
      await engine.dropIndex(sampleKind, filling);
    });

    test('creating, promoting, adding fields and dropping can each be repeated', async () => {
      const index = await liveIndex(numbered(2));
      await engine.createIndex(sampleKind, index);
      await engine.promoteIndex(sampleKind, index, undefined);
      await engine.promoteIndex(sampleKind, index, index);
      await engine.updateMapping(sampleKind, index);
      expect((await find({})).total).toBe(2);
      const other = indexName(number + 1);
      await engine.createIndex(sampleKind, other);
      await engine.dropIndex(sampleKind, other);
      await engine.dropIndex(sampleKind, other);
      expect((await find({})).total).toBe(2);
    });

    test('adds the fields that the index lacks, and rejects one of another type', async () => {
      const index = await liveIndex(numbered(2));
      const grown = { ...sampleKind, members: { ...sampleKind.members, colour: { type: 'string' as const } } };
      await engine.updateMapping(grown, index);
      const query = JSON.stringify({ filters: [{ column: 'colour', operator: 'IS_NULL' }] });
      expect(await engine.count(grown, parseFiltering(grown, query, 'count'))).toBe(2);
      const changed = { ...sampleKind, members: { ...sampleKind.members, count: { type: 'string' as const } } };
      await expect(engine.updateMapping(changed, index)).rejects.toMatchObject({ status: 'BAD_REQUEST' });
    });

    test('a kind without a live index is distinguished from one without records', async () => {
      const none = { ...sampleKind, name: 'Nothing', path: 'nothings' };
      await expect(engine.search(none, filteringOf({}), { from: 0, size: 1 })).rejects.toThrow(SearchIndexMissing);
    });

    test('responds to a ping', () => engine.ping());
  });
}

const indexName = (number: number): string => `${sampleKind.path}-${String(number).padStart(6, '0')}`;

const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
