import type { JsonObject, RightsHolder } from '../kinds/kind.ts';
import type { Template } from '../ports/rendering.ts';
import type { ReportBounce } from './bounceReport.ts';
import type { Context } from './context.ts';
import type { JobCallback } from './jobCallback.ts';
import type { PostChanges } from './postChanges.ts';

/** How workers claim from a queue. Handlers are in workers/handlers: a process that only enqueues loads no library of theirs. */
export interface QueueSettings {
  readonly purpose: string;
  /** Maximum number of jobs in a batch. One for long work: a batch ends with its slowest job. */
  readonly batchSize: number;
  /** Batches that a worker process runs concurrently. */
  readonly concurrency: number;
  /** The search engine can set a lower concurrency (domain/queue/workerConcurrency.ts). */
  readonly limitedBySearch: boolean;
  /** A job that runs longer goes to another worker. The broker's own default of 900 would end healthy long steps. */
  readonly expireInSeconds: number;
  /** Completed jobs are deleted after this time. */
  readonly deleteAfterSeconds: number;
  /** A table of its own, for queues of many jobs. */
  readonly partition: boolean;
  /** The queue waits while this is unavailable, so that an outage counts no faults. */
  readonly needs: 'search' | 'nothing';
  /** The schedule at which the queue gets a job by itself (cron, UTC). */
  readonly cron?: string;
  /** Its jobs carry steps of Jobs, which are claimed, ended and rolled up in their own rows. */
  readonly steps: boolean;
  /** Its jobs carry deliveries of notifications. */
  readonly deliveries: boolean;
  /** The processes that claim from it: apis may write what the database role of workers may not. */
  readonly claimedBy: 'worker' | 'api';
}

declare const payload: unique symbol;

export interface QueueDefinition<Payload = unknown> extends QueueSettings {
  readonly name: string;
  readonly [payload]?: Payload;
}

export type PayloadOf<Definition> = Definition extends QueueDefinition<infer Payload> ? Payload : never;

/** Up to 500 records of one kind to be brought up to date in the search indexes. */
export interface IndexSync {
  readonly kind: string;
  readonly ids: readonly string[];
  /** The records were created, and are indexed only if nothing has changed them since: each change has a row of its own. */
  readonly created?: true;
  readonly context?: Context;
  /** The contexts of the outbox rows that the relay has merged. */
  readonly contexts?: readonly Context[];
}

/** A Job to be planned. */
export interface PlanJob {
  readonly jobId: string;
  readonly context?: Context;
}

/** A step to be run. */
export interface RunStep {
  readonly stepId: string;
  readonly context?: Context;
}

/** A delivery to a target: the first attempt, a retry, or the end of a deferral. */
export interface DeliverNotification {
  readonly targetId: string;
  readonly context: Context;
  /** The reservations that the delivery has waited for. */
  readonly slots?: RateLimitSlots;
}

/** The moments that the rate limits have reserved for a delivery; ms since 1970 by the database's clock. */
export interface RateLimitSlots {
  readonly channel?: number;
  readonly recipient?: number;
}

/** An event that may trigger notification rules. */
export interface NotificationEvent {
  /** The members of NotificationEvent (domain/notifications/ruleEvent.ts), as they were published. */
  readonly [member: string]: unknown;
}

/** A rule to be evaluated for a waiting caller, with data from a URL. */
export interface EvaluateNotification {
  readonly ruleId: string;
  /** The id of the notification that results. */
  readonly notificationId: string;
  /** Members of NotificationEvaluate. */
  readonly params: JsonObject;
  readonly user: string;
  /** Whose rights apply; absent for the service itself. */
  readonly holder?: RightsHolder;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it no caller waits. */
  readonly deadline: number;
  readonly context: Context;
}

/** A script to be evaluated for a waiting caller. */
export interface EvaluateScript {
  readonly code: string;
  readonly source: string;
  readonly timeoutMs: number;
  /** JSON text. */
  readonly input: string;
  /** The script does not start for a user that is no longer active, or has lost the right to run scripts. */
  readonly holder?: RightsHolder;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it no caller waits. */
  readonly deadline: number;
  readonly context: Context;
}

/** What a draft that is previewed has of a template; its type is PDF and its page A4 by default. */
type DraftSettings = Partial<Omit<Template, 'key' | 'version' | 'code' | 'inputType' | 'content'>>;

/** A document, name or preview to be rendered for a waiting caller. */
export interface RenderDocument extends DraftSettings {
  /** The code of the template, for problems. */
  readonly code: string;
  /** The pinned version of the template (domain/documents/items/pinnedTemplates.ts). */
  readonly template?: string;
  /** The content to be previewed, in place of a stored template. */
  readonly content?: string;
  /** As of Rendering. */
  readonly format: string;
  /** Whether the reply has warnings. */
  readonly warnings?: true;
  /** JSON text. */
  readonly data: string;
  /** The rendering does not start for a user that is no longer active, or has lost the right to it or to the template. */
  readonly holder?: RightsHolder;
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it the result is not fetched. */
  readonly deadline: number;
  readonly context: Context;
}

const defaults: QueueSettings = {
  purpose: '',
  batchSize: 1,
  concurrency: 1,
  limitedBySearch: false,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 3_600,
  partition: false,
  needs: 'nothing',
  steps: false,
  deliveries: false,
  claimedBy: 'worker',
};

export function defineQueue<Payload>(
  name: string,
  settings: Partial<QueueSettings> & { purpose: string },
): QueueDefinition<Payload> {
  return { ...defaults, ...settings, name };
}

/** A queue of steps. Each kind of step has its own, so that thousands of one do not delay another. */
export function defineStepQueue(
  name: `step.${string}`,
  settings: Partial<QueueSettings> & { purpose: string },
): QueueDefinition<RunStep> {
  return defineQueue<RunStep>(name, { ...settings, steps: true });
}

/** A queue of deliveries. Large batches: a delivery mostly waits for its provider, and a batch shares its statements. */
function defineDeliveryQueue(name: `notification.${string}`, purpose: string): QueueDefinition<DeliverNotification> {
  return defineQueue<DeliverNotification>(name, {
    purpose,
    batchSize: 100,
    concurrency: 4,
    expireInSeconds: 900,
    deleteAfterSeconds: 60,
    partition: true,
    deliveries: true,
  });
}

export const queues = {
  // Previews take milliseconds, documents seconds, and bulk minutes: each has its own queue.
  'document.preview': defineQueue<RenderDocument>('document.preview', {
    purpose: 'renders previews as HTML and names of documents for waiting callers',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'document.render': defineQueue<RenderDocument>('document.render', {
    purpose: 'renders single documents, and previews as PDF, for waiting callers',
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
    purpose: 'updates the search indexes after changes of records',
    batchSize: 10,
    // The search engine can set a lower one (`concurrentSyncs`).
    concurrency: 2,
    limitedBySearch: true,
    expireInSeconds: 300,
    deleteAfterSeconds: 60,
    partition: true,
    needs: 'search',
  }),
  'job.callback': defineQueue<JobCallback>('job.callback', { purpose: 'posts the ends of Jobs', batchSize: 10 }),
  'job.plan': defineQueue<PlanJob>('job.plan', { purpose: 'plans the steps of a Job', concurrency: 2 }),
  'maintenance.directory': defineQueue<object>('maintenance.directory', { purpose: 'follows DIRECTORY_SYNC_CRON' }),
  'maintenance.indexes': defineQueue<object>('maintenance.indexes', {
    purpose: 'drops abandoned search indexes',
    cron: '29 * * * *',
    needs: 'search',
  }),
  'maintenance.retention': defineQueue<object>('maintenance.retention', {
    purpose: 'deletes old Jobs and results',
    cron: '17 * * * *',
  }),
  'maintenance.notifications': defineQueue<object>('maintenance.notifications', {
    purpose: 'deletes old notifications, and enqueues targets that have lost their queue job',
    cron: '53 * * * *',
  }),
  'maintenance.logs': defineQueue<object>('maintenance.logs', {
    purpose: 'creates partitions of logs ahead, and drops those past their retention',
    cron: '41 * * * *',
  }),
  'notification.bounce': defineQueue<ReportBounce>('notification.bounce', {
    purpose: 'records bounces of e-mails, and complaints about them',
    batchSize: 50,
    deleteAfterSeconds: 60,
  }),
  'notification.deliver': defineDeliveryQueue('notification.deliver', 'resolves the recipients of notifications'),
  'notification.email': defineDeliveryQueue('notification.email', 'delivers e-mails'),
  'notification.evaluate': defineQueue<EvaluateNotification>('notification.evaluate', {
    purpose: 'evaluates notification rules for waiting callers',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'notification.sms': defineDeliveryQueue('notification.sms', 'delivers SMS'),
  'notification.webhook': defineDeliveryQueue('notification.webhook', 'posts notifications to webhooks'),
  'rule.changes': defineQueue<PostChanges>('rule.changes', {
    purpose: 'posts the changes of records that notification rules follow',
    concurrency: 4,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  // Concurrent batches of one: in a batch of two, one script would wait for the other's five seconds.
  'script.evaluate': defineQueue<EvaluateScript>('script.evaluate', {
    purpose: 'evaluates scripts for waiting callers',
    concurrency: 4,
    expireInSeconds: 60,
    deleteAfterSeconds: 60,
    partition: true,
  }),
  'step.directory': defineStepQueue('step.directory', { purpose: 'synchronizes the groups of the directory' }),
  // Two batches: while one writes its results, the other uses the renderer.
  'step.documents': defineStepQueue('step.documents', {
    purpose: 'renders documents in bulk, a chunk in each step',
    concurrency: 2,
  }),
  'step.guarded': defineStepQueue('step.guarded', {
    purpose: 'creates, patches and deletes records in bulk that only apis may write, a chunk in each step',
    claimedBy: 'api',
  }),
  'step.logs': defineStepQueue('step.logs', { purpose: 'deletes logs, a range in each step' }),
  'step.records': defineStepQueue('step.records', {
    purpose: 'creates, patches and deletes records in bulk, a chunk in each step',
    concurrency: 2,
  }),
  'step.reindex': defineStepQueue('step.reindex', {
    purpose: 'fills search indexes, a range of records in each step',
    needs: 'search',
  }),
  'step.maintenance': defineStepQueue('step.maintenance', { purpose: 'runs maintenance steps, such as BROKER_SETUP' }),
} as const;

export type Queues = typeof queues;
export type QueueName = keyof Queues;
export type StepQueueName = Extract<QueueName, `step.${string}`>;

/** The queue of another queue's dead letters. */
export const deadLetterQueue = (queue: string): string => `${queue}.dead`;
