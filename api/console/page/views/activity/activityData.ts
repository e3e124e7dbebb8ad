import { get } from '../../common/api.ts';
import { type Loaded, useLoad } from '../../common/load.ts';
import type { Series } from '../../parts/charts/bars.ts';

interface ActivityRow {
  /** Start of the interval, in seconds since 1970. */
  readonly at: number;
  readonly what: string;
  readonly name: string;
  readonly outcome: string;
  readonly count: number;
}

interface Durations {
  /** Absent for the whole period. */
  readonly at?: number;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Activity {
  readonly minutes: number;
  readonly stepMinutes: number;
  readonly rows: readonly ActivityRow[];
  readonly durations?: readonly Durations[];
}

/** The periods of the charts, in minutes, each with the range of lists that is as long. */
export const spans = [
  { minutes: 60, label: 'Last hour', range: '1h', refreshMs: 5_000 },
  { minutes: 1_440, label: 'Last day', range: '1d', refreshMs: 15_000 },
] as const;

export type Span = (typeof spans)[number];

/** The longest time until a process has written what it has counted. */
const WRITTEN_MS = 5_000;

/** Says how old the counts of a period may be. */
export const ageOf = ({ refreshMs }: Span): string => `Counts are at most ${(refreshMs + WRITTEN_MS) / 1_000} s old.`;

/** What the service has done: everything, or what `query` selects. */
export const useActivity = (
  { minutes, refreshMs }: Span,
  query: { what?: string; name?: string } = {},
): Loaded<Activity> =>
  useLoad(
    (signal) => get<Activity>('/metrics/activity', { query: { minutes, ...query }, signal }),
    [minutes, query],
    refreshMs,
  );

/** Returns the starts of all intervals up to now, in seconds since 1970. */
export function intervalsOf({ minutes, stepMinutes }: Activity): number[] {
  const step = stepMinutes * 60;
  const now = Math.floor(Date.now() / 1_000 / step) * step;
  const count = minutes / stepMinutes;
  return Array.from({ length: count }, (_, index) => now - (count - 1 - index) * step);
}

export const unitOf = ({ stepMinutes }: Activity): string =>
  stepMinutes === 1 ? 'per minute' : `per ${stepMinutes} minutes`;

/** Returns a series with the sums of the rows that the test accepts. */
export function sumSeries(
  { rows }: Activity,
  at: readonly number[],
  series: Omit<Series, 'values'>,
  accepts: (row: ActivityRow) => boolean,
): Series {
  const values = at.map(() => 0);
  const indexes = new Map(at.map((start, index) => [start, index]));
  for (const row of rows) {
    const index = indexes.get(row.at);
    if (index !== undefined && accepts(row)) values[index] = (values[index] ?? 0) + row.count;
  }
  return { ...series, values };
}

/** Returns the names of an activity, those with the most first. */
export function namesOf({ rows }: Activity, what: string): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) if (row.what === what) counts.set(row.name, (counts.get(row.name) ?? 0) + row.count);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}
