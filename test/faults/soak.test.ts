import { expect, test } from 'bun:test';
import { bloatOf, trendOf } from './soak/trend.ts';

const limit = { perHour: 60, unit: 'MB' };
const MB = 1_048_576;
/** Thirty minutes, one value a minute. */
const seriesOf = (value: (minute: number) => number) => ({
  ...{ name: 'memory', limit },
  points: Array.from({ length: 30 }, (_, minute) => [minute / 60, value(minute)] as const),
});
/** Between -1 and 1, and without a trend. */
const noise = (minute: number) => Math.sin(minute * 2.4);
const isFlat = (value: (minute: number) => number) => trendOf(seriesOf(value)).isFlat;

test('a leak is found, and growth at the start, noise and outliers are none', () => {
  expect(isFlat((minute) => 200 + 20 * noise(minute))).toBe(true);
  expect(isFlat((minute) => (minute < 8 ? 100 + 20 * minute : 260))).toBe(true);
  expect(isFlat((minute) => (minute === 28 ? 500 : 200))).toBe(true);
  expect(isFlat((minute) => 200 - 3 * minute)).toBe(true);
  expect(isFlat((minute) => 200 + 2 * minute + 5 * noise(minute))).toBe(false);
  expect(trendOf(seriesOf((minute) => 200 + 2 * minute)).slope).toBeCloseTo(120);
  expect(() => trendOf({ ...seriesOf(() => 1), points: [[0, 1]] })).toThrow('measured 1 times only');
});

test('the growth of rows is no bloat, and the growth of a table without it is', () => {
  const times = Array.from({ length: 30 }, (_, minute) => minute);
  const growthOf = (sizes: Parameters<typeof bloatOf>[0]) => {
    const bloat = bloatOf(sizes);
    return Math.round((bloat.at(-1) ?? 0) - (bloat[10] ?? 0));
  };
  expect(growthOf(times.map((n) => ({ bytes: (10 + n) * MB, rows: (10 + n) * 2_000 })))).toBe(0);
  expect(growthOf(times.map((n) => ({ bytes: (10 + n) * MB, rows: 20_000 })))).toBe(19);
  expect(growthOf(times.map((n) => ({ bytes: (10 + n) * MB, rows: n % 3 })))).toBe(19);
  expect(growthOf(times.map((n) => ({ bytes: (10 + 2 * n) * MB, rows: (10 + n) * 2_000 })))).toBe(10);
});
