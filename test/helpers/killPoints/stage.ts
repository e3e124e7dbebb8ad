import { expect, test } from 'bun:test';
import type { Database } from '../../../db/client.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { ensureIndexes } from '../../../domain/search/indexes.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile } from '../bootstrap.ts';
import type { TestDatabase } from '../database.ts';
import { makeTestServices } from '../services.ts';
import { fileOfHandler } from './handlers.ts';
import { type ExplorationOptions, explore, runsAll, type Scenario } from './killPoints.ts';

/** Makes a database with the search indexes of all kinds. */
export async function makeStageForFile(
  search: (sql: Database) => SearchEngine = makePostgresSearch,
): Promise<TestDatabase> {
  const database = await makeDatabaseForFile();
  await ensureIndexes(makeTestServices(database.sql, { search: search(database.sql) }));
  return database;
}

/** A limit on a hang: all kill points of a scenario take minutes. */
const LIMIT_MS = runsAll ? 3_600_000 : 120_000;

/** The handlers in which a process has died in this file. */
const reached = new Set<string>();

/** Declares the test of a scenario: whatever its process has done when it dies, nothing is wrong in the end. */
export function testKillPoints<State>(
  url: string,
  scenario: Scenario<State>,
  options?: { readonly sample?: number },
): void {
  test(
    `${scenario.name}, and dies at any boundary`,
    async () => {
      const { boundaries, points, unreached, handlers, problems } = await explore(url, scenario, {
        ...options,
        everyHandler: true,
      });
      for (const handler of handlers) reached.add(handler);
      if (runsAll) console.log(`${boundaries} boundaries, ${points} kill points, ${unreached} of them not reached`);
      expect(problems).toEqual([]);
      expect(points - unreached).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
}

/** Declares the test that a process has died in each handler that is assigned to a file. It comes after the scenarios. */
export function testReachedHandlers(file: string): void {
  test('a process has died in every handler of the file', () => {
    const own = Object.entries(fileOfHandler).flatMap(([handler, at]) => (at === file ? [handler] : []));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((handler) => !reached.has(handler))).toEqual([]);
  });
}

interface BrokenTwin extends ExplorationOptions {
  /** What the broken twin lacks. */
  readonly without: string;
  /** A problem that must be found at some kill point. */
  readonly problem: RegExp;
}

/** Declares the test that kill points find the fault of a broken twin, and find it only by a kill. */
export function testBrokenTwin<State>(
  url: string,
  scenario: Scenario<State>,
  { without, problem, ...options }: BrokenTwin,
): void {
  test(
    `notices that ${scenario.name} without ${without}`,
    async () => {
      const { problems } = await explore(url, scenario, options);
      expect(problems).toContainEqual(expect.stringMatching(problem));
      expect(problems.filter((one) => one.startsWith('without a kill'))).toEqual([]);
    },
    LIMIT_MS,
  );
}
