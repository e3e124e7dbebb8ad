import type { NotificationStatus, TargetStatus } from '../kinds/processing/notification.ts';

/** How many targets of a notification have each status. Expanded targets do not count. */
export type StatusCounts = Partial<Record<TargetStatus, number>>;

/** Returns the status of a notification, from its targets. `attempted`: a target has had an attempt. */
export function statusOf(counts: StatusCounts, { attempted }: { readonly attempted: boolean }): NotificationStatus {
  const count = (...statuses: TargetStatus[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const open = count('PLAN', 'IN_PROGRESS');
  const good = count('SENT', 'DELIVERED');
  const bad = count('FAILED', 'UNDELIVERED', 'EXPIRED', 'CANCELLED');
  if (open > 0) return attempted || good + bad > 0 ? 'IN_PROGRESS' : 'PLAN';
  if (good > 0) return bad > 0 ? 'PARTIALLY_SENT' : 'SENT';
  if (bad === 0) return 'SKIPPED';
  if (count('FAILED', 'UNDELIVERED') > 0) return 'FAILED';
  return count('EXPIRED') > 0 ? 'EXPIRED' : 'CANCELLED';
}

/** The statuses that a client may set, each with the statuses from which it may be set. */
export const allowedByHand: Readonly<Record<string, readonly NotificationStatus[]>> = {
  CANCELLED: ['PLAN'],
  PLAN: ['FAILED', 'EXPIRED', 'CANCELLED'],
};
