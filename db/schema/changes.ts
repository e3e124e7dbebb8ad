import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { notificationRule } from './notifications.ts';

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

/**
 * How far each rule that follows the changes of records has posted them. A trigger on `notification_rule` inserts and
 * deletes the rows; workers post batches, one at a time for each rule.
 */
export const ruleChangeFeed = pgTable('rule_change_feed', {
  ruleId: uuid('rule_id')
    .primaryKey()
    .references(() => notificationRule.id, { onDelete: 'cascade' }),
  /** All changes up to this position have been posted, or are not for the receiver. */
  position: bigint({ mode: 'bigint' }).notNull(),
  /** JSON text: whose rights apply, `{}` for the service; null if a process of an earlier release has written the rule. */
  holder: text(),
  /** The batch that is being posted: its id, and its last position. */
  batchId: uuid('batch_id'),
  batchTo: bigint('batch_to', { mode: 'bigint' }),
  /** Failed attempts to post the batch. */
  attemptCount: integer('attempt_count').notNull().default(0),
  /** Why the last attempt failed. */
  error: text(),
  /** Since when every attempt has failed. */
  failingSince: timestamp('failing_since', { withTimezone: true }),
  /** When the receiver has accepted a batch for the last time. */
  lastPostedAt: timestamp('last_posted_at', { withTimezone: true }),
  /** Changes were deleted before they were posted. */
  missed: boolean().notNull().default(false),
  /** The claim: its fencing token, the worker process, and its end. */
  fence: integer().notNull().default(0),
  worker: text(),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  /** Nothing is posted before. */
  nextAt: timestamp('next_at', { withTimezone: true }).notNull().defaultNow(),
  /** Until then, a queue job for the rule is expected to run. */
  queuedUntil: timestamp('queued_until', { withTimezone: true }).notNull().defaultNow(),
});
