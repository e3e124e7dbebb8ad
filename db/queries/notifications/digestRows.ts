import type { Database, Transaction } from '../../client.ts';
import { deliveryQueueSql } from './deliveryQueue.ts';
import { isSuppressed } from './suppressionRows.ts';

/** The open digest of a rule and a recipient. */
export interface OpenDigest {
  /** The target that sends the digest. */
  readonly leader: string;
  /** Seconds until it closes. */
  readonly seconds: number;
}

const seconds = 'extract(epoch from closes_at - clock_timestamp())::float8 as seconds';

/** Returns the targets that send the digests to which targets belong. Those that belong to none are left out. */
export async function leadersOf(
  transaction: Transaction,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction<{ id: string; leader: string }[]>`
    select target_id as id, leader from digest_item where target_id = any(${[...targetIds]}::uuid[])`;
  return new Map(rows.map(({ id, leader }) => [id, leader]));
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

/** The digest of a key, which a target opens if there is none. */
export interface DigestToOpen {
  readonly key: string;
  readonly targetId: string;
  readonly minutes: number;
}

/** Locks the open digests of keys, in the order of the keys. Where there is none, it is opened, and the target sends it. */
export async function openDigests(
  transaction: Transaction,
  digests: readonly DigestToOpen[],
): Promise<ReadonlyMap<string, OpenDigest>> {
  // The update changes nothing; it locks the row.
  const rows = await transaction<(OpenDigest & { key: string })[]>`
    insert into digest (key, leader, closes_at)
    select key, leader, clock_timestamp() + make_interval(mins => minutes)
    from unnest(${digests.map(({ key }) => key)}::text[], ${digests.map(({ targetId }) => targetId)}::uuid[],
      ${digests.map(({ minutes }) => minutes)}::int[]) as d(key, leader, minutes) order by key
    on conflict (key) do update set key = excluded.key
    returning key, leader, ${transaction.unsafe(seconds)}`;
  return new Map(rows.map((row) => [row.key, row]));
}

/** An open digest with the target and the notification that send it. */
export interface JoinableDigest {
  readonly key: string;
  readonly leader: string;
  readonly notificationId: string;
}

/** Condition on the target `t` that sends a digest: it has not ended, and its address is not suppressed. */
export const isJoinable = `t.status in ('PLAN', 'IN_PROGRESS') and not ${isSuppressed}`;

/**
 * Locks the open digests of keys against their close. Left out are those whose leader has ended, or whose address is
 * suppressed. A leader that ends later looks for members under the lock of the digest.
 */
export async function lockJoinableDigests(
  transaction: Transaction,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, JoinableDigest>> {
  const rows = await transaction<JoinableDigest[]>`
    select d.key, d.leader, t.notification_id as "notificationId"
    from digest d join notification_target t on t.id = d.leader
    where d.key = any(${[...keys]}::text[]) and ${transaction.unsafe(isJoinable)} order by d.key for share of d`;
  return new Map(rows.map((row) => [row.key, row]));
}

/** Closes a digest that the transaction has locked: events that follow open another one. */
export async function closeDigest(transaction: Transaction, key: string): Promise<void> {
  await transaction`delete from digest where key = ${key}`;
}

/** Returns the notifications of targets, and locks the targets against their end. Those that have ended are left out. */
export async function lockOpenTargets(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction<{ id: string; notificationId: string }[]>`
    select id, notification_id as "notificationId" from notification_target
    where id = any(${[...ids]}::uuid[]) and status in ('PLAN', 'IN_PROGRESS') order by id for share`;
  return new Map(rows.map(({ id, notificationId }) => [id, notificationId]));
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

/** Returns the target of the first event of a digest, besides the one that sends it. Cancelled notifications have none. */
export async function firstMember(sql: Database | Transaction, leader: string): Promise<DigestMember | undefined> {
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

/** The data of a target in a digest. */
export interface DigestItem {
  readonly targetId: string;
  readonly leader: string;
  readonly data: string;
}

/**
 * Adds data of targets to digests that the transaction has locked, each at the place of its event: events that were accepted
 * later may have joined before.
 */
export async function addDigestItems(transaction: Transaction, items: readonly DigestItem[]): Promise<void> {
  await transaction`
    insert into digest_item (target_id, leader, added_at, data)
    select i.target_id, i.leader, coalesce(to_timestamp(n.incarnation / 1000000.0), clock_timestamp()), i.data
    from unnest(${items.map(({ targetId }) => targetId)}::uuid[], ${items.map(({ leader }) => leader)}::uuid[],
      ${items.map(({ data }) => data)}::text[]) with ordinality as i(target_id, leader, data, place)
      left join notification_target t on t.id = i.target_id left join notification n on n.id = t.notification_id
    order by i.place
    on conflict do nothing`;
}

/** A target whose data is in a digest, as it was read. */
export interface JoinedTarget {
  readonly id: string;
  readonly fence: number;
  readonly reason: string;
}

/**
 * Ends targets whose data is in digests. Those that have changed since they were read do not end, and leave the digests.
 * Returns the ids of the others.
 */
export async function skipJoined(
  transaction: Transaction,
  joined: readonly JoinedTarget[],
): Promise<ReadonlySet<string>> {
  if (joined.length === 0) return new Set();
  const ids = joined.map(({ id }) => id);
  const rows = await transaction<{ id: string }[]>`
    update notification_target t
    set status = 'SKIPPED', status_reason = j.reason, version = t.version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${joined.map(({ fence }) => fence)}::int[], ${joined.map(({ reason }) => reason)}::text[])
      as j(id, fence, reason)
    where t.id = j.id and t.fence = j.fence and t.status in ('PLAN', 'IN_PROGRESS') and t.open_since is null
    returning t.id`;
  const skipped = new Set(rows.map(({ id }) => id));
  const others = ids.filter((id) => !skipped.has(id));
  if (others.length > 0) await transaction`delete from digest_item where target_id = any(${others}::uuid[])`;
  return skipped;
}

/** Returns the data of a digest, JSON texts in the order in which the events were accepted. */
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
