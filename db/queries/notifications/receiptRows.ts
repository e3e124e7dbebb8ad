import type { Database, Transaction } from '../../client.ts';

/** A target with the columns that a receipt may change. */
export interface ReceiptTarget {
  readonly id: string;
  readonly notificationId: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  readonly providerId: string | null;
  readonly receiptId: string | null;
  readonly receiptStatus: string | null;
  readonly openSince: Date | null;
  readonly attemptCount: number;
}

/** Returns the ids of the notifications that these targets belong to. */
export async function notificationsOfTargets(sql: Database | Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct notification_id as id from notification_target where id = any(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** Returns the id of the target that this message was sent to. */
export async function targetOfMessage(sql: Database, messageId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select target_id as id from provider_message where id = ${messageId}`;
  return row?.id;
}

/** Returns those of the messages that have been stored, as the message that an ended attempt has sent. */
export async function storedMessages(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await transaction<{ id: string }[]>`
    select id from provider_message where id = any(${[...ids]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Locks targets. The caller has locked their notifications. */
export async function lockTargets(transaction: Transaction, ids: readonly string[]): Promise<ReceiptTarget[]> {
  return transaction<ReceiptTarget[]>`
    select id, notification_id as "notificationId", channel, address, status, status_reason as "statusReason",
      provider_id as "providerId", receipt_id as "receiptId", receipt_status as "receiptStatus", open_since as "openSince", attempt_count as "attemptCount"
    from notification_target where id = any(${[...ids]}::uuid[]) order by id for update`;
}

export async function writeReceipts(transaction: Transaction, targets: readonly ReceiptTarget[]): Promise<void> {
  if (targets.length === 0) return;
  const column = (name: Exclude<keyof ReceiptTarget, 'openSince' | 'attemptCount'>) =>
    targets.map((target) => target[name]);
  await transaction`
    with written as (
      update notification_target t set status = g.status, status_reason = g.reason, provider_id = g.provider,
        receipt_id = g.receipt, receipt_status = g.word, version = t.version + 1, updated_at = now()
      from unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('statusReason')}::text[],
        ${column('providerId')}::text[], ${column('receiptId')}::text[], ${column('receiptStatus')}::text[])
        as g(id, status, reason, provider, receipt, word)
      where t.id = g.id returning t.id, t.provider_id)
    insert into provider_message (id, target_id)
    select provider_id, id from written where provider_id is not null on conflict do nothing`;
}
