import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The columns of every table of records.
 *
 * - `doc` is the record as JSON text in the order of its declaration, without auditInfo; `audit` is auditInfo as JSON
 *   text. An answer is the two put together, never parsed: `left(doc, -1) || ',"auditInfo":' || audit || '}'`.
 * - `search` is the search document (domain/searchColumns.ts), written beside the record so that an index can be filled
 *   from PostgreSQL as text.
 * - `indexVersion` is the external version of the record in every search index: greatest(previous + 1, clock in µs).
 * - `incarnation` is the first indexVersion of a record: a deleted id may live again, and its history starts anew.
 *
 * text and not json: nothing here is read by PostgreSQL on a hot way, and every driver would parse json.
 */
export const recordColumns = {
  id: uuid().primaryKey(),
  version: integer().notNull(),
  incarnation: bigint({ mode: 'bigint' }).notNull(),
  indexVersion: bigint('index_version', { mode: 'bigint' }).notNull(),
  doc: text().notNull(),
  audit: text().notNull(),
  search: text().notNull(),
};

/** For kinds with a code. The uniqueness is made DEFERRABLE in a migration of its own: saveDiff may swap two codes. */
export const codeColumn = { code: text().notNull() };

export const userGroupType = pgTable('user_group_type', { ...recordColumns, ...codeColumn });
export const userType = pgTable('user_type', { ...recordColumns, ...codeColumn });
export const worklogType = pgTable('worklog_type', { ...recordColumns, ...codeColumn });
export const logType = pgTable('log_type', { ...recordColumns, ...codeColumn });
export const script = pgTable('script', { ...recordColumns, ...codeColumn });

/** Every version of every record whose kind keeps its history; `doc` and `audit` are the state after the change. */
export const history = pgTable(
  'history',
  {
    kind: text().notNull(),
    recordId: uuid('record_id').notNull(),
    incarnation: bigint({ mode: 'bigint' }).notNull(),
    version: integer().notNull(),
    /** CREATED, UPDATED or DELETED. */
    change: text().notNull(),
    code: text(),
    who: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    doc: text().notNull(),
    audit: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.kind, table.incarnation, table.version] }),
    index('history_deleted_code').on(table.kind, table.code).where(sql`change = 'DELETED'`),
  ],
);
