import { expect } from 'bun:test';
import fc from 'fast-check';
import type { Database } from '../../../db/client.ts';
import { backupRows } from '../../../db/queries/imports/backupRows.ts';
import { searchColumns } from '../../../domain/filtering/columns.ts';
import type { Condition, Filtering } from '../../../domain/filtering/index.ts';
import { matches } from '../../../domain/filtering/matches.ts';
import type { Values } from '../../../domain/kinds/kind.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { tableOf } from '../../../domain/records/table.ts';
import { plainSearch } from '../../helpers/plainFiltering.ts';
import { sampleCondition } from '../../helpers/sampleArbitraries.ts';
import { type SampleRecord, sampleKind } from '../../helpers/sampleKind.ts';

interface Compared {
  /** Its live index holds the records. */
  readonly engine: SearchEngine;
  /** Its table holds the records. */
  readonly sql: Database;
  readonly records: readonly SampleRecord[];
}

interface Options {
  readonly runs: number;
  /** A misreading of the conditions by all but the plain reading. */
  readonly misread?: (condition: Condition) => Condition;
}

const byId = [{ column: { name: 'id', type: 'uuid' as const }, descending: false }];
const filteringOf = (condition: Condition): Filtering => ({
  ...{ conditions: [condition], words: [], sort: byId },
  ...{ page: 0, size: 10_000, sized: false },
});

/**
 * Expects that generated conditions, nested in each other, find in the search engine, in the table and in memory the
 * records that a plain reading of the conditions finds.
 */
export async function expectSameRecords({ engine, sql, records }: Compared, options: Options): Promise<void> {
  const { runs, misread = (condition) => condition } = options;
  await fc.assert(
    fc.asyncProperty(sampleCondition, async (condition) => {
      const expected = plainSearch(records, filteringOf(condition));
      const read = misread(condition);
      const [found, stored] = await Promise.all([
        engine.search(sampleKind, filteringOf(read), { from: 0, size: 10_000 }),
        storedRecords(sql, read),
      ]);
      const inMemory = records.filter(({ values, audit }) => matches(read, values, audit));
      const ids = {
        engine: found.records.map(idOf),
        table: stored.map(idOf),
        memory: inMemory.map(({ values }) => values.id).sort(),
      };
      expect(ids).toEqual({ engine: expected, table: expected, memory: expected });
    }),
    { numRuns: runs, endOnFailure: options.misread !== undefined },
  );
}

const idOf = (record: string): string => (JSON.parse(record) as Values).id;

async function storedRecords(sql: Database, condition: Condition): Promise<string[]> {
  const columns = searchColumns(sampleKind);
  const { text, values } = backupRows(tableOf(sampleKind), columns, filteringOf(condition));
  const rows = await sql.unsafe(text, values).values();
  return rows.map(([record]) => record as string);
}
