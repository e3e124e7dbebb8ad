import type { JsonObject } from '../kinds/kind.ts';
import { isJobStatus } from '../kinds/processing/job.ts';
import { isClosed } from './stepState.ts';

/** The dates of a Job or a step, as its client sends them. */

export const isEnded = ({ status }: JsonObject): boolean => isJobStatus(status) && isClosed(status);

/** Returns the problem of an end before the start. */
export function problemsOfPeriod({ startDate, endDate }: JsonObject, prefix = ''): string[] {
  if (typeof startDate !== 'string' || typeof endDate !== 'string' || startDate <= endDate) return [];
  return [`${prefix}endDate: must not be before startDate, which is ${startDate}`];
}

/** Returns the problems of the dates of a new Job or step. */
export function problemsOfDates(values: JsonObject, prefix = ''): string[] {
  const { status, endDate } = values;
  const early = endDate !== undefined && isJobStatus(status) && !isClosed(status);
  return [
    ...(early ? [`${prefix}endDate: must be absent while the status is ${status}`] : []),
    ...problemsOfPeriod(values, prefix),
  ];
}

/** Returns now, or the start if that is later: a client may have started a step ahead of the clock of this process. */
export const endOf = (startDate: unknown, now: string): string =>
  typeof startDate === 'string' && startDate > now ? startDate : now;

/** Returns the problem of a deadline of a new Job by which it cannot start. */
export function problemsOfDeadline({ startAfter, deadline, status }: JsonObject): string[] {
  if (typeof deadline !== 'string' || (isJobStatus(status) && isClosed(status))) return [];
  if (Date.parse(deadline) <= Date.now()) return [`deadline: must be in the future, not ${deadline}`];
  if (typeof startAfter !== 'string' || startAfter <= deadline) return [];
  return [`deadline: must not be before startAfter, which is ${startAfter}`];
}
