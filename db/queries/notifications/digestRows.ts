import type { Database, Transaction } from '../../client.ts';
import { deliveryQueueSql } from './deliveryQueue.ts';

/** The open digest of a rule and a recipient. */
export interface OpenDigest {
  /** The target that sends the digest. */
  readonly leader: string;
  /** Seconds until it closes. */
  readonly seconds: number;
}

const seconds = 'extract(epoch from closes_at - clock_timestamp())::float8 as seconds';

/** Returns the target that sends the digest to which a target belongs; undefined if it belongs to none. */
export async function leaderOf(sql: Database | Transaction, targetId: string): Promise<string | undefined> {
  const [row] = await sql<{ leader: string }[]>`select leader from digest_item where target_id = ${targetId}`;
  return row?.leader;
}

/** Locks the open digest that a target sends; returns undefined if the digest is closed. */
export async function lockOwnDigest(
  transaction: Transaction,
  key: string,
  leader: string,
): Promise<OpenDigest | undefined> {
  const [row] = await transaction<OpenDigest[]>`
    select leader, ${transaction.unsafe(seconds)} from digest where key = ${key} and leader = ${leader} for update`;
  return row;
}

/** Locks the open digest of a key. If there is none, it is opened, and the target sends it. */
export async function openDigest(
  transaction: Transaction,
  { key, targetId, minutes }: { readonly key: string; readonly targetId: string; readonly minutes: number },
): Promise<OpenDigest> {
  // The update changes nothing; it locks the row.
  const [row] = await transaction<OpenDigest[]>`
    insert into digest (key, leader, closes_at)
    values (${key}, ${targetId}, clock_timestamp() + make_interval(mins => ${minutes}))
    on conflict (key) do update set key = excluded.key
    returning leader, ${transaction.unsafe(seconds)}`;
  if (!row) throw new Error('The digest was not opened.');
  return row;
}

/** Closes a digest that the transaction has locked: events that follow open another one. */
export async function closeDigest(transaction: Transaction, key: string): Promise<void> {
  await transaction`delete from digest where key = ${key}`;
}

/** Returns the notification of a target, and locks the target against its end; undefined if it has ended. */
export async function lockOpenTarget(transaction: Transaction, id: string): Promise<string | undefined> {
  const [row] = await transaction<{ notificationId: string }[]>`
    select notification_id as "notificationId" from notification_target
    where id = ${id} and status in ('PLAN', 'IN_PROGRESS') for share`;
  return row?.notificationId;
}

/**
 * Makes a target send the digest of one that has ended without sending it.
 *
 * @param minutes until an open digest closes; if absent, it closes when it would have
 */
export async function replaceLeader(
  transaction: Transaction,
  { key, former, targetId, minutes }: { key: string; former: string; targetId: string; minutes?: number },
): Promise<void> {
  await transaction`delete from digest_item where target_id = ${former} and leader = ${former}`;
  await transaction`update digest_item set leader = ${targetId} where leader = ${former}`;
  await transaction`
    update digest set leader = ${targetId},
      closes_at = coalesce(clock_timestamp() + make_interval(mins => ${minutes ?? null}::int), closes_at)
    where key = ${key} and leader = ${former}`;
}

/** A target whose data is in the digest of another one. */
export interface DigestMember {
  readonly id: string;
  readonly notificationId: string;
}

/** Returns the first target whose data was added to a digest, besides the one that sends it. Cancelled notifications have none. */
export async function firstMember(sql: Database, leader: string): Promise<DigestMember | undefined> {
  const [row] = await sql<DigestMember[]>`
    select t.id, t.notification_id as "notificationId"
    from digest_item i join notification_target t on t.id = i.target_id join notification n on n.id = t.notification_id
    where i.leader = ${leader} and i.target_id <> ${leader} and t.status = 'SKIPPED' and n.status <> 'CANCELLED'
    order by i.added_at, i.target_id limit 1`;
  return row;
}

/** Whether a target has this status. A statement of its own, so that it sees what was committed before the locks were taken. */
export async function hasStatus(transaction: Transaction, id: string, status: string): Promise<boolean> {
  const rows = await transaction`select from notification_target where id = ${id} and status = ${status}`;
  return rows.length > 0;
}

/**
 * Reopens a target whose data is in the digest of another one, and enqueues a job for it. The raised fence makes a worker
 * that read the target earlier neither defer nor send it. Returns false if its data is no longer there, or its notification
 * was cancelled.
 */
export async function reopenMember(
  transaction: Transaction,
  { id, leader, context }: { readonly id: string; readonly leader: string; readonly context: object },
): Promise<boolean> {
  const rows = await transaction`
    with reopened as (
      update notification_target t set status = 'PLAN', status_reason = null, fence = t.fence + 1,
        due_at = clock_timestamp(), version = t.version + 1, updated_at = now()
      from digest_item i, notification n
      where t.id = ${id} and t.status = 'SKIPPED' and i.target_id = t.id and i.leader = ${leader}
        and n.id = t.notification_id and n.status <> 'CANCELLED'
      returning t.id, t.channel)
    insert into outbox (id, queue, data)
    select gen_random_uuid(), ${transaction.unsafe(deliveryQueueSql('channel'))},
      '{"targetId":"' || id || '","context":' || ${JSON.stringify(context)}::text || '}' from reopened
    returning id`;
  return rows.length > 0;
}

/** Adds the data of a target to a digest that the transaction has locked. */
export async function addItem(
  transaction: Transaction,
  { targetId, leader, data }: { readonly targetId: string; readonly leader: string; readonly data: string },
): Promise<void> {
  await transaction`
    insert into digest_item (target_id, leader, data) values (${targetId}, ${leader}, ${data}) on conflict do nothing`;
}

/** Ends a target whose data is in a digest. Returns false if the target has changed since it was read. */
export async function skipJoined(
  transaction: Transaction,
  { id, fence }: { readonly id: string; readonly fence: number },
  reason: string,
): Promise<boolean> {
  const rows = await transaction`
    update notification_target set status = 'SKIPPED', status_reason = ${reason}, version = version + 1, updated_at = now()
    where id = ${id} and fence = ${fence} and status in ('PLAN', 'IN_PROGRESS') and open_since is null returning id`;
  return rows.length > 0;
}

/** Returns the data of a digest, JSON texts in the order in which they were added. */
export async function readItems(sql: Database | Transaction, leader: string): Promise<string[]> {
  const rows = await sql<
    { data: string }[]
  >`select data from digest_item where leader = ${leader} order by added_at, target_id`;
  return rows.map(({ data }) => data);
}

/** Deletes the items of digests whose notification was deleted. */
export async function dropOldItems(sql: Database): Promise<void> {
  await sql`delete from digest_item where not exists (select from notification_target t where t.id = digest_item.leader)`;
  await sql`delete from digest where closes_at < now() - interval '1 day'
    and not exists (select from notification_target t where t.id = digest.leader)`;
}
