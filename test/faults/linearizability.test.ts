import { describe, expect, test } from 'bun:test';
import { checkLinearizability, type Operation, type RegisterState } from './checks/linearizability.ts';
import { Random } from './random.ts';

/** The checker of the fault harness, on histories of simulated records: correct ones, and those with one fault each. */

const initial: RegisterState = { value: 'initial', version: 1 };

/** What a simulated service does wrong; each must be noticed. */
const twins = {
  'answers reads from a copy that lags behind': 'staleReads',
  'loses a write that it has acknowledged': 'lostWrites',
  'gives one version to two writes': 'sharedVersions',
  'accepts a version that is not the present one': 'ignoredVersions',
  'carries out a write twice': 'repeatedWrites',
} as const;
type Twin = (typeof twins)[keyof typeof twins];

/** A history of clients whose operations overlap: each takes effect at a moment between its beginning and its end. */
function simulate(random: Random, twin?: Twin): Operation[] {
  let state = initial;
  let copy = initial;
  const drafts = Array.from({ length: 40 }, (_, index) => {
    const invokedAt = random.whole(0, 1_000);
    const effectAt = invokedAt + random.whole(0, 60);
    return { index, invokedAt, effectAt, returnedAt: effectAt + random.whole(0, 60), share: random.fraction() };
  });
  drafts.sort((left, right) => left.effectAt - right.effectAt);
  return drafts.map(({ index, invokedAt, returnedAt, share }): Operation => {
    const wrong = random.chance(0.3) ? twin : undefined;
    if (share < 0.4) {
      const result = wrong === 'staleReads' ? copy : state;
      return { type: 'read', invokedAt, returnedAt, result };
    }
    copy = state;
    const value = `value ${index}`;
    const write = { type: 'write', value, invokedAt } as const;
    if (share < 0.55) {
      const expected = random.chance(0.5) ? state.version : state.version - 1;
      const isRefused = expected !== state.version && !(wrong === 'ignoredVersions');
      if (isRefused) return { ...write, expected, returnedAt, result: 'conflict' };
      state = { value, version: state.version + 1 };
      return { ...write, expected, returnedAt, result: { version: state.version } };
    }
    const version = wrong === 'sharedVersions' ? state.version : state.version + 1;
    if (!(wrong === 'lostWrites')) state = { value, version };
    if (wrong === 'repeatedWrites') state = { value, version: version + 1 };
    return share > 0.9
      ? { ...write, returnedAt: Number.POSITIVE_INFINITY }
      : { ...write, returnedAt, result: { version } };
  });
}

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

describe('the checker', () => {
  test('accepts the histories of a correct record, with writes without an answer', () => {
    const verdicts = SEEDS.map((seed) => checkLinearizability(initial, simulate(new Random(seed))));
    expect(verdicts.filter(({ isLinearizable }) => !isLinearizable)).toEqual([]);
  });

  for (const [what, twin] of Object.entries(twins)) {
    test(`rejects a record that ${what}`, () => {
      const rejected = SEEDS.filter(
        (seed) => !checkLinearizability(initial, simulate(new Random(seed), twin)).isLinearizable,
      );
      // A fault that no operation observes is none.
      expect(rejected.length).toBeGreaterThan(SEEDS.length / 2);
    });
  }

  test('names the operation that has no place', () => {
    const read: Operation = { type: 'read', invokedAt: 5, returnedAt: 6, result: { value: 'other', version: 1 } };
    expect(checkLinearizability(initial, [read])).toEqual({
      isLinearizable: false,
      reason: expect.stringContaining('"other"'),
    });
  });

  test('decides histories with many writes without an answer', () => {
    const unanswered = Array.from(
      { length: 40 },
      (_, number): Operation => ({
        ...{ type: 'write', value: `${number}`, invokedAt: number, ...(number % 4 === 0 && { expected: number }) },
        returnedAt: Number.POSITIVE_INFINITY,
      }),
    );
    const read = (value: string, version: number): Operation => ({
      ...{ type: 'read', invokedAt: 100, returnedAt: 101, result: { value, version } },
    });
    expect(checkLinearizability(initial, [...unanswered, read('5', 25)]).isLinearizable).toBe(true);
    expect(checkLinearizability(initial, [...unanswered, read('4', 25)]).isLinearizable).toBe(false);
    expect(checkLinearizability(initial, [...unanswered, read('5', 60)]).isLinearizable).toBe(false);
  });

  test('lets a write without an answer take effect later, or never', () => {
    const lost: Operation = { type: 'write', value: 'late', invokedAt: 0, returnedAt: Number.POSITIVE_INFINITY };
    const before: Operation = { type: 'read', invokedAt: 10, returnedAt: 20, result: initial };
    const after: Operation = { type: 'read', invokedAt: 30, returnedAt: 40, result: { value: 'late', version: 2 } };
    expect(checkLinearizability(initial, [lost, before]).isLinearizable).toBe(true);
    expect(checkLinearizability(initial, [lost, before, after]).isLinearizable).toBe(true);
    expect(checkLinearizability(initial, [lost, after, { ...before, invokedAt: 50, returnedAt: 60 }])).toMatchObject({
      isLinearizable: false,
    });
  });
});
