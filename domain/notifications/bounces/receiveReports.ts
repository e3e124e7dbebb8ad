import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { takeToken } from '../../../db/queries/notifications/bounces/webhookTokens.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import type { Caller, JsonObject } from '../../kinds/kind.ts';
import { SnsRefused } from '../../ports/bounceWebhooks.ts';
import type { Services } from '../../ports/services.ts';
import type { BounceReport } from '../../queue/bounceReport.ts';
import { describe, isObject, textOf } from '../../validation/values.ts';
import { enqueueReports } from './enqueueReports.ts';
import { mailgunReports, postmarkReports, sesReports } from './providerReports.ts';
import { problemOfSnsMessage } from './snsMessage.ts';

/**
 * Receives the reports of providers about e-mails. One that is not from the provider is a 400. The others are enqueued: the
 * 200 is sent after the commit, and a provider that gets none sends the report again.
 */

/** Receives a message of Amazon SNS: a bounce or complaint of Amazon SES, or the subscription to confirm. */
export async function receiveSes(services: Services, body: unknown, caller: Caller): Promise<void> {
  const { bounceWebhooks: { ses } = {}, log } = services;
  if (!ses) throw notConfigured('SES_TOPIC_ARNS');
  const message = objectOf(body);
  const problem = await problemOfSnsMessage(message, ses).catch((error: unknown) => {
    throw snsFailed(error);
  });
  if (problem !== undefined) throw badRequest('The message is not from Amazon SNS.', [problem]);
  if (message.Type === 'SubscriptionConfirmation') {
    try {
      await ses.sns.confirm(textOf(message.SubscribeURL) ?? '');
    } catch (error) {
      if (error instanceof SnsRefused)
        throw badRequest('The subscription cannot be confirmed.', [`SubscribeURL: ${error.message}`]);
      throw snsFailed(error);
    }
    log.info({ topic: message.TopicArn }, 'the subscription to a topic of Amazon SNS was confirmed');
    return;
  }
  if (message.Type !== 'Notification') {
    log.warn({ topic: message.TopicArn }, 'a topic of Amazon SNS has ended its subscription: it sends no more reports');
    return;
  }
  await enqueueReports(services, sesReports(parsedMessage(message.Message), textOf(message.MessageId) ?? ''), caller);
}

/** @param authorization the header of HTTP Basic authentication */
export async function receivePostmark(
  services: Services,
  body: unknown,
  { authorization, caller }: { readonly authorization: string | undefined; readonly caller: Caller },
): Promise<void> {
  const { bounceWebhooks: { postmark } = {} } = services;
  if (!postmark) throw notConfigured('POSTMARK_WEBHOOK_PASSWORD');
  const [, credentials = ''] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? [];
  if (!isEqual(password, postmark.password))
    throw badRequest('The report is not from Postmark.', [
      'Authorization: is not that of this service, set POSTMARK_WEBHOOK_PASSWORD to the password of the webhook',
    ]);
  await enqueueReports(services, postmarkReports(objectOf(body)), caller);
}

/** Mailgun sends a report again for eight hours. */
export const MAX_AGE_HOURS = 12;
/** The clock of a provider may be ahead by so much. */
const MAX_AHEAD_MS = 300_000;

/** Receives a webhook of Mailgun, whose token signs one event. */
export async function receiveMailgun(services: Services, body: unknown, caller: Caller): Promise<void> {
  const { bounceWebhooks: { mailgun } = {} } = services;
  if (!mailgun) throw notConfigured('MAILGUN_SIGNING_KEY');
  const { signature, 'event-data': event } = objectOf(body);
  const { timestamp, token, signature: signed } = isObject(signature) ? signature : ({} as JsonObject);
  const expected = createHmac('sha256', mailgun.signingKey).update(`${timestamp}${token}`).digest('hex');
  if (!isEqual(textOf(signed) ?? '', expected))
    throw badRequest('The report is not from Mailgun.', [
      'signature: is not that of this service, set MAILGUN_SIGNING_KEY to the key of Mailgun',
    ]);
  // The signature covers only these two, so that anyone who has seen one could sign another event.
  const ageMs = Date.now() - Number(timestamp) * 1_000;
  if (!(ageMs < MAX_AGE_HOURS * 3_600_000 && ageMs > -MAX_AHEAD_MS))
    throw badRequest('The report is not accepted.', [
      `signature.timestamp: must be of the last ${MAX_AGE_HOURS} hours, not ${describe(timestamp)}`,
    ]);
  const reports: readonly BounceReport[] = isObject(event) ? mailgunReports(event) : [];
  if (reports.length === 0) return;
  const hash = createHash('sha256').update(JSON.stringify(event)).digest('hex');
  if (!(await takeToken(services.sql, String(token), hash)))
    throw badRequest('The report is not accepted.', ['signature.token: was used for another event']);
  await enqueueReports(services, reports, caller);
}

const notConfigured = (variable: string): ServiceError =>
  badRequest('Reports of this provider are not accepted.', [`body: cannot be checked, ${variable} is not set`]);

/** The provider sends the message again. */
const snsFailed = (cause: unknown): ServiceError =>
  new ServiceError('INTERNAL_SERVER_ERROR', 'Amazon SNS cannot be reached.', [], { cause });

function objectOf(body: unknown): JsonObject {
  if (isObject(body)) return body;
  throw badRequest('The report cannot be read.', [`body: must be an object, not ${describe(body)}`]);
}

/** Amazon SES sends JSON; a test message of a topic is any text. */
function parsedMessage(text: unknown): JsonObject {
  try {
    const parsed: unknown = JSON.parse(textOf(text) ?? '');
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
