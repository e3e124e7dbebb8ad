import type { Database } from '../../client.ts';
import { LOCK_TIMEOUT, retryDdl } from '../../retryDdl.ts';
import { PARTITIONS_LOCK } from '../../roles/ownerFunctions.ts';
import { ownsTables } from '../../roles/ownership.ts';
import { IDS_PER_SYNC, logSyncRows } from './logSync.ts';

/** `2026-11-01`: the first day of a month, UTC, which names a partition. */
export type Month = string;

/** A write may wait for its partition, so that attempts are few and without a pause. */
const briefly = { maxAttempts: 5, pauseMs: 0 };

/** Returns the month that is `ahead` months after that of a moment. */
export function monthOf(moment: Date, ahead = 0): Month {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10);
}

/** A waiting detach of a whole lock blocks the writers of logs. */
const OWNER_LOCK_TIMEOUT = '200ms';

const tableOfMonth = (month: Month): string => `log_${month.slice(0, 4)}_${month.slice(5, 7)}`;
const monthOfTable = (table: string): Month => `${table.slice(4, 8)}-${table.slice(9, 11)}-01`;

/**
 * Creates the partition of a month if it does not exist. The table is created by itself and attached: unlike CREATE
 * TABLE … PARTITION OF, ATTACH does not block reads and writes of other months.
 */
export async function makeLogPartition(sql: Database, month: Month): Promise<void> {
  const table = tableOfMonth(month);
  const isOwner = await ownsTables(sql);
  const attach = () =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      if (!isOwner) {
        await transaction`select make_log_partition(${month})`;
        return;
      }
      await transaction`select pg_advisory_xact_lock(${PARTITIONS_LOCK})`;
      const [attached] = await transaction`select from pg_inherits where inhrelid = to_regclass(${table})`;
      if (attached) return;
      await transaction.unsafe(`create table if not exists ${table} (like log including all)`);
      await transaction.unsafe(
        `alter table log attach partition ${table} for values from ('${month}') to ('${nextMonth(month)}')`,
      );
    });
  await retryDdl(attach, briefly);
}

/** Creates the partitions of this month and the next, so that writes do not need to. */
export async function makeLogPartitionsAhead(sql: Database, now = new Date()): Promise<void> {
  for (const ahead of [0, 1]) await makeLogPartition(sql, monthOf(now, ahead));
}

/** Returns the months that have a table, oldest first; `attached` is false if a drop was interrupted. */
export async function logPartitions(sql: Database): Promise<{ month: Month; attached: boolean }[]> {
  const rows = await sql<{ table: string; attached: boolean }[]>`
    select c.relname as "table", coalesce(not i.inhdetachpending, false) as attached
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = (select relnamespace from pg_class where oid = 'log'::regclass)
      and c.relkind = 'r' and c.relname ~ '^log_[0-9]{4}_[0-9]{2}$'
    order by c.relname`;
  return rows.map(({ table, attached }) => ({ month: monthOfTable(table), attached }));
}

/**
 * Detaches the partition of a month without blocking reads and writes. CONCURRENTLY runs outside a transaction: if a
 * process dies in it, the partition is pending detach, and FINALIZE completes it. A role that does not own the tables
 * detaches by a function, which blocks the writers of logs for at most `OWNER_LOCK_TIMEOUT`.
 */
export async function detachLogPartition(sql: Database, month: Month): Promise<void> {
  if (!(await ownsTables(sql))) {
    const detach = () =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`set local lock_timeout = '${OWNER_LOCK_TIMEOUT}'`);
        await transaction`select detach_log_partition(${month})`;
      });
    await retryDdl(detach, {});
    return;
  }
  const table = tableOfMonth(month);
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    const detach = async () => {
      const [row] = await connection<{ pending: boolean }[]>`
        select inhdetachpending as pending from pg_inherits where inhrelid = to_regclass(${table})`;
      if (row)
        await connection.unsafe(
          `alter table log detach partition ${table} ${row.pending ? 'finalize' : 'concurrently'}`,
        );
    };
    await retryDdl(detach, briefly);
  } finally {
    await connection.unsafe('reset lock_timeout');
    connection.release();
  }
}

/** index.sync jobs of one statement. */
const JOBS_PER_PAGE = 100;

/**
 * Drops a detached month and returns the number of its logs. Its ids are enqueued for index.sync first, then its keys
 * and the table are dropped. A repetition after a crash enqueues the ids a second time, which is harmless.
 *
 * @param context JSON text of the context that the index.sync jobs carry
 */
export async function dropDetachedLogs(sql: Database, month: Month, context: string): Promise<number> {
  const table = tableOfMonth(month);
  let after = '00000000-0000-0000-0000-000000000000';
  let dropped = 0;
  for (;;) {
    const [row] = await sql.unsafe<{ ids: number; last: string | null }[]>(
      `with page as (select id from ${table} where id > $1::uuid order by id limit ${IDS_PER_SYNC * JOBS_PER_PAGE}),
      queued as (${logSyncRows('page', '$2::text')})
      select count(*)::int as ids, (select id from page order by id desc limit 1) as last from page`,
      [after, context],
    );
    if (!row?.last) break;
    dropped += row.ids;
    after = row.last;
  }
  if (await ownsTables(sql))
    await sql.begin(async (transaction) => {
      await transaction`delete from log_key where month = ${month}`;
      await transaction`drop table ${transaction(table)}`;
    });
  else await sql`select drop_log_partition(${month})`;
  return dropped;
}

function nextMonth(month: Month): Month {
  return monthOf(new Date(`${month}T00:00:00Z`), 1);
}
