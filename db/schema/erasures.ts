import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { job } from './jobs.ts';

/**
 * Erasures of persons that have not ended. Function `begin_erasure` inserts them, from the record of the user alone, so that
 * no caller erases any other text. `patterns`, `replacements` and `flags` belong together, and are applied in their order.
 */
export const erasure = pgTable('erasure', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => job.id, { onDelete: 'cascade' }),
  userId: uuid('user_id').notNull(),
  /** Only counts. */
  dryRun: boolean('dry_run').notNull(),
  pseudonym: text().notNull(),
  /** Regular expressions of PostgreSQL. */
  patterns: text().array().notNull(),
  replacements: text().array().notNull(),
  /** `i` for a pattern that ignores case, otherwise empty. */
  flags: text().array().notNull(),
  /** Codes that columns such as `changed_by` contain alone. */
  codes: text().array().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
});
