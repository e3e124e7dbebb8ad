import type { JsonObject } from '../kinds/kind.ts';
import type { Template } from '../ports/rendering.ts';
import type { Context } from './context.ts';

/**
 * The queues: what each carries and how it is worked. Definitions stand apart from their handlers (workers/handlers),
 * so that who enqueues loads no library that does the work.
 */
export interface QueueSettings {
  readonly purpose: string;
  /** Jobs taken at once. Long work takes one: a batch waits for its slowest. */
  readonly batchSize: number;
  /** Batches that one worker process has in hand at a time. */
  readonly concurrency: number;
  /** A job that takes longer is given to another worker. The broker's own default of 900 would end healthy long steps. */
  readonly expireInSeconds: number;
  /** Completed jobs are kept this long. */
  readonly deleteAfterSeconds: number;
  /** A table of its own, for queues that many jobs go through. */
  readonly partition: boolean;
  /** Not fetched while this is away, so that an outage costs no tries. */
  readonly needs: 'search' | 'nothing';
  /** The queue gets a job by itself at these times (cron, UTC). */
  readonly cron?: string;
  /** The jobs are steps of Jobs: claimed, completed and rolled up in their own rows. */
  readonly steps: boolean;
}

declare const payload: unique symbol;

export interface QueueDefinition<Payload = unknown> extends QueueSettings {
  readonly name: string;
  readonly [payload]?: Payload;
}

export type PayloadOf<Definition> = Definition extends QueueDefinition<infer Payload> ? Payload : never;

/** Up to 500 records of one kind that an index has to hold as the database has them. */
export interface IndexSync {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly context?: Context;
  /** Of those whose rows the relay put together. */
  readonly contexts?: readonly Context[];
}

/** A Job whose steps are to be planned. */
export interface PlanJob {
  readonly jobId: string;
  readonly context?: Context;
}

/** A step to be done. */
export interface RunStep {
  readonly stepId: string;
  readonly context?: Context;
}

/** A target to be told: for the first time, again, or when its window opens. */
export interface DeliverNotification {
  readonly targetId: string;
  readonly context: Context;
  /** What it has waited for. */
  readonly slots?: RateLimitSlots;
}

/** When a delivery may go, as it was given its turns by the limits; ms since 1970 by the database's clock. */
export interface RateLimitSlots {
  readonly channel?: number;
  readonly recipient?: number;
}

/** Something happened that rules may tell of. */
export interface NotificationEvent {
  /** The members of NotificationEvent (domain/notifications/ruleEvent.ts), as whoever published it has put them. */
  readonly [member: string]: unknown;
}

/** A rule to be evaluated for a caller who waits, with data that a URL answers. */
export interface EvaluateNotification {
  readonly ruleId: string;
  /** Of the notification that comes of it. */
  readonly notificationId: string;
  /** Members of NotificationEvaluate. */
  readonly params: JsonObject;
  readonly user: string;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it nobody waits. */
  readonly deadline: number;
  readonly context: Context;
}

/** A script to be evaluated for a caller who waits. */
export interface EvaluateScript {
  readonly code: string;
  readonly source: string;
  readonly timeoutMs: number;
  /** JSON text. */
  readonly input: string;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it nobody waits. */
  readonly deadline: number;
  readonly context: Context;
}

/** One document, name or preview for a caller who waits. */
export interface RenderDocument {
  /** Of its template; for problems. */
  readonly code: string;
  /** Which version of a template (domain/documents/items/pinnedTemplates.ts). */
  readonly template?: string;
  /** In place of a template of ours: what is looked at before it is saved. */
  readonly content?: string;
  /** Of that; A4 unless given. */
  readonly documentSize?: Template['documentSize'];
  /** As of Rendering. */
  readonly format: string;
  /** JSON text. */
  readonly data: string;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it nobody asks for it any more. */
  readonly deadline: number;
  readonly context: Context;
}

const defaults: QueueSettings = {
  purpose: '',
  batchSize: 1,
  concurrency: 1,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 3_600,
  partition: false,
  needs: 'nothing',
  steps: false,
};

export function defineQueue<Payload>(
  name: string,
  settings: Partial<QueueSettings> & { purpose: string },
): QueueDefinition<Payload> {
  return { ...defaults, ...settings, name };
}

/** A queue of steps. Each kind of step has its own: two thousand steps of one must not hold up another's. */
export function defineStepQueue(
  name: `step.${string}`,
  settings: Partial<QueueSettings> & { purpose: string },
): QueueDefinition<RunStep> {
  return defineQueue<RunStep>(name, { ...settings, steps: true });
}

export const queues = {
  // What takes moments stands apart from what may take seconds, and both from the steps of many.
  'document.preview': defineQueue<RenderDocument>('document.preview', {
    purpose: 'renders previews as HTML and names of documents for callers who wait',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'document.render': defineQueue<RenderDocument>('document.render', {
    purpose: 'makes single documents, and previews as PDF, for callers who wait',
    concurrency: 4,
    expireInSeconds: 300,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'event.notification': defineQueue<NotificationEvent>('event.notification', {
    purpose: 'evaluates the notification rules that events trigger',
    batchSize: 10,
    concurrency: 2,
    expireInSeconds: 300,
    deleteAfterSeconds: 86_400,
  }),
  'index.sync': defineQueue<IndexSync>('index.sync', {
    purpose: 'brings changed records into the search indexes',
    batchSize: 10,
    // While an engine of another server has the one batch, the next is read.
    concurrency: 2,
    expireInSeconds: 300,
    deleteAfterSeconds: 60,
    partition: true,
    needs: 'search',
  }),
  'job.plan': defineQueue<PlanJob>('job.plan', { purpose: 'plans the steps of a Job', concurrency: 2 }),
  'maintenance.directory': defineQueue<object>('maintenance.directory', {
    purpose: 'begins DIRECTORY_SYNC where DIRECTORY_SYNC_CRON says when',
  }),
  'maintenance.indexes': defineQueue<object>('maintenance.indexes', {
    purpose: 'drops search indexes that nobody is going to finish',
    cron: '29 * * * *',
    needs: 'search',
  }),
  'maintenance.retention': defineQueue<object>('maintenance.retention', {
    purpose: 'deletes old Jobs and results',
    cron: '17 * * * *',
  }),
  'maintenance.notifications': defineQueue<object>('maintenance.notifications', {
    purpose: 'deletes old notifications, and gives targets that lost their queue job another',
    cron: '53 * * * *',
  }),
  'maintenance.logs': defineQueue<object>('maintenance.logs', {
    purpose: 'makes the partitions of logs ahead and drops those past their retention',
    cron: '41 * * * *',
  }),
  // Many at once, since most of a delivery is waiting for its provider; a batch shares its statements.
  'notification.deliver': defineQueue<DeliverNotification>('notification.deliver', {
    purpose: 'tells the targets of notifications',
    batchSize: 100,
    concurrency: 4,
    expireInSeconds: 900,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'notification.evaluate': defineQueue<EvaluateNotification>('notification.evaluate', {
    purpose: 'evaluates notification rules for callers who wait',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  // Several at once and each on its own: of two that were taken together, one would wait for the other's five seconds.
  'script.evaluate': defineQueue<EvaluateScript>('script.evaluate', {
    purpose: 'evaluates scripts for callers who wait',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'step.directory': defineStepQueue('step.directory', { purpose: 'brings in the groups of a directory' }),
  // Two at once: while one writes how it ended, the other keeps the renderer busy.
  'step.documents': defineStepQueue('step.documents', {
    purpose: 'makes documents in bulk, a chunk of them a step',
    concurrency: 2,
  }),
  'step.logs': defineStepQueue('step.logs', { purpose: 'deletes logs, a stretch of them a step' }),
  'step.reindex': defineStepQueue('step.reindex', {
    purpose: 'fills search indexes, a stretch of records a step',
    needs: 'search',
  }),
  'step.maintenance': defineStepQueue('step.maintenance', { purpose: 'does steps of upkeep, such as BROKER_SETUP' }),
} as const;

export type Queues = typeof queues;
export type QueueName = keyof Queues;
export type StepQueueName = Extract<QueueName, `step.${string}`>;

/** Where a queue's jobs end up that were given up. */
export const deadLetterQueue = (queue: string): string => `${queue}.dead`;
