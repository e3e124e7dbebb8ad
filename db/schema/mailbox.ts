import { customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The newest messages that the embedded mailbox took. Ids are UUIDv7: by them the oldest go first. */
export const mailboxMessage = pgTable('mailbox_message', {
  id: uuid().primaryKey(),
  /** EMAIL or SMS */
  channel: text().notNull(),
  /** Bytes of `raw`, so that trimming need not fetch them. */
  size: integer().notNull(),
  /** A MailboxMessage as JSON. */
  doc: text().notNull(),
  /** Its search document (domain/filtering/searchDocument.ts). */
  search: text().notNull(),
  /** As it came. */
  raw: bytea().notNull(),
});
