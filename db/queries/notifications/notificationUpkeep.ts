import type { Database, Transaction } from '../../client.ts';
import { deliveryQueueOf } from './deliveryQueue.ts';

/**
 * Returns open targets that were due 15 minutes ago and have neither a queue job nor an outbox row. The broker itself
 * ends a job whose workers died several times. Scans all targets, so it runs once an hour.
 */
export async function unqueuedTargets(
  sql: Database,
  channels: readonly string[],
  limit: number,
): Promise<{ id: string; channel: string | null }[]> {
  const queues = [null, ...channels].map(deliveryQueueOf);
  return sql<{ id: string; channel: string | null }[]>`
    with carried as materialized (
      select data->>'targetId' as id from pgboss.job where name = any(${queues}::text[]) and state < 'completed'
      union all
      select data::json->>'targetId' from outbox where queue = any(${queues}::text[]))
    select t.id, t.channel from notification_target t join notification n on n.id = t.notification_id
    where t.status in ('PLAN', 'IN_PROGRESS') and n.status in ('PLAN', 'IN_PROGRESS')
      and t.due_at < now() - interval '15 minutes' and coalesce(t.open_since, '-infinity') < now() - interval '15 minutes'
      and not exists (select 1 from carried where carried.id = t.id::text)
    limit ${limit}`;
}

/** Returns closed notifications whose last change is older than `days`; `index_version` is its time in µs. */
export async function oldNotifications(sql: Database, days: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from notification where status not in ('PLAN', 'IN_PROGRESS')
      and index_version < extract(epoch from now() - make_interval(days => ${days}))::bigint * 1000000
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Deletes notifications with their targets and attachments, unless they have been reopened. Returns the deleted ids. */
export async function deleteNotifications(
  transaction: Transaction,
  ids: readonly string[],
  receiptChannels: readonly string[],
): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    with locked as (
      select id from notification where id = any(${[...ids]}::uuid[]) and status not in ('PLAN', 'IN_PROGRESS')
      order by id for update),
    messages as (
      delete from provider_message where id in (
        select provider_id from notification_target where notification_id in (select id from locked)
          and channel = any(${[...receiptChannels]}::text[]))),
    targets as (delete from notification_target where notification_id in (select id from locked)),
    attachments as (delete from notification_attachment where notification_id in (select id from locked))
    delete from notification where id in (select id from locked) returning id`;
  return rows.map(({ id }) => id);
}
