import { type DeliveryStateName, deliveryStateNames } from '../../../domain/notifications/delivery/deliveryState.ts';
import type { BounceOutcome } from '../../../domain/queue/bounceReport.ts';

/**
 * The next state and the ordered effects of each event in each state; `-` if the event is
 * ignored. A delivery in these rows has had one of three attempts.
 */
export type Row = Readonly<Record<DeliveryStateName, string>>;

const closed = {
  SENT: '-',
  DELIVERED: '-',
  UNDELIVERED: '-',
  FAILED: '-',
  OUTCOME_UNKNOWN: '-',
  EXPIRED: '-',
  CANCELLED: '-',
  SKIPPED: '-',
  EXPANDED: '-',
};
export const ignored: Row = { UNRESOLVED: '-', PLAN: '-', IN_PROGRESS: '-', ...closed };
export const planned = (expected: string): Row => ({ ...ignored, UNRESOLVED: expected, PLAN: expected });
export const inProgress = (expected: string): Row => ({ ...ignored, IN_PROGRESS: expected });

export function reported(outcome: BounceOutcome, suppress: boolean) {
  return { type: 'reported', outcome, suppress, reason: 'as its provider says' } as const;
}

/** @param effect the effect beside `recordReport` in states that a report does not change */
export function reports(effect: string, changed: Partial<Row>): Row {
  const recorded = deliveryStateNames.map((name) => [name, `${name} recordReport ${effect}`.trim()] as const);
  return {
    ...(Object.fromEntries(recorded) as Row),
    UNRESOLVED: '-',
    EXPANDED: '-',
    IN_PROGRESS: 'IN_PROGRESS returnJob(2)',
    ...changed,
  };
}

export function receipt(rest: { matches: boolean; delivery?: 'DELIVERED' | 'UNDELIVERED' }) {
  return { type: 'receipt', reason: 'as its provider says', ...rest } as const;
}

export function receipts(next: { SENT: string; DELIVERED: string; OUTCOME_UNKNOWN: string }): Row {
  const stored = (name: string) => `${name} storeReceipt`;
  return {
    UNRESOLVED: '-',
    PLAN: stored('PLAN'),
    IN_PROGRESS: stored('IN_PROGRESS'),
    SENT: `${next.SENT} write storeReceipt`,
    DELIVERED: `${next.DELIVERED} write storeReceipt`,
    OUTCOME_UNKNOWN: `${next.OUTCOME_UNKNOWN} write storeReceipt`,
    UNDELIVERED: stored('UNDELIVERED'),
    FAILED: '-',
    EXPIRED: '-',
    CANCELLED: '-',
    SKIPPED: '-',
    EXPANDED: '-',
  };
}
