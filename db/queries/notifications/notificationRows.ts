import type { Database, Transaction } from '../../client.ts';
import { valueRows } from '../valueRows.ts';
import { deliveryQueueOf } from './deliveryQueue.ts';
import { type DigestItem, isJoinable, type JoinableDigest } from './digestRows.ts';

/** A new notification with its targets and their queue jobs. */
export interface NewNotification {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  readonly ownerType: string;
  readonly ownerId: string;
  readonly status: string;
  readonly expiresAt: string | null;
  readonly plan: string;
  readonly targets: readonly NewTarget[];
}

export interface NewTarget {
  readonly id: string;
  readonly notificationId: string;
  readonly position: number;
  readonly parentId: string | null;
  readonly input: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  /** Its queue job; null when nothing is to be delivered. */
  readonly job: { readonly id: string; readonly data: string } | null;
}

const types = ['uuid', 'text', 'text', 'text', 'text', 'text', 'text', 'text::timestamptz', 'text'];
const columns = 'id, doc, audit, search, owner_type, owner_id, status, expires_at, plan';
/** Maximum number of notifications in a prepared statement. */
const PREPARED = 16;
/** Number of fixed parameters: $1 outbox id, $2 data and $3 delay in seconds of the index.sync row, then the arrays of the targets. */
const FIXED = 15;
/** With digests: the arrays of the digests that must be open, and of the items. */
const DIGESTS = 5;

/** The digests that notifications join with their insert. */
export interface JoinedDigests {
  /** Digests that must still be open, each with its leader; none where the transaction has locked them. */
  readonly open: readonly JoinableDigest[];
  readonly items: readonly DigestItem[];
}

const statements = new Map<string, string>();

function statementFor(count: number, joins: boolean): string {
  const name = `${count} ${joins}`;
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = joins ? joiningStatement(count) : plainStatement(count);
  if (count <= PREPARED) statements.set(name, statement);
  return statement;
}

/** Inserts nothing unless all digests are open, which it locks against their close. */
const joiningStatement = (count: number): string => `with held as materialized (
  select from unnest($16::text[], $17::uuid[]) as known(key, leader)
    join digest d on d.key = known.key and d.leader = known.leader join notification_target t on t.id = d.leader
  where ${isJoinable} order by d.key for share of d),
checked as materialized (select where (select count(*) from held) = cardinality($16::text[])),
items as (
  insert into digest_item (target_id, leader, data)
  select target_id, leader, data
  from unnest($18::uuid[], $19::uuid[], $20::text[]) with ordinality as i(target_id, leader, data, place), checked
  order by place),
${insertsFrom(count, FIXED + DIGESTS, ', checked')}
returning id`;

const plainStatement = (count: number): string => `with ${insertsFrom(count, FIXED, '')}`;

/** @param also tables that each insert reads too, each after a comma */
const insertsFrom = (count: number, fixed: number, also: string): string => `accepted as (
  insert into notification (version, incarnation, index_version, ${columns})
  select 1, us, us, ${columns} from (select clock_us() as us offset 0) clock,
    (values ${valueRows(types, count, fixed + 1)}) accepted_input(${columns})${also}),
targets as (
  insert into notification_target (id, notification_id, position, parent_id, input, channel, address, status, status_reason)
  select id, notification_id, position, parent_id, input, channel, address, status, status_reason
  from unnest($4::uuid[], $5::uuid[], $6::int[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
    as target_input(id, notification_id, position, parent_id, input, channel, address, status, status_reason)${also})
insert into outbox (id, queue, data, not_before)
select added.* from (
  select $1::uuid, 'index.sync', $2::text, now() + make_interval(secs => $3::float8)
  union all select id, queue, data, now() from unnest($13::uuid[], $14::text[], $15::text[]) as job(id, data, queue)) as added${also}`;

/**
 * Inserts up to 500 notifications with their targets and queue jobs in one statement, so that no notification is
 * accepted without being queued. Returns false, and inserts nothing, if a digest that must be open is not.
 *
 * @param sync the index.sync row that names them, with the time for which it stays in the outbox
 */
export async function insertNotifications(
  sql: Database | Transaction,
  notifications: readonly NewNotification[],
  sync: { readonly id: string; readonly syncData: string; readonly delaySeconds: number },
  digests?: JoinedDigests,
): Promise<boolean> {
  const targets = notifications.flatMap((one) => one.targets);
  const jobs = targets.flatMap(({ job, channel }) => (job ? [{ ...job, queue: deliveryQueueOf(channel) }] : []));
  const parameters: (string | number | null | readonly (string | number | null)[])[] = [
    sync.id,
    sync.syncData,
    sync.delaySeconds,
    targets.map((target) => target.id),
    targets.map((target) => target.notificationId),
    targets.map((target) => target.position),
    targets.map((target) => target.parentId),
    targets.map((target) => target.input),
    targets.map((target) => target.channel),
    targets.map((target) => target.address),
    targets.map((target) => target.status),
    targets.map((target) => target.statusReason),
    jobs.map((job) => job.id),
    jobs.map((job) => job.data),
    jobs.map((job) => job.queue),
  ];
  if (digests) {
    const { open, items } = digests;
    parameters.push(
      open.map(({ key }) => key),
      open.map(({ leader }) => leader),
      items.map(({ targetId }) => targetId),
      items.map(({ leader }) => leader),
      items.map(({ data }) => data),
    );
  }
  for (const one of notifications) {
    const { doc, audit, search, ownerType, ownerId, status, expiresAt, plan } = one;
    parameters.push(one.id, doc, audit, search, ownerType, ownerId, status, expiresAt, plan);
  }
  const statement = statementFor(notifications.length, digests !== undefined);
  const rows = await sql.unsafe(statement, parameters, { prepare: notifications.length <= PREPARED });
  return digests === undefined || rows.length > 0;
}

/** Inserts the attachments of a notification, in the transaction that inserts the notification. */
export async function insertAttachments(
  transaction: Transaction,
  notificationId: string,
  attachments: readonly { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }[],
): Promise<void> {
  for (const [position, { name, mediaType, content }] of attachments.entries()) {
    await transaction`
      insert into notification_attachment (notification_id, position, name, media_type, content)
      values (${notificationId}, ${position}, ${name}, ${mediaType}, ${Buffer.from(content)})`;
  }
}

/** Returns those of the ids that already exist, each with its notification. */
export async function existingNotificationIds(
  sql: Database,
  { notifications, targets }: { notifications: readonly string[]; targets: readonly string[] },
): Promise<{ notifications: ReadonlyMap<string, string>; targets: ReadonlyMap<string, string> }> {
  const rows = await sql<{ kind: string; id: string; notificationId: string }[]>`
    select 'n' as kind, id, id as "notificationId" from notification where id = any(${[...notifications]}::uuid[])
    union all select 't', id, notification_id from notification_target where id = any(${[...targets]}::uuid[])`;
  const of = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, notificationId }) => [id, notificationId]));
  return { notifications: of('n'), targets: of('t') };
}
