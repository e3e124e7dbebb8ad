import { ServiceError } from '../../domain/errors.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { PlanJob } from '../../domain/queue/definitions.ts';
import { backoffSeconds, MAX_FAULTS, UNSUPPORTED_PAUSE_SECONDS } from '../../domain/queue/retryPolicy.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { type StepContext, UnsupportedByThisRelease, type WorkContext } from '../runtime/handler.ts';
import { failPlanning, planSteps } from '../runtime/planning.ts';

/** Plans the steps of a Job. The third fault fails the Job. */
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
  if (faults < MAX_FAULTS && !isPermanent) return { type: 'retry', seconds: backoffSeconds(faults), faults, reason };
  await failPlanning(job.data.jobId, reason, step);
  return { type: 'deadLetter', reason };
}
