import { customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Documents that are made together. The id is that of their Job, which begins once all items are there. */
export const documentBatch = pgTable(
  'document_batch',
  {
    jobId: uuid('job_id').primaryKey(),
    /** Name of the format. */
    format: text().notNull(),
    /** How many items there are, with indexes from 0; null while they still come in. */
    items: integer(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('document_batch_created').on(table.createdAt)],
);

/** The items of a batch and what became of them. One row for an item: whoever renders it again writes there once more. */
export const documentItem = pgTable(
  'document_item',
  {
    jobId: uuid('job_id').notNull(),
    index: integer().notNull(),
    documentId: text('document_id').notNull(),
    templateCode: text('template_code').notNull(),
    /** The version of the template that was there when the item was accepted (domain/documents/items/pinnedTemplates.ts); null: none. */
    template: text(),
    /** JSON text; empty once the document is made. */
    data: text().notNull(),
    /** NEW; DONE; FAILED by its own fault; FAULT where the renderer could not do it. */
    status: text().notNull().default('NEW'),
    content: bytea(),
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.index] })],
);
