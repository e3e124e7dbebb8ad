import type { Database, Transaction } from '../../../client.ts';
import { deliveryQueueSql } from '../deliveryQueue.ts';

/** A target with the columns that a report of a bounce reads and changes. */
export interface BouncedTarget {
  readonly id: string;
  readonly notificationId: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  readonly openSince: Date | null;
  readonly attemptCount: number;
  /** JSON text. */
  readonly attempts: string;
  /** Type of the entity that the notification is about. */
  readonly ownerType: string;
}

/** Locks targets with their entries. The caller has locked their notifications. */
export async function lockBounced(transaction: Transaction, ids: readonly string[]): Promise<BouncedTarget[]> {
  return transaction<BouncedTarget[]>`
    select t.id, t.notification_id as "notificationId", t.channel, t.address, t.status, t.status_reason as "statusReason",
      t.open_since as "openSince", t.attempt_count as "attemptCount", t.attempts, n.owner_type as "ownerType"
    from notification_target t join notification n on n.id = t.notification_id
    where t.id = any(${[...ids]}::uuid[]) order by t.id for update of t`;
}

/** The change of a target by reports. */
export interface BounceEntry {
  readonly id: string;
  readonly status: string;
  readonly statusReason: string | null;
  /** JSON text: the entries for its story, separated by commas. */
  readonly entries: string;
}

export async function writeBounces(transaction: Transaction, targets: readonly BounceEntry[]): Promise<void> {
  if (targets.length === 0) return;
  const column = (name: keyof BounceEntry) => targets.map((target) => target[name]);
  await transaction`
    update notification_target t set status = g.status, status_reason = g.reason,
      attempts = case when t.attempts = '[]' then '[' || g.entries || ']' else left(t.attempts, -1) || ',' || g.entries || ']' end,
      version = t.version + 1, updated_at = now()
    from unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('statusReason')}::text[],
      ${column('entries')}::text[]) as g(id, status, reason, entries)
    where t.id = g.id`;
}

/**
 * Reopens the SMS that was not sent because these e-mails were, and enqueues a job for each. An SMS that still waits only gets
 * a greater fence: a worker that has read the e-mail as sent, and is about to skip the SMS, reads it again.
 *
 * @param reason the reason of an SMS that was skipped because its e-mail was sent
 */
export async function reopenEscalations(
  transaction: Transaction,
  emails: readonly string[],
  { reason, context }: { readonly reason: string; readonly context: object },
): Promise<void> {
  if (emails.length === 0) return;
  await transaction`
    with siblings as (
      select t.id, t.status as before from notification_target e
        join notification_target t on t.notification_id = e.notification_id and t.channel = 'sms'
          and t.parent_id = e.parent_id and t.user_id is not distinct from e.user_id
        join notification n on n.id = t.notification_id
      where e.id = any(${[...emails]}::uuid[]) and t.open_since is null
        and (t.status = 'PLAN' or (t.status = 'SKIPPED' and t.status_reason = ${reason}
          and (n.expires_at is null or n.expires_at > clock_timestamp())))
      order by t.id for update of t),
    reopened as (
      update notification_target t set status = 'PLAN', fence = t.fence + 1,
        status_reason = case when t.status = 'PLAN' then t.status_reason end,
        due_at = case when t.status = 'PLAN' then t.due_at else clock_timestamp() end,
        version = t.version + 1, updated_at = now()
      from siblings s where t.id = s.id
      returning t.id, t.channel, s.before)
    insert into outbox (id, queue, data)
    select gen_random_uuid(), ${transaction.unsafe(deliveryQueueSql('channel'))},
      '{"targetId":"' || id || '","context":' || ${JSON.stringify(context)}::text || '}' from reopened where before = 'SKIPPED'`;
}

/** Returns those of the targets that exist, and that a message was or is being sent to. */
export async function sentTargets(
  sql: Database,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly notificationId: string }[]> {
  return sql<{ id: string; notificationId: string }[]>`
    select id, notification_id as "notificationId" from notification_target
    where id = any(${[...ids]}::uuid[]) and (attempts <> '[]' or open_since is not null)`;
}
