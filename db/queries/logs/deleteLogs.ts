import type { Database } from '../../client.ts';

/** Which logs of an owner go. */
export interface DeletedLogs {
  readonly code: string;
  /** ISO 8601; logs whose startDate is before it. */
  readonly olderThan: string;
  readonly ownerType: string;
  readonly ownerId: string;
  /** µs since 1970, by the database's clock: what was kept later stays. */
  readonly until: number;
}

/** A place in the order of an owner's logs, oldest first. */
export interface LogPlace {
  /** ISO 8601 with microseconds. */
  readonly startDate: string;
  readonly id: string;
}

/** A stretch of an owner's logs, both ends included. */
export interface LogStretch {
  readonly from: LogPlace;
  readonly to: LogPlace;
  readonly count: number;
}

/** As many ids as an index.sync job carries. */
const IDS_PER_JOB = 500;

/** Read backwards from the index of the owner's logs, so that a stretch of it costs no more than its length. */
const matching = (sql: Database, { code, olderThan, ownerType, ownerId, until }: DeletedLogs) => sql`
  hashtextextended(owner_id, hashtextextended(owner_type, 0)) = hashtextextended(${ownerId}::text, hashtextextended(${ownerType}::text, 0))
  and owner_type = ${ownerType} and owner_id = ${ownerId} and log_type_code = ${code}
  and start_date < ${olderThan}::text::timestamptz and incarnation <= ${String(until)}::text::bigint`;

/** The database's clock, and how many logs match by it, counted no further than `most`. */
export async function countDeletedLogs(
  sql: Database,
  which: Omit<DeletedLogs, 'until'>,
  most: number,
): Promise<{ count: number; until: number }> {
  const [clock] = await sql<{ until: string }[]>`select clock_us()::text as until`;
  const until = Number(clock?.until);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select from log where ${matching(sql, { ...which, until })} limit ${most}) found`;
  return { count: row?.count ?? 0, until };
}

/**
 * Deletes up to `limit` of the matching logs, oldest first, with their keys and the rows that tell the search index,
 * in one statement. `seen` is 0 once there are none; it may pass `deleted` where another deletes the same ones.
 *
 * @param context JSON text of the context that the index.sync jobs carry
 */
export async function deleteLogs(
  sql: Database,
  which: DeletedLogs,
  { limit, stretch, context }: { limit: number; stretch?: Pick<LogStretch, 'from' | 'to'>; context: string },
): Promise<{ seen: number; deleted: number }> {
  const within = stretch
    ? sql`and (start_date, id) >= (${stretch.from.startDate}::text::timestamptz, ${stretch.from.id}::text::uuid)
        and (start_date, id) <= (${stretch.to.startDate}::text::timestamptz, ${stretch.to.id}::text::uuid)`
    : sql``;
  const [row] = await sql<{ seen: number; deleted: number }[]>`
    with doomed as materialized (
      select id, month from log where ${matching(sql, which)} ${within} order by start_date, id limit ${limit}),
    gone as (
      delete from log using doomed where log.id = doomed.id and log.month = doomed.month returning log.id),
    freed as (delete from log_key using doomed where log_key.id = doomed.id),
    numbered as (select id, (row_number() over () - 1) / ${IDS_PER_JOB}::int as part from gone),
    queued as (
      insert into outbox (id, queue, data)
      select gen_random_uuid(), 'index.sync',
        json_build_object('kind', 'Log', 'ids', json_agg(id), 'context', ${context}::text::json)::text
      from numbered group by part)
    select (select count(*)::int from doomed) as seen, (select count(*)::int from gone) as deleted`;
  return row ?? { seen: 0, deleted: 0 };
}

/** Cuts the matching logs into stretches of `size`, oldest first, each read by itself: no snapshot is held open. */
export async function* logStretches(sql: Database, which: DeletedLogs, size: number): AsyncGenerator<LogStretch> {
  let after: LogPlace | undefined;
  for (;;) {
    const rows: LogPlace[] = await sql<LogPlace[]>`
      select to_char(start_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startDate", id
      from log where ${matching(sql, which)}
        ${after ? sql`and (start_date, id) > (${after.startDate}::text::timestamptz, ${after.id}::text::uuid)` : sql``}
      order by log.start_date, log.id limit ${size}`;
    const [from] = rows;
    const to = rows.at(-1);
    if (!from || !to) return;
    yield { from, to, count: rows.length };
    if (rows.length < size) return;
    after = to;
  }
}
