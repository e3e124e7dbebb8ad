import { readEscalation } from '../../../db/queries/notifications/escalationRows.ts';
import { type DeliveryEvent, EMAIL_WAS_SENT } from '../../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../../domain/notifications/plan.ts';
import { allOpenAt, type DeliveryWindow } from '../../../domain/notifications/rules/window.ts';
import type { Services } from '../../../domain/ports/services.ts';
import type { AddressedRow } from '../channelRequests.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the event that defers or ends an SMS to which the e-mail to the same person has not escalated; undefined if the SMS
 * may go out. The time counts from the moment at which the e-mail may go out.
 *
 * @param hours when the e-mail may go out
 * @param now ms since 1970 by the database's clock
 */
export async function withoutEscalation(
  { sql }: Services,
  target: AddressedRow,
  { escalation }: DeliveryPlan,
  hours: readonly DeliveryWindow[],
  now: number,
): Promise<DeliveryEvent | undefined> {
  if (!escalation || target.channel !== 'sms') return undefined;
  const state = await readEscalation(sql, target.id);
  if (!state || state.hasArrived === null) return undefined;
  const began = allOpenAt(hours, state.acceptedAt) ?? state.acceptedAt;
  const due = began + escalation.minutes * MINUTE_MS;
  if (due > now) {
    const reason = `waits for the e-mail, and is sent if that is not delivered by ${new Date(due).toISOString()}`;
    return { type: 'deferred', seconds: (due - now) / 1_000, reason };
  }
  if (state.hasArrived) return { type: 'suppressed', reason: EMAIL_WAS_SENT };
  return undefined;
}
