import type { Database } from '../../../db/client.ts';
import { kindNamed, kinds } from '../../../domain/kinds/index.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { differences, repair } from '../../../domain/search/compareIndex.ts';
import { liveIndex } from '../../../domain/search/indexes.ts';
import { poll } from '../waits/poll.ts';
import type { DrivenProcess } from './drivenProcess.ts';

/** Passes of the survivor, between which time passes, until everything must be done. */
const MAX_PASSES = 12;

/** What a process has left, by name; nothing is listed that is not there. */
type Leftovers = Readonly<Record<string, number>>;

/** Counts open work, and what no process would clean up. */
async function leftovers(sql: Database): Promise<Leftovers> {
  const [counts] = await sql<Leftovers[]>`
    select
      (select count(*)::int from outbox) as "outbox rows",
      (select count(*)::int from pgboss.job where state < 'completed') as "queue jobs",
      (select count(*)::int from job_step s join job j on j.id = s.job_id
        where j.managed and s.outcome is null) as "open steps",
      (select count(*)::int from job where managed and status in ('NEW', 'IN_PROGRESS')) as "open Jobs",
      (select count(*)::int from notification_target where status in ('PLAN', 'IN_PROGRESS')) as "open targets",
      (select count(*)::int from notification where status in ('PLAN', 'IN_PROGRESS')) as "open notifications",
      (select count(*)::int from rule_change_feed where position < (select last from record_change_state)
        or batch_id is not null or worker is not null or exists (select from record_change_pending)) as "open feeds of rules",
      (select count(*)::int from search_index where state <> 'LIVE') as "unfinished indexes",
      (select abs(count(*) - (select count(*) from search_index where engine = 'postgres'))::int from pg_tables
        where schemaname = 'search') as "index tables without a row, or rows without a table",
      (select count(*)::int from pg_class where relpersistence = 't') as "temporary tables",
      (select count(*)::int from pg_locks l where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())) as "advisory locks",
      (select count(*)::int from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%') as "open transactions"`;
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0));
}

/** Waits until PostgreSQL has noticed that these connections have ended: their locks are free then. */
export async function backendsEnded(sql: Database, backends: readonly number[]): Promise<void> {
  const haveEnded = async () =>
    (await sql`select from pg_stat_activity where pid = any(${[...backends]}::int[])`).length === 0;
  await poll('the connections of the dead process to end', haveEnded, 10_000, 5);
}

/** Moves the times of open work into the past, as if half a minute had passed. */
async function passTime(sql: Database): Promise<void> {
  await sql.unsafe(`
    update outbox set not_before = least(not_before, now()), start_after = least(start_after, now());
    update pgboss.job set start_after = least(start_after, now()) where state < 'active';
    update pgboss.job set heartbeat_on = heartbeat_on - interval '30 seconds' where state = 'active';
    update notification_target set due_at = least(due_at, now()), open_since = open_since - interval '30 seconds'
      where status in ('PLAN', 'IN_PROGRESS');
    update digest set closes_at = least(closes_at, now());
    update rule_change_feed set queued_until = least(queued_until, now()), next_at = least(next_at, now());
    update job set updated_at = updated_at - interval '30 seconds' where status in ('NEW', 'IN_PROGRESS')`);
}

/** The survivor does all that is open. Returns what it could not do. */
export async function recover(survivor: DrivenProcess): Promise<string[]> {
  const { sql } = survivor;
  let left: Leftovers = {};
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    await survivor.work();
    left = await leftovers(sql);
    if (Object.keys(left).length === 0) return [];
    await passTime(sql);
    await survivor.reconcile();
  }
  return Object.entries(left).map(([what, count]) => `${count} ${what} are left`);
}

/** Removes open work and repairs the indexes, so that one wrong point does not spoil the next. */
export async function removeOpenWork({ sql, services }: DrivenProcess): Promise<void> {
  await sql.unsafe(`
    delete from outbox;
    delete from pgboss.job where state < 'completed';
    update job set status = 'FAILED' where managed and status in ('NEW', 'IN_PROGRESS');
    update job_step set status = 'FAILED' where outcome is null;
    update notification set status = 'FAILED' where status in ('PLAN', 'IN_PROGRESS');
    update notification_target set status = 'FAILED', open_since = null where status in ('PLAN', 'IN_PROGRESS')`);
  for (const kind of kinds) {
    const index = await liveIndex(services, kind);
    if (index) await repair(services, kind, index.name);
  }
}

/** Differences between the live index of a kind and its records. */
export async function indexProblems(services: Services, kindNames: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const name of kindNames) {
    const kind = kindNamed(name);
    const index = kind && (await liveIndex(services, kind));
    if (!kind || !index) return [`${name} has no live index`];
    for await (const { id, is } of differences(services, kind, index.name)) problems.push(`${name} ${id} is ${is}`);
  }
  return problems;
}

/** Returns the problem that a value is not as expected, if it is not. */
export function unequal(what: string, actual: unknown, expected: unknown): string[] {
  if (Bun.deepEquals(actual, expected)) return [];
  return [`${what}: ${JSON.stringify(actual)} in place of ${JSON.stringify(expected)}`];
}
