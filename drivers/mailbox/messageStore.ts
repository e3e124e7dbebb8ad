import type { Database } from '../../db/client.ts';
import type { Channel } from '../../db/queries/notifications/mailbox.ts';
import type { NewMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';

/** Stores messages. */
export interface MessageStore {
  readonly sql: () => Database;
  insert(channel: Channel, message: NewMailboxMessage): Promise<void>;
}
