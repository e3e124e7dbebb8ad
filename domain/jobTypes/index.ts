import { countsOfSteps } from '../bulk/outcomes.ts';
import { checkSync, refuseSync } from '../directory/directorySync.ts';
import { checkDocumentsData, documentItemMembers, refuseWithoutItems } from '../documents/items/documentItems.ts';
import { ServiceError } from '../errors.ts';
import { parseFiltering } from '../filtering/index.ts';
import type { JobType } from '../jobs/types.ts';
import { boolean, date, free, objects, string, uuid } from '../kinds/declaration/members.ts';
import { kindAtPath, kindNamed, kinds } from '../kinds/index.ts';
import type { Json, Kind } from '../kinds/kind.ts';
import { startedByOther } from '../kinds/processing/startedAlone.ts';
import { checkLogSelection } from '../logs/logSelection.ts';
import { checkNotificationData, notificationData, refuseNotification } from '../notifications/notificationJob.ts';
import type { StepQueueName } from '../queue/definitions.ts';
import { refuseResendOfRebuild, refuseSecondRebuild } from '../search/rebuild/secondRebuild.ts';
import { describe, isObject, isUuid } from '../validation/values.ts';

const kindNames = kinds.map(({ name }) => name);
const exportedKinds = kinds.flatMap(({ name, operations }) => (operations.includes('backup') ? [name] : []));

/**
 * The job types that workers run. Another one is a declaration here, its handler in workers/handlers and a line in
 * workers/handlers/index.ts, and a queue in domain/queue/definitions.ts unless its steps go through one of those there.
 */
export const jobTypes = {
  /** Makes sure that every queue has its dead-letter queue. */
  BROKER_SETUP: {
    data: {},
    stepQueue: 'step.maintenance',
  },
  /** Creates, patches or deletes many records of a kind; started by `POST /{kind}/bulk` alone. */
  BULK_CHANGE: {
    data: {},
    stepQueue: 'step.records',
    checkData: () => [startedByOther('BULK_CHANGE')],
    infoOfCancelled: countsOfSteps,
  },
  /** As BULK_CHANGE, of records that the database role of workers may not write: apis run its steps. */
  GUARDED_BULK_CHANGE: {
    data: {},
    stepQueue: 'step.guarded',
    checkData: () => [startedByOther('GUARDED_BULK_CHANGE')],
    infoOfCancelled: countsOfSteps,
  },
  /** Erases a person from all that is stored; started by `POST /users/{idOrCode}/erase` alone. Apis run its steps. */
  ERASE_USER: {
    data: {},
    stepQueue: 'step.guarded',
    finishes: true,
    checkData: () => [startedByOther('ERASE_USER')],
  },
  /** Creates and fills missing search indexes, and updates the others. */
  CREATE_INDEXES: {
    data: {},
    stepQueue: 'step.reindex',
    finishes: true,
    refuse: (context, data) => refuseSecondRebuild(context, 'CREATE_INDEXES', data),
    refuseResend: (context, job) => refuseResendOfRebuild(context, 'CREATE_INDEXES', job),
  },
  /** Rebuilds the search index of `data.kind`, or all of them, beside the live one and promotes it. */
  REINDEX: {
    data: { kind: string({ values: kindNames, description: 'All kinds by default.' }) },
    stepQueue: 'step.reindex',
    finishes: true,
    checkData: checkKind,
    refuse: (context, data) => refuseSecondRebuild(context, 'REINDEX', data),
    refuseResend: (context, job) => refuseResendOfRebuild(context, 'REINDEX', job),
  },
  /** Rebuilds the search index of the logs. */
  REINDEX_LOGS: {
    data: {},
    stepQueue: 'step.reindex',
    finishes: true,
    refuse: (context, data) => refuseSecondRebuild(context, 'REINDEX_LOGS', data),
    refuseResend: (context, job) => refuseResendOfRebuild(context, 'REINDEX_LOGS', job),
  },
  /** Indexes the records of `data.kind` that match `data.filtering` again. */
  REINDEX_SELECTED: {
    data: {
      kind: string({ values: kindNames, required: true, description: 'The kind of the records.' }),
      filtering: free({ required: true, description: 'Which records.' }),
    },
    stepQueue: 'step.reindex',
    checkData: checkSelection,
  },
  /** Promotes the index of the rebuild `data.jobId`, whose steps were completed by other means. */
  REINDEX_COMPLETED: {
    data: { jobId: uuid({ required: true, description: 'Id of the Job of the rebuild.' }) },
    stepQueue: 'step.reindex',
    checkData: checkJobId,
  },
  /** Counts and lists differences between the search index `data.indexName` and the database. */
  COMPARE_INDEX: {
    data: {
      indexName: string({
        values: kinds.map(({ path }) => path),
        required: true,
        description: 'The path of the kind whose index is compared.',
      }),
    },
    stepQueue: 'step.maintenance',
    checkData: checkIndexName,
  },
  /** Deletes the logs of an owner (`data.ownerType`, `ownerId`) that are of the type `code` and `olderThan` a date. */
  DELETE_LOGS: {
    data: {
      code: string({ required: true, description: 'Code of the LogType.' }),
      olderThan: date({ required: true, description: 'Logs that started before this time.' }),
      ownerType: string({ required: true, description: 'Type of the owner of the logs.' }),
      ownerId: string({ required: true, description: 'Id of the owner of the logs.' }),
    },
    stepQueue: 'step.logs',
    checkData: (data) => checkLogSelection(data),
  },
  /** Writes the records of `data.kind` that match `data.filtering`, and that the client may read, to a file. */
  EXPORT_RECORDS: {
    entity: 'DocumentRun',
    data: {
      kind: string({ values: exportedKinds, required: true, description: 'The kind of the records.' }),
      filtering: free({ description: 'Which records; all by default.' }),
    },
    stepQueue: 'step.maintenance',
    checkData: checkExport,
  },
  /** Imports the groups of the directory; with `data.dryRun` it only counts changes. */
  DIRECTORY_SYNC: {
    data: { dryRun: boolean({ description: 'Only counts the changes.' }) },
    stepQueue: 'step.directory',
    checkData: (data) => checkSync(data),
    refuse: refuseSync,
  },
  /** Makes the documents of `data.items` in `data.format`. */
  GENERATE_DOCUMENTS: {
    entity: 'DocumentRun',
    data: {
      format: string({ required: true, description: 'Name or media type of the format.' }),
      items: objects(documentItemMembers, { required: true, description: 'The documents.' }),
    },
    stepQueue: 'step.documents',
    checkData: checkDocumentsData,
    refuseResend: refuseWithoutItems,
  },
  /** Sends `data.notification`, with the documents of the Jobs in `after` if `data.attachDocuments` is true. */
  SEND_NOTIFICATION: {
    entity: 'NotificationSend',
    data: notificationData,
    stepQueue: 'step.documents',
    checkData: checkNotificationData,
    refuse: refuseNotification,
  },
} as const satisfies Readonly<Record<string, JobType & { readonly stepQueue: StepQueueName }>>;

function checkKind(data: unknown): string[] {
  const kind = isObject(data) ? data.kind : undefined;
  return kind === undefined || (typeof kind === 'string' && kindNamed(kind)) ? [] : [noKind(kind)];
}

function checkSelection(data: unknown): string[] {
  if (!isObject(data)) return ['data: is required, with kind and filtering'];
  const kind = typeof data.kind === 'string' ? kindNamed(data.kind) : undefined;
  return kind ? problemsOfFiltering(kind, data.filtering) : [noKind(data.kind)];
}

function checkExport(data: unknown): string[] {
  const { kind, filtering } = isObject(data) ? data : {};
  const exported = typeof kind === 'string' && exportedKinds.includes(kind) ? kindNamed(kind) : undefined;
  return exported
    ? problemsOfFiltering(exported, filtering)
    : [`data.kind: must be one of ${exportedKinds.join(', ')}, not ${describe(kind)}`];
}

function problemsOfFiltering(kind: Kind, filtering: Json | undefined): string[] {
  try {
    parseFiltering(kind, JSON.stringify(filtering), 'backup');
    return [];
  } catch (error) {
    return error instanceof ServiceError ? error.errors.map((problem) => `data.${problem}`) : [String(error)];
  }
}

function checkJobId(data: unknown): string[] {
  const id = isObject(data) ? data.jobId : undefined;
  return typeof id === 'string' && isUuid(id) ? [] : [`data.jobId: type mismatch, ${describe(id)} is not a UUID`];
}

function checkIndexName(data: unknown): string[] {
  const name = isObject(data) ? data.indexName : undefined;
  return typeof name === 'string' && kindAtPath(name)
    ? []
    : [`data.indexName: must be one of ${kinds.map(({ path }) => path).join(', ')}`];
}

const noKind = (value: unknown): string =>
  `data.kind: must be one of ${kinds.map(({ name }) => name).join(', ')}, not ${describe(value)}`;
