import type { Database } from '../../client.ts';
import { OVERDUE_CLAIM } from '../queue/overdueClaims.ts';
import { SET_BACK_FROM } from './claimOrder.ts';

/** Whether the reconciler can find anything, by what it looks for. */
export interface OpenWork {
  /** A claimed queue job whose worker is silent, or whose time has run out. */
  readonly overdueClaims: boolean;
  readonly openJobs: boolean;
  readonly openSteps: boolean;
  /** A callback that was never enqueued. */
  readonly callbacks: boolean;
  /** A clock of a claim order that has come far. */
  readonly advancedClocks: boolean;
  /** A user whose membership of a group has begun or ended. */
  readonly expiredLinks: boolean;
  /** A change of a record without a position. */
  readonly unnumberedChanges: boolean;
  /** A rule that posts changes. */
  readonly ruleFeeds: boolean;
}

/**
 * Deletes processes without a heartbeat for a minute, and returns what there is to reconcile, in one statement: an idle service executes
 * no other. Returns undefined if another process has the advisory lock.
 */
export async function findOpenWork(sql: Database, lock: number): Promise<OpenWork | undefined> {
  const [row] = await sql<OpenWork[]>`
    with lock as materialized (select pg_try_advisory_xact_lock(${lock}) as taken),
    gone as (delete from process using lock where lock.taken and seen_at < now() - interval '1 minute')
    select exists (select from pgboss.job where ${sql.unsafe(OVERDUE_CLAIM)}) as "overdueClaims",
      exists (select from job where status in ('NEW', 'IN_PROGRESS')) as "openJobs",
      exists (select from job_step where outcome is null) as "openSteps",
      exists (select from job_callback where enqueued_close = 0) as callbacks,
      exists (select from claim_clock where place >= ${SET_BACK_FROM}) as "advancedClocks",
      exists (select from app_user where links_expire_at <= clock_timestamp()) as "expiredLinks",
      exists (select from record_change_pending) as "unnumberedChanges",
      exists (select from rule_change_feed) as "ruleFeeds"
    from lock where taken`;
  return row;
}
