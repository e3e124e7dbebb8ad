import type { JsonObject } from '../../kinds/kind.ts';
import type { BounceReport } from '../../queue/bounceReport.ts';
import { isObject, isObjects, textOf } from '../../validation/values.ts';
import { answerOf, POSTMARK_METADATA, TARGET_HEADER, targetOf } from './bounceTexts.ts';

/**
 * Converts the webhooks of providers to reports. Those of other messages of the account, and those about deliveries, opens
 * and clicks, have none.
 */

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
const objectsOf = (value: unknown): readonly JsonObject[] => (isObjects(value) ? value : []);

/** @param message the parsed `Message` of Amazon SNS, of a notification or of event publishing */
export function sesReports(message: JsonObject, messageId: string): BounceReport[] {
  const type = textOf(message.notificationType) ?? textOf(message.eventType);
  const targetId = targetOfSes(objectOf(message.mail));
  if (targetId === undefined) return [];
  if (type === 'Bounce') return sesBounces(objectOf(message.bounce), targetId, messageId);
  if (type !== 'Complaint') return [];
  const { complainedRecipients, complaintFeedbackType, complaintSubType, feedbackId } = objectOf(message.complaint);
  // Amazon has not sent the message, because its own list has the address.
  const answer = answerOf(textOf(complaintFeedbackType) ?? textOf(complaintSubType) ?? 'complaint');
  return objectsOf(complainedRecipients).flatMap((recipient) => {
    const address = textOf(recipient.emailAddress);
    if (address === undefined) return [];
    const reportId = textOf(feedbackId) ?? messageId;
    return [
      { reportId, targetId, source: 'ses', recipients: [address], outcome: 'complained', suppress: true, answer },
    ];
  });
}

function sesBounces(bounce: JsonObject, targetId: string, messageId: string): BounceReport[] {
  const { bounceType, bounceSubType, bouncedRecipients, feedbackId } = bounce;
  const isPermanent = bounceType === 'Permanent';
  return objectsOf(bouncedRecipients).flatMap((recipient): BounceReport[] => {
    const address = textOf(recipient.emailAddress);
    if (address === undefined) return [];
    const diagnostic = textOf(recipient.diagnosticCode)?.replace(/^\s*smtp\s*;\s*/i, '');
    return [
      {
        reportId: textOf(feedbackId) ?? messageId,
        targetId,
        source: 'ses',
        recipients: [address],
        // Transient ones include notices of absence.
        outcome: isPermanent ? 'bounced' : 'soft-bounced',
        suppress: isPermanent,
        answer: answerOf(`${textOf(bounceType)}/${textOf(bounceSubType)}`, diagnostic ?? textOf(recipient.status)),
      },
    ];
  });
}

function targetOfSes({ headers, commonHeaders }: JsonObject): string | undefined {
  const headerOf = (header: string) =>
    textOf(objectsOf(headers).find(({ name }) => textOf(name)?.toLowerCase() === header.toLowerCase())?.value);
  const named = [headerOf(TARGET_HEADER), headerOf('Message-ID'), textOf(objectOf(commonHeaders).messageId)];
  return named.map(targetOf).find((id) => id !== undefined);
}

/** Types of Postmark's bounces after which an address gets no further messages. */
const POSTMARK_HARD = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'];
const POSTMARK_SOFT = [
  'Transient',
  'SoftBounce',
  'DnsError',
  'Blocked',
  'SpamNotification',
  'Undeliverable',
  'Unknown',
];

export function postmarkReports(event: JsonObject): BounceReport[] {
  const { RecordType: record, Type: type, Email, ID, MessageID, Metadata } = event;
  const targetId = targetOf(textOf(objectOf(Metadata)[POSTMARK_METADATA]));
  const address = textOf(Email);
  if (targetId === undefined || address === undefined) return [];
  const isComplaint = record === 'SpamComplaint' || type === 'SpamComplaint';
  const isHard = POSTMARK_HARD.includes(String(type));
  if (!isComplaint && (record !== 'Bounce' || !(isHard || POSTMARK_SOFT.includes(String(type))))) return [];
  const outcome = isComplaint ? 'complained' : isHard ? 'bounced' : 'soft-bounced';
  const answer = answerOf(textOf(type) ?? 'complaint', textOf(event.Details) ?? textOf(event.Description));
  const reportId = `${ID ?? textOf(MessageID) ?? ''} ${outcome}`;
  return [
    {
      reportId,
      targetId,
      source: 'postmark',
      recipients: [address],
      outcome,
      suppress: outcome !== 'soft-bounced',
      answer,
    },
  ];
}

/** @param event `event-data` of the webhook */
export function mailgunReports(event: JsonObject): BounceReport[] {
  const { event: type, severity, recipient, id, reason } = event;
  const targetId = targetOf(textOf(objectOf(objectOf(event.message).headers)['message-id']));
  const address = textOf(recipient);
  if (targetId === undefined || address === undefined || (type !== 'failed' && type !== 'complained')) return [];
  const { code, message, description } = objectOf(event['delivery-status']);
  const isPermanent = severity === 'permanent';
  const outcome = type === 'complained' ? 'complained' : isPermanent ? 'bounced' : 'soft-bounced';
  // Mailgun also reports a permanent failure after hours of temporary ones, with the reason `old`.
  const suppress = outcome === 'complained' || (isPermanent && ['bounce', 'suppress-bounce'].includes(String(reason)));
  const status = typeof code === 'number' ? String(code) : textOf(code);
  const answer = answerOf(status, textOf(message) || textOf(description) || textOf(reason)) || outcome;
  return [
    { reportId: `${id} ${outcome}`, targetId, source: 'mailgun', recipients: [address], outcome, suppress, answer },
  ];
}
