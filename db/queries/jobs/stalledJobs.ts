import type { Database } from '../../client.ts';

/** Open Jobs that get no more steps and have no open one: managed Jobs of these types, and clients' own Jobs that have a step. */
export async function stalledJobs(sql: Database, jobTypes: readonly string[]): Promise<string[]> {
  const jobs = await sql<{ id: string }[]>`
    select id from job j where status in ('NEW', 'IN_PROGRESS') and planning_complete
      and not exists (select from job_step s where s.job_id = j.id and s.outcome is null)
      and case when managed then job_type = any(${[...jobTypes]}) else exists (select from job_step s where s.job_id = j.id) end
    limit 100`;
  return jobs.map(({ id }) => id);
}

/** Jobs that were cancelled and have not ended: their cancellation is in progress, or its process has ended. */
export async function openCancelledJobs(sql: Database): Promise<string[]> {
  const jobs = await sql<{ id: string }[]>`
    select id from job where status in ('NEW', 'IN_PROGRESS') and cancelled limit 100`;
  return jobs.map(({ id }) => id);
}

/** Open Jobs whose deadline has passed. */
export async function lateJobs(sql: Database): Promise<string[]> {
  const jobs = await sql<{ id: string }[]>`
    select id from job where status in ('NEW', 'IN_PROGRESS') and deadline <= now() and not cancelled order by deadline limit 100`;
  return jobs.map(({ id }) => id);
}

/** Open managed Jobs of these types whose planning is not complete and has no queue job, unchanged for half a minute. */
export async function unplannedJobs(sql: Database, jobTypes: readonly string[]): Promise<string[]> {
  const jobs = await sql<{ id: string }[]>`
    select j.id from job j where j.status in ('NEW', 'IN_PROGRESS') and j.managed and not j.planning_complete and not j.cancelled and not j.waits
      and j.job_type = any(${[...jobTypes]})
      and j.updated_at < now() - interval '30 seconds'
      and not exists (select from job_step s where s.job_id = j.id and s.outcome is null)
      and not exists (select from pgboss.job q where q.name = 'job.plan' and q.state < 'completed' and q.data->>'jobId' = j.id::text)
      and not exists (select from outbox o where o.queue = 'job.plan' and o.data like '%' || j.id::text || '%')
    limit 20`;
  return jobs.map(({ id }) => id);
}
