/** Counts or durations over time. */
export interface Series {
  readonly label: string;
  /** A colour variable of theme.css: `--accent`. */
  readonly colour: string;
  readonly values: readonly number[];
  /** The list of what the total counts. */
  readonly href?: string | undefined;
}

/**
 * How the bars of one time stand: upon each other, where a sum has a meaning; side by side; or, of values that only grow
 * from one series to the next, in front of each other. None hides another.
 */
export type Arrangement = 'stacked' | 'beside' | 'nested';

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/** The share of an interval that its bars fill. */
const FILL = 0.8;

/** Returns the height of the plot in the unit of the values: that of the highest bar, but at least `least`. */
export function scaleOf(series: readonly Series[], arrangement: Arrangement, least: number): number {
  const length = series[0]?.values.length ?? 0;
  const tops = Array.from({ length }, (_, index) => {
    const values = series.map((one) => one.values[index] ?? 0);
    return arrangement === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return roundUp(Math.max(least, ...tops));
}

/** Returns the next higher 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Returns the bars in a plot of this height, whose intervals are 1 wide. Times without a value have none. */
export function barsOf(series: readonly Series[], arrangement: Arrangement, height: number): Bar[] {
  const heights = new Map<number, number>();
  const width = arrangement === 'beside' ? FILL / series.length : FILL;
  // In front of each other, the highest is drawn first.
  const order = arrangement === 'nested' ? series.toReversed() : series;
  return order.flatMap(({ values, colour }, place) =>
    values.flatMap((value, index) => {
      if (value <= 0) return [];
      const base = arrangement === 'stacked' ? (heights.get(index) ?? 0) : 0;
      heights.set(index, base + value);
      const x = index + (1 - FILL) / 2 + (arrangement === 'beside' ? place * width : 0);
      return [{ x, y: height - base - value, width, height: value, colour }];
    }),
  );
}
