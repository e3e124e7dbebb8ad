import { readCallback } from '../../db/queries/jobs/callbackRows.ts';
import { readJob } from '../../db/queries/jobs/jobRows.ts';
import { readable } from '../../domain/access/reach.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { RightsHolder } from '../../domain/kinds/kind.ts';
import { job as jobKind } from '../../domain/kinds/processing/job.ts';
import { webhookProvider } from '../../domain/notifications/channels/webhook.ts';
import { defaultCircuitBreaker } from '../../domain/notifications/retries.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { JobCallback } from '../../domain/queue/jobCallback.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { CircuitBreaker } from '../deliveries/circuitBreaker.ts';
import { type Handler, settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';
import { type CallbackResult, recordCallback } from './recordCallback.ts';

type Claimed = ClaimedJob<JobCallback>;

/**
 * Posts the ends of Jobs to the URLs that their clients have named, signed as webhooks are. An end is posted until the receiver
 * has accepted it, at least once: the id of the message is the same in all attempts. After the last attempt it is a dead
 * letter. Attempts that an open circuit breaker defers do not count.
 */
export function makeJobCallback(): Handler<JobCallback> {
  let circuitBreaker: CircuitBreaker | undefined;
  return async (jobs, context) => {
    const { services, deliveryRules } = context;
    circuitBreaker ??= new CircuitBreaker(services, deliveryRules.circuitBreaker ?? defaultCircuitBreaker);
    const breaker = circuitBreaker;
    const settled = await Promise.all(jobs.map(async (job) => [job.id, await settle(job, context, breaker)] as const));
    return new Map(settled);
  };
}

async function settle(job: Claimed, context: WorkContext, breaker: CircuitBreaker): Promise<Settlement> {
  try {
    return await post(job, context, breaker);
  } catch (error) {
    if (job.signal.aborted) return { type: 'retry', seconds: 0 };
    if (isUnavailable(error)) return { type: 'retry', seconds: 1 };
    context.log.warn({ err: error, jobId: job.data.jobId }, 'the callback of a Job could not be posted');
    return settlementAfterFault(job, publicMessageOf(error));
  }
}

async function post(claimed: Claimed, context: WorkContext, breaker: CircuitBreaker): Promise<Settlement> {
  const { services } = context;
  const { messageId: id = claimed.id, jobId, event, job } = claimed.data;
  const [row, callback] = [await readJob(services.sql, jobId), await readCallback(services.sql, jobId)];
  // The Job was deleted meanwhile.
  if (!row || !callback) return { type: 'done' };
  const refusal = await refusalOf(context, row);
  if (refusal !== undefined) return finish(claimed, context, { outcome: 'rejected', answer: refusal });
  const provider = webhookProvider(callback.url);
  const { usable, seconds } = await breaker.available([provider]);
  if (!usable.has(provider)) return { type: 'retry', seconds, reason: `the circuit breaker of ${provider} is open` };
  const [channel] = context.channels?.webhook ?? [];
  if (!channel) throw new Error('this worker has no channels');
  const { url, secret } = callback;
  const body = JSON.stringify({ id, event, job });
  const message = { id, url, body, ...(secret !== null && { secret }) };
  const result = await channel.send(message, claimed.signal);
  if (result.outcome !== 'unknown')
    await breaker.record(provider, result.outcome === 'retry' && result.providerUnavailable);
  const { outcome, answer } = result;
  const pause = outcome === 'retry' ? result.afterSeconds : undefined;
  return finish(claimed, context, { outcome, answer, ...(pause !== undefined && { afterSeconds: pause }) });
}

/** Why nothing is posted: the user that has created the Job may not read it any more. */
async function refusalOf(
  { services }: WorkContext,
  row: NonNullable<Awaited<ReturnType<typeof readJob>>>,
): Promise<string | undefined> {
  if (row.holder === null) return undefined;
  try {
    const own = await servicesOfHolder(services, { holder: parseStored<RightsHolder>(row.holder) });
    return readable(own, jobKind, row) ? undefined : 'The user that has created the Job may not read it any more.';
  } catch (error) {
    if (error instanceof ServiceError && error.status === 'BAD_REQUEST') return error.message;
    throw error;
  }
}

type Ended = Pick<SendResult, 'outcome' | 'answer'> & { readonly afterSeconds?: number };

/** Writes the result into the Job, and settles the queue job. */
async function finish(
  { data }: Claimed,
  { services, deliveryRules, log }: WorkContext,
  { outcome, answer, afterSeconds }: Ended,
): Promise<Settlement> {
  const faults = (data.faults ?? 0) + 1;
  const isLast = outcome === 'rejected' || faults >= deliveryRules.maxAttempts;
  const result: CallbackResult = {
    outcome: outcome === 'sent' ? 'DELIVERED' : isLast ? 'FAILED' : 'RETRYING',
    attempts: faults,
    at: new Date().toISOString(),
    answer,
  };
  await recordCallback(services, data.jobId, result, workerCaller(data.context));
  if (outcome === 'sent') return { type: 'done' };
  log.warn({ jobId: data.jobId, attempts: faults, answer }, 'the receiver has not accepted the callback of a Job');
  if (isLast) return { type: 'deadLetter', reason: answer };
  const seconds = Math.max(deliveryRules.backoff(faults), afterSeconds ?? 0);
  return { type: 'retry', seconds, faults, reason: answer };
}
