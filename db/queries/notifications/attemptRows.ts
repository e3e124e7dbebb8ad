import type { NewSuppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import type { Database, Transaction } from '../../client.ts';
import { deliveryQueueSql } from './deliveryQueue.ts';
import { isSuppressed } from './suppressionRows.ts';

export interface Opening {
  readonly id: string;
  readonly notificationId: string;
  /** As read. A delivery with a newer attempt is left as it is. */
  readonly fence: number;
  readonly provider: string;
  /** Whether the attempt raises the attempt count: true for its first provider only. */
  readonly counts: boolean;
  /** Whether the row says that the message was not handed over, until the attempt is renewed. */
  readonly recordsHandOver: boolean;
}

/**
 * Opens attempts and returns the ids and start times of those that were opened. A suppressed address, and a
 * notification that was cancelled or has expired, get no attempt. The share lock on the notification blocks a concurrent
 * cancel, which checks for attempts.
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
      unsent_fence = case when g.recorded = 1 then t.fence + 1 end,
      version = t.version + 1, updated_at = now()
    from unnest($3::uuid[], $4::int[], $5::text[], $6::int[], $7::uuid[], $8::int[])
      as g(id, fence, provider, counts, notification, recorded)
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
      // A join by the target's own notification_id would read all targets of the notification.
      openings.map(({ notificationId }) => notificationId),
      openings.map(({ recordsHandOver }) => (recordsHandOver ? 1 : 0)),
    ],
    { prepare: true },
  );
  return new Map(rows.map(({ id, openSince }) => [id, openSince]));
}

/**
 * Renews the leases of attempts that are to be handed over now, and returns the ids of those that this worker still has
 * open. From the commit on, their messages may have been sent.
 */
export async function renewAttempts(
  sql: Database,
  worker: string,
  attempts: readonly { readonly id: string; readonly fence: number }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    update notification_target t set open_since = clock_timestamp(), unsent_fence = null
    from unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ fence }) => fence)}::int[]) as g(id, fence)
    where t.id = g.id and t.fence = g.fence and t.open_worker = ${worker} and t.open_since is not null returning t.id`;
  return new Set(rows.map(({ id }) => id));
}

/** The change of a target at the end of an attempt, or without an attempt. */
export interface Ending {
  readonly id: string;
  readonly notificationId: string;
  /** As read or opened. If the fence or the worker has changed since, nothing is written. */
  readonly fence: number;
  /** Null when no attempt is open. */
  readonly openWorker: string | null;
  /** As read, when another worker ends the attempt. If the attempt was renewed since, nothing is written. */
  readonly openToken: string | null;
  /** Read without an address. If it has one since, nothing is written: another job has resolved the recipient. */
  readonly unresolved?: true;
  /** PLAN for a retry. */
  readonly status: string;
  readonly statusReason: string | null;
  /** JSON text of the attempt that ends. */
  readonly record: string | null;
  readonly providerId: string | null;
  /** No provider received a request: the attempt is taken off the attempt count. */
  readonly uncounted?: true;
  /** Set when the address is to be suppressed. */
  readonly suppress?: NewSuppression;
  /** The queue job of the retry, due in this many seconds by the database's clock. */
  readonly successor: { readonly id: string; readonly data: string; readonly seconds: number } | null;
  /** The queue job of the delivery, where nothing is left to be done for it: it is removed with the write. */
  readonly endedJob?: { readonly queue: string; readonly id: string };
}

/** A receipt arrived before the end of the attempt: it names the message, or proves that an unknown outcome was a send. */
const isReceipted = `((g.status = 'SENT' and t.receipt_id = g.provider_id)
  or (t.receipt_id is not null and g.status = 'FAILED' and g.reason like 'OUTCOME_UNKNOWN:%'))`;
const receipted = `case when t.receipt_status in ('delivered', 'read') then 'DELIVERED'
  when t.receipt_status in ('undelivered', 'failed', 'canceled') then 'UNDELIVERED' else 'SENT' end`;
const receiptedReason = `case when t.receipt_status in ('undelivered', 'failed', 'canceled') then t.receipt_status end`;

/**
 * Writes the ends of attempts with the jobs of their retries, removes queue jobs that are done, and returns the ids of the targets that were written.
 *
 * @param receiptChannels channels whose messages are found by their provider's id when a receipt arrives
 */
export async function endAttempts(
  transaction: Transaction,
  endings: readonly Ending[],
  receiptChannels: readonly string[],
): Promise<Set<string>> {
  const column = (
    name: 'id' | 'fence' | 'openWorker' | 'openToken' | 'status' | 'statusReason' | 'record' | 'providerId',
  ) => endings.map((ending) => ending[name]);
  const rows = await transaction.unsafe<{ id: string }[]>(
    `with ended as (
      update notification_target t set status = case when ${isReceipted} then ${receipted} else g.status end,
        status_reason = case when ${isReceipted} then ${receiptedReason} else g.reason end,
        attempts = case when g.record is null then t.attempts when t.attempts = '[]' then '[' || g.record || ']'
          else left(t.attempts, -1) || ',' || g.record || ']' end,
        provider_id = coalesce(g.provider_id, case when ${isReceipted} then t.receipt_id end, t.provider_id), open_since = null, open_worker = null, open_provider = null,
        due_at = clock_timestamp() + make_interval(secs => g.seconds), attempt_count = greatest(t.attempt_count - g.uncounted, 0),
        version = t.version + 1, updated_at = now()
      from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $20::int[], $22::text[], $23::int[])
        as g(id, fence, worker, status, reason, record, provider_id, seconds, uncounted, token, unresolved)
      where t.id = g.id and t.fence = g.fence and t.open_worker is not distinct from g.worker
        and (g.token is null or t.open_since = g.token::timestamptz) and (g.unresolved = 0 or t.address is null)
        and t.status in ('PLAN', 'IN_PROGRESS')
      returning t.id, t.channel),
    named as (
      insert into provider_message (id, target_id)
      select g.provider_id, ended.id from unnest($1::uuid[], $7::text[]) as g(target, provider_id)
      join ended on ended.id = g.target where g.provider_id is not null and ended.channel = any($21::text[])
      on conflict do nothing),
    queued as (
      insert into outbox (id, queue, data, start_after)
      select g.id, ${deliveryQueueSql('ended.channel')}, g.data, clock_timestamp() + make_interval(secs => g.seconds)
      from unnest($9::uuid[], $10::uuid[], $11::text[], $12::float8[]) as g(target, id, data, seconds)
      join ended on ended.id = g.target),
    suppressed as (
      insert into suppression (id, channel, address, doc, audit, search)
      select g.id, g.channel, g.address, g.doc, g.audit, g.search
      from unnest($13::uuid[], $14::uuid[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
        as g(target, id, channel, address, doc, audit, search)
      join ended on ended.id = g.target order by g.channel, g.address
      on conflict do nothing),
    removed as (
      select remove_queue_jobs(g.queue, array_agg(g.job)) from unnest($24::uuid[], $25::text[], $26::uuid[]) as g(target, queue, job)
      join ended on ended.id = g.target group by g.queue)
    select id, (select count(*) from removed) from ended`,
    [
      ...(['id', 'fence', 'openWorker', 'status', 'statusReason', 'record', 'providerId'] as const).map(column),
      endings.map(({ successor }) => successor?.seconds ?? 0),
      ...successorColumns(endings),
      ...suppressionColumns(endings),
      endings.map(({ uncounted }) => (uncounted ? 1 : 0)),
      [...receiptChannels],
      column('openToken'),
      endings.map(({ unresolved }) => (unresolved ? 1 : 0)),
      ...endedJobColumns(endings),
    ],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
}

function successorColumns(endings: readonly Ending[]): (string | number)[][] {
  const successors = endings.flatMap(({ id, successor }) => (successor ? [{ target: id, ...successor }] : []));
  return [
    successors.map(({ target }) => target),
    successors.map(({ id }) => id),
    successors.map(({ data }) => data),
    successors.map(({ seconds }) => seconds),
  ];
}

function endedJobColumns(endings: readonly Ending[]): string[][] {
  const ended = endings.flatMap(({ id, endedJob }) => (endedJob ? [{ target: id, ...endedJob }] : []));
  return [ended.map(({ target }) => target), ended.map(({ queue }) => queue), ended.map(({ id }) => id)];
}

function suppressionColumns(endings: readonly Ending[]): (string | number)[][] {
  const suppressions = endings.flatMap(({ id, suppress }) => (suppress ? [{ target: id, ...suppress }] : []));
  return [
    suppressions.map(({ target }) => target),
    suppressions.map(({ texts }) => texts.id),
    suppressions.map(({ channel }) => channel),
    suppressions.map(({ address }) => address),
    ...(['doc', 'audit', 'search'] as const).map((name) => suppressions.map(({ texts }) => texts[name])),
  ];
}
