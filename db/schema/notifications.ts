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

/** Locked by whoever writes the template codes of a rule, and by whoever deletes or renames a template. */
export const notificationRuleTemplateLock = lockTable('notification_rule_template_lock');

/**
 * Notification records. `doc` holds the targets as they were sent; what became of each stands in notification_target.
 * `status` is ahead of the record's own while deliveries are on their way: the record is written when it matters.
 */
export const notification = pgTable(
  'notification',
  {
    ...recordColumns,
    ownerType: text('owner_type').notNull(),
    ownerId: text('owner_id').notNull(),
    status: text().notNull(),
    /** Never sent from then on. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** JSON text of all that delivering takes, as the rule had it when the notification was accepted. */
    plan: text().notNull(),
    /** JSON text: the window that replaces the plan's, once the notification was resent; `null` for none. */
    windowOverride: text('window_override'),
  },
  (table) => [
    // By a hash: an owner may be named by texts longer than an index entry can be.
    index('notification_owner').on(sql`hashtextextended(owner_id, hashtextextended(owner_type, 0))`, table.id),
  ],
);

/**
 * Whom a notification goes to. A row is what the client gave, or what a worker made of that: a group's members, the
 * second channel of a target that has two. One that is told has a channel and an address, and nobody is told twice.
 *
 * There is no foreign key: rows are written with their notification, or under its lock, and go with it.
 */
export const notificationTarget = pgTable(
  'notification_target',
  {
    id: uuid().primaryKey(),
    notificationId: uuid('notification_id').notNull(),
    /** Order in the answers. */
    position: integer().notNull(),
    /** The target that a worker made this one of. */
    parentId: uuid('parent_id'),
    /** JSON text of the target as it is answered, without what follows here. */
    input: text().notNull(),
    /** email, sms or webhook, once it is known which. */
    channel: text(),
    address: text(),
    status: text().notNull(),
    statusReason: text('status_reason'),
    /** A job that comes before is one that was done already, whose successor comes then. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    /** Attempts since the notification was planned or resent. */
    attemptCount: integer('attempt_count').notNull().default(0),
    /** The fencing token: the number of the open attempt, or of the last one. */
    fence: integer().notNull().default(0),
    /** Of the attempt that is open: begun and neither ended nor judged; by which worker process. */
    openSince: timestamp('open_since', { withTimezone: true }),
    openWorker: text('open_worker'),
    openProvider: text('open_provider'),
    /** JSON text: attempts that have ended. */
    attempts: text().notNull().default('[]'),
    /** The provider's own id of the message, by which its receipts name it. */
    providerId: text('provider_id'),
    /** The message that a receipt came for, and the provider's word for what became of it. */
    receiptId: text('receipt_id'),
    receiptStatus: text('receipt_status'),
    version: integer().notNull().default(1),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // Also finds a notification's targets. Rows without a channel are all different.
    uniqueIndex('notification_target_address').on(
      table.notificationId,
      table.channel,
      sql`md5(lower(${table.address}))`,
    ),
  ],
);

/** Attachments as they were given. */
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
