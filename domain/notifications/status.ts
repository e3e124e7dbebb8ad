import type { NotificationStatus, TargetStatus } from '../kinds/processing/notification.ts';

/** How many targets of a notification have each status. Those that others were made of do not count. */
export type StatusCounts = Partial<Record<TargetStatus, number>>;

/** What a notification's targets make of it. `begun`: somebody was told or tried to be. */
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

/** Where a client may take a notification from each status. */
export const allowedByHand: Readonly<Record<string, readonly NotificationStatus[]>> = {
  CANCELLED: ['PLAN'],
  PLAN: ['FAILED', 'EXPIRED', 'CANCELLED'],
};
