import { ERASED_ADDRESS } from '../../db/queries/erasure/erasureRows.ts';
import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { isBadRequest } from '../../domain/errors.ts';
import type { ChannelDeclaration } from '../../domain/notifications/channels/channel.ts';
import {
  type DeliveryEvent,
  isOpenState,
  RECIPIENT_ERASED,
  stateOf,
} from '../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { preferencesOf } from '../../domain/notifications/rules/preferences.ts';
import { allOpenAt, type DeliveryWindow, isWindowOpen } from '../../domain/notifications/rules/window.ts';
import type { Services } from '../../domain/ports/services.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

const isErased = new RegExp(ERASED_ADDRESS);

/** Returns services with the access of the sender; undefined if the sender may no longer send notifications. */
export async function servicesOfSender(services: Services, plan: DeliveryPlan): Promise<Services | undefined> {
  try {
    return await servicesOfHolder(services, plan, 'NotificationSend');
  } catch (error) {
    if (isBadRequest(error)) return undefined;
    throw error;
  }
}

/** Whether neither the delivery nor its notification has ended. */
export const isUnfinished = (row: DeliveryRow): boolean =>
  isOpenState(stateOf(row)) && (row.notificationStatus === 'PLAN' || row.notificationStatus === 'IN_PROGRESS');

/** Returns the event that ends or defers a delivery before its recipient is resolved; undefined if it is eligible. */
export function ineligibilityOf(row: DeliveryRow): DeliveryEvent | undefined {
  if (row.early) return { type: 'repeated' };
  // One whose attempt was open during the erasure.
  if (row.address !== null && isErased.test(row.address)) return { type: 'suppressed', reason: RECIPIENT_ERASED };
  if (row.suppressed) return { type: 'suppressed' };
  return row.expired ? { type: 'expired' } : undefined;
}

/** What says in which hours a delivery may go out. `channel` is absent if this release does not know it. */
interface HoursSource {
  readonly plan: DeliveryPlan;
  readonly channel: ChannelDeclaration | undefined;
}

/** Returns the delivery window and the hours outside of the quiet hours of the recipient, where there are such. */
export function hoursOf(row: DeliveryRow, { plan, channel }: HoursSource): DeliveryWindow[] {
  const { awake } = channel?.limitsRecipients && !plan.critical ? preferencesOf(row.userDoc) : {};
  return [windowOf(row, plan), awake].filter((one) => !!one);
}

function windowOf({ windowOverride }: DeliveryRow, { window }: DeliveryPlan): DeliveryWindow | null | undefined {
  return windowOverride === null ? window : (JSON.parse(windowOverride) as DeliveryWindow | null);
}

/**
 * Returns the event that defers a delivery until its window is open and the quiet hours of its recipient are over. Quiet hours
 * are those of the user's record now. They delay neither critical messages nor channels that do not reach persons.
 *
 * @param now ms since 1970 by the database's clock
 */
export function outsideHours(row: DeliveryRow, source: HoursSource, now: number): DeliveryEvent | undefined {
  const window = windowOf(row, source.plan);
  const opens = allOpenAt(hoursOf(row, source), now);
  if (opens === now) return undefined;
  if (opens === undefined)
    return { type: 'undeliverable', reason: 'its window lies within the quiet hours of its recipient' };
  const reason =
    window && !isWindowOpen(window, now)
      ? 'waits for its window, which opens at'
      : 'waits for the end of the quiet hours of its recipient at';
  return { type: 'deferred', seconds: (opens - now) / 1_000, reason: `${reason} ${new Date(opens).toISOString()}` };
}
