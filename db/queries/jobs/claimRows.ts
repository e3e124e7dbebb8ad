import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database } from '../../client.ts';
import { plainArray } from '../plainArray.ts';
import type { StepRow } from './jobRows.ts';
import { UUID } from './stepReconciliation.ts';

/** A claimed step. The members of its Job are null where the row before is of the same Job. */
export interface ClaimedRow extends StepRow {
  readonly jobStatus: JobStatus | null;
  readonly jobType: string | null;
  readonly jobDoc: string | null;
  readonly holder: string | null;
}

/** A claimed step as the statements below return it. */
export type ReturnedClaim = Omit<ClaimedRow, 'status' | 'worker'>;

export const claimedRow = (claim: ReturnedClaim, workerId: string): ClaimedRow => {
  return { ...claim, status: 'IN_PROGRESS', worker: workerId };
};

/** Whether steps of the Job are claimed. */
const isRunnable = 'not j.cancelled and not j.paused and (j.deadline is null or j.deadline > now())';

/** It changes only columns without an index, so that the row stays on its page. */
const claim = (workerId: string): string =>
  `status = 'IN_PROGRESS', fence = s.fence + 1, worker = ${workerId}, claimed_at = now()`;

const ofStep = 's.id, s.version, s.doc, s.audit, s.job_id, s.name, s.fence, s.faults, s.queue_job_id, s.claim_order';
const ofJob = 'j.status, j.job_type, j.holder';

const returned = `id, version, doc, audit, job_id as "jobId", name, fence, faults, queue_job_id as "queueJobId",
  claim_order::float8 as "claimOrder", case when is_first then status end as "jobStatus", case when is_first then job_type end as "jobType",
  case when is_first then holder end as holder, case when is_first then (select j.doc from job j where j.id = job_id) end as "jobDoc"`;

/**
 * Claims steps for a worker in one statement. It raises the fence. The texts are written when the step ends or has run for a
 * while. Steps that have ended, were cancelled or are carried by a newer queue job are left out, and those of paused and late
 * Jobs. The subquery keeps its plan (updateSteps in jobRows.ts).
 */
export async function claimRows(
  sql: Database,
  workerId: string,
  steps: readonly { readonly stepId: string; readonly queueJobId: string }[],
): Promise<ClaimedRow[]> {
  const stepIds = plainArray(steps.map(({ stepId }) => stepId));
  const queueJobIds = plainArray(steps.map(({ queueJobId }) => queueJobId));
  const rows = await sql.unsafe<ReturnedClaim[]>(claimStatement, [workerId, stepIds, queueJobIds], { prepare: true });
  return rows.map((row) => claimedRow(row, workerId));
}

const claimStatement = `with claimed as (
    update job_step s set ${claim('$1')}
    from unnest((select $2::uuid[]), $3::uuid[]) as input(id, queue_job_id), job j
    where s.id = input.id and s.queue_job_id = input.queue_job_id and s.outcome is null and j.id = s.job_id and ${isRunnable}
    returning ${ofStep}, ${ofJob}),
  compared as (select *, job_id is distinct from lag(job_id) over () as is_first from claimed)
  select ${returned} from compared`;

/**
 * Returns a statement that claims queue jobs and, in the same round trip, the steps that they carry. It returns the rows of the queue jobs, each
 * with `claim`, the JSON of {@link ReturnedClaim}: null where {@link claimRows} would leave the step out, and where another transaction has
 * locked it. It waits for no step, because a cancellation locks steps before their queue jobs. Nothing is joined: a cached plan that was made
 * when the tables were empty could read all steps of a Job.
 *
 * @param selected the CTE that selects the queue jobs, with its name
 * @param queueClaim the update of the queue jobs, which returns their `id` and `data`
 * @param workerId the parameter of the id of the worker
 */
export const claimWithSteps = (selected: string, queueClaim: string, workerId: string): string => `${selected},
  fetched as (${queueClaim}),
  free as (
    select s.id from job_step s
    where s.id = any(array(select case when data->>'stepId' ~ '${UUID}' then (data->>'stepId')::uuid end from fetched))
      and s.queue_job_id = any(array(select id from fetched)) and s.outcome is null
      and (select ${isRunnable} from job j where j.id = s.job_id)
    for no key update of s skip locked),
  claimed as (
    update job_step s set ${claim(workerId)} where s.id = any(array(select id from free))
    returning ${ofStep}),
  compared as (
    select s.*, ${ofJob}, true as is_first from claimed s
    cross join lateral (select * from job where id = s.job_id offset 0) j)
  select fetched.*, (select row_to_json(c) from (select ${returned} from compared) c where c."queueJobId" = fetched.id) as claim
  from fetched`;
