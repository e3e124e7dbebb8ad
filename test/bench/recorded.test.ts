import { expect, test } from 'bun:test';
import { quickBenchmarks } from '../../bench/helpers/quickBenchmarks.ts';
import recorded from '../../bench/recorded.json' with { type: 'json' };

test('each quick benchmark has recorded ratios, and each recorded ratio is of a quick benchmark', () => {
  const ratios = Object.keys(recorded.ratios);
  const isOf = (what: string, benchmark: string) => what === benchmark || what.startsWith(`${benchmark}: `);
  expect(quickBenchmarks.filter((benchmark) => !ratios.some((what) => isOf(what, benchmark)))).toEqual([]);
  expect(ratios.filter((what) => !quickBenchmarks.some((benchmark) => isOf(what, benchmark)))).toEqual([]);
});
