import { targetOfMessage } from '../../../db/queries/notifications/receiptRows.ts';
import { badRequest } from '../../errors.ts';
import type { Services } from '../../ports/services.ts';
import { isUuid, textOf } from '../../validation/values.ts';
import { type FormMembers, isSignedByTwilio, twilioReceiptPath } from './receipts.ts';

/**
 * Receives a receipt of an SMS. An unsigned receipt is a 400. A receipt of an unknown message is ignored, because other
 * programs may use the same account.
 *
 * @param search the query of the requested URL, including `?`
 */
export async function receiveReceipt(
  services: Services,
  { form, search, signature }: { form: string; search: string; signature: string | undefined },
): Promise<void> {
  const { receipts } = services;
  if (!receipts) {
    throw badRequest('Receipts are not accepted.', [
      'X-Twilio-Signature: cannot be checked, TWILIO_AUTH_TOKEN and PUBLIC_URL are not set',
    ]);
  }
  const params = membersOf(form);
  if (!isSignedByTwilio(receipts.authToken, signature, `${receipts.url}${twilioReceiptPath}${search}`, params))
    throw badRequest('The receipt is forged.', ['X-Twilio-Signature: is not that of this account for this request']);
  const text = (name: string) => textOf(params[name]) ?? '';
  const messageId = text('MessageSid') || text('SmsSid');
  const status = text('MessageStatus') || text('SmsStatus');
  const problems = [
    ...(/^[A-Z]{2}[\da-z]{1,62}$/i.test(messageId) ? [] : ['MessageSid: is required']),
    ...(/^[a-z_-]{1,32}$/.test(status) ? [] : ['MessageStatus: is required']),
  ];
  if (problems.length > 0) throw badRequest('The receipt cannot be read.', problems);
  const named = new URLSearchParams(search).get('target') ?? '';
  const targetId = isUuid(named) ? named.toLowerCase() : await targetOfMessage(services.sql, messageId);
  if (targetId === undefined) return;
  const errorCode = text('ErrorCode');
  await services.receiptWriter.submit({ targetId, messageId, status, ...(errorCode !== '' && { errorCode }) });
}

function membersOf(form: string): FormMembers {
  const members: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(form)) {
    const before = members[name];
    members[name] = before === undefined ? value : [before, value].flat();
  }
  return members;
}
