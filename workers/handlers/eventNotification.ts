import { enqueueOnce, rulesOfSystemEvent, rulesOfType } from '../../db/queries/notifications/eventRows.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Json } from '../../domain/kinds/kind.ts';
import { type EventType, eventTypes, notificationEvent } from '../../domain/notifications/ruleEvent.ts';
import type { NotificationRuleValues } from '../../domain/notifications/rules/ruleConfig.ts';
import { invalidity } from '../../domain/notifications/rules/ruleValidity.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { type Context, workerCaller } from '../../domain/queue/context.ts';
import type { NotificationEvent } from '../../domain/queue/definitions.ts';
import { EVENT_QUEUE } from '../../domain/queue/systemEvents.ts';
import { derivedId } from '../../domain/records/record.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { readRecord } from '../../domain/validation/readRecord.ts';
import { describe, isObject } from '../../domain/validation/values.ts';
import { settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { evaluate } from './ruleEvaluation.ts';

type Job = ClaimedJob<NotificationEvent>;

/** Evaluates the rules that an event triggers, each in its own job, so that rules fail independently. */
export async function eventNotification(
  jobs: readonly Job[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  const settled = await Promise.all(jobs.map(async (job) => [job.id, await settle(job, context)] as const));
  return new Map(settled);
}

async function settle(job: Job, context: WorkContext): Promise<Settlement> {
  try {
    return await handle(job, context);
  } catch (error) {
    if (job.signal.aborted) return { type: 'retry', seconds: 0 };
    if (isUnavailable(error)) return { type: 'retry', seconds: 1 };
    // A retry cannot correct an invalid event or rule.
    if (error instanceof ServiceError && error.status !== 'INTERNAL_SERVER_ERROR')
      return { type: 'deadLetter', reason: error.errors.length > 0 ? error.errors.join('; ') : error.message };
    context.log.warn({ err: error, job: job.id }, 'The event could not be evaluated.');
    return settlementAfterFault(job, publicMessageOf(error));
  }
}

async function handle(job: Job, context: WorkContext): Promise<Settlement> {
  const { faults: _, context: origin, ...payload } = job.data;
  const problems: string[] = [];
  const { values } = readRecord(notificationEvent, payload, problems);
  const { eventType: type, ruleCode: code, eventId: publishedId, ruleId: id, ...parameters } = values;
  const eventType = eventTypes.find((one) => one === type);
  const [ruleCode, ruleId, eventId = job.id] = [code, id, publishedId].map(textOf);
  if (eventType === undefined && ruleCode === undefined)
    problems.push(`eventType: is required (${eventTypes.join(', ')}), or else ruleCode`);
  if (problems.length > 0) return { type: 'deadLetter', reason: problems.join('; ') };
  if (eventType !== undefined && ruleCode === undefined && ruleId === undefined)
    return fanOut(context, eventType, eventId, job);
  const rules = context.services.notificationRules;
  const rule =
    ruleId === undefined ? await rules.fetchFresh('code', ruleCode ?? '') : await rules.fetchFresh('id', ruleId);
  // The rule was deleted after the event, or is not valid now.
  if (!rule && ruleId !== undefined) return { type: 'done' };
  if (rule && ruleId !== undefined && invalidity(rule) !== undefined) return { type: 'done' };
  if (!rule) return { type: 'deadLetter', reason: `ruleCode: no NotificationRule has the code ${describe(ruleCode)}` };
  await evaluate(context, rule, {
    id: derivedId(`${eventId} ${rule.id}`),
    parameters,
    mode: modeOf(rule, eventType),
    caller: workerCaller(isContext(origin) ? origin : undefined),
    signal: job.signal,
  });
  return { type: 'done' };
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whether a value is the context of a request, which the publisher may include. */
const isContext = (value: unknown): value is Context =>
  isObject(value) && typeof value.requestId === 'string' && typeof value.traceId === 'string';

/** A named rule may be of any type that events trigger. */
function modeOf({ eventType }: NotificationRuleValues, requested: EventType | undefined): EventType {
  return requested ?? eventTypes.find((one) => one === eventType) ?? 'PG_BOSS';
}

async function fanOut({ services }: WorkContext, type: EventType, eventId: string, job: Job): Promise<Settlement> {
  const { faults: _, ...payload } = job.data;
  const { event, jobType } = isObject(payload.data) ? payload.data : {};
  const system = { event: textOf(event) ?? '', jobType: textOf(jobType) ?? null };
  const rules = await (type === 'SYSTEM' ? rulesOfSystemEvent(services.sql, system) : rulesOfType(services.sql, type));
  const jobs = rules.map((ruleId) => ({
    id: derivedId(`job ${eventId} ${ruleId}`),
    data: JSON.stringify({ ...payload, eventId, ruleId }),
  }));
  if (jobs.length > 0) await enqueueOnce(services.sql, EVENT_QUEUE, jobs);
  services.wakeRelay();
  return { type: 'done' };
}
