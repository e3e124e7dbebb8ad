/** What a soak measures, with the greatest growth that counts as flat. */
export interface Limit {
  readonly perHour: number;
  readonly unit: string;
}

/** One value by its name at several times. */
export interface Series {
  readonly name: string;
  readonly limit: Limit;
  /** Hours since the start, and the value. */
  readonly points: readonly (readonly [hours: number, value: number])[];
}

/** Part of a soak at its start that is left out: caches are filled, and code is compiled. */
const WARM_UP = 1 / 3;
/** With fewer points, a slope says nothing. */
const MIN_POINTS = 5;

/** The growth of a series after the warm-up. */
export interface Trend {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
  readonly slope: number;
  readonly isFlat: boolean;
}

/**
 * Returns the trend of a series. The slope is that of Theil and Sen: the median of the slopes between all pairs of points,
 * which single outliers, such as the moment before a garbage collection, do not move.
 *
 * @throws if there are too few points
 */
export function trendOf(series: Series): Trend {
  const points = series.points.slice(warmUpOf(series.points));
  if (points.length < MIN_POINTS) throw new Error(`${series.name} was measured ${series.points.length} times only.`);
  const slope = median(
    points.flatMap(([at, value], index) =>
      points.slice(index + 1).map(([nextAt, nextValue]) => (nextValue - value) / (nextAt - at)),
    ),
  );
  const [from = 0, to = 0] = [points[0]?.[1], points.at(-1)?.[1]];
  return { series, from, to, slope, isFlat: slope <= series.limit.perHour };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The size of a table or of its indexes in bytes, with its number of rows, at one time. */
export interface Size {
  readonly bytes: number;
  readonly rows: number;
}

/** With fewer rows, the size of one row cannot be told from the size of the table. */
const MIN_ROWS = 100;

/**
 * Returns the bloat of a table in MB at each time: its size without that of its rows. A row takes as much as on average
 * after the warm-up. The whole size counts if there are few rows then.
 */
export function bloatOf(sizes: readonly Size[]): number[] {
  const { bytes, rows } = sizes[warmUpOf(sizes)] ?? { bytes: 0, rows: 0 };
  const perRow = rows >= MIN_ROWS ? bytes / rows : 0;
  return sizes.map((size) => (size.bytes - size.rows * perRow) / 1_048_576);
}

const warmUpOf = (values: readonly unknown[]): number => Math.floor(values.length * WARM_UP);
