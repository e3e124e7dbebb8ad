import type { DueSchedule, PlannedRun } from '../../../db/queries/schedules/scheduleRows.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { DEFAULT_CATCH_UP_SECONDS } from '../../kinds/processing/schedule.ts';
import { lastDueRun, runAfter } from '../timing.ts';

/** What becomes of a run that is due. */
export type RunDecision =
  | { readonly type: 'START' }
  /** It waits for the end of the Job of the run before. */
  | { readonly type: 'WAIT' }
  | {
      readonly type: 'LEAVE_OUT';
      readonly outcome: 'SKIPPED' | 'MISSED';
      readonly reason: string;
      /** The next run. */
      readonly next: PlannedRun | undefined;
      /** Whether the next run, whose time has passed too, waits in place of this one. */
      readonly nextWaits: boolean;
    };

const catchUpMsOf = ({ catchUpSeconds }: JsonObject): number =>
  Number(catchUpSeconds ?? DEFAULT_CATCH_UP_SECONDS) * 1_000;

/** Whether no worker has started a run within `catchUpSeconds`. A run that waits for a Job is never too late. */
export const isTooLate = (
  values: JsonObject,
  { nextAt, waiting, now }: Pick<DueSchedule, 'nextAt' | 'waiting' | 'now'>,
): boolean => !waiting && now.getTime() - nextAt.getTime() > catchUpMsOf(values);

/**
 * Returns the first run after a run that is due, or after a later time. It does not start before the due one, however short its
 * own delay is: otherwise it would be late from the beginning.
 */
export function runAfterDue(
  values: JsonObject,
  { id, plannedAt, nextAt }: Pick<DueSchedule, 'id' | 'plannedAt' | 'nextAt'>,
  after = plannedAt,
): PlannedRun | undefined {
  const next = runAfter(id, values, after, plannedAt);
  return next && { ...next, nextAt: next.nextAt < nextAt ? nextAt : next.nextAt };
}

/**
 * Decides what becomes of a run that is due. With QUEUE, one run waits for the open Job: the last one whose time has passed. So
 * runs are decided in the order of their times, and none that was left out for a Job counts as missed.
 */
export function decideRun(
  values: JsonObject,
  due: Pick<DueSchedule, 'id' | 'plannedAt' | 'nextAt' | 'waiting' | 'openJobId' | 'now'>,
): RunDecision {
  const { id, plannedAt, openJobId, now } = due;
  const isOpen = openJobId !== null;
  if (isOpen && values.overlap === 'QUEUE') {
    const last = lastDueRun(id, values, { after: plannedAt, until: now });
    if (!last) return { type: 'WAIT' };
    const reason =
      'the Job of the run before had not ended when the time of a later run came, which waits for it instead';
    return { type: 'LEAVE_OUT', outcome: 'SKIPPED', reason, next: last, nextWaits: true };
  }
  if (isTooLate(values, due)) {
    const from = Math.max(now.getTime() - catchUpMsOf(values), plannedAt.getTime());
    const reason = 'no worker could start the run within catchUpSeconds';
    const next = runAfterDue(values, due, new Date(from));
    return { type: 'LEAVE_OUT', outcome: 'MISSED', reason, next, nextWaits: false };
  }
  if (!isOpen || values.overlap === 'REPLACE') return { type: 'START' };
  const reason = 'the Job of the run before has not ended';
  const next = runAfterDue(values, due);
  return { type: 'LEAVE_OUT', outcome: 'SKIPPED', reason, next, nextWaits: false };
}
