import { sql } from 'drizzle-orm';
import { integer, pgSequence, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/**
 * The numbered physical indexes of each kind: one LIVE behind the read alias, and at most one FILLING. index.sync reads
 * this list after the rows, and writes to every index in it.
 */
export const searchIndex = pgTable(
  'search_index',
  {
    engine: text().notNull(),
    /** Name of the kind: `WorklogType`. */
    kind: text().notNull(),
    number: integer().notNull(),
    /** `worklog-types-000001` */
    name: text().notNull(),
    /** LIVE or FILLING */
    state: text().notNull(),
    /** The Job that fills it. */
    jobId: uuid('job_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    liveSince: timestamp('live_since', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.engine, table.kind, table.number] }),
    // At most one index of a kind is filled at a time.
    uniqueIndex('search_index_filling').on(table.engine, table.kind).where(sql`state = 'FILLING'`),
  ],
);

/** Index numbers are never reused: a late write that names a dropped index must not reach a newer one. */
export const searchIndexNumber = pgSequence('search_index_number');
