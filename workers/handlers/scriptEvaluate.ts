import { isBadRequest, unavailable } from '../../domain/errors.ts';
import { sendReplies } from '../../domain/jobs/results.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { EvaluateScript } from '../../domain/queue/definitions.ts';
import { MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { outcomeOf } from '../../domain/scripts/evaluate.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { replyToCallers } from '../runtime/replyToCallers.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/** Pause before a retry; short, because a caller waits. */
const RETRY_SECONDS = 1;

/** Evaluates scripts for waiting callers. */
export function scriptEvaluate(
  jobs: readonly ClaimedJob<EvaluateScript>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  return replyToCallers(jobs, context, evaluate);
}

async function evaluate(job: ClaimedJob<EvaluateScript>, context: WorkContext): Promise<Settlement | undefined> {
  const { code, source, input, timeoutMs } = job.data;
  const log = context.log.child({ script: code, ...job.data.context });
  try {
    await servicesOfHolder(context.services, job.data, 'ScriptRun');
    if (!context.sandbox) throw new Error('this worker has no sandbox');
    const outcome = await context.sandbox.run({ source, input, timeoutMs }, job.signal);
    for (const line of outcome.lines) log.info({ line }, 'console.log of a script');
    await sendReplies(context.services, job, outcomeOf(code, outcome));
    return undefined;
  } catch (error) {
    if (job.signal.aborted || isUnavailable(error)) return { type: 'retry', seconds: RETRY_SECONDS };
    if (isBadRequest(error)) return void (await sendReplies(context.services, job, error));
    const faults = (job.data.faults ?? 0) + 1;
    const reason = publicMessageOf(error);
    log.error({ err: error, faults }, 'a script could not be evaluated');
    if (faults < MAX_FAULTS) return { type: 'retry', seconds: RETRY_SECONDS, faults, reason };
    await sendReplies(context.services, job, unavailable('The script could not be evaluated.'));
    return { type: 'deadLetter', reason };
  }
}
