import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Database } from '../../../db/client.ts';
import { type Position, parseFiltering, positionOf } from '../../../domain/filtering/index.ts';
import type { Json, Values } from '../../../domain/kinds/kind.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { idOf, recordText, recordTexts } from '../../../domain/records/record.ts';
import { plainSearch } from '../../helpers/plainFiltering.ts';
import { sampleFiltering, sampleRecord } from '../../helpers/sampleArbitraries.ts';
import { putRecords, type SampleRecord, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';

/** The engine under test, and what its contract does with it. */
interface PartsContext {
  readonly runs: number;
  readonly engine: () => SearchEngine;
  readonly sql: () => Database;
  readonly liveIndex: (records: readonly SampleRecord[]) => Promise<string>;
  readonly sync: (index: string, ids: readonly string[]) => Promise<unknown>;
  readonly numbered: (count: number) => SampleRecord[];
}

const filteringOf = (filtering: Json) => parseFiltering(sampleKind, JSON.stringify(filtering), 'list');
const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The part of the contract of every search engine that concerns windows behind a place. */
export function testParts({ runs, engine, sql, liveIndex, sync, numbered }: PartsContext): void {
  test('parts behind the place of the last record are the whole result, in any order', async () => {
    const records = fc.sample(sampleRecord, { numRuns: 60, seed: 22 });
    await liveIndex(records);
    const indexed = new Map(
      records.map(({ values, audit }) => [values.id, recordText(recordTexts(sampleKind, values, audit))]),
    );
    await fc.assert(
      fc.asyncProperty(
        sampleFiltering,
        fc.integer({ min: 8, max: 20 }),
        fc.boolean(),
        async (raw, size, isUncounted) => {
          const filtering = filteringOf(raw);
          const expected = plainSearch(records, filtering);
          const ids: string[] = [];
          for (let after: Position | undefined; ids.length <= expected.length; ) {
            const window = { from: 0, size, isUncounted, ...(after && { after }) };
            const part = await engine().search(sampleKind, filtering, window);
            expect(part.total).toBe(isUncounted ? 0 : expected.length);
            ids.push(...part.records.map((record) => (JSON.parse(record) as Values).id));
            const last = indexed.get(ids.at(-1) ?? '');
            if (part.records.length < size || last === undefined) break;
            after = part.places?.get(idOf(last)) ?? positionOf(sampleKind, filtering.sort, last);
          }
          expect(ids).toEqual(expected);
        },
      ),
      { numRuns: Math.ceil(runs / 2) },
    );
  }, 300_000);

  test('a limited count is exact up to its limit, and says that there are more', async () => {
    const records = fc.sample(sampleRecord, { numRuns: 60, seed: 24 });
    await liveIndex(records);
    await fc.assert(
      fc.asyncProperty(sampleFiltering, fc.integer({ min: 1, max: 30 }), async (raw, countLimit) => {
        const filtering = filteringOf(raw);
        const expected = plainSearch(records, filtering);
        const {
          total,
          isLowerBound,
          records: found,
        } = await engine().search(sampleKind, filtering, {
          ...{ from: 0, size: 10, countLimit },
        });
        expect({ total, isLowerBound: isLowerBound ?? false }).toEqual({
          total: Math.min(expected.length, countLimit),
          isLowerBound: expected.length > countLimit,
        });
        expect(found.map((record) => (JSON.parse(record) as Values).id)).toEqual(expected.slice(0, 10));
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  }, 300_000);

  test('parts have each record that stays as it is once, while others are created, changed and deleted', async () => {
    const stable = numbered(40).map(({ values, audit }) => ({ values: { ...values, text: 'stable' }, audit }));
    const index = await liveIndex(stable);
    const sort = [{ column: 'code', direction: 'DESC' }, { column: 'count' }];
    const filtering = filteringOf({ sort });
    const write = fc.record({
      number: fc.integer({ min: 100, max: 110 }),
      count: fc.integer({ min: 0, max: 40 }),
      isRemoved: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 8, maxLength: 8 }), async (writes) => {
        const found: string[] = [];
        let after: Position | undefined;
        for (const { number: one, count, isRemoved } of writes) {
          const part = await engine().search(sampleKind, filtering, { from: 0, size: 9, ...(after && { after }) });
          const last = part.records.at(-1);
          if (last === undefined) break;
          found.push(...part.records.filter((record) => record.includes('"text":"stable"')));
          after = part.places?.get(idOf(last)) ?? positionOf(sampleKind, filtering.sort, last);
          const values = { id: sampleId(one), code: `code ${String(count % 10)}`, count };
          if (isRemoved) await sql().unsafe(`delete from ${sampleKind.table} where id = '${values.id}'`);
          else await putRecords(sql(), sampleKind, [{ values, audit: sampleAudit() }]);
          await sync(index, [values.id]);
        }
        const ids = found.map((record) => (JSON.parse(record) as Values).id);
        expect(ids.toSorted()).toEqual(stable.map(({ values }) => values.id).toSorted());
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  }, 300_000);
}
