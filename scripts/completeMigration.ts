import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as recordSchema from '../db/schema/records.ts';
import { accessTriggers } from './triggers/accessTriggers.ts';
import { auditTriggers } from './triggers/auditTriggers.ts';
import { bulkTriggers } from './triggers/bulkTriggers.ts';
import { changeTriggers, ruleFeedTriggers } from './triggers/changeTriggers.ts';
import { erasureFunctions } from './triggers/erasureFunctions.ts';
import { scheduleTriggers } from './triggers/scheduleTriggers.ts';

/** Every row is deleted within milliseconds or seconds: vacuum by count, not by a share of the table's size. */
const SHORT_LIVED =
  'WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1)';

/** Clauses of CREATE TABLE that Drizzle cannot express, by table. */
export const storageOfTable: Readonly<Record<string, string>> = {
  log: 'PARTITION BY RANGE ("month")',
  // Leaves room on each page for one update of every row on it: a claim changes no indexed column and stays on its page.
  job_step: 'WITH (fillfactor = 50)',
  // A target is written when it is accepted, when an attempt opens and when it ends; none of them changes an index.
  notification_target: 'WITH (fillfactor = 50)',
  outbox: SHORT_LIVED,
  record_change_pending: SHORT_LIVED,
};

/** What the first migration creates before all tables. */
const prologue = [
  '-- Trigrams carry LIKE and fulltext of the PostgreSQL search driver.\nCREATE EXTENSION IF NOT EXISTS pg_trgm;',
  '-- The index tables of that driver have a schema of their own.\nCREATE SCHEMA IF NOT EXISTS search;',
  `-- The clock of indexVersion: microseconds, and not the start of the transaction.
CREATE FUNCTION clock_us() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;`,
];

/** What the first migration inserts after all tables. */
const epilogue = [
  `-- Signs unsubscribe links: 244 random bits from the system's source.
INSERT INTO shared_key (name, value) VALUES ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);`,
];

/** Heartbeats. A table that another one refers to becomes unlogged after it. */
const unloggedProcesses = [
  `-- Written each second: not to the write-ahead log. A crash of the server empties them, and the next heartbeat writes them.
ALTER TABLE "process_metrics" SET UNLOGGED;`,
  'ALTER TABLE "process" SET UNLOGGED;',
  `-- Nor statistics of their columns after each minute, which no plan needs.
ALTER TABLE "process" SET (autovacuum_analyze_threshold = 1000000);`,
  'ALTER TABLE "process_metrics" SET (autovacuum_analyze_threshold = 1000000);',
];

/** What a migration creates after all tables, by the beginning of the statement that it accompanies. */
const sequels: Readonly<Record<string, readonly string[]>> = {
  'CREATE TABLE "access_change" (': accessTriggers,
  'CREATE INDEX "audit_entry_unsearched" ': auditTriggers,
  'CREATE TABLE "record_change" (': changeTriggers,
  'CREATE TABLE "rule_change_feed" (': ruleFeedTriggers,
  'CREATE TABLE "schedule_state" (': scheduleTriggers,
  'ALTER TABLE "bulk_item" ADD COLUMN "outcome"': bulkTriggers,
  'CREATE TABLE "erasure" (': erasureFunctions,
  'ALTER TABLE "process" ADD COLUMN "drain_requested_at"': unloggedProcesses,
};

/** Tables of kinds. saveDiff writes their rows in any order. */
export const recordTables: ReadonlySet<string> = new Set(
  Object.values(recordSchema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : [])),
);

/**
 * Completes a migration that drizzle-kit has generated:
 *
 * - unique constraints are deferrable, since one saveDiff may swap two codes;
 * - foreign keys between record tables are deferrable, since one saveDiff may write children before their parents;
 * - new tables get the clauses of `storageOfTable`;
 * - the statements of `sequels` follow all others.
 *
 * A complete migration is returned unchanged.
 *
 * @param isFirst also adds the extension, schema, function and row that belong to no table
 */
export function completeMigration(sql: string, { isFirst }: { isFirst: boolean }): string {
  const statements = sql.split('--> statement-breakpoint').map((statement) => completeStatement(statement.trim()));
  const missing = (parts: readonly string[]) => (isFirst ? parts.filter((part) => !statements.includes(part)) : []);
  const accompanying = Object.entries(sequels).flatMap(([statement, parts]) =>
    sql.includes(statement) ? parts.filter((part) => !statements.includes(part)) : [],
  );
  return `${[...missing(prologue), ...statements, ...accompanying, ...missing(epilogue)].join('\n--> statement-breakpoint\n')}\n`;
}

function completeStatement(statement: string): string {
  const created = /^CREATE TABLE "(\w+)" \(/.exec(statement)?.[1];
  if (created !== undefined) {
    const storage = storageOfTable[created];
    const deferrable = statement.replace(/( UNIQUE\("\w+"\))(?! DEFERRABLE)/g, `$1 ${DEFERRABLE}`);
    return storage === undefined || deferrable.includes(storage)
      ? deferrable
      : deferrable.replace(/;$/, ` ${storage};`);
  }
  const [, altered, constraint] =
    /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (UNIQUE|FOREIGN KEY)/.exec(statement) ?? [];
  const isChecked = constraint === 'UNIQUE' || (altered !== undefined && recordTables.has(altered));
  return isChecked && !statement.includes(DEFERRABLE) ? statement.replace(/;$/, ` ${DEFERRABLE};`) : statement;
}

const DEFERRABLE = 'DEFERRABLE INITIALLY IMMEDIATE';
