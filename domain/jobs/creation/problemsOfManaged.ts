import type { JsonObject } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';
import type { DataContext, JobType } from '../types.ts';

/** The clock of a client may be ahead by so many ms. */
const CLOCK_TOLERANCE_MS = 60_000;

interface NewManagedJob extends DataContext {
  readonly values: JsonObject;
  readonly steps: readonly JsonObject[];
}

/** Returns the problems of a new Job of a built-in type. @param isChecked the service has made the data */
export function problemsOfManaged(
  jobType: string,
  type: JobType,
  { values, steps, ...context }: NewManagedJob,
  isChecked: boolean,
): string[] {
  const { status, startDate, data } = values;
  const problems: string[] = [];
  if (status !== undefined && status !== 'NEW')
    problems.push(`status: a new Job of the type ${jobType} must be NEW, not ${describe(status)}`);
  if (typeof startDate === 'string' && Date.parse(startDate) > Date.now() + CLOCK_TOLERANCE_MS)
    problems.push(`startDate: a Job of the type ${jobType} starts at once, ${startDate} is in the future`);
  if (values.concurrencyKey !== undefined)
    problems.push(
      `concurrencyKey: workers of the service run steps of the type ${jobType}; set the concurrency of the queue ${type.stepQueue}`,
    );
  if (steps.length > 0) problems.push(`jobSteps: ${noStepsOf(jobType)}`);
  if (isChecked) return problems;
  const unknown = Object.keys(isObject(data) ? data : {}).filter((name) => !Object.hasOwn(type.data, name));
  return [
    ...problems,
    ...unknown.map((name) => `data.${name}: unknown member`),
    ...(type.checkData?.(data, context) ?? []),
  ];
}

export const noStepsOf = (jobType: string): string => `workers plan the steps of a Job of the type ${jobType}`;
