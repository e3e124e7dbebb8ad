import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { percentilesOf } from '../../../domain/monitoring/percentiles.ts';
import { WORK_SECONDS } from '../../../domain/runtime/metrics.ts';

const bucketOf = (seconds: number): string => String(WORK_SECONDS.find((bound) => seconds <= bound) ?? '+Inf');

test('percentiles lie in the bucket of the observation with their rank', () => {
  const durations = fc.array(fc.double({ min: 0, max: 4_000, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, (seconds) => {
      const found = percentilesOf(
        seconds.map((one) => ({ outcome: bucketOf(one), count: 1 })),
        'steps',
      );
      const sorted = seconds.toSorted((one, other) => one - other);
      expect(found.count).toBe(seconds.length);
      for (const [share, value] of [
        [0.5, found.p50],
        [0.95, found.p95],
        [0.99, found.p99],
      ] as const) {
        const ranked = sorted[Math.ceil(share * sorted.length) - 1] as number;
        // Beyond the last bound nothing is known but the bound itself.
        if (ranked > 1_800) expect(value).toBe(1_800);
        else expect(bucketOf(value)).toBe(bucketOf(ranked));
      }
    }),
  );
});

test('percentiles are interpolated within a bucket', () => {
  const { p50, p95 } = percentilesOf(
    [
      { outcome: '0.5', count: 50 },
      { outcome: '1', count: 50 },
    ],
    'steps',
  );
  expect(p50).toBeCloseTo(0.5);
  expect(p95).toBeCloseTo(0.95);
});
