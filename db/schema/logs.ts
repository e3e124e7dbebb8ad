import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Logs, one partition for each month of their receipt (scripts/completeMigration.ts adds PARTITION BY). An id of our own is a UUIDv7 whose time is in `month`, so that a read by id probes one partition.
 *
 * The owner's index goes by a hash: an owner may be named by texts longer than an index entry can be. It serves the
 * finder by owner, in its order, and the deletes.
 */
export const log = pgTable(
  'log',
  {
    id: uuid().notNull(),
    /** First day of the month, UTC. Never changes: a change of a log stays in its partition. */
    month: date().notNull(),
    version: integer().notNull(),
    incarnation: bigint({ mode: 'bigint' }).notNull(),
    indexVersion: bigint('index_version', { mode: 'bigint' }).notNull(),
    ownerType: text('owner_type').notNull(),
    ownerId: text('owner_id').notNull(),
    logTypeCode: text('log_type_code').notNull(),
    startDate: timestamp('start_date', { withTimezone: true }).notNull(),
    doc: text().notNull(),
    audit: text().notNull(),
    search: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.month] }),
    index('log_owner').on(sql`hashtextextended(owner_id, hashtextextended(owner_type, 0))`, table.startDate, table.id),
  ],
);

/**
 * The ids that clients gave, and where their logs are. A partitioned key has to hold the month, so by itself it would
 * let one id be stored in two months.
 */
export const logKey = pgTable('log_key', { id: uuid().primaryKey(), month: date().notNull() }, (table) => [
  index('log_key_month').on(table.month),
]);
