import { emptyMailbox, mailboxMessages, rawMailboxMessage } from '../../../db/queries/notifications/mailbox.ts';
import { notFound } from '../../errors.ts';
import { searchColumns } from '../../filtering/columns.ts';
import { parseFiltering } from '../../filtering/index.ts';
import type { Services } from '../../ports/services.ts';
import { mailboxMessage } from './mailboxMessage.ts';

/** The messages of the embedded mailbox that a filtering lets through, as a JSON array. */
export async function listMailbox({ sql }: Services, filtering: string | undefined): Promise<string> {
  const parsed = parseFiltering(mailboxMessage, filtering ?? '{}', 'list');
  return `[${(await mailboxMessages(sql, searchColumns(mailboxMessage), parsed)).join(',')}]`;
}

/** A message as it came: an e-mail whole, an SMS as the members that Twilio would have been sent. */
export async function readMailboxMessage(
  { sql }: Services,
  id: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> {
  const found = await rawMailboxMessage(sql, id);
  if (!found) throw notFound(`There is no message ${id} in the embedded mailbox.`);
  return { body: found.raw, contentType: found.channel === 'EMAIL' ? 'message/rfc822' : 'application/json' };
}

export const clearMailbox = ({ sql }: Services): Promise<void> => emptyMailbox(sql);
