import { customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Documents of one request. Their Job has the same id, and starts once all items are stored. */
export const documentBatch = pgTable(
  'document_batch',
  {
    jobId: uuid('job_id').primaryKey(),
    format: text().notNull(),
    /** Number of items, with indexes from 0; null while they are received. */
    items: integer(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('document_batch_created').on(table.createdAt)],
);

/** The items of a batch and their outcomes. An item that is rendered again overwrites its row. */
export const documentItem = pgTable(
  'document_item',
  {
    jobId: uuid('job_id').notNull(),
    index: integer().notNull(),
    documentId: text('document_id').notNull(),
    templateCode: text('template_code').notNull(),
    /** The template version at acceptance (domain/documents/items/pinnedTemplates.ts); null if there was no template. */
    template: text(),
    /** JSON text. Stays with the document, which is found by it when a person is erased. */
    data: text().notNull(),
    /** NEW, DONE, FAILED by an error in the document, or FAULT after an error of the renderer. */
    status: text().notNull().default('NEW'),
    content: bytea(),
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.index] })],
);
