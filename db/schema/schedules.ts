import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { codeColumn, recordColumns } from './records.ts';

export const schedule = pgTable('schedule', { ...recordColumns, ...codeColumn() });

/**
 * When each schedule runs next, and with whose rights. A trigger on `schedule` inserts the rows and raises `revision` with
 * each write of the record; workers plan the next run, which raises `plannedRevision`, and start runs.
 */
export const scheduleState = pgTable(
  'schedule_state',
  {
    scheduleId: uuid('schedule_id')
      .primaryKey()
      .references(() => schedule.id, { onDelete: 'cascade' }),
    /** JSON text: whose rights apply, `{}` for the service; null if the writer is unknown. */
    holder: text(),
    revision: integer().notNull().default(1),
    plannedRevision: integer('planned_revision').notNull().default(0),
    /** The members from which the next run was computed, as JSON text: other changes of the record leave the run. */
    timing: text(),
    /** The time of the next run by its pattern; null if there is none. */
    plannedAt: timestamp('planned_at', { withTimezone: true }),
    /** When workers start it: after the jitter, or after another look at the Job that it waits for. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    /** The run waits for the end of the Job before. */
    waiting: boolean().notNull().default(false),
    /** Raised by each run, so that a process which has read an earlier state changes nothing. */
    fence: integer().notNull().default(0),
    /** The Job of the last run that started one. Its row may have been deleted since. */
    jobId: uuid('job_id'),
  },
  (table) => [
    index('schedule_state_next').on(table.nextAt).where(sql`next_at is not null`),
    index('schedule_state_changed').on(table.scheduleId).where(sql`planned_revision < revision`),
  ],
);

/** The last runs of each schedule. The key admits one run for each time of a pattern. */
export const scheduleRun = pgTable(
  'schedule_run',
  {
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => scheduleState.scheduleId, { onDelete: 'cascade' }),
    plannedAt: timestamp('planned_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull().defaultNow(),
    /** STARTED, SKIPPED, MISSED or FAILED. */
    outcome: text().notNull(),
    jobId: uuid('job_id'),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.scheduleId, table.plannedAt] })],
);
