import type { Transaction } from '../../client.ts';

/**
 * Deletes up to `limit` Jobs that closed more than so many days ago, oldest first, and returns the deleted ids. A Job for
 * which another one still waits stays: a process of the previous release has ended it, and the reconciler considers it soon.
 */
export async function deleteClosedJobs(
  transaction: Transaction,
  days: number,
  limit: number,
): Promise<{ readonly jobs: string[]; readonly steps: string[] }> {
  const closed = await transaction<{ id: string }[]>`
    select id from job where status in ('COMPLETED', 'FAILED') and updated_at < now() - make_interval(days => ${days})
      and not exists (select from job_dependency d join job s on s.id = d.job_id
        where d.predecessor_id = job.id and d.ended_as is null and s.waits)
    order by updated_at limit ${limit} for update skip locked`;
  const jobs = closed.map(({ id }) => id);
  if (jobs.length === 0) return { jobs, steps: [] };
  const steps = await transaction<{ id: string }[]>`
    delete from job_step where job_id = any(${jobs}::uuid[]) returning id`;
  await transaction`delete from job where id = any(${jobs}::uuid[])`;
  return { jobs, steps: steps.map(({ id }) => id) };
}
