import { emptyMailbox, mailboxMessages, rawMailboxMessage } from '../../../db/queries/notifications/mailbox.ts';
import { notFound } from '../../errors.ts';
import { searchColumns } from '../../filtering/columns.ts';
import { parseFiltering } from '../../filtering/index.ts';
import type { Services } from '../../ports/services.ts';
import { mailboxMessage } from './mailboxMessage.ts';

/** Returns the messages of the embedded mailbox that match a filtering, as a JSON array. */
export async function listMailbox({ sql }: Services, filtering: string | undefined): Promise<string> {
  const parsed = parseFiltering(mailboxMessage, filtering ?? '{}', 'list');
  return `[${(await mailboxMessages(sql, searchColumns(mailboxMessage), parsed)).join(',')}]`;
}

/** Returns a message as it was received: an e-mail in full, an SMS as the members of Twilio's message. */
export async function readMailboxMessage(
  { sql }: Services,
  id: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> {
  const found = await rawMailboxMessage(sql, id);
  if (!found) throw notFound(`No message of the embedded mailbox has the id ${id}.`);
  return { body: found.raw, contentType: found.channel === 'EMAIL' ? 'message/rfc822' : 'application/json' };
}

export const clearMailbox = ({ sql }: Services): Promise<void> => emptyMailbox(sql);
