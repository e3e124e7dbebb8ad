import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Addresses that nothing is sent to. They are searched like records, and their own rows are looked at: there are few. */
export const suppression = pgTable(
  'suppression',
  {
    id: uuid().primaryKey(),
    /** email or sms */
    channel: text().notNull(),
    address: text().notNull(),
    /** A Suppression as JSON, its auditInfo, and its search document (domain/search/columns.ts). */
    doc: text().notNull(),
    audit: text().notNull(),
    search: text().notNull(),
  },
  (table) => [uniqueIndex('suppression_address').on(table.channel, sql`md5(lower(${table.address}))`)],
);

/** The message that a provider names in its receipts. */
export const providerMessage = pgTable('provider_message', {
  id: text().primaryKey(),
  targetId: uuid('target_id').notNull(),
});

/**
 * What is handed over at a limited rate: a channel, or a recipient. A row says up to when its turns are given out, so
 * that all processes together keep to it; one that lies in the past says as much as none.
 */
export const deliveryTurn = pgTable('delivery_turn', {
  key: text().primaryKey(),
  takenUntil: timestamp('taken_until', { withTimezone: true }).notNull(),
});

/** Providers that were away when they were asked last. One that answers has no row. */
export const providerState = pgTable('provider_state', {
  provider: text().primaryKey(),
  /** In a row. */
  failures: integer().notNull(),
  /** How often it was found away since it was left alone; and until when it is. */
  openings: integer().notNull().default(0),
  until: timestamp({ withTimezone: true }),
  /** Somebody tries whether it is back, until then. */
  triedUntil: timestamp('tried_until', { withTimezone: true }),
});

/** Keys that all processes share, made by a migration. */
export const sharedKey = pgTable('shared_key', { name: text().primaryKey(), value: text().notNull() });
