/** The members of a Job from which its start follows. */
interface Started {
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly startDate?: unknown;
  readonly startedAt?: unknown;
}

/**
 * Returns when the work of a Job began; undefined if it has not begun. `startDate` is what the client has sent; it counts only
 * for Jobs of releases before 0.3, which have no `startedAt`.
 */
export function workStart({ status, cause, startDate, startedAt }: Started): string | undefined {
  if (typeof startedAt === 'string') return startedAt;
  const neverBegan = status === 'NEW' || cause === 'CANCELLED' || cause === 'DEADLINE';
  return neverBegan || typeof startDate !== 'string' ? undefined : startDate;
}
