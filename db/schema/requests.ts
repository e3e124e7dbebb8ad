import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** The answers of requests with an Idempotency-Key. A row is inserted by the transaction of the write that it reports. */
export const storedAnswer = pgTable(
  'stored_answer',
  {
    /** Key, user or `anonymous`: a caller finds its own answers only. */
    caller: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the operation, its parameters and the body. */
    fingerprint: text().notNull(),
    code: integer().notNull(),
    /** JSON text of an object. */
    headers: text().notNull(),
    /** Null if the body is empty. */
    body: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.idempotencyKey] }),
    index('stored_answer_created').on(table.createdAt),
  ],
);
