import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { deliveryQueueSql } from './deliveryQueue.ts';

/** A user or a group; `doc` is the record. */
export interface RecipientRow {
  readonly id: string;
  readonly doc: string;
}

/**
 * Returns the users with these ids or codes.
 *
 * @param source the table, or a subquery with its columns
 */
export async function readUsers(
  sql: Database,
  source: string,
  keys: readonly string[],
): Promise<(RecipientRow & { code: string })[]> {
  return readByKeys(sql, `${source} app_user`, keys);
}

/** As readUsers, of groups. */
export async function readGroups(
  sql: Database,
  source: string,
  keys: readonly string[],
): Promise<(RecipientRow & { code: string })[]> {
  return readByKeys(sql, `${source} user_group`, keys);
}

function readByKeys(
  sql: Database,
  from: string,
  keys: readonly string[],
): Promise<(RecipientRow & { code: string })[]> {
  const text = `select id, code, doc from ${from} where id::text = any($2::text[]) or code = any($1::text[])`;
  return queryReadable(sql, text, [keys, keys.map((key) => key.toLowerCase())]);
}

/**
 * Returns the members of a group with their links. The caller checks the periods of the links.
 *
 * @param users the table of users, or a subquery with its columns
 */
export async function readMembers(
  sql: Database,
  users: string,
  groupId: string,
): Promise<(RecipientRow & { link: string })[]> {
  const text = `select u.id, u.doc, l.doc as link from user_user_group l join ${users} u on u.id = l.user_id
    where l.user_group_id = $1 order by u.code, l.id`;
  return queryReadable(sql, text, [groupId]);
}

/** A target that a worker resolved from another: a member of a group, or one of several channels. */
export interface ResolvedTarget {
  readonly id: string;
  readonly input: string;
  readonly channel: string | null;
  readonly address: string | null;
  /** The user whose address it is; null for other recipients. */
  readonly userId: string | null;
  /** Why nothing is delivered to it; null if it is delivered to. */
  readonly skipped: string | null;
  readonly job: { readonly id: string; readonly data: string };
}

/**
 * Replaces a target by the targets that it resolves to. The transaction has locked the notification. A resolved target
 * whose channel and address the notification already has is stored as SKIPPED.
 *
 * @returns false if the target has changed since it was read, or another job has resolved it
 */
export async function expandTarget(
  transaction: Transaction,
  target: { readonly id: string; readonly notificationId: string; readonly position: number; readonly fence: number },
  resolved: readonly ResolvedTarget[],
  reason: string,
): Promise<boolean> {
  const expanded = await transaction`
    update notification_target set status = 'EXPANDED', status_reason = ${reason}, version = version + 1, updated_at = now()
    where id = ${target.id} and status = 'PLAN' and fence = ${target.fence} and open_since is null and address is null
    returning id`;
  if (expanded.length === 0) return false;
  const column = (name: 'id' | 'input' | 'channel' | 'address' | 'skipped' | 'userId') =>
    resolved.map((one) => one[name]);
  await transaction.unsafe(
    `with resolved as (
      select * from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::text[], $11::uuid[])
        as g(id, input, channel, address, skipped, job, data, user_id)),
    planned as (
      insert into notification_target (id, notification_id, position, parent_id, input, channel, address, user_id, status)
      select id, $2::uuid, $3::int, $1::uuid, input, channel, address, user_id, 'PLAN' from resolved where skipped is null
      on conflict do nothing returning id),
    skips as (
      insert into notification_target (id, notification_id, position, parent_id, input, status, status_reason)
      select id, $2::uuid, $3::int, $1::uuid, input, 'SKIPPED', coalesce(skipped, 'the same address as another target')
      from resolved where id not in (select id from planned)
      on conflict do nothing)
    insert into outbox (id, queue, data)
    select job, ${deliveryQueueSql('channel')}, data from resolved where id in (select id from planned)`,
    [
      target.id,
      target.notificationId,
      target.position,
      ...(['id', 'input', 'channel', 'address', 'skipped'] as const).map(column),
      resolved.map(({ job }) => job.id),
      resolved.map(({ job }) => job.data),
      column('userId'),
    ],
    { prepare: true },
  );
  return true;
}

/** Sets the channel and address of a target. Returns false if it has an address, or another target of the notification has this one. */
export async function setTargetAddress(
  transaction: Transaction,
  { id, notificationId, fence }: { readonly id: string; readonly notificationId: string; readonly fence: number },
  { channel, address, userId }: { readonly channel: string; readonly address: string; readonly userId: string | null },
): Promise<boolean> {
  const settled = await transaction`
    update notification_target set channel = ${channel}, address = ${address}, user_id = ${userId}, version = version + 1, updated_at = now()
    where id = ${id} and status = 'PLAN' and fence = ${fence} and open_since is null and address is null
      and not exists (select from notification_target other where other.notification_id = ${notificationId}
        and other.channel = ${channel} and md5(lower(other.address)) = md5(lower(${address})) and other.id <> ${id})
    returning id`;
  return settled.length > 0;
}
