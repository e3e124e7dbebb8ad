import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The numbered physical indexes of each kind: one LIVE behind the read alias, and any that are FILLING beside it.
 * index.sync reads this list after it has read the rows, and writes to every index in it.
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
  (table) => [primaryKey({ columns: [table.engine, table.kind, table.number] })],
);
