import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { type DeliveryEvent, isOpenState, stateOf } from '../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { type DeliveryWindow, isWindowOpen, opensAt } from '../../domain/notifications/rules/window.ts';

/** Whether neither the delivery nor its notification has ended. */
export const isUnfinished = (row: DeliveryRow): boolean =>
  isOpenState(stateOf(row)) && (row.notificationStatus === 'PLAN' || row.notificationStatus === 'IN_PROGRESS');

/** Returns the event that ends or defers a delivery before its recipient is resolved; undefined if it is eligible. */
export function ineligibilityOf(row: DeliveryRow): DeliveryEvent | undefined {
  if (row.early) return { type: 'repeated' };
  if (row.suppressed) return { type: 'suppressed' };
  return row.expired ? { type: 'expired' } : undefined;
}

/**
 * Returns the event that defers a delivery outside its delivery window.
 *
 * @param now ms since 1970 by the database's clock
 */
export function outsideWindow(row: DeliveryRow, plan: DeliveryPlan, now: number): DeliveryEvent | undefined {
  const override: DeliveryWindow | null | undefined =
    row.windowOverride === null ? undefined : JSON.parse(row.windowOverride);
  const window = override === undefined ? plan.window : override;
  if (!window || isWindowOpen(window, now)) return undefined;
  const opens = opensAt(window, now);
  return {
    type: 'deferred',
    seconds: (opens - now) / 1_000,
    reason: `waits for its window, which opens at ${new Date(opens).toISOString()}`,
  };
}
