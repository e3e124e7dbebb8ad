import type { Database, Transaction } from '../../client.ts';

/** Queue jobs of paused Jobs start then: never, unless the Job is resumed. Not infinity, which is no date of JavaScript. */
export const HELD_UNTIL = new Date('9999-01-01T00:00:00.000Z');

interface PausedRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  readonly paused: boolean;
}

/** The caller has locked the row. */
export async function pauseJobRow(transaction: Transaction, row: PausedRow): Promise<void> {
  await transaction`
    update job set version = version + 1, index_version = greatest(index_version + 1, clock_us()),
      doc = ${row.doc}, audit = ${row.audit}, search = ${row.search}, paused = ${row.paused}, updated_at = now()
    where id = ${row.id}`;
}

/**
 * Holds the queue jobs of a paused Job that wait, so that workers do not claim them in vain. Those that a worker claims in
 * this moment return to the queue (`pausedSteps`). The outbox comes first: a row that the relay moves meanwhile is found in
 * the queue by the second statement.
 */
export async function holdSteps(transaction: Transaction, queue: string, jobId: string): Promise<void> {
  const until = HELD_UNTIL.toISOString();
  await transaction`
    update outbox set start_after = ${until}
    where id in (select queue_job_id from job_step where job_id = ${jobId} and outcome is null)`;
  await transaction`
    update pgboss.job set start_after = ${until}
    where name = ${queue} and state < 'active'
      and id in (select queue_job_id from job_step where job_id = ${jobId} and outcome is null)`;
}

/** Lets workers claim the queue jobs that `holdSteps` has held, and those that were enqueued during the pause. */
export async function releaseHeldSteps(transaction: Transaction, queue: string, jobId: string): Promise<void> {
  const until = HELD_UNTIL.toISOString();
  await transaction`
    update outbox set start_after = null
    where start_after = ${until} and id in (select queue_job_id from job_step where job_id = ${jobId} and outcome is null)`;
  await transaction`
    update pgboss.job set start_after = now()
    where name = ${queue} and state < 'active' and start_after = ${until}
      and id in (select queue_job_id from job_step where job_id = ${jobId} and outcome is null)`;
}

/** Of these queue jobs, those whose step waits because its Job is paused. */
export async function pausedSteps(
  sql: Database,
  steps: readonly { readonly stepId: string; readonly queueJobId: string }[],
): Promise<string[]> {
  if (steps.length === 0) return [];
  const rows = await sql<{ id: string }[]>`
    select s.queue_job_id as id
    from unnest(${steps.map(({ stepId }) => stepId)}::uuid[], ${steps.map(({ queueJobId }) => queueJobId)}::uuid[])
      as input(id, queue_job_id)
    join job_step s on s.id = input.id and s.queue_job_id = input.queue_job_id and s.outcome is null
    join job j on j.id = s.job_id and j.paused and not j.cancelled`;
  return rows.map(({ id }) => id);
}
