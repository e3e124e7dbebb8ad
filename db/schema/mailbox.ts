import { customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The newest messages that the embedded mailbox received. Ids are UUIDv7, in the order of receipt. */
export const mailboxMessage = pgTable('mailbox_message', {
  id: uuid().primaryKey(),
  /** EMAIL or SMS */
  channel: text().notNull(),
  /** Bytes of `raw`, which trimming then need not fetch. */
  size: integer().notNull(),
  /** A MailboxMessage as JSON. */
  doc: text().notNull(),
  /** Its search document (domain/filtering/searchDocument.ts). */
  search: text().notNull(),
  /** The message as it was received. */
  raw: bytea().notNull(),
});
