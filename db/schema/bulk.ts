import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { job } from './jobs.ts';

/** What a bulk change does, and for whom. It is not part of its Job, whose data others may be allowed to change. */
export const bulkChange = pgTable('bulk_change', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => job.id, { onDelete: 'cascade' }),
  kind: text().notNull(),
  /** CREATE, PATCH or DELETE. */
  operation: text().notNull(),
  /** JSON text; null for CREATE. */
  filtering: text(),
  /** JSON text; null but for PATCH. */
  patch: text(),
  /** The user code that the changes name. */
  whoEdited: text('who_edited').notNull(),
});

/** A record of a bulk change: one to be created, or one that has been changed. */
export const bulkItem = pgTable(
  'bulk_item',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    recordId: uuid('record_id').notNull(),
    /** JSON text of a record to be created; null for others, and once it is created. */
    input: text(),
    /** Set by the transaction of the change, so that no change is made twice. */
    done: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.recordId] })],
);
