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
