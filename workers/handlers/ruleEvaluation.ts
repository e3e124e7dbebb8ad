import { badRequest, unavailable } from '../../domain/errors.ts';
import type { Caller, JsonObject } from '../../domain/kinds/kind.ts';
import { notificationEvaluate } from '../../domain/kinds/processing/notification.ts';
import { missingParameters } from '../../domain/notifications/ruleEvent.ts';
import { type NotificationRuleValues, readRuleConfig } from '../../domain/notifications/rules/ruleConfig.ts';
import { sendOnce } from '../../domain/notifications/send.ts';
import type { SendMode } from '../../domain/notifications/sendMode.ts';
import { toHeader } from '../../domain/validation/headerText.ts';
import { parseJson } from '../../domain/validation/parseJson.ts';
import { countProblems } from '../../domain/validation/problems.ts';
import { readRecord } from '../../domain/validation/readRecord.ts';
import { isObject } from '../../domain/validation/values.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** The input of an evaluation. */
export interface Evaluation {
  /** Id of the notification. A repeated evaluation has the same id, so that it sends once. */
  readonly id: string;
  /** Validated members of NotificationEvaluate. */
  readonly parameters: JsonObject;
  readonly mode: SendMode;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Gathers missing members, and sends the notification of the rule. Throws ServiceErrors. */
export async function evaluate(
  context: WorkContext,
  rule: NotificationRuleValues,
  { id, parameters, mode, caller, signal }: Evaluation,
): Promise<void> {
  const gathered = await gather(context, rule, parameters, caller, signal);
  await sendOnce(context.services, { ...gathered, id, templateCode: rule.code }, mode, caller);
}

async function gather(
  { dataSources }: WorkContext,
  rule: NotificationRuleValues,
  parameters: JsonObject,
  caller: Caller,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { notificationTo } = readRuleConfig(rule.config ?? {});
  const { evalNotificationUrl: url, microserviceCode } = rule;
  let received: JsonObject = {};
  if (url !== undefined && missingParameters(parameters).length > 0) {
    if (!dataSources) throw new Error('this worker has no data sources');
    const response = await dataSources.fetchData(
      {
        url,
        ...(microserviceCode !== undefined && { microserviceCode }),
        query: queryOf(rule, parameters),
        headers: headersOf(caller),
      },
      signal,
    );
    if (response.outcome === 'unavailable')
      throw unavailable(`The evalNotificationUrl did not answer: ${response.reason}.`);
    if (response.outcome === 'rejected') throw rejection(`is not called: ${response.reason}`);
    if (response.status >= 500 || response.status === 429)
      throw unavailable(`The evalNotificationUrl answered ${response.status}.`);
    if (response.status !== 200) throw rejection(`answered ${response.status}, and must answer 200`);
    received = readResponse(response.body);
  }
  return { ...(notificationTo && { notificationTo: [...notificationTo] }), ...received, ...parameters };
}

const rejection = (problem: string) =>
  badRequest('The data of the notification cannot be gathered.', [`evalNotificationUrl: ${problem}`]);

/** Reads the members of NotificationEvaluate from a response body. Other members are ignored. */
function readResponse(body: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    throw rejection('answered what is not JSON');
  }
  if (!isObject(parsed)) throw rejection('must answer an object');
  const named = Object.keys(notificationEvaluate.members).filter((name) => Object.hasOwn(parsed, name));
  const problems: string[] = [];
  const { values } = readRecord(
    notificationEvaluate,
    Object.fromEntries(named.map((name) => [name, parsed[name]])),
    problems,
    'evalNotificationUrl',
  );
  if (problems.length > 0)
    throw badRequest(`The answer of the evalNotificationUrl has ${countProblems(problems)}.`, problems);
  return values;
}

function queryOf({ code }: NotificationRuleValues, { ownerType, ownerId }: JsonObject): Record<string, string> {
  return {
    ruleCode: code,
    ...(typeof ownerType === 'string' && { ownerType }),
    ...(typeof ownerId === 'string' && { ownerId }),
  };
}

const headersOf = ({ requestId, correlationId }: Caller): Record<string, string> => ({
  'x-request-id': requestId,
  ...(correlationId !== undefined && { 'x-correlation-id': toHeader(correlationId) }),
});
