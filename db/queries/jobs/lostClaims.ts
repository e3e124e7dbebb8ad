import type { Database } from '../../client.ts';

/** Returns the queue jobs whose step the worker has lost: it ended, was deleted or resent, or another has claimed it. */
export async function lostClaims(
  sql: Database,
  workerId: string,
  claims: readonly { readonly queueJobId: string; readonly stepId: string }[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select queue_job as id from unnest(${claims.map(({ queueJobId }) => queueJobId)}::uuid[],
      ${claims.map(({ stepId }) => stepId)}::uuid[]) as claim(queue_job, step)
    left join job_step s on s.id = claim.step
    where s.id is null or s.status in ('COMPLETED', 'FAILED') or s.queue_job_id is distinct from claim.queue_job
      or (s.worker is not null and s.worker <> ${workerId})`;
  return rows.map(({ id }) => id);
}
