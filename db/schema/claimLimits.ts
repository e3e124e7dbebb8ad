import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { jobStep } from './jobs.ts';

/** Limits of the claims of clients' workers, of a job type or of a user's Jobs (db/queries/jobs/claimLimitRows.ts). */
export const claimLimit = pgTable(
  'claim_limit',
  {
    /** TYPE or USER. */
    scope: text().notNull(),
    name: text().notNull(),
    /** Steps that run at a time; null: any number. */
    concurrency: integer(),
    /** Steps that start within `per_seconds`; null: any number. */
    starts: integer(),
    perSeconds: integer('per_seconds'),
    /** Steps that could start at `filled_at`. */
    tokens: doublePrecision().notNull().default(0),
    filledAt: timestamp('filled_at', { withTimezone: true }).notNull().defaultNow(),
    setAt: timestamp('set_at', { withTimezone: true }).notNull().defaultNow(),
    setBy: text('set_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.name] })],
);

/** The running steps that have a concurrency key, or that a limit counts. A trigger deletes them when the step runs no longer. */
export const claimSlot = pgTable(
  'claim_slot',
  {
    stepId: uuid('step_id')
      .primaryKey()
      .references(() => jobStep.id, { onDelete: 'cascade' }),
    jobType: text('job_type').notNull(),
    submitter: text().notNull(),
    concurrencyKey: text('concurrency_key'),
  },
  (table) => [
    // One step of a key at a time.
    uniqueIndex('claim_slot_key').on(table.jobType, table.concurrencyKey).where(sql`concurrency_key is not null`),
    index('claim_slot_type').on(table.jobType),
    index('claim_slot_submitter').on(table.submitter),
  ],
);
