import type { DueSchedule, PlannedRun } from '../../../db/queries/schedules/scheduleRows.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { jitterSecondsOf, runAfter } from '../timing.ts';
import { isTooLate } from './decideRun.ts';

/** Maximum number of next runs of an answer. */
const UPCOMING_RUNS = 5;

/**
 * Returns the runs that start if each Job ends before the next run: the planned one, unless it is too late for it, and later
 * ones. If the planned one is due, or waits, those whose time has passed too are left out: workers decide about them.
 */
export function upcomingRuns(
  values: JsonObject,
  planned: Pick<DueSchedule, 'id' | 'plannedAt' | 'nextAt' | 'waiting' | 'now'>,
): PlannedRun[] {
  const { id, plannedAt, nextAt, now } = planned;
  const runs: PlannedRun[] = isTooLate(values, planned) ? [] : [{ plannedAt, nextAt }];
  const isDue = nextAt <= now;
  const passed = isDue ? now.getTime() - jitterSecondsOf(values) * 1_000 : 0;
  let after = new Date(Math.max(plannedAt.getTime(), passed));
  while (runs.length < UPCOMING_RUNS) {
    const next = runAfter(id, values, after, plannedAt);
    if (!next) break;
    if (!isDue || next.nextAt > now) runs.push(next);
    after = next.plannedAt;
  }
  return runs;
}
