import type { Database, Transaction } from '../../client.ts';

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

/** Makes a target send a digest that the transaction has locked, in place of one that has ended without sending. */
export async function replaceLeader(
  transaction: Transaction,
  { key, former, targetId, minutes }: { key: string; former: string; targetId: string; minutes: number },
): Promise<OpenDigest> {
  await transaction`delete from digest_item where target_id = ${former} and leader = ${former}`;
  await transaction`update digest_item set leader = ${targetId} where leader = ${former}`;
  await transaction`
    update digest set leader = ${targetId}, closes_at = clock_timestamp() + make_interval(mins => ${minutes})
    where key = ${key}`;
  return { leader: targetId, seconds: minutes * 60 };
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
