import { readableOne } from '../../domain/access/reach.ts';
import { ServiceError, unavailable } from '../../domain/errors.ts';
import { sendReplies } from '../../domain/jobs/results.ts';
import { notificationRule } from '../../domain/kinds/processing/notificationRule.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { EvaluateNotification } from '../../domain/queue/definitions.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { replyToCallers } from '../runtime/replyToCallers.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';
import { evaluate } from './ruleEvaluation.ts';

const DONE = 'true';
/** Short, because a caller waits. */
const RETRY_SECONDS = 1;

/** Evaluates rules for callers that wait. A job whose caller no longer waits sends nothing. */
export function notificationEvaluate(
  jobs: readonly ClaimedJob<EvaluateNotification>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  return replyToCallers(jobs, context, evaluateAndReply);
}

async function evaluateAndReply(
  job: ClaimedJob<EvaluateNotification>,
  context: WorkContext,
): Promise<Settlement | undefined> {
  const { ruleId, notificationId, user, params, holder } = job.data;
  try {
    const services = await servicesOfHolder(context.services, job.data, 'NotificationSend');
    const stored = await services.notificationRules.fetchFresh('id', ruleId);
    const rule = await readableOne(services, notificationRule, stored);
    const caller = { ...workerCaller(job.data.context), user, ...(holder && { holder }) };
    if (rule)
      await evaluate({ ...context, services }, rule, {
        id: notificationId,
        parameters: params,
        mode: 'evaluate',
        caller,
        signal: job.signal,
      });
    const removed = unavailable('The rule was removed while it was evaluated.');
    await sendReplies(context.services, job, rule ? DONE : removed);
    return undefined;
  } catch (error) {
    if (job.signal.aborted || isUnavailable(error)) return { type: 'retry', seconds: RETRY_SECONDS };
    const known = error instanceof ServiceError;
    if (!known) context.log.error({ err: error, rule: ruleId }, 'The rule could not be evaluated.');
    await sendReplies(context.services, job, known ? error : unavailable('The rule could not be evaluated.'));
    return known ? undefined : { type: 'deadLetter', reason: publicMessageOf(error) };
  }
}
