import { readJob } from '../../db/queries/jobs/jobRows.ts';
import { ServiceError } from '../../domain/errors.ts';
import { policiesOf } from '../../domain/jobs/retries/retryPolicies.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { PlanJob } from '../../domain/queue/definitions.ts';
import {
  backoffSeconds,
  defaultRetryPolicy,
  isLastFault,
  type RetryPolicy,
  UNSUPPORTED_PAUSE_SECONDS,
} from '../../domain/queue/retryPolicy.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { type StepContext, UnsupportedByThisRelease, type WorkContext } from '../runtime/handler.ts';
import { failPlanning, planSteps } from '../runtime/planning.ts';

/** Plans the steps of a Job. The last fault of the retry policy of its type fails the Job; by default the third one. */
export async function jobPlan(
  jobs: readonly ClaimedJob<PlanJob>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  const settlements = new Map<string, Settlement>();
  for (const job of jobs) {
    const { jobId } = job.data;
    const caller = workerCaller(job.data.context);
    const log = context.log.child({
      jobId,
      requestId: caller.requestId,
      correlationId: caller.correlationId,
      traceId: caller.traceId,
    });
    const step: StepContext = { ...context, log, caller, signal: job.signal };
    try {
      await planSteps(jobId, step);
    } catch (error) {
      settlements.set(job.id, await settlementAfter(error, job, step));
    }
  }
  return settlements;
}

/** @throws the error if it is not a fault of the Job */
async function settlementAfter(error: unknown, job: ClaimedJob<PlanJob>, step: StepContext): Promise<Settlement> {
  if (isUnavailable(error) || job.signal.aborted) throw error;
  const reason = publicMessageOf(error);
  if (error instanceof UnsupportedByThisRelease) {
    step.log.warn(reason);
    return { type: 'retry', seconds: UNSUPPORTED_PAUSE_SECONDS, reason };
  }
  const faults = (job.data.faults ?? 0) + 1;
  step.log.error({ err: error, faults }, 'planning failed');
  const isPermanent = error instanceof ServiceError && error.status === 'BAD_REQUEST';
  const policy = await policyOf(job.data.jobId, step);
  if (!isPermanent && !isLastFault(faults, reason, policy))
    return { type: 'retry', seconds: backoffSeconds(faults, policy), faults, reason };
  await failPlanning(job.data.jobId, reason, step);
  return { type: 'deadLetter', reason };
}

/** Returns the policy that the steps of the Job follow too. */
async function policyOf(jobId: string, { services: { sql } }: StepContext): Promise<RetryPolicy> {
  const job = await readJob(sql, jobId);
  const policies = await policiesOf(sql, job ? [job.jobType] : []);
  return (job && policies.get(job.jobType)) ?? defaultRetryPolicy;
}
