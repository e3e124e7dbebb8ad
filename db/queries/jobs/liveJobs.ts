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
}

/**
 * The running Jobs, each as JSON text with the number of its steps by outcome. An index holds `outcome` beside the Job: a
 * rebuild of millions has thousands of steps, and this query runs every two seconds.
 *
 * @param source the table of Jobs, or a subquery with its columns
 */
export async function liveJobs(sql: Database | Transaction, source: string): Promise<string[]> {
  const text = `
    select j.doc, j.audit, s.open, s.completed, s.failed
    from (select id, doc, audit from ${source} job where status in ('NEW', 'IN_PROGRESS') order by id desc limit ${MAX_JOBS}) j
    cross join lateral (
      select count(*) filter (where outcome is null)::int as open,
        count(*) filter (where outcome = 'COMPLETED')::int as completed,
        count(*) filter (where outcome = 'FAILED')::int as failed
      from job_step where job_id = j.id) s
    order by j.id desc`;
  const rows = await queryReadable<LiveJobRow>(sql, text);
  return rows.map(
    ({ doc, audit, ...steps }) => `${doc.slice(0, -1)},"auditInfo":${audit},"steps":${JSON.stringify(steps)}}`,
  );
}
