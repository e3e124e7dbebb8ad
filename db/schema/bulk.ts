import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { job } from './jobs.ts';

/** What a bulk change does, and for whom. It is not part of its Job, whose data others may be allowed to change. */
export const bulkChange = pgTable('bulk_change', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => job.id, { onDelete: 'cascade' }),
  kind: text().notNull(),
  /** CREATE, PATCH, DELETE, CANCEL, RESEND, PAUSE or RESUME. */
  operation: text().notNull(),
  /** JSON text; null for CREATE. */
  filtering: text(),
  /** JSON text; null but for PATCH. */
  patch: text(),
  /** The user code that the changes name. */
  whoEdited: text('who_edited').notNull(),
  /** JSON text: whose rights apply; null for the service itself. Workers may not write it here. */
  holder: text(),
  /** Name of the API key of the request, for the audit list. */
  keyName: text('key_name'),
});

/** A record of a bulk change: one to be created, or one that had its turn. */
export const bulkItem = pgTable(
  'bulk_item',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    recordId: uuid('record_id').notNull(),
    /** JSON text of a record to be created; null for others. A trigger clears it once the record is created. */
    input: text(),
    /** Set by the transaction of the change, so that no change is made twice. */
    done: boolean().notNull().default(false),
    /** UNCHANGED, SKIPPED or FAILED for a record that had its turn and is not done, so that a cancelled step counts it. */
    outcome: text(),
    /** Why it FAILED; domain/bulk/failures.ts reads it. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.recordId] })],
);
