import type { ActivityKind } from '../../db/queries/runtime/activity.ts';
import { REQUEST_SECONDS, WORK_SECONDS } from '../runtime/metrics.ts';

/** How long things took, in seconds: half of them at most `p50`. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The observations up to an upper bound in seconds, without those up to the next lower one. */
export interface BucketCount {
  /** `0.05` or `+Inf`. */
  readonly outcome: string;
  readonly count: number;
}

/** Returns the percentiles of observations that are known only by bucket. */
export function percentilesOf(buckets: readonly BucketCount[], what: ActivityKind): Percentiles {
  const bounds = what === 'requests' ? REQUEST_SECONDS : WORK_SECONDS;
  const counts = new Map<number, number>();
  for (const { outcome, count } of buckets) {
    const bound = outcome === '+Inf' ? Number.POSITIVE_INFINITY : Number(outcome);
    counts.set(bound, (counts.get(bound) ?? 0) + count);
  }
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  const count = sorted.reduce((sum, [, of]) => sum + of, 0);
  const at = (share: number): number => valueAt(sorted, share * count, bounds);
  return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Returns the value of a rank: within its bucket it is interpolated, as `histogram_quantile` of Prometheus does. */
function valueAt(sorted: readonly (readonly [number, number])[], rank: number, bounds: readonly number[]): number {
  let before = 0;
  for (const [bound, count] of sorted) {
    if (before + count >= rank && count > 0) {
      const lower = Math.max(0, ...bounds.filter((one) => one < bound));
      return bound === Number.POSITIVE_INFINITY ? lower : lower + (bound - lower) * ((rank - before) / count);
    }
    before += count;
  }
  return 0;
}
