import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What a change refers to: the row of the history that it has written or, with links, a version whose links have changed. */
const changeColumns = () => ({
  kind: text().notNull(),
  recordId: uuid('record_id').notNull(),
  incarnation: bigint({ mode: 'bigint' }).notNull(),
  version: integer().notNull(),
  /** The link members before and after a change that adds no version, as JSON text; null for versions. */
  linksBefore: text('links_before'),
  linksAfter: text('links_after'),
});

/**
 * Changes without a position: a trigger on `history` writes them in the transaction of the change, and
 * `number_record_changes` moves them to `record_change` once that transaction has committed.
 */
export const recordChangePending = pgTable('record_change_pending', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  ...changeColumns(),
});

/** Committed changes of records in the order in which consumers read them. */
export const recordChange = pgTable('record_change', {
  position: bigint({ mode: 'bigint' }).primaryKey(),
  ...changeColumns(),
  numberedAt: timestamp('numbered_at', { withTimezone: true }).notNull().defaultNow(),
});

/** One row, whose lock serializes the numbering: `last` is the newest position, `deletedTo` the newest that was deleted. */
export const recordChangeState = pgTable('record_change_state', {
  single: boolean().primaryKey().default(true),
  last: bigint({ mode: 'bigint' }).notNull(),
  deletedTo: bigint('deleted_to', { mode: 'bigint' }).notNull(),
});
