import { ServiceError } from '../../domain/errors.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { PlanJob } from '../../domain/queue/definitions.ts';
import { backoffSeconds, MAX_FAULTS, UNSUPPORTED_PAUSE_SECONDS } from '../../domain/queue/retryPolicy.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { messageOf, type StepContext, UnsupportedByThisRelease, type WorkContext } from '../runtime/handler.ts';
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
      if (isUnavailable(error) || job.signal.aborted) throw error;
      if (error instanceof UnsupportedByThisRelease) {
        log.warn(error.message);
        settlements.set(job.id, { type: 'retry', seconds: UNSUPPORTED_PAUSE_SECONDS, reason: error.message });
        continue;
      }
      const faults = (job.data.faults ?? 0) + 1;
      const reason = messageOf(error);
      log.error({ err: error, faults }, 'planning failed');
      if (faults < MAX_FAULTS && !(error instanceof ServiceError && error.status === 'BAD_REQUEST')) {
        settlements.set(job.id, { type: 'retry', seconds: backoffSeconds(faults), faults, reason });
      } else {
        await failPlanning(jobId, reason, step);
        settlements.set(job.id, { type: 'deadLetter', reason });
      }
    }
  }
  return settlements;
}
