import type { Transaction } from '../../client.ts';

/** Cancels the targets of a notification that the transaction holds; false when somebody was told or is being told. */
export async function cancelTargets(transaction: Transaction, notificationId: string): Promise<boolean> {
  const begun = await transaction`
    select from notification_target where notification_id = ${notificationId} and (tries > 0 or open_since is not null) limit 1`;
  if (begun.length > 0) return false;
  await transaction`
    update notification_target set status = 'CANCELLED', version = version + 1, updated_at = now()
    where notification_id = ${notificationId} and status = 'PLAN'`;
  return true;
}

/**
 * Plans anew whom a notification did not reach, each with a job of its own. Whoever ignores it stays untold. A worker
 * that has read a target before, and would have it wait or sent as it was planned then, finds another attempt.
 */
export async function replanTargets(transaction: Transaction, notificationId: string, context: object): Promise<void> {
  await transaction`
    with planned as (
      update notification_target set status = 'PLAN', status_reason = null, attempt = attempt + 1, tries = 0,
        due_at = clock_timestamp(),
        provider_id = null, receipt_id = null, receipt_status = null,
        version = version + 1, updated_at = now()
      where notification_id = ${notificationId} and status in ('FAILED', 'UNDELIVERED', 'EXPIRED', 'CANCELLED')
      returning id)
    insert into outbox (id, queue, data)
    select gen_random_uuid(), 'notification.deliver',
      '{"targetId":"' || id || '","context":' || ${JSON.stringify(context)}::text || '}' from planned`;
}
