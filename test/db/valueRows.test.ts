import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { classify } from '../../db/errors.ts';
import { inParts, valueRows } from '../../db/queries/valueRows.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();
const { sql } = database;

test('of statements that are sent together the failed one reports its error, and nothing is stored', async () => {
  await sql`create table kept (n int check (n > 0))`;
  const write = sql.begin(async (transaction) => {
    const insert = (n: number) => transaction`insert into kept values (${n})`.execute();
    const [first, refused, behind] = [insert(1), insert(-1), insert(2)];
    // The last to settle here, like a statement whose result is processed further.
    const late = refused.catch((error) => behind.catch(() => {}).then(() => Promise.reject(error)));
    await Promise.all([first, late, behind]);
  });
  const fault = await write.catch(classify);
  expect(fault).toBe('checkViolation');
  expect(await sql`select * from kept`).toHaveLength(0);
});

test('each item is written once, by statements of few shapes', async () => {
  await sql`create table items (n text not null, t text not null)`;
  const shapes = new Set<number>();
  const counts = fc.integer({ min: 0, max: 200 });
  await fc.assert(
    fc.asyncProperty(counts, async (count) => {
      await sql`truncate items`;
      const items = Array.from({ length: count }, (_, n) => `"${n}\\'`);
      for (const { items: some, rows, parameters } of inParts(items, (item) => [item, 'x'])) {
        shapes.add(rows);
        expect(some.length).toBeLessThanOrEqual(rows);
        await sql.unsafe(
          `insert into items select n, t from (values ${valueRows(['text', 'text'], rows, 1)}) v(n, t) where n is not null`,
          [...parameters],
        );
      }
      expect((await sql<{ n: string }[]>`select n from items`).map(({ n }) => n).sort()).toEqual(items.sort());
    }),
    { numRuns: 40, examples: [[0], [1], [4], [5], [64], [65], [128], [129]] },
  );
  expect(shapes.size).toBeLessThanOrEqual(4);
});
