import type { TargetStatus } from '../../kinds/processing/notification.ts';
import type { DeliveryRules } from '../retries.ts';
import {
  type DeliveryEffect,
  type DeliveryEvent,
  type DeliveryState,
  type DeliveryStateName,
  type DeliveryTransition,
  OUTCOME_UNKNOWN,
  statusOfState,
} from './deliveryState.ts';

/**
 * The life of a delivery (one recipient, one channel) as a pure function. A worker reads the state from the row, passes
 * what happened as an event, and performs the effects; all effects of one event are one transaction.
 *
 * | state                  | event             | next state                | effects                                    |
 * |------------------------|-------------------|---------------------------|--------------------------------------------|
 * | UNRESOLVED             | resolved          | PLAN                      |                                            |
 * | UNRESOLVED             | expanded          | EXPANDED                  |                                            |
 * | UNRESOLVED             | unresolvable      | SKIPPED or FAILED         | write                                      |
 * | UNRESOLVED, PLAN       | repeated          | same                      |                                            |
 * | UNRESOLVED, PLAN       | suppressed        | SKIPPED                   | write                                      |
 * | UNRESOLVED, PLAN       | expired           | EXPIRED                   | write                                      |
 * | UNRESOLVED, PLAN       | undeliverable     | FAILED                    | write                                      |
 * | PLAN                   | deferred          | PLAN                      | write, enqueueSuccessor                    |
 * | PLAN                   | joined            | SKIPPED                   |                                            |
 * | PLAN                   | attemptOpened     | IN_PROGRESS               |                                            |
 * | PLAN, IN_PROGRESS      | unserved          | same                      | returnJob                                  |
 * | UNRESOLVED, PLAN,      | fenced            | same                      | returnJob                                  |
 * | IN_PROGRESS            |                   |                           |                                            |
 * | IN_PROGRESS            | leased            | IN_PROGRESS               | returnJob                                  |
 * | IN_PROGRESS            | undeliverable     | IN_PROGRESS               |                                            |
 * | IN_PROGRESS            | sent              | SENT                      | write, recordAttempt, storeContent         |
 * | IN_PROGRESS            | rejected          | FAILED                    | write, recordAttempt; suppressAddress if   |
 * |                        |                   |                           | the address is at fault                    |
 * | IN_PROGRESS            | failed            | PLAN, provider left       | write, recordAttempt, tryNextProvider      |
 * |                        |                   | PLAN, attempts left       | write, recordAttempt, enqueueSuccessor     |
 * |                        |                   | FAILED                    | write, recordAttempt                       |
 * | IN_PROGRESS            | busy              | PLAN                      | write, refundAttempt, enqueueSuccessor     |
 * | IN_PROGRESS            | notHandedOver     | PLAN                      | write, refundAttempt, returnJob            |
 * | IN_PROGRESS            | stopped           | PLAN                      | write, recordAttempt, returnJob            |
 * | IN_PROGRESS            | unknown, lost     | PLAN, resend, attempts    | write, recordAttempt, enqueueSuccessor     |
 * |                        |                   | left                      |                                            |
 * |                        |                   | FAILED, resend            | write, recordAttempt                       |
 * |                        |                   | OUTCOME_UNKNOWN           | write, recordAttempt                       |
 * | UNRESOLVED, PLAN, with | cancelled         | CANCELLED                 |                                            |
 * | no attempt             |                   |                           |                                            |
 * | FAILED, UNDELIVERED,   | replanned         | PLAN or UNRESOLVED, with  |                                            |
 * | OUTCOME_UNKNOWN,       |                   | no attempt                |                                            |
 * | EXPIRED, CANCELLED     |                   |                           |                                            |
 * | SKIPPED                | reopened          | PLAN                      |                                            |
 * | PLAN, IN_PROGRESS      | receipt           | same                      | storeReceipt                               |
 * | SENT, DELIVERED,       | receipt           | DELIVERED, UNDELIVERED or | storeReceipt, write                        |
 * | OUTCOME_UNKNOWN        |                   | SENT                      |                                            |
 * | UNDELIVERED            | receipt           | same                      | storeReceipt                               |
 * | IN_PROGRESS            | reported          | same                      | returnJob                                  |
 * | SENT; PLAN, after an   | reported: bounced | UNDELIVERED               | recordReport, write; suppressAddress if    |
 * | attempt                |                   |                           | the address is at fault                    |
 * | SENT                   | complained        | DELIVERED                 | recordReport, write, suppressAddress       |
 * | every other, but       | reported          | same                      | recordReport; suppressAddress as above     |
 * | UNRESOLVED, EXPANDED   |                   |                           |                                            |
 *
 * In every other pair the state stays and there are no effects: the event came too late.
 *
 * `resolved`, `expanded`, `joined`, `attemptOpened`, `cancelled`, `replanned` and `reopened` have no effects because a
 * guarded statement decides them and writes the row in doing so. A receipt that arrives before the end of its attempt is applied by the
 * statement that ends the attempt (db/queries/notifications/attemptRows.ts). A report waits until the attempt has ended.
 */
export function transition(state: DeliveryState, event: DeliveryEvent, rules: RetryRules): DeliveryTransition {
  if (event.type === 'reported') return afterReport(state, event);
  switch (state.name) {
    case 'UNRESOLVED':
    case 'PLAN':
      return whilePlanned(state, event) ?? { state, effects: [] };
    case 'IN_PROGRESS':
      return whileInProgress(state, event, rules) ?? { state, effects: [] };
    default:
      return onceFinished(state, event) ?? { state, effects: [] };
  }
}

export type RetryRules = Pick<DeliveryRules, 'maxAttempts' | 'backoff'>;

/** Maximum seconds until the retry of a message that found every connection in use. */
const BUSY_SECONDS = 5;
/** Seconds until a job is returned that this worker has no driver for. */
const UNSERVED_SECONDS = 30;

function whilePlanned(state: DeliveryState, event: DeliveryEvent): DeliveryTransition | undefined {
  const { name } = state;
  switch (event.type) {
    case 'resolved':
      return name === 'UNRESOLVED' ? { state: { ...state, name: 'PLAN' }, effects: [] } : undefined;
    case 'expanded':
      return name === 'UNRESOLVED' ? { state: { ...state, name: 'EXPANDED' }, effects: [] } : undefined;
    case 'unresolvable':
      return name === 'UNRESOLVED' ? next(state, event.status, event.reason) : undefined;
    case 'suppressed':
      return next(state, 'SKIPPED', event.reason ?? 'its address is suppressed');
    case 'expired':
      return next(state, 'EXPIRED', 'it expired before it could be sent');
    case 'undeliverable':
      return next(state, 'FAILED', event.reason);
    case 'cancelled':
      return state.attemptCount === 0 ? { state: { ...state, name: 'CANCELLED' }, effects: [] } : undefined;
    case 'fenced':
      return { state, effects: [returnJob(event)] };
    default:
      return name === 'PLAN' ? whileResolved(state, event) : undefined;
  }
}

function whileResolved(state: DeliveryState, event: DeliveryEvent): DeliveryTransition | undefined {
  switch (event.type) {
    case 'deferred': {
      const { seconds, slots, reason } = event;
      return next(state, 'PLAN', reason, { type: 'enqueueSuccessor', seconds, ...(slots && { slots }) });
    }
    case 'joined':
      return { state: { ...state, name: 'SKIPPED' }, effects: [] };
    case 'attemptOpened':
      return { state: { name: 'IN_PROGRESS', attemptCount: state.attemptCount + (event.counts ? 1 : 0) }, effects: [] };
    case 'unserved':
      return { state, effects: [returnJob(event)] };
    case 'receipt':
      return { state, effects: [{ type: 'storeReceipt' }] };
    default:
      return undefined;
  }
}

function whileInProgress(
  state: DeliveryState,
  event: DeliveryEvent,
  rules: RetryRules,
): DeliveryTransition | undefined {
  switch (event.type) {
    case 'sent':
      return next(state, 'SENT', null, { type: 'recordAttempt' }, { type: 'storeContent' });
    case 'rejected':
      return next(state, 'FAILED', event.answer, { type: 'recordAttempt' }, ...suppressionOf(event));
    case 'failed':
      if (event.nextProvider) return next(state, 'PLAN', null, { type: 'recordAttempt' }, { type: 'tryNextProvider' });
      return retry(state, event.answer, rules, event.afterSeconds);
    case 'busy':
      return next(
        { ...state, attemptCount: Math.max(state.attemptCount - 1, 0) },
        'PLAN',
        `waits for a free connection: ${event.answer}`,
        { type: 'refundAttempt' },
        { type: 'enqueueSuccessor', seconds: Math.min(rules.backoff(1), BUSY_SECONDS) },
      );
    case 'notHandedOver':
      return next(
        { ...state, attemptCount: Math.max(state.attemptCount - 1, 0) },
        'PLAN',
        null,
        { type: 'refundAttempt' },
        { type: 'returnJob', seconds: 0 },
      );
    case 'stopped':
      return next(state, 'PLAN', event.answer, { type: 'recordAttempt' }, { type: 'returnJob', seconds: 0 });
    case 'unknown':
    case 'lost':
      if (event.resend) return retry(state, event.answer, rules, event.type === 'lost' ? 0 : undefined);
      return next(state, 'OUTCOME_UNKNOWN', `${OUTCOME_UNKNOWN} ${event.answer}`, { type: 'recordAttempt' });
    case 'unserved':
    case 'fenced':
    case 'leased':
      return { state, effects: [returnJob(event)] };
    case 'receipt':
      return { state, effects: [{ type: 'storeReceipt' }] };
    default:
      return undefined;
  }
}

function onceFinished(state: DeliveryState, event: DeliveryEvent): DeliveryTransition | undefined {
  const { name } = state;
  if (event.type === 'replanned') {
    if (!replannable.has(name)) return undefined;
    return { state: { name: event.resolved ? 'PLAN' : 'UNRESOLVED', attemptCount: 0 }, effects: [] };
  }
  if (event.type === 'reopened')
    return name === 'SKIPPED' ? { state: { ...state, name: 'PLAN' }, effects: [] } : undefined;
  if (event.type !== 'receipt' || !sentStates.has(name)) return undefined;
  if (name !== 'OUTCOME_UNKNOWN' && !event.matches) return undefined;
  if (name === 'UNDELIVERED') return { state, effects: [{ type: 'storeReceipt' }] };
  const delivery = event.delivery ?? (name === 'DELIVERED' ? 'DELIVERED' : 'SENT');
  const reason = delivery === 'UNDELIVERED' ? event.reason : null;
  return next(state, delivery, reason, { type: 'storeReceipt' });
}

function afterReport(state: DeliveryState, event: Extract<DeliveryEvent, { type: 'reported' }>): DeliveryTransition {
  const { name, attemptCount } = state;
  if (name === 'UNRESOLVED' || name === 'EXPANDED') return { state, effects: [] };
  if (name === 'IN_PROGRESS') return { state, effects: [{ type: 'returnJob', seconds: REPORT_SECONDS }] };
  const { outcome, reason, suppress } = event;
  const effects: DeliveryEffect[] = [
    { type: 'recordReport' },
    ...(suppress ? [{ type: 'suppressAddress', reason: SUPPRESSED_BY[outcome], description: reason } as const] : []),
  ];
  const isSent = name === 'SENT' || (name === 'PLAN' && attemptCount > 0);
  if (outcome === 'bounced' && isSent) return next(state, 'UNDELIVERED', reason, ...effects);
  if (outcome === 'complained' && name === 'SENT') return next(state, 'DELIVERED', reason, ...effects);
  return { state, effects };
}

const SUPPRESSED_BY = { bounced: 'BOUNCED', 'soft-bounced': 'BOUNCED', complained: 'COMPLAINED' } as const;
/** Seconds until a report is compared again whose message is being sent. */
const REPORT_SECONDS = 2;

/** The states of a finished delivery whose message was sent, or may have been. */
const sentStates: ReadonlySet<DeliveryStateName> = new Set(['SENT', 'DELIVERED', 'UNDELIVERED', 'OUTCOME_UNKNOWN']);

const replannable: ReadonlySet<DeliveryStateName> = new Set([
  'FAILED',
  'OUTCOME_UNKNOWN',
  'UNDELIVERED',
  'EXPIRED',
  'CANCELLED',
]);

/** The statuses of rows that can be planned again. */
export const replannableStatuses: readonly TargetStatus[] = [...new Set([...replannable].map(statusOfState))];

function next(
  state: DeliveryState,
  name: DeliveryStateName,
  reason: string | null,
  ...effects: DeliveryEffect[]
): DeliveryTransition {
  return { state: { ...state, name }, effects: [{ type: 'write', status: statusOfState(name), reason }, ...effects] };
}

function retry(
  state: DeliveryState,
  answer: string,
  rules: RetryRules,
  afterSeconds = rules.backoff(state.attemptCount),
): DeliveryTransition {
  const record = { type: 'recordAttempt' } as const;
  if (state.attemptCount >= rules.maxAttempts)
    return next(state, 'FAILED', `failed after ${state.attemptCount} attempts: ${answer}`, record);
  return next(state, 'PLAN', answer, record, { type: 'enqueueSuccessor', seconds: afterSeconds });
}

function returnJob(event: Extract<DeliveryEvent, { type: 'unserved' | 'fenced' | 'leased' }>): DeliveryEffect {
  if (event.type === 'unserved') return { type: 'returnJob', seconds: UNSERVED_SECONDS, reason: event.reason };
  return { type: 'returnJob', seconds: event.type === 'leased' ? event.seconds : 0 };
}

/** Suppresses an address at fault: the provider would reject its next message too. */
function suppressionOf({ address, answer }: Extract<DeliveryEvent, { type: 'rejected' }>): DeliveryEffect[] {
  if (!address) return [];
  const reason = address === 'opted-out' ? 'OPTED_OUT' : 'BOUNCED';
  return [{ type: 'suppressAddress', reason, description: answer }];
}
