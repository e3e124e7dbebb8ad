const marks: Readonly<Record<string, string>> = {
  COMPLETED: 'good',
  SENT: 'good',
  DELIVERED: 'good',
  ready: 'good',
  alive: 'good',
  LIVE: 'good',
  FAILED: 'bad',
  'not ready': 'bad',
  silent: 'bad',
  IN_PROGRESS: 'busy',
  FILLING: 'busy',
  MISSING: 'bad',
  STARTED: 'good',
  MISSED: 'bad',
  SKIPPED: 'warn',
  degraded: 'warn',
  paused: 'warn',
  UNDELIVERED: 'bad',
  PARTIALLY_SENT: 'warn',
  EXPIRED: 'warn',
};

/** A status as text with a mark: colour alone is not accessible. */
export const Status = ({ of }: { of: string }) => (
  <span class={`status ${marks[of] ?? 'plain'}`}>{of.replaceAll('_', ' ').toLowerCase()}</span>
);

/** The statuses of Jobs and steps, as they are shown, and the two of those that have not ended. */
export const jobStatuses = [
  ['OPEN', 'New or in progress'],
  ['NEW', 'New'],
  ['IN_PROGRESS', 'In progress'],
  ['COMPLETED', 'Completed'],
  ['FAILED', 'Failed'],
  ['CANCELLED', 'Cancelled'],
] as const;

/** The status of a Job or step, with a cancel as a status of its own. */
export const shownStatus = ({ status, cause }: { status: string; cause?: string }): string =>
  cause === 'CANCELLED' ? cause : status;
