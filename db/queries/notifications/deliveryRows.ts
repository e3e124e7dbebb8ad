import type { NewSuppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import type { Database, Transaction } from '../../client.ts';
import { inParts, valueRows } from '../valueRows.ts';

/** A target that a worker is to tell, with what of its notification decides whether it may. */
export interface DeliveryRow {
  readonly id: string;
  readonly notificationId: string;
  readonly position: number;
  readonly input: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  readonly attemptCount: number;
  readonly fence: number;
  readonly openWorker: string | null;
  readonly openProvider: string | null;
  readonly openSince: Date | null;
  /** ms since the open attempt began. */
  readonly openMs: number | null;
  readonly notificationStatus: string;
  /** JSON text of the window in place of the plan's, where it was planned anew. */
  readonly windowOverride: string | null;
  readonly expired: boolean;
  /** Seconds until then; null: never. */
  readonly expiresIn: number | null;
  /** Nothing is sent to its address. */
  readonly suppressed: boolean;
  /** Its job has been done: another comes in time. */
  readonly early: boolean;
  /** ms since 1970 by the database's clock. */
  readonly clock: number;
}

const isSuppressed = `exists (select from suppression s
  where s.channel = t.channel and md5(lower(s.address)) = md5(lower(t.address)))`;

/** The small columns only: what is delivered (`plan`) is the same for all targets of a notification, and kept. */
export async function readDeliveries(sql: Database, ids: readonly string[]): Promise<DeliveryRow[]> {
  return sql.unsafe<DeliveryRow[]>(
    `select t.id, t.notification_id as "notificationId", t.position, t.input, t.channel, t.address, t.status,
      t.status_reason as "statusReason", t.attempt_count as "attemptCount", t.fence, t.open_worker as "openWorker", t.open_provider as "openProvider", t.open_since as "openSince",
      (extract(epoch from clock_timestamp() - t.open_since) * 1000)::float8 as "openMs",
      n.status as "notificationStatus", n.window_override as "windowOverride", coalesce(n.expires_at <= clock_timestamp(), false) as expired,
      extract(epoch from n.expires_at - clock_timestamp())::float8 as "expiresIn",
      t.due_at > clock_timestamp() as early, ${isSuppressed} as suppressed,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as clock
    from notification_target t join notification n on n.id = t.notification_id
    where t.id = any($1::uuid[])`,
    [[...ids]] as never[],
    { prepare: true },
  );
}

export async function readPlans(sql: Database | Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; plan: string }[]>`
    select id, plan from notification where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, plan }) => [id, plan]));
}

export interface AttachmentRow {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export async function readAttachmentRows(sql: Database, notificationId: string): Promise<AttachmentRow[]> {
  return sql<AttachmentRow[]>`
    select name, media_type as "mediaType", content from notification_attachment
    where notification_id = ${notificationId} order by position`;
}

export interface Opening {
  readonly id: string;
  readonly notificationId: string;
  /** The attempt that was read: nobody has opened another since. */
  readonly fence: number;
  readonly provider: string;
  /** The first provider of this try. */
  readonly counts: boolean;
}

/**
 * Opens an attempt at each and answers the ids of those that could be: not to an address that is suppressed, nor of a
 * notification that was cancelled or has expired meanwhile. Its row is held against a cancel that looks whether anything has begun.
 */
export async function openAttempts(
  sql: Database,
  worker: string,
  openings: readonly Opening[],
): Promise<Map<string, Date>> {
  const rows = await sql.unsafe<{ id: string; openSince: Date }[]>(
    `with held as (
      select id from notification where id = any($2::uuid[]) and status in ('PLAN', 'IN_PROGRESS')
        and (expires_at is null or expires_at > clock_timestamp())
      order by id for share)
    update notification_target t set fence = t.fence + 1, attempt_count = t.attempt_count + g.counts, status = 'IN_PROGRESS',
      status_reason = null, open_since = clock_timestamp(), open_worker = $1::text, open_provider = g.provider,
      version = t.version + 1, updated_at = now()
    from unnest($3::uuid[], $4::int[], $5::text[], $6::int[], $7::uuid[]) as g(id, fence, provider, counts, notification)
      join held on held.id = g.notification
    where t.id = g.id and t.fence = g.fence and t.open_since is null
      and t.status in ('PLAN', 'IN_PROGRESS') and not ${isSuppressed}
    returning t.id, t.open_since as "openSince"`,
    [
      worker,
      [...new Set(openings.map(({ notificationId }) => notificationId))],
      openings.map(({ id }) => id),
      openings.map(({ fence }) => fence),
      openings.map(({ provider }) => provider),
      openings.map(({ counts }) => (counts ? 1 : 0)),
      // Beside the targets' own: joined by that, all targets of a notification would be looked through.
      openings.map(({ notificationId }) => notificationId),
    ] as never[],
    { prepare: true },
  );
  return new Map(rows.map(({ id, openSince }) => [id, openSince]));
}

/** Begins the time of these attempts anew, and answers those that are still this worker's. */
export async function renewAttempts(
  sql: Database,
  worker: string,
  attempts: readonly { readonly id: string; readonly fence: number }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    update notification_target t set open_since = clock_timestamp()
    from unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ fence }) => fence)}::int[]) as g(id, fence)
    where t.id = g.id and t.fence = g.fence and t.open_worker = ${worker} returning t.id`;
  return new Set(rows.map(({ id }) => id));
}

/** What becomes of a target: at the end of an attempt, or without one. */
export interface Ending {
  readonly id: string;
  readonly notificationId: string;
  /** As read or opened; and who has it open, null where nobody does. Another's change since then makes this none. */
  readonly fence: number;
  readonly openWorker: string | null;
  /** PLAN where it is tried again. */
  readonly status: string;
  readonly statusReason: string | null;
  /** JSON text of the attempt that ends. */
  readonly record: string | null;
  readonly providerId: string | null;
  /** Nobody was asked: the attempt is none of the target's tries. */
  readonly untried?: true;
  /** Of an address that nothing is to be sent to any more. */
  readonly suppress?: NewSuppression;
  /** The job that tries again, begun so many seconds from now by the database's clock. */
  readonly successor: { readonly id: string; readonly data: string; readonly seconds: number } | null;
}

export interface LockedNotification {
  readonly id: string;
  readonly status: string;
}

/**
 * Locks notifications until the end of the transaction, in the order of their ids. The statement is sent at the call,
 * ahead of the statements that the caller sends before it awaits the result.
 */
export async function lockNotifications(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LockedNotification[]> {
  return transaction<LockedNotification[]>`
    select id, status from notification where id = any(${[...new Set(ids)]}::uuid[]) order by id for no key update`.execute();
}

/** A receipt was here first: it names the message, or proves that there was one where nobody knew. */
const isReceipted = `((g.status = 'SENT' and t.receipt_id = g.provider_id)
  or (t.receipt_id is not null and g.status = 'FAILED' and g.reason like 'OUTCOME_UNKNOWN:%'))`;
const receipted = `case when t.receipt_status in ('delivered', 'read') then 'DELIVERED'
  when t.receipt_status in ('undelivered', 'failed', 'canceled') then 'UNDELIVERED' else 'SENT' end`;
const receiptedReason = `case when t.receipt_status in ('undelivered', 'failed', 'canceled') then t.receipt_status end`;

/**
 * Writes the ends of attempts with their successors, and returns the ids of those that could be written.
 *
 * @param receiptChannels channels whose messages are found by their provider's id when a receipt arrives
 */
export async function endAttempts(
  transaction: Transaction,
  endings: readonly Ending[],
  receiptChannels: readonly string[],
): Promise<Set<string>> {
  const column = (name: 'id' | 'fence' | 'openWorker' | 'status' | 'statusReason' | 'record' | 'providerId') =>
    endings.map((ending) => ending[name]);
  const rows = await transaction.unsafe<{ id: string }[]>(
    `with ended as (
      update notification_target t set status = case when ${isReceipted} then ${receipted} else g.status end,
        status_reason = case when ${isReceipted} then ${receiptedReason} else g.reason end,
        attempts = case when g.record is null then t.attempts when t.attempts = '[]' then '[' || g.record || ']'
          else left(t.attempts, -1) || ',' || g.record || ']' end,
        provider_id = coalesce(g.provider_id, case when ${isReceipted} then t.receipt_id end, t.provider_id), open_since = null, open_worker = null, open_provider = null,
        due_at = clock_timestamp() + make_interval(secs => g.seconds), attempt_count = greatest(t.attempt_count - g.untried, 0),
        version = t.version + 1, updated_at = now()
      from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $20::int[])
        as g(id, fence, worker, status, reason, record, provider_id, seconds, untried)
      where t.id = g.id and t.fence = g.fence and t.open_worker is not distinct from g.worker
        and t.status in ('PLAN', 'IN_PROGRESS')
      returning t.id, t.channel),
    named as (
      insert into provider_message (id, target_id)
      select g.provider_id, ended.id from unnest($1::uuid[], $7::text[]) as g(target, provider_id)
      join ended on ended.id = g.target where g.provider_id is not null and ended.channel = any($21::text[])
      on conflict do nothing),
    queued as (
      insert into outbox (id, queue, data, start_after)
      select g.id, 'notification.deliver', g.data, clock_timestamp() + make_interval(secs => g.seconds)
      from unnest($9::uuid[], $10::uuid[], $11::text[], $12::float8[]) as g(target, id, data, seconds)
      join ended on ended.id = g.target),
    suppressed as (
      insert into suppression (id, channel, address, doc, audit, search)
      select g.id, g.channel, g.address, g.doc, g.audit, g.search
      from unnest($13::uuid[], $14::uuid[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
        as g(target, id, channel, address, doc, audit, search)
      join ended on ended.id = g.target order by g.channel, g.address
      on conflict do nothing)
    select id from ended`,
    [
      ...(['id', 'fence', 'openWorker', 'status', 'statusReason', 'record', 'providerId'] as const).map(column),
      endings.map(({ successor }) => successor?.seconds ?? 0),
      ...successorColumns(endings),
      ...suppressionColumns(endings),
      endings.map(({ untried }) => (untried ? 1 : 0)),
      [...receiptChannels],
    ] as never[],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
}

function successorColumns(endings: readonly Ending[]): unknown[][] {
  const going = endings.flatMap(({ id, successor }) => (successor ? [{ target: id, ...successor }] : []));
  return [
    going.map(({ target }) => target),
    going.map(({ id }) => id),
    going.map(({ data }) => data),
    going.map(({ seconds }) => seconds),
  ];
}

function suppressionColumns(endings: readonly Ending[]): unknown[][] {
  const made = endings.flatMap(({ id, suppress }) => (suppress ? [{ target: id, ...suppress }] : []));
  return [
    made.map(({ target }) => target),
    made.map(({ texts }) => texts.id),
    made.map(({ channel }) => channel),
    made.map(({ address }) => address),
    ...(['doc', 'audit', 'search'] as const).map((name) => made.map(({ texts }) => texts[name])),
  ];
}

export interface CountRow {
  readonly notificationId: string;
  readonly status: string;
  readonly count: number;
  readonly begun: boolean;
}

/**
 * Those of which a target is open. Targets lie by their addresses' hashes in the index and end in another order, so that
 * an open one is met soon, as long as there are many.
 */
export async function stillOpen(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await transaction<{ id: string }[]>`
    select n.id from unnest(${[...ids]}::uuid[]) as n(id) cross join lateral (
      select from notification_target t where t.notification_id = n.id and t.status in ('PLAN', 'IN_PROGRESS')
      order by t.notification_id, t.channel, md5(lower(t.address)) limit 1) as open`;
  return new Set(rows.map(({ id }) => id));
}

/** How the targets of each stand, after their rows were written: in a statement of its own, so that it sees them. */
export async function countTargets(transaction: Transaction, ids: readonly string[]): Promise<CountRow[]> {
  return transaction<CountRow[]>`
    select notification_id as "notificationId", status, count(*)::int as count, bool_or(attempt_count > 0) as begun
    from notification_target where notification_id = any(${[...ids]}::uuid[]) and status <> 'EXPANDED'
    group by notification_id, status`;
}

export async function readDocs(
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ id: string; doc: string; audit: string }[]> {
  return transaction<{ id: string; doc: string; audit: string }[]>`
    select id, doc, audit from notification where id = any(${[...ids]}::uuid[])`;
}

export interface ChangedNotification {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  readonly status: string;
}

const changedTypes = ['uuid', 'text', 'text', 'text', 'text'];

/**
 * Writes records whose rows this transaction holds, and has them indexed.
 *
 * @param syncOf the index.sync job of those that one statement writes
 */
export async function writeNotifications(
  transaction: Transaction,
  changed: readonly ChangedNotification[],
  syncOf: (ids: readonly string[]) => { readonly id: string; readonly syncData: string },
): Promise<void> {
  const parts = inParts(changed, ({ id, doc, audit, search, status }) => [id, doc, audit, search, status]);
  await Promise.all(
    parts.map(({ items, rows, parameters }) => {
      const { id, syncData } = syncOf(items.map((one) => one.id));
      return transaction.unsafe(
        `with changed as (
          update notification n set version = n.version + 1, index_version = greatest(n.index_version + 1, clock_us()),
            doc = g.doc, audit = g.audit, search = g.search, status = g.status
          from (values ${valueRows(changedTypes, rows, 3)}) as g(id, doc, audit, search, status)
          where n.id = g.id)
        insert into outbox (id, queue, data) values ($1::uuid, 'index.sync', $2::text)`,
        [id, syncData, ...parameters] as never[],
        { prepare: true },
      );
    }),
  );
}
