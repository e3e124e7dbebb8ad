import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database } from '../../client.ts';
import { type StepRow, stepColumns } from './jobRows.ts';

/** A claimed step with the status of its Job. */
export interface ClaimedRow extends StepRow {
  readonly jobStatus: JobStatus;
  readonly jobType: string;
  /** The record of its Job; null where the row before this one is of the same Job. */
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
  return sql<ClaimedRow[]>`
    with claimed as (
      update job_step s set status = 'IN_PROGRESS', fence = s.fence + 1, worker = ${workerId}, claimed_at = now()
      from unnest((select ${steps.map(({ stepId }) => stepId)}::uuid[]), ${steps.map(({ queueJobId }) => queueJobId)}::uuid[])
        as input(id, queue_job_id), job j
      where s.id = input.id and s.queue_job_id = input.queue_job_id and s.outcome is null and j.id = s.job_id and not j.cancelled
        and not j.paused and (j.deadline is null or j.deadline > now())
      returning s.id, s.version, s.incarnation, s.doc, s.audit, s.job_id, s.name, s.status, s.fence, s.faults, s.queue_job_id, s.worker,
        s.claim_order, j.status as job_status, j.job_type as type, j.holder)
    select ${sql.unsafe(stepColumns)}, job_status as "jobStatus", type as "jobType", holder,
      case when job_id is distinct from lag(job_id) over () then (select j.doc from job j where j.id = job_id) end as "jobDoc"
    from claimed`;
}
