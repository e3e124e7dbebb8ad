import type { Transaction } from '../../client.ts';
import { deliveryQueueSql } from './deliveryQueue.ts';

/** Cancels the targets of a notification that the transaction has locked. Returns false if a target has an attempt. */
export async function cancelTargets(transaction: Transaction, notificationId: string): Promise<boolean> {
  const attempted = await transaction`
    select from notification_target where notification_id = ${notificationId} and (attempt_count > 0 or open_since is not null) limit 1`;
  if (attempted.length > 0) return false;
  await transaction`
    update notification_target set status = 'CANCELLED', status_reason = null, version = version + 1, updated_at = now()
    where notification_id = ${notificationId} and status = 'PLAN'`;
  return true;
}

/**
 * Resets the targets of a notification that have one of these statuses to PLAN, and enqueues a job for each. The raised
 * fence makes a worker that read a target earlier neither defer nor send it.
 */
export async function replanTargets(
  transaction: Transaction,
  notificationId: string,
  statuses: readonly string[],
  context: object,
): Promise<void> {
  await transaction`
    with planned as (
      update notification_target set status = 'PLAN', status_reason = null, fence = fence + 1, attempt_count = 0,
        due_at = clock_timestamp(),
        provider_id = null, receipt_id = null, receipt_status = null,
        version = version + 1, updated_at = now()
      where notification_id = ${notificationId} and status = any(${[...statuses]}::text[])
      returning id, channel)
    insert into outbox (id, queue, data)
    select gen_random_uuid(), ${transaction.unsafe(deliveryQueueSql('channel'))},
      '{"targetId":"' || id || '","context":' || ${JSON.stringify(context)}::text || '}' from planned`;
}
