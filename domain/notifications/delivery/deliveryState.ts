import type { TargetStatus } from '../../kinds/processing/notification.ts';
import type { BounceOutcome } from '../../queue/bounceReport.ts';
import type { RateLimitSlots } from '../../queue/definitions.ts';
import type { SuppressionReason } from '../recipients/suppressionKind.ts';

/**
 * `UNRESOLVED` is the status PLAN without an address. `OUTCOME_UNKNOWN` is the status FAILED of a message that may have
 * been sent. The other names are statuses.
 */
export const deliveryStateNames = [
  'UNRESOLVED',
  'PLAN',
  'IN_PROGRESS',
  'SENT',
  'DELIVERED',
  'UNDELIVERED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'EXPIRED',
  'CANCELLED',
  'SKIPPED',
  'EXPANDED',
] as const;
export type DeliveryStateName = (typeof deliveryStateNames)[number];

export interface DeliveryState {
  readonly name: DeliveryStateName;
  /** Attempts since the notification was planned, the open one included. A fallback to another provider does not count. */
  readonly attemptCount: number;
}

export type DeliveryEvent =
  | { readonly type: 'resolved' }
  | { readonly type: 'expanded' }
  /** Its address is suppressed, or the reason is another one: its rule is throttled for the recipient, or it was erased. */
  | { readonly type: 'suppressed'; readonly reason?: string }
  | { readonly type: 'expired' }
  /** The recipient cannot be determined, or is to be skipped. */
  | { readonly type: 'unresolvable'; readonly status: 'SKIPPED' | 'FAILED'; readonly reason: string }
  /** The message cannot be composed, or the worker failed on its last retry. */
  | { readonly type: 'undeliverable'; readonly reason: string }
  /** The job was already done: its successor is scheduled. */
  | { readonly type: 'repeated' }
  /** The window, the providers or a rate limit allow no attempt for so many seconds. */
  | { readonly type: 'deferred'; readonly seconds: number; readonly reason: string; readonly slots?: RateLimitSlots }
  /** Its data is in a digest that another delivery sends. */
  | { readonly type: 'joined' }
  | { readonly type: 'attemptOpened'; readonly counts: boolean }
  /** This worker has no driver for the channel. */
  | { readonly type: 'unserved'; readonly reason: string }
  /** A guarded statement matched no row: the delivery was cancelled, has expired, or another job or worker has it. */
  | { readonly type: 'fenced' }
  /** The attempt of another worker may still be running for so many seconds. */
  | { readonly type: 'leased'; readonly seconds: number }
  | { readonly type: 'sent' }
  | { readonly type: 'rejected'; readonly answer: string; readonly address?: 'bounced' | 'opted-out' }
  /** Nothing was sent. `nextProvider`: the provider is unavailable and another one is left. */
  | {
      readonly type: 'failed';
      readonly answer: string;
      readonly afterSeconds?: number;
      readonly nextProvider?: boolean;
    }
  /** The provider was never contacted: every connection was in use. */
  | { readonly type: 'busy'; readonly answer: string }
  /** The attempt was opened and never handed over, because its worker or the database failed. */
  | { readonly type: 'notHandedOver' }
  /** The worker had to stop before anything was sent. */
  | { readonly type: 'stopped'; readonly answer: string }
  /** The message may have been sent. `resend`: a second message has the same id, so that recipients see one. */
  | { readonly type: 'unknown'; readonly answer: string; readonly resend: boolean }
  /** The worker of the attempt died. */
  | { readonly type: 'lost'; readonly answer: string; readonly resend: boolean }
  | { readonly type: 'cancelled' }
  /** `resolved`: the delivery already has an address. */
  | { readonly type: 'replanned'; readonly resolved: boolean }
  /** It sends the digest in which its data is, because the delivery that would have sent it has ended before. */
  | { readonly type: 'reopened' }
  /** `matches`: the receipt names the message that was sent last. */
  | {
      readonly type: 'receipt';
      readonly matches: boolean;
      readonly delivery?: 'DELIVERED' | 'UNDELIVERED';
      readonly reason: string;
    }
  /** A bounce or a complaint about an e-mail that was handed over. `suppress`: its address gets no further messages. */
  | {
      readonly type: 'reported';
      readonly outcome: BounceOutcome;
      readonly suppress: boolean;
      readonly reason: string;
    };

export type DeliveryEffect =
  /** Writes the status of the next state, and ends the attempt where one is open. */
  | { readonly type: 'write'; readonly status: TargetStatus; readonly reason: string | null }
  /** Appends the attempt to the delivery's history, and the exchange to the logs. */
  | { readonly type: 'recordAttempt' }
  /** The attempt does not count. */
  | { readonly type: 'refundAttempt' }
  /** The notification's record shows what was sent. */
  | { readonly type: 'storeContent' }
  | { readonly type: 'suppressAddress'; readonly reason: SuppressionReason; readonly description: string }
  /** This job is done; the next one starts after so many seconds. */
  | { readonly type: 'enqueueSuccessor'; readonly seconds: number; readonly slots?: RateLimitSlots }
  | { readonly type: 'tryNextProvider' }
  /** This job goes back to its queue for so many seconds. */
  | { readonly type: 'returnJob'; readonly seconds: number; readonly reason?: string }
  | { readonly type: 'storeReceipt' }
  /** Appends the report to the delivery's history, and to the logs. */
  | { readonly type: 'recordReport' };

export interface DeliveryTransition {
  readonly state: DeliveryState;
  readonly effects: readonly DeliveryEffect[];
}

/** Prefix of the reason by which a row in the state OUTCOME_UNKNOWN is recognized. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN:';

/** The reason of an SMS that is SKIPPED because the e-mail to the same person was sent. */
export const EMAIL_WAS_SENT = 'not necessary: the e-mail was sent';

/** The reason of a delivery that FAILED because of its sender. */
export const SENDER_REFUSED = 'the user that has sent the notification may no longer send';

/** The reason of a delivery that is SKIPPED because its recipient was erased. */
export const RECIPIENT_ERASED = 'its recipient was erased';

/** The members of a row that its state follows from. */
export interface DeliveryStateColumns {
  readonly status: string;
  readonly statusReason: string | null;
  readonly address: string | null;
  readonly openSince: Date | null;
  readonly attemptCount: number;
}

export function stateOf(row: DeliveryStateColumns): DeliveryState {
  return { name: stateNameOf(row), attemptCount: row.attemptCount };
}

function stateNameOf({ status, statusReason, address, openSince }: DeliveryStateColumns): DeliveryStateName {
  if (status === 'PLAN' || status === 'IN_PROGRESS') {
    if (openSince) return 'IN_PROGRESS';
    return address === null ? 'UNRESOLVED' : 'PLAN';
  }
  if (status === 'FAILED' && statusReason?.startsWith(OUTCOME_UNKNOWN)) return 'OUTCOME_UNKNOWN';
  return deliveryStateNames.find((name) => name === status) ?? 'FAILED';
}

export const isOpenState = ({ name }: DeliveryState): boolean =>
  name === 'UNRESOLVED' || name === 'PLAN' || name === 'IN_PROGRESS';

/** The status that a row has in a state. */
export function statusOfState(name: DeliveryStateName): TargetStatus {
  if (name === 'UNRESOLVED') return 'PLAN';
  return name === 'OUTCOME_UNKNOWN' ? 'FAILED' : name;
}
