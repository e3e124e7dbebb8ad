import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';

/** Maximum number of running Jobs that are returned, newest first. */
const MAX_JOBS = 20;

interface LiveJobRow {
  readonly doc: string;
  readonly audit: string;
  readonly open: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

export interface LiveJobs {
  /** The newest, each as JSON text. */
  readonly jobs: readonly string[];
  /** The number of all running Jobs. */
  readonly running: number;
  /** The number of Jobs that have not begun. */
  readonly waiting: number;
}

/**
 * Returns the running Jobs, newest first, each as JSON text with the number of its steps by outcome, and counts open Jobs. An
 * index holds `outcome` beside the Job: a rebuild of millions has thousands of steps, and these queries run every two seconds.
 * Only of failed steps the record is read, for its cause.
 *
 * @param source the table of Jobs, or a subquery with its columns
 */
export async function liveJobs(sql: Database | Transaction, source: string): Promise<LiveJobs> {
  const text = `
    select j.doc, j.audit, s.open, s.completed, s.failed - c.cancelled as failed, c.cancelled
    from (select id, doc, audit from ${source} job where status = 'IN_PROGRESS' order by id desc limit ${MAX_JOBS}) j
    cross join lateral (
      select count(*) filter (where outcome is null)::int as open,
        count(*) filter (where outcome = 'COMPLETED')::int as completed,
        count(*) filter (where outcome = 'FAILED')::int as failed
      from job_step where job_id = j.id) s
    cross join lateral (
      select count(*)::int as cancelled from job_step
      where job_id = j.id and outcome = 'FAILED' and doc::json->>'cause' = 'CANCELLED') c
    order by j.id desc`;
  const counted = `
    select count(*) filter (where status = 'IN_PROGRESS')::int as running, count(*) filter (where status = 'NEW')::int as waiting
    from ${source} job where status in ('NEW', 'IN_PROGRESS')`;
  const [rows, [counts]] = await Promise.all([
    queryReadable<LiveJobRow>(sql, text),
    queryReadable<{ running: number; waiting: number }>(sql, counted),
  ]);
  const jobs = rows.map(
    ({ doc, audit, ...steps }) => `${doc.slice(0, -1)},"auditInfo":${audit},"steps":${JSON.stringify(steps)}}`,
  );
  return { jobs, running: Math.max(jobs.length, counts?.running ?? 0), waiting: counts?.waiting ?? 0 };
}
