import { checkSync, refuseSync } from '../directory/directorySync.ts';
import { checkDocumentsData, refuseWithoutItems } from '../documents/items/documentItems.ts';
import { ServiceError } from '../errors.ts';
import { parseFiltering } from '../filtering/index.ts';
import { kindAtPath, kindNamed, kinds } from '../kinds/index.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import { checkLogSelection } from '../logs/logSelection.ts';
import type { Services } from '../ports/services.ts';
import { refuseResendOfRebuild, refuseSecondRebuild } from '../search/indexes.ts';
import { describe, isObject, isUuid } from '../validation/values.ts';

/**
 * The job types of ours: work that the platform's workers know how to do. What plans and does them stands in
 * workers/handlers. Any other type is a client's: its steps wait for the client's PUT or PATCH.
 */
export interface JobType {
  readonly purpose: string;
  /** The queue that its steps go through. */
  readonly stepQueue: string;
  /** Once all steps are COMPLETED, one more step named `finish` is made, and the Job closes with it. */
  readonly finishes?: boolean;
  /** Problems of `data`, each beginning with a member's path. */
  readonly checkData?: (data: unknown) => string[];
  /** Throws the 400 of a Job that cannot be done now, although its data are right. */
  readonly refuse?: (services: Services, data: JsonObject) => Promise<void>;
  /** Throws the 400 of a Job whose steps can no longer be sent again. */
  readonly refuseResend?: (services: Services, jobId: string) => Promise<void>;
}

export type JobTypes = Readonly<Record<string, JobType>>;

/** Who changes a Job, and which types there are. */
export interface JobOptions {
  readonly caller: Caller;
  /** The job types of this release unless a test brings its own. */
  readonly types?: JobTypes;
  /** The channel of a process that waits for the Job's end. */
  readonly notifyChannel?: string;
  /** The service itself made the data and has checked them. */
  readonly checked?: boolean;
}

export const jobTypes = {
  BROKER_SETUP: {
    purpose: 'makes sure that every queue has its dead-letter queue',
    stepQueue: 'step.maintenance',
  },
  CREATE_INDEXES: {
    purpose: 'makes the search indexes that are missing and loads them; brings the others up to date',
    stepQueue: 'step.reindex',
    finishes: true,
  },
  REINDEX: {
    purpose: 'rebuilds the search index of `data.kind`, or all of them, beside the live one and swaps it in',
    stepQueue: 'step.reindex',
    finishes: true,
    checkData: checkKind,
    refuse: (services, { kind }) =>
      refuseSecondRebuild(
        services,
        kinds.filter(({ name }) => kind === undefined || name === kind),
      ),
    refuseResend: refuseResendOfRebuild,
  },
  REINDEX_LOGS: {
    purpose: 'rebuilds the search index of the logs',
    stepQueue: 'step.reindex',
    finishes: true,
    refuse: (services) => refuseSecondRebuild(services, [log]),
    refuseResend: refuseResendOfRebuild,
  },
  REINDEX_SELECTED: {
    purpose: 'brings the records of `data.kind` that `data.filtering` lets through into the search index anew',
    stepQueue: 'step.reindex',
    checkData: checkSelection,
  },
  REINDEX_COMPLETED: {
    purpose: 'swaps in the index of the rebuild `data.jobId`, whose steps were completed by other means',
    stepQueue: 'step.reindex',
    checkData: checkJobId,
  },
  COMPARE_INDEX: {
    purpose: 'counts and names where the search index `data.indexName` and the database differ',
    stepQueue: 'step.maintenance',
    checkData: checkIndexName,
  },
  DELETE_LOGS: {
    purpose:
      'deletes the logs of an owner (`data.ownerType`, `ownerId`) that are of the type `code` and `olderThan` a date',
    stepQueue: 'step.logs',
    checkData: (data) => checkLogSelection(data),
  },
  DIRECTORY_SYNC: {
    purpose: 'brings in the groups of the directory; with `data.dryRun` it only counts',
    stepQueue: 'step.directory',
    checkData: (data) => checkSync(data),
    refuse: (services) => refuseSync(services),
  },
  GENERATE_DOCUMENTS: {
    purpose: 'makes the documents of `data.items` in `data.format`',
    stepQueue: 'step.documents',
    checkData: checkDocumentsData,
    refuseResend: refuseWithoutItems,
  },
} as const satisfies JobTypes;

function checkKind(data: unknown): string[] {
  const kind = isObject(data) ? data.kind : undefined;
  return kind === undefined || (typeof kind === 'string' && kindNamed(kind)) ? [] : [noKind(kind)];
}

function checkSelection(data: unknown): string[] {
  if (!isObject(data)) return ['data: is required, with kind and filtering'];
  const kind = typeof data.kind === 'string' ? kindNamed(data.kind) : undefined;
  if (!kind) return [noKind(data.kind)];
  try {
    parseFiltering(kind, JSON.stringify(data.filtering), 'backup');
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

const noKind = (given: unknown): string =>
  `data.kind: must be one of ${kinds.map(({ name }) => name).join(', ')}, not ${describe(given)}`;

export type JobTypeName = keyof typeof jobTypes;

/** The job types that an operation knows. */
export const typesOf = ({ types }: Pick<JobOptions, 'types'>): JobTypes => types ?? jobTypes;

/** Steps of a Job of ours that stand for a phase of it and not for a chunk. */
export const PLAN_STEP = 'plan';
export const FINISH_STEP = 'finish';

/** The same for the same Job and key, so that planning twice makes no step twice. */
export const stepIdOf = (jobId: string, key: string): string => Bun.randomUUIDv5(key, jobId);
