import { sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { codeColumn, lockTable, recordColumns } from './records.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const notificationRule = pgTable('notification_rule', { ...recordColumns, ...codeColumn() });

/** `config.secret` of rules. Only db/queries/records/writeOnlyRows.ts reads and writes it. */
export const notificationRuleSecret = pgTable('notification_rule_secret', {
  recordId: uuid('record_id')
    .primaryKey()
    .references(() => notificationRule.id, { onDelete: 'cascade' }),
  text: text().notNull(),
  /** Origin of the rule's URL; null if it has none. */
  boundTo: text('bound_to'),
});

/** Locked before a write of the template codes of a rule, and before a template is deleted or renamed. */
export const notificationRuleTemplateLock = lockTable('notification_rule_template_lock');

/**
 * Notification records. `doc` holds the targets as the client sent them, notification_target their deliveries. `status`
 * is ahead of the record's own status during deliveries, because not every change of it is written to the record.
 */
export const notification = pgTable(
  'notification',
  {
    ...recordColumns,
    ownerType: text('owner_type').notNull(),
    ownerId: text('owner_id').notNull(),
    status: text().notNull(),
    /** Nothing is sent after this time. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** JSON text: everything that a delivery needs, from the rule at acceptance. */
    plan: text().notNull(),
    /** JSON text: the window that replaces the plan's, once the notification was resent; `null` for none. */
    windowOverride: text('window_override'),
  },
  (table) => [
    // On a hash, because names of owners may exceed the size of an index entry.
    index('notification_owner').on(sql`hashtextextended(owner_id, hashtextextended(owner_type, 0))`, table.id),
  ],
);

/**
 * Deliveries: the targets of a notification as the client sent them, and those that a worker resolved from them, such as
 * the members of a group or the second channel of a user. A resolved target has a channel and an address, once in a
 * notification.
 *
 * There is no foreign key: rows are written with their notification, or under its lock, and deleted with it.
 */
export const notificationTarget = pgTable(
  'notification_target',
  {
    id: uuid().primaryKey(),
    notificationId: uuid('notification_id').notNull(),
    /** Order in responses. */
    position: integer().notNull(),
    /** The target that this one was resolved from. */
    parentId: uuid('parent_id'),
    /** JSON text: the members of the target that are not columns here. */
    input: text().notNull(),
    /** email, sms or webhook; null until the target is resolved. */
    channel: text(),
    address: text(),
    /** The user whose address it is; null for other recipients, and if release 0.2 has resolved the target. */
    userId: uuid('user_id'),
    status: text().notNull(),
    statusReason: text('status_reason'),
    /** A job that starts earlier is a repeated one: the successor starts at this time. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    /** Attempts since the notification was planned or resent. */
    attemptCount: integer('attempt_count').notNull().default(0),
    /** The fencing token: the number of the open attempt, or of the last one. */
    fence: integer().notNull().default(0),
    /** When the open attempt started, if there is one, and its worker process. */
    openSince: timestamp('open_since', { withTimezone: true }),
    openWorker: text('open_worker'),
    openProvider: text('open_provider'),
    /**
     * The attempt that its worker has opened and not handed over, of channels that record hand-overs. Names the attempt,
     * because releases before 0.3.0 open attempts without writing this column.
     */
    unsentFence: integer('unsent_fence'),
    /** JSON text: the attempts that have ended. */
    attempts: text().notNull().default('[]'),
    /** The provider's own id of the message, by which its receipts name it. */
    providerId: text('provider_id'),
    /** The message that a receipt named, and the status in it. */
    receiptId: text('receipt_id'),
    receiptStatus: text('receipt_status'),
    version: integer().notNull().default(1),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // Also finds the targets of a notification. Rows without a channel never conflict.
    uniqueIndex('notification_target_address').on(
      table.notificationId,
      table.channel,
      sql`md5(lower(${table.address}))`,
    ),
  ],
);

/** Attachments as the client sent them. */
export const notificationAttachment = pgTable(
  'notification_attachment',
  {
    notificationId: uuid('notification_id').notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    mediaType: text('media_type').notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.position] })],
);
