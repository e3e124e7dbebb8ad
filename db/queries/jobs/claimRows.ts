import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database } from '../../client.ts';
import { plainArray } from '../plainArray.ts';
import type { StepRow } from './jobRows.ts';

/** A claimed step. The members of its Job are null where the row before is of the same Job. */
export interface ClaimedRow extends StepRow {
  readonly jobStatus: JobStatus | null;
  readonly jobType: string | null;
  readonly jobDoc: string | null;
  readonly holder: string | null;
}

/**
 * Claims steps for a worker in one statement. It raises the fence and changes only columns without an index, so that the
 * row stays on its page. The texts are written when the step ends or has run for a while. Steps that have ended, were
 * cancelled or are carried by a newer queue job are left out, and those of paused and late Jobs. The subquery keeps its plan
 * (updateSteps in jobRows.ts).
 */
export async function claimRows(
  sql: Database,
  workerId: string,
  steps: readonly { readonly stepId: string; readonly queueJobId: string }[],
): Promise<ClaimedRow[]> {
  const stepIds = plainArray(steps.map(({ stepId }) => stepId));
  const queueJobIds = plainArray(steps.map(({ queueJobId }) => queueJobId));
  const rows = await sql<Omit<ClaimedRow, 'status' | 'worker'>[]>`
    with claimed as (
      update job_step s set status = 'IN_PROGRESS', fence = s.fence + 1, worker = ${workerId}, claimed_at = now()
      from unnest((select ${stepIds}::uuid[]), ${queueJobIds}::uuid[]) as input(id, queue_job_id), job j
      where s.id = input.id and s.queue_job_id = input.queue_job_id and s.outcome is null and j.id = s.job_id and not j.cancelled
        and not j.paused and (j.deadline is null or j.deadline > now())
      returning s.id, s.version, s.doc, s.audit, s.job_id, s.name, s.fence, s.faults, s.queue_job_id, s.claim_order, j.status, j.job_type, j.holder),
    compared as (select *, job_id is distinct from lag(job_id) over () as is_first from claimed)
    select id, version, doc, audit, job_id as "jobId", name, fence, faults, queue_job_id as "queueJobId", claim_order::float8 as "claimOrder",
      case when is_first then status end as "jobStatus", case when is_first then job_type end as "jobType",
      case when is_first then holder end as holder, case when is_first then (select j.doc from job j where j.id = job_id) end as "jobDoc"
    from compared`;
  return rows.map((row) => ({ ...row, status: 'IN_PROGRESS', worker: workerId }));
}
