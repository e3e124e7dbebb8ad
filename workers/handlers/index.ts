import type { JobTypeName } from '../../domain/jobs/types.ts';
import type { PayloadOf, QueueName, Queues } from '../../domain/queue/definitions.ts';
import type { Handler, JobTypeHandler } from '../runtime/handler.ts';
import { executeSteps } from '../runtime/stepExecutor.ts';
import { brokerSetup } from './brokerSetup.ts';
import { deleteLogs } from './deleteLogs.ts';
import { directorySchedule, directorySync } from './directorySync.ts';
import { documentRender } from './documentRender.ts';
import { eventNotification } from './eventNotification.ts';
import { generateDocuments } from './generateDocuments.ts';
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

/** The handlers of one worker, one for every queue: a definition without its handler does not compile. */
export const makeHandlers = () =>
  ({
    'document.preview': documentRender,
    'document.render': documentRender,
    'event.notification': eventNotification,
    'index.sync': indexSync,
    'job.plan': jobPlan,
    'maintenance.directory': directorySchedule,
    'maintenance.logs': logPartitions,
    'maintenance.indexes': indexUpkeep,
    'maintenance.notifications': notificationUpkeep,
    'maintenance.retention': retention,
    'notification.deliver': makeNotificationDeliver(),
    'notification.evaluate': notificationEvaluate,
    'script.evaluate': scriptEvaluate,
    'step.directory': executeSteps,
    'step.documents': executeSteps,
    'step.logs': executeSteps,
    'step.maintenance': executeSteps,
    'step.reindex': executeSteps,
  }) satisfies { [Name in QueueName]: Handler<PayloadOf<Queues[Name]>> };

/** How each job type of ours is planned and done: a type without that does not compile. */
export const jobTypeHandlers = {
  BROKER_SETUP: brokerSetup,
  COMPARE_INDEX: compareIndex,
  CREATE_INDEXES: createIndexes,
  DELETE_LOGS: deleteLogs,
  DIRECTORY_SYNC: directorySync,
  GENERATE_DOCUMENTS: generateDocuments,
  REINDEX: reindex,
  REINDEX_COMPLETED: reindexCompleted,
  REINDEX_LOGS: reindexLogs,
  REINDEX_SELECTED: reindexSelected,
} satisfies Record<JobTypeName, JobTypeHandler>;
