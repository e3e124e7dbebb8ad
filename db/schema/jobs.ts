import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
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
import { recordColumns } from './records.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Job records. The columns beside `doc` serve claims and the roll-up of statuses. */
export const job = pgTable(
  'job',
  {
    ...recordColumns,
    jobType: text('job_type').notNull(),
    status: text().notNull(),
    /** No more steps will be planned: the Job may close when no step is open. */
    planningComplete: boolean('planning_complete').notNull().default(true),
    /** Workers execute its steps; otherwise its client does. */
    managed: boolean().notNull().default(false),
    cancelled: boolean().notNull().default(false),
    /** Cancelled by its deadline. */
    expired: boolean().notNull().default(false),
    /** No step of it starts until it is resumed. */
    paused: boolean().notNull().default(false),
    /** From -100 to 100; the claim order of its steps follows from it. */
    priority: integer().notNull().default(0),
    /** No step is claimed before. */
    startAfter: timestamp('start_after', { withTimezone: true }),
    /** The Job fails if it is open then. Null again after a resend that followed the deadline. */
    deadline: timestamp({ withTimezone: true }),
    /** No step starts before predecessors of the Job have ended. */
    waits: boolean().notNull().default(false),
    /** No other Job of the type is created with it while this one is open; null: any number is. */
    uniqueKey: text('unique_key'),
    /** The user that created it, whose open Jobs share the claims of its steps. */
    submitter: text().notNull().default(''),
    /** The place of its first step (db/queries/jobs/claimOrder.ts); null before it has steps. */
    firstPlace: bigint('first_place', { mode: 'number' }),
    /** The place after its last step. */
    nextPlace: bigint('next_place', { mode: 'number' }).notNull().default(0),
    /** The NOTIFY channel of a process that waits for the Job's end. */
    notifyChannel: text('notify_channel'),
    /** JSON text: whose rights apply to its steps; null for the service itself. */
    holder: text(),
    /** How often the Job was closed: its finisher runs once for each. */
    closeCount: integer('close_count').notNull().default(0),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('job_open').on(table.status).where(sql`status in ('NEW', 'IN_PROGRESS')`),
    index('job_deadline').on(table.deadline).where(sql`status in ('NEW', 'IN_PROGRESS') and deadline is not null`),
    index('job_share')
      .on(table.jobType, table.priority, table.submitter, table.firstPlace)
      .where(sql`status in ('NEW', 'IN_PROGRESS') and first_place is not null`),
    index('job_waiting').on(table.id).where(sql`waits`),
    index('job_unique_open')
      .on(table.jobType, table.uniqueKey)
      .where(sql`unique_key is not null and status in ('NEW', 'IN_PROGRESS')`),
    index('job_unique_completed')
      .on(table.jobType, table.uniqueKey, table.incarnation)
      .where(sql`unique_key is not null and status = 'COMPLETED'`),
  ],
);

/**
 * The Jobs after whose end a Job starts: the member `after` of its record. A predecessor may be deleted once it has ended,
 * so that no foreign key names it.
 */
export const jobDependency = pgTable(
  'job_dependency',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    predecessorId: uuid('predecessor_id').notNull(),
    /** COMPLETED or FAILED, or DELETED, once the end of the predecessor has been considered; null before. */
    endedAs: text('ended_as'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.predecessorId] }),
    index('job_dependency_predecessor').on(table.predecessorId),
  ],
);

/** Where the ends of a Job are posted. The URL and the secret are those of its creation. */
export const jobCallback = pgTable(
  'job_callback',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => job.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Signs the requests; no response contains it. */
    secret: text(),
    /** `close_count` of the Job at the last end that was enqueued. */
    enqueuedClose: integer('enqueued_close').notNull().default(0),
  },
  (table) => [index('job_callback_open').on(table.jobId).where(sql`enqueued_close = 0`)],
);

/** JobStep records. `fence` is the fencing token: each claim raises it, and each later write under that claim names it. */
export const jobStep = pgTable(
  'job_step',
  {
    ...recordColumns,
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id),
    name: text().notNull(),
    chunkId: uuid('chunk_id'),
    status: text().notNull(),
    /**
     * COMPLETED or FAILED once the step has ended, null while it is open. Indexed instead of `status`, so that a claim
     * changes no indexed column and stays on its page (HOT).
     */
    outcome: text().generatedAlwaysAs(sql`case when status in ('COMPLETED', 'FAILED') then status end`),
    fence: integer().notNull().default(0),
    /** Faults of the handler; the third fails the step. An outage is no fault. */
    faults: integer().notNull().default(0),
    /** The current queue job of the step: its id in pg-boss and in the outbox. */
    queueJobId: uuid('queue_job_id'),
    worker: text(),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /**
     * Of a step that a client's workers claim: NEW, the end of its pause after a failure; IN_PROGRESS, the end of its lease.
     * Null: no pause, or no lease. Not indexed, so that claims and extensions stay on their page (HOT).
     */
    claimableAt: timestamp('claimable_at', { withTimezone: true }),
    /** The type of its Job. A trigger sets it for the release before. */
    jobType: text('job_type'),
    /** Of the steps of one type and key, one runs at a time; null: the step has no key. */
    concurrencyKey: text('concurrency_key'),
    /** Runs in a row of `claim_slot`. */
    hasSlot: boolean('has_slot').notNull().default(false),
    /** Steps with a lower number are claimed first: db/queries/jobs/claimOrder.ts. */
    claimOrder: bigint('claim_order', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    uniqueIndex('job_step_chunk').on(table.chunkId, table.name).where(sql`chunk_id is not null`),
    index('job_step_job').on(table.jobId, table.outcome),
    index('job_step_open').on(table.id).where(sql`outcome is null`),
    // The open steps of clients' own Jobs, in the order of claims.
    index('job_step_claimable')
      .on(table.jobType, table.claimOrder, table.incarnation, table.id)
      .where(sql`outcome is null and queue_job_id is null`),
  ],
);

/**
 * Jobs that are to be inserted into queues. A write enqueues here in its own statement, and the relay moves the row. The
 * id becomes the id of the queue job.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    queue: text().notNull(),
    /** JSON text of the payload. */
    data: text().notNull(),
    /** Earliest time of the move. A write that indexes its record itself leaves its row here as a safety net. */
    notBefore: timestamp('not_before', { withTimezone: true }).notNull().defaultNow(),
    /** Earliest start of the queue job. */
    startAfter: timestamp('start_after', { withTimezone: true }),
    priority: integer().notNull().default(0),
    /** Why the row could not be moved (an unknown queue). The relay skips rows that have one. */
    error: text(),
  },
  (table) => [
    index('outbox_due').on(table.notBefore).where(sql`error is null`),
    index('outbox_work_due').on(table.notBefore).where(sql`error is null and queue <> 'index.sync'`),
    index('outbox_rejected').on(table.queue).where(sql`error is not null`),
  ],
);

/** The greatest place of a queue and priority that has been claimed (db/queries/jobs/claimOrder.ts). */
export const claimClock = pgTable(
  'claim_clock',
  {
    /** A queue of steps, or `type` and a job type of clients. */
    queue: text().notNull(),
    priority: integer().notNull(),
    place: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.priority] })],
);

/** Results for callers that wait: written by a worker, read after a NOTIFY or by a poll. */
export const jobResult = pgTable('job_result', {
  id: uuid().primaryKey(),
  result: text(),
  error: text(),
  /** Format and template code of a document, whose result is stored for RESULT_DAYS; null for other results. */
  document: text(),
  /** JSON text of the data of a document, which is found by it when a person is erased. */
  input: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** How steps of a job type are retried; a type without a row has the default. */
export const retryPolicy = pgTable('retry_policy', {
  jobType: text('job_type').primaryKey(),
  attempts: integer().notNull(),
  initialSeconds: integer('initial_seconds').notNull(),
  factor: doublePrecision().notNull(),
  maxSeconds: integer('max_seconds').notNull(),
  /** A failure whose message contains one of these is final. */
  notRetried: text('not_retried').array().notNull(),
  setAt: timestamp('set_at', { withTimezone: true }).notNull().defaultNow(),
  setBy: text('set_by').notNull(),
});

/** Live processes. Each updates its row every few seconds. */
export const processRow = pgTable('process', {
  id: uuid().primaryKey(),
  role: text().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  queues: text().array().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  /** JSON text: the jobs in progress, memory use. */
  status: text().notNull(),
  /** Set for a worker that shall claim nothing more, and end with its last job. */
  drainRequestedAt: timestamp('drain_requested_at', { withTimezone: true }),
  drainRequestedBy: text('drain_requested_by'),
});

/** The metrics of each process, from which any api answers for all of them. */
export const processMetrics = pgTable('process_metrics', {
  processId: uuid('process_id')
    .primaryKey()
    .references(() => processRow.id, { onDelete: 'cascade' }),
  /** JSON text of MetricCopy[], compressed by zstd. */
  metrics: bytea().notNull(),
});

/** Counts of each minute over all processes, for the charts of a day. */
export const activity = pgTable(
  'activity',
  {
    minute: timestamp({ withTimezone: true }).notNull(),
    /** An ActivityKind, or the durations of one (db/queries/runtime/activity.ts). */
    what: text().notNull(),
    /** Queue, job type or channel; empty for requests. */
    name: text().notNull(),
    /** A class of status codes (`2xx`), the outcome of a job, step or hand-over, or the upper bound of durations in seconds. */
    outcome: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.what, table.name, table.outcome] })],
);

/** Generation numbers of caches. Every process polls them, so that an invalidation reaches it without a NOTIFY. */
export const cacheGeneration = pgTable('cache_generation', {
  name: text().primaryKey(),
  value: bigint({ mode: 'bigint' }).notNull(),
});

/** Paused queues: no worker claims their jobs until they are resumed. */
export const queuePause = pgTable('queue_pause', {
  queue: text().primaryKey(),
  pausedAt: timestamp('paused_at', { withTimezone: true }).notNull().defaultNow(),
  pausedBy: text('paused_by').notNull(),
});

/** Numbers of batches that all workers together run at a time; without a row, each worker runs as many as the queue defines. */
export const queueConcurrency = pgTable('queue_concurrency', {
  queue: text().primaryKey(),
  concurrency: integer().notNull(),
  setAt: timestamp('set_at', { withTimezone: true }).notNull().defaultNow(),
  setBy: text('set_by').notNull(),
});
