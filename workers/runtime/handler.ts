import type { Logger } from 'pino';
import type { PinnedTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import type { Predecessor } from '../../domain/jobs/chains/predecessors.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import type { Caller, Json, JsonObject, RightsHolder } from '../../domain/kinds/kind.ts';
import type { ChannelDrivers } from '../../domain/notifications/channels/index.ts';
import type { DeliveryRules } from '../../domain/notifications/retries.ts';
import type { DataSources } from '../../domain/ports/dataSources.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { BatchSlot, Broker, ClaimedJob, Settlement, Settlements } from '../../domain/queue/broker.ts';
import { backoffSeconds, MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';
import type { Semaphore } from '../../domain/runtime/semaphore.ts';

/** The services, drivers and settings of every handler. */
export interface WorkContext {
  readonly services: Services;
  readonly broker: Broker;
  /** Runs scripts; absent in a worker that was started without. */
  readonly sandbox?: Sandbox;
  /** Ways to recipients; absent in a worker that was started without. */
  readonly channels?: ChannelDrivers;
  /** Renders documents; absent in a worker that was started without. */
  readonly renderer?: Renderer;
  /**
   * Bounds the renderings of all steps of this worker to the size of its renderer, so that a document with a waiting
   * caller is queued behind one rendering at most.
   */
  readonly renderSemaphore: Semaphore;
  /** Fetches the data that rules name by URL; absent in a worker that was started without. */
  readonly dataSources?: DataSources;
  readonly deliveryRules: DeliveryRules;
  /** How much of each exchange with a provider is logged: nothing, all but the message's content, or all. */
  readonly logExchanges: 'none' | 'meta' | 'full';
  /** The URLs of the service for recipients and for providers, without a slash at the end. */
  readonly publicUrl?: string;
  readonly receiptUrl?: string;
  /** The compiled templates of this process. */
  readonly templates: PinnedTemplates;
  readonly log: Logger;
  /** The id of this process, which its claims name. */
  readonly workerId: string;
  /** Its name, for people: `host:pid:1a2b3c4d`. */
  readonly worker: string;
  /** Whether the worker of this name has ended, or is cut off from the database. False while that is not certain. */
  readonly isWorkerGone: (name: string) => Promise<boolean>;
  readonly types: JobTypes;
  readonly typeHandlers: JobTypeHandlers;
  readonly retentionDays: number;
  /** Days for which audit entries are stored; 0: for ever. */
  readonly auditDays: number;
  /** Days for which the changes of records can be followed. */
  readonly changeDays: number;
  /** Days for which documents are stored that were not fetched. */
  readonly resultDays: number;
  /** Months of logs that are stored beside the current one; 0 and absent: all. */
  readonly logRetentionMonths?: number;
  /** Reports that the search engine is unavailable: nothing is claimed from queues that need it until it answers. */
  readonly searchUnavailable: () => void;
}

/**
 * Runs a batch of queue jobs. Jobs without a settlement in the result are done. An error counts as a fault of each job,
 * but for an unavailable server, after which the jobs are retried. Handlers of steps take the `slot` before they work.
 */
export type Handler<Payload> = (
  jobs: readonly ClaimedJob<Payload>[],
  context: WorkContext,
  slot: BatchSlot,
) => Promise<Settlements | undefined>;

/** The Job that a step belongs to. */
export interface JobOfStep {
  readonly id: string;
  readonly jobType: string;
  /** `data` of the Job. */
  readonly data: JsonObject;
  /** The Jobs after which it has started, with their ends; absent for a Job that did not wait. */
  readonly after?: readonly Predecessor[];
  /** Whose rights apply; absent for the service itself. */
  readonly holder?: RightsHolder;
}

/** In `stepData` of a step whose chunk has the first and the last id of a range, instead of all ids. */
export const CHUNK_IS_RANGE = { chunkIsRange: true } as const;

export interface PlannedStep {
  /** Identifies the step within its Job: the same key is the same step, however often the Job is planned. */
  readonly key: string;
  readonly name: string;
  readonly chunkId?: string;
  readonly chunk?: readonly string[];
  readonly stepData?: JsonObject;
}

export interface RunningStep {
  readonly id: string;
  readonly name: string;
  readonly attempt: number;
  readonly chunk: readonly string[];
  readonly stepData: JsonObject;
  readonly job: JobOfStep;
}

export interface StepResult {
  /** Added to `attempts`, `worker` and `durationMs`. */
  readonly processingInfo?: { readonly [name: string]: Json };
  readonly log?: string;
}

/** Another worker has claimed the step, which is no fault of the step: what this worker has done is discarded. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';

  constructor() {
    super('another worker has claimed the step');
  }
}

/** A fault with a report, such as what the step has done and what was rejected. */
export class StepFault extends Error {
  override readonly name = 'StepFault';
  readonly processingInfo: NonNullable<StepResult['processingInfo']>;
  /** A retry would fail in the same way. */
  readonly permanent: boolean;

  constructor(message: string, processingInfo: NonNullable<StepResult['processingInfo']>, { permanent = false } = {}) {
    super(message);
    this.processingInfo = processingInfo;
    this.permanent = permanent;
  }
}

export interface StepContext extends WorkContext {
  /** Aborted when the step is cancelled or claimed by another worker, or when the worker stops. */
  readonly signal: AbortSignal;
  /** The worker's user, with the ids of the request that started the Job. */
  readonly caller: Caller;
}

/** Plans and runs a job type. A step may run twice, so running it must be idempotent. */
export interface JobTypeHandler {
  /** Yields batches of up to some hundred steps; each is committed before the next is requested. */
  readonly plan: (job: JobOfStep, context: StepContext) => AsyncIterable<readonly PlannedStep[]>;
  readonly run: (step: RunningStep, context: StepContext) => Promise<StepResult | undefined>;
  /** Runs the finish step of a type that finishes, once all others are COMPLETED. */
  readonly finish?: (step: RunningStep, context: StepContext) => Promise<StepResult | undefined>;
}

export type JobTypeHandlers = Readonly<Record<string, JobTypeHandler>>;

/** The handler of a job type that finishes. */
export type FinishingHandler = JobTypeHandler & Required<Pick<JobTypeHandler, 'finish'>>;

/** A handler for each of these job types. */
export type HandlersOf<Types extends JobTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends { readonly finishes: true } ? FinishingHandler : JobTypeHandler;
};

/**
 * Work that only a newer release supports. It is released for a worker that supports it, without counting a fault: while
 * two releases run side by side, either may claim it; after a rollback it waits for the next upgrade.
 */
export class UnsupportedByThisRelease extends Error {
  override readonly name = 'UnsupportedByThisRelease';
  constructor(what: string) {
    super(`this release does not support the ${what}; a worker of a newer release will run it`);
  }
}

/** Settlement of a queue job whose handler failed: a retry after a growing pause, then a dead letter. */
export function settlementAfterFault({ data }: ClaimedJob, reason: string): Settlement {
  const faults = (data.faults ?? 0) + 1;
  return faults >= MAX_FAULTS
    ? { type: 'deadLetter', reason }
    : { type: 'retry', seconds: backoffSeconds(faults), faults, reason };
}
