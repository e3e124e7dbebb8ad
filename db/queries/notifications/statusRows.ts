import type { Transaction } from '../../client.ts';
import { inParts, valueRows } from '../valueRows.ts';

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

export interface TargetCount {
  readonly notificationId: string;
  readonly status: string;
  readonly count: number;
  readonly attempted: boolean;
}

/**
 * Returns the ids of the notifications with an open target. The index orders targets by hashes of their addresses, and
 * targets end in another order, so that the scan meets an open one soon while many are open.
 */
export async function withOpenTargets(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await transaction<{ id: string }[]>`
    select n.id from unnest(${[...ids]}::uuid[]) as n(id) cross join lateral (
      select from notification_target t where t.notification_id = n.id and t.status in ('PLAN', 'IN_PROGRESS')
      order by t.notification_id, t.channel, md5(lower(t.address)) limit 1) as open`;
  return new Set(rows.map(({ id }) => id));
}

/** Counts the targets of each notification by status. A statement of its own, so that it sees rows written before it. */
export async function countTargets(transaction: Transaction, ids: readonly string[]): Promise<TargetCount[]> {
  return transaction<TargetCount[]>`
    select notification_id as "notificationId", status, count(*)::int as count, bool_or(attempt_count > 0) as attempted
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
 * Writes notifications that the transaction has locked, and enqueues their index.sync jobs.
 *
 * @param syncOf returns the index.sync job of the ids that one statement writes
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
        [id, syncData, ...parameters],
        { prepare: true },
      );
    }),
  );
}
