import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Condition, Filtering } from '../../../domain/filtering/index.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { type AuthenticatedApi, startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { call, operationsOfCalls, requestOf } from '../../helpers/hiddenRecords/calls.ts';
import { comparable } from '../../helpers/hiddenRecords/comparable.ts';
import { recordsOf, rulesOf, type StoredVersion, world } from '../../helpers/hiddenRecords/worlds.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(300_000);

/** No byte of any answer depends on records that the caller cannot read. */

/** Raised for a long run: NONINTERFERENCE_RUNS=1000. */
const RUNS = Number(process.env['NONINTERFERENCE_RUNS'] ?? 25);

type Pair = readonly [AuthenticatedApi, AuthenticatedApi];
let number = 0;

async function prepare(api: AuthenticatedApi, versions: readonly StoredVersion[], caller: () => Promise<TestCaller>) {
  for (const { kind, values } of versions) await api.store(kind, values);
  return caller();
}

/**
 * Checks the property on two services. Throws the first counterexample: the databases have the records of all runs, so that
 * a smaller one may fail for another reason.
 *
 * @param counted  counts the answers by operation and status
 */
async function checkNoninterference(pair: Pair, counted: Map<string, number> = new Map()): Promise<void> {
  const property = fc.asyncProperty(
    world,
    fc.array(call, { minLength: 40, maxLength: 60 }),
    async (generated, calls) => {
      const name = `n${++number}`;
      const records = recordsOf(generated, name);
      const callers = await Promise.all(
        pair.map((api, side) =>
          prepare(api, records[side] ?? [], () => api.callerWith(rulesOf(generated, name), { code: name })),
        ),
      );
      for (const one of calls) {
        const { method, path, body } = requestOf(one, name);
        const [first, second] = await Promise.all(callers.map((caller) => caller.request(method, path, body)));
        if (!first || !second) throw new Error('no answer');
        counted.set(`${one.operation} ${first.status}`, (counted.get(`${one.operation} ${first.status}`) ?? 0) + 1);
        expect({ method, path, answer: comparable(second) }).toEqual({ method, path, answer: comparable(first) });
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
}

const startPair = async (search?: typeof makePostgresSearch): Promise<Pair> => {
  const options = search ? { search } : {};
  return [await startAuthenticatedApiForFile(options), await startAuthenticatedApiForFile(options)];
};

describe('answers do not depend on hidden records', () => {
  test('whatever the records, the rules and the calls', async () => {
    const counted = new Map<string, number>();
    const pair = await startPair();
    const writes = ['create', 'replace', 'patch', 'remove', 'saveNew', 'removeByDiff'];
    const reads = operationsOfCalls.filter((name) => !writes.includes(name));
    // Otherwise the property holds because nothing is answered. The calls are random: the runs of one round may lack a read.
    const unanswered = () => reads.filter((name) => !counted.has(`${name} 200`));
    for (let round = 0; round < 5 && (round === 0 || unanswered().length > 0); round++)
      await checkNoninterference(pair, counted);
    expect(unanswered()).toEqual([]);
  });

  const ofReach = ({ type }: Condition): boolean => type === 'and' || type === 'or';
  const withoutReach = ({ conditions, ...filtering }: Filtering): Filtering => ({
    ...filtering,
    conditions: conditions.filter((condition) => !ofReach(condition)),
  });
  const broken: Record<string, (engine: SearchEngine) => Partial<SearchEngine>> = {
    'whose counts ignore the reach': (engine) => ({
      count: (kind, filtering) => engine.count(kind, withoutReach(filtering)),
    }),
    'whose pages ignore the reach': (engine) => ({
      search: (kind, filtering, window) => engine.search(kind, withoutReach(filtering), window),
    }),
  };
  for (const [name, change] of Object.entries(broken)) {
    test(`and a service ${name} is noticed`, async () => {
      const pair = await startPair((sql) => Object.assign(makePostgresSearch(sql), change(makePostgresSearch(sql))));
      await expect(checkNoninterference(pair)).rejects.toThrow('Property failed');
    });
  }
});
