import { sql } from 'drizzle-orm';
import {
  bigint,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

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

/** Rows of each index table of the search in PostgreSQL, added up by its triggers (db/queries/search/indexCounter.ts). */
export const searchIndexCount = pgTable(
  'search_index_count',
  {
    /** Name of the index table. */
    index: text().notNull(),
    /** From 0 to 31: the rows of an index have one counter for each, so that sessions hardly wait for each other. */
    slot: smallint().notNull(),
    /** May be negative: only the sum counts. */
    rows: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.index, table.slot] })],
);
