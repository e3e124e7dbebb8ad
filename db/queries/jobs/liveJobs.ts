import type { Database } from '../../client.ts';

/** As many of the Jobs under way are told of, the newest. */
const MOST = 20;

/**
 * The Jobs under way, each as JSON text with how many of its steps have ended how. By `outcome`, which an index holds
 * beside the Job: a rebuild of millions has thousands of steps, and this is asked every two seconds.
 */
export async function liveJobs(sql: Database): Promise<string[]> {
  const rows = await sql<{ doc: string; audit: string; open: number; completed: number; failed: number }[]>`
    select j.doc, j.audit, s.open, s.completed, s.failed
    from (select id, doc, audit from job where status in ('NEW', 'IN_PROGRESS') order by id desc limit ${MOST}) j
    cross join lateral (
      select count(*) filter (where outcome is null)::int as open,
        count(*) filter (where outcome = 'COMPLETED')::int as completed,
        count(*) filter (where outcome = 'FAILED')::int as failed
      from job_step where job_id = j.id) s
    order by j.id desc`;
  return rows.map(
    ({ doc, audit, ...steps }) => `${doc.slice(0, -1)},"auditInfo":${audit},"steps":${JSON.stringify(steps)}}`,
  );
}
