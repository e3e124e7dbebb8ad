import type { NewSuppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import type { Database, Transaction } from '../../client.ts';
import { isSuppressed } from './suppressionRows.ts';

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
    `with locked as (
      select id from notification where id = any($2::uuid[]) and status in ('PLAN', 'IN_PROGRESS')
        and (expires_at is null or expires_at > clock_timestamp())
      order by id for share)
    update notification_target t set fence = t.fence + 1, attempt_count = t.attempt_count + g.counts, status = 'IN_PROGRESS',
      status_reason = null, open_since = clock_timestamp(), open_worker = $1::text, open_provider = g.provider,
      version = t.version + 1, updated_at = now()
    from unnest($3::uuid[], $4::int[], $5::text[], $6::int[], $7::uuid[]) as g(id, fence, provider, counts, notification)
      join locked on locked.id = g.notification
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
  readonly uncounted?: true;
  /** Of an address that nothing is to be sent to any more. */
  readonly suppress?: NewSuppression;
  /** The job that tries again, begun so many seconds from now by the database's clock. */
  readonly successor: { readonly id: string; readonly data: string; readonly seconds: number } | null;
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
        due_at = clock_timestamp() + make_interval(secs => g.seconds), attempt_count = greatest(t.attempt_count - g.uncounted, 0),
        version = t.version + 1, updated_at = now()
      from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $20::int[])
        as g(id, fence, worker, status, reason, record, provider_id, seconds, uncounted)
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
      endings.map(({ uncounted }) => (uncounted ? 1 : 0)),
      [...receiptChannels],
    ] as never[],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
}

function successorColumns(endings: readonly Ending[]): unknown[][] {
  const successors = endings.flatMap(({ id, successor }) => (successor ? [{ target: id, ...successor }] : []));
  return [
    successors.map(({ target }) => target),
    successors.map(({ id }) => id),
    successors.map(({ data }) => data),
    successors.map(({ seconds }) => seconds),
  ];
}

function suppressionColumns(endings: readonly Ending[]): unknown[][] {
  const suppressions = endings.flatMap(({ id, suppress }) => (suppress ? [{ target: id, ...suppress }] : []));
  return [
    suppressions.map(({ target }) => target),
    suppressions.map(({ texts }) => texts.id),
    suppressions.map(({ channel }) => channel),
    suppressions.map(({ address }) => address),
    ...(['doc', 'audit', 'search'] as const).map((name) => suppressions.map(({ texts }) => texts[name])),
  ];
}
