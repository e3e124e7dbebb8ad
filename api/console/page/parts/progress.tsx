import { useRef } from 'preact/hooks';
import { duration, number } from '../common/format.ts';

interface Counts {
  readonly open: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled?: number;
}

interface Pace {
  at: number;
  done: number;
  /** In steps per second. */
  rate: number | undefined;
}

/** Paces by job id. They outlive a change of views. */
const paces = new Map<string, Pace>();
/** The weight of the newest measurement in the moving average. */
const WEIGHT = 0.3;

function paceOf(id: string, done: number): number | undefined {
  const now = performance.now();
  const before = paces.get(id);
  if (!before || done < before.done) {
    if (paces.size > 200) paces.clear();
    paces.set(id, { at: now, done, rate: undefined });
    return undefined;
  }
  const seconds = (now - before.at) / 1_000;
  if (seconds >= 1) {
    const rate = (done - before.done) / seconds;
    before.rate = before.rate === undefined ? rate : before.rate * (1 - WEIGHT) + rate * WEIGHT;
    before.at = now;
    before.done = done;
  }
  return before.rate;
}

/**
 * The progress of a job, its pace, and the time left at that pace.
 *
 * @param unit stands after the numbers where a number of records is beside them
 */
export function Progress({
  id,
  open,
  completed,
  failed,
  cancelled = 0,
  ended,
  unit,
}: Counts & { id: string; ended?: boolean; unit?: 'steps' }) {
  const total = open + completed + failed + cancelled;
  const done = completed + failed + cancelled;
  const rate = useRef<number | undefined>(undefined);
  if (!ended) rate.current = paceOf(id, done);
  if (total === 0) return <span class="quiet">{ended ? 'no steps' : 'no steps yet'}</span>;
  const percent = (count: number): string => `${(count / total) * 100}%`;
  return (
    <div class="progress">
      <div
        class="bar"
        role="progressbar"
        aria-label="Steps done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${number(done)} of ${number(total)} steps, ${number(failed)} failed${cancelled > 0 ? `, ${number(cancelled)} cancelled` : ''}`}
      >
        <span style={{ width: percent(completed) }} />
        <span class="failed" style={{ width: percent(failed) }} />
        <span class="cancelled" style={{ width: percent(cancelled) }} />
      </div>
      <span class="nowrap">
        {unit ? `${number(done)} of ${number(total)} ${unit}` : `${number(done)}/${number(total)}`}
        {failed > 0 && <span class="alarm"> {number(failed)} failed</span>}
        {cancelled > 0 && <span class="quiet"> {number(cancelled)} cancelled</span>}
        {!ended && rate.current !== undefined && rate.current > 0 && open > 0 && (
          <span class="quiet">
            {' '}
            · {rate.current < 10 ? rate.current.toFixed(1) : number(Math.round(rate.current))}/s ·{' '}
            {duration(open / rate.current)} left
          </span>
        )}
      </span>
    </div>
  );
}
