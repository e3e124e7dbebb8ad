import type { jobTypes } from '../../domain/jobTypes/index.ts';
import type { ChannelName } from '../../domain/notifications/channels/index.ts';
import {
  type DeliverNotification,
  type PayloadOf,
  type QueueDefinition,
  type QueueName,
  type Queues,
  queues,
  type RunStep,
  type StepQueueName,
} from '../../domain/queue/definitions.ts';
import { notificationBounce } from '../bounces/notificationBounce.ts';
import { makeJobCallback } from '../callbacks/jobCallback.ts';
import { makeRuleChanges } from '../changes/ruleChanges.ts';
import { documentRender } from '../documents/documentRender.ts';
import { exportRecords } from '../documents/exportRecords.ts';
import { generateDocuments } from '../documents/generateDocuments.ts';
import { eraseUser } from '../erasure/eraseUser.ts';
import { notificationJob } from '../notifications/notificationJob.ts';
import type { Handler, HandlersOf } from '../runtime/handler.ts';
import { executeSteps } from '../runtime/stepExecutor.ts';
import { brokerSetup } from './brokerSetup.ts';
import { bulkChange } from './bulkChange.ts';
import { deleteLogs } from './deleteLogs.ts';
import { directorySchedule, directorySync } from './directorySync.ts';
import { eventNotification } from './eventNotification.ts';
import { indexSync } from './indexSync.ts';
import { indexUpkeep } from './indexUpkeep.ts';
import { jobPlan } from './jobPlan.ts';
import { logPartitions } from './logPartitions.ts';
import { makeNotificationDeliver } from './notificationDeliver.ts';
import { notificationEvaluate } from './notificationEvaluate.ts';
import { notificationUpkeep } from './notificationUpkeep.ts';
import { compareIndex, createIndexes, reindex, reindexCompleted, reindexLogs, reindexSelected } from './reindex.ts';
import { retention } from './retention.ts';
import { scriptEvaluate } from './scriptEvaluate.ts';

/** A channel without a queue does not compile: its deliveries would wait for ever. */
type QueuesOfChannels = { readonly [Name in ChannelName as `notification.${Name}`]: Handler<DeliverNotification> };

const stepHandlers: Readonly<Record<string, Handler<RunStep>>> = Object.fromEntries(
  Object.values<QueueDefinition>(queues).flatMap(({ name, steps }) => (steps ? [[name, executeSteps]] : [])),
);

/** The handlers of one worker, one for every queue: a definition without its handler does not compile. */
export const makeHandlers = () => {
  const notificationDeliver = makeNotificationDeliver();
  return {
    'document.preview': documentRender,
    'document.render': documentRender,
    'event.notification': eventNotification,
    'index.sync': indexSync,
    'job.callback': makeJobCallback(),
    'job.plan': jobPlan,
    'maintenance.directory': directorySchedule,
    'maintenance.logs': logPartitions,
    'maintenance.indexes': indexUpkeep,
    'maintenance.notifications': notificationUpkeep,
    'maintenance.retention': retention,
    'notification.bounce': notificationBounce,
    'notification.deliver': notificationDeliver,
    'notification.email': notificationDeliver,
    'notification.evaluate': notificationEvaluate,
    'notification.sms': notificationDeliver,
    'notification.webhook': notificationDeliver,
    'rule.changes': makeRuleChanges(),
    'script.evaluate': scriptEvaluate,
    ...stepHandlers,
  } satisfies { [Name in Exclude<QueueName, StepQueueName>]: Handler<PayloadOf<Queues[Name]>> } & QueuesOfChannels;
};

/** The handler of each job type: a type without its handler does not compile. */
export const jobTypeHandlers = {
  BROKER_SETUP: brokerSetup,
  BULK_CHANGE: bulkChange,
  // Workers plan it; apis run its steps (app/guardedSteps.ts).
  GUARDED_BULK_CHANGE: bulkChange,
  COMPARE_INDEX: compareIndex,
  CREATE_INDEXES: createIndexes,
  DELETE_LOGS: deleteLogs,
  DIRECTORY_SYNC: directorySync,
  // Workers plan it; apis run its steps.
  ERASE_USER: eraseUser,
  EXPORT_RECORDS: exportRecords,
  GENERATE_DOCUMENTS: generateDocuments,
  REINDEX: reindex,
  REINDEX_COMPLETED: reindexCompleted,
  REINDEX_LOGS: reindexLogs,
  REINDEX_SELECTED: reindexSelected,
  SEND_NOTIFICATION: notificationJob,
} satisfies HandlersOf<typeof jobTypes>;
