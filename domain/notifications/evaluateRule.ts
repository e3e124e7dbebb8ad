import { badRequest } from '../errors.ts';
import { requestResult } from '../jobs/results.ts';
import type { Caller } from '../kinds/kind.ts';
import { notificationEvaluate } from '../kinds/processing/notification.ts';
import { notificationRule as ruleKind } from '../kinds/processing/notificationRule.ts';
import type { Services } from '../ports/services.ts';
import { submissionOf } from '../queue/context.ts';
import type { EvaluateNotification } from '../queue/definitions.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe } from '../validation/values.ts';
import { missingParameters } from './ruleEvent.ts';
import { type NotificationRuleValues, readRuleConfig } from './rules/ruleConfig.ts';
import { invalidity } from './rules/ruleValidity.ts';
import { type InTransaction, sendNotification } from './send.ts';

interface EvaluateOptions {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** A rule whose members a worker has to request is rejected with it, because the worker stores the notification. */
  readonly inTransaction?: InTransaction | undefined;
}

/**
 * Sends the notification of a rule and returns its id. A worker requests missing members from the rule's evalNotificationUrl. Without a URL
 * the body must be complete, except for recipients that the rule names.
 */
export async function evaluateRule(
  services: Services,
  idOrCode: string,
  input: unknown,
  { caller, signal, inTransaction }: EvaluateOptions,
): Promise<string> {
  const row = await findRecord(services, ruleKind, idOrCode);
  if (!row) throw missing(ruleKind, 'idOrCode', idOrCode);
  const rule = parseStored<NotificationRuleValues>(row.doc);
  const { code, evalNotificationUrl, eventType = 'REST' } = rule;
  const problems: string[] = [];
  const { values } = readRecord(notificationEvaluate, input, problems);
  if (problems.length > 0) throw badRequest(`The rule cannot be evaluated: ${countProblems(problems)}.`, problems);
  const invalid = invalidity(rule);
  if (invalid !== undefined)
    throw badRequest('The rule cannot be evaluated.', [`idOrCode: the rule ${describe(code)} ${invalid}`]);
  // A rule of another type is rejected without a request to the URL.
  if (
    evalNotificationUrl !== undefined &&
    missingParameters(values).length > 0 &&
    ['REST', 'DIRECT'].includes(eventType)
  ) {
    if (inTransaction)
      throw badRequest('The rule cannot be evaluated with an Idempotency-Key.', [
        `Idempotency-Key: is not accepted where members come from the evalNotificationUrl; send ${missingParameters(values).join(', ')} in the body, or no key`,
      ]);
    const notificationId = newId();
    const payload: Omit<EvaluateNotification, 'replyTo' | 'deadline'> = {
      ruleId: rule.id,
      notificationId,
      params: values,
      user: caller.user,
      ...submissionOf(caller),
    };
    await requestResult(services, 'notification.evaluate', payload, { what: `The rule ${describe(code)}`, signal });
    return notificationId;
  }
  const { notificationTo } = readRuleConfig(rule.config ?? {});
  const sent = { ...(notificationTo && { notificationTo }), ...values, templateCode: code };
  return sendNotification(services, sent, 'evaluate', caller, inTransaction);
}
