import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Logs, one partition for each month of their receipt (scripts/completeMigration.ts adds PARTITION BY). An id that the
 * service assigns is a UUIDv7 whose time is in `month`, so that a read by id probes one partition.
 *
 * The index of owners is on a hash, because names of owners may exceed the size of an index entry. It serves the finder
 * by owner, in its order, and deletes.
 */
export const log = pgTable(
  'log',
  {
    id: uuid().notNull(),
    /** First day of the month, UTC. Never changes, so that a change of a log stays in its partition. */
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
    // Finds out whether a LogType is in use.
    index('log_of_type').on(table.logTypeCode),
    index('log_owner').on(sql`hashtextextended(owner_id, hashtextextended(owner_type, 0))`, table.startDate, table.id),
  ],
);

/**
 * Ids that clients assigned, with the months of their logs. The key of a partitioned table must include the month, and so
 * does not keep an id unique over all months.
 */
export const logKey = pgTable('log_key', { id: uuid().primaryKey(), month: date().notNull() }, (table) => [
  index('log_key_month').on(table.month),
]);
