import { type Database, openSession } from '../../../db/client.ts';
import { messageOf } from '../../../domain/runtime/errorDetails.ts';
import { recentLog } from './recentLog.ts';

const MAX_ROWS = 30;
const LIMIT_MS = 20_000;

/** $1 is the id of the Job. */
const queries: Readonly<Record<string, string>> = {
  Job: `select status, planning_complete, cancelled, notify_channel, now() - updated_at as unchanged
    from job where id = $1::uuid`,
  'its steps': `select s.name, s.status, s.fence, s.faults, s.worker, now() - s.claimed_at as claimed, q.state::text as queue_job,
      q.retry_count, now() - q.heartbeat_on as heartbeat, q.start_after - now() as starts,
      exists (select from outbox o where o.id = s.queue_job_id) as in_outbox
    from job_step s left join pgboss.job q on q.id = s.queue_job_id
    where s.job_id = $1::uuid order by s.outcome is not null, s.id`,
  'its indexes': 'select name, state from search_index where job_id = $1::uuid',
  'queue jobs': `select name, state::text, count(*) from pgboss.job
    where state < 'completed' and $1::uuid is not null group by 1, 2`,
  outbox: 'select queue, error, count(*) from outbox where $1::uuid is not null group by 1, 2',
  processes: `select id, role, now() - seen_at as silent, status::json->'jobs' as jobs from process
    where $1::uuid is not null`,
  sessions: `select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
      now() - xact_start as transaction, now() - state_change as unchanged, left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and $1::uuid is not null
    order by state = 'idle', state_change`,
  locks: `select l.pid, l.locktype, l.mode, l.granted, l.relation::regclass::text, l.page, l.classid, l.objid from pg_locks l
    join pg_stat_activity a using (pid)
    where a.datname = current_database() and (not l.granted or l.locktype in ('advisory', 'page')) and $1::uuid is not null`,
  'builds of indexes': `select pid, phase, lockers_total, lockers_done, current_locker_pid, blocks_done, blocks_total
    from pg_stat_progress_create_index where $1::uuid is not null`,
  vacuum: `select pid, phase, heap_blks_scanned, heap_blks_total, indexes_processed
    from pg_stat_progress_vacuum where $1::uuid is not null`,
};

/** Waits, and adds the state of a Job to the error of a wait that fails. */
export async function withJobState<T>(sql: Database, id: string, wait: Promise<T>): Promise<T> {
  try {
    return await wait;
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${await jobStateOf(sql, id)}`, { cause: error });
  }
}

/**
 * Returns the state of a Job, of what carries it, and of the sessions of its database, a line for each row. It is read by a
 * connection of its own, because the pool may be what a Job waits for.
 */
async function jobStateOf(sql: Database, id: string): Promise<string> {
  const session = openSession(sql, { name: 'waybill test state', onClose: () => {} });
  const tooLate = Bun.sleep(LIMIT_MS).then(() => `the database did not respond within ${LIMIT_MS} ms`);
  const parts: string[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const read = session.unsafe<object[]>(query, [id]).then((rows) => linesOf(rows), messageOf);
    parts.push(`${what}:\n${await Promise.race([read, tooLate])}`);
  }
  void session.end({ timeout: 1 });
  return [...parts, `warnings:\n${recentLog.text()}`].join('\n');
}

function linesOf(rows: readonly object[]): string {
  const text = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return rows
    .slice(0, MAX_ROWS)
    .map((row) => JSON.stringify(row, text))
    .join('\n');
}
