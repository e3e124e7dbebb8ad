/** Members of a Schedule that its Jobs have too. */
interface JobMembers {
  readonly jobType?: unknown;
  readonly data?: unknown;
  readonly priority?: unknown;
  readonly concurrencyKey?: unknown;
  readonly jobSteps?: unknown;
}

/** Returns the body of the Job that a run of a schedule creates. */
export function jobOfSchedule({ jobType, data, priority, concurrencyKey, jobSteps }: JobMembers, startedAt: Date) {
  const steps = Array.isArray(jobSteps) ? jobSteps.map((step: object) => ({ ...step, status: 'NEW' })) : undefined;
  const members = { jobType, data, priority, concurrencyKey, jobSteps: steps };
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), status: 'NEW', startDate: startedAt.toISOString() };
}
