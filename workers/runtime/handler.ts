import type { Logger } from 'pino';
import type { PinnedTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import type { Caller, Json, JsonObject } from '../../domain/kinds/kind.ts';
import type { ChannelDrivers } from '../../domain/notifications/channels/index.ts';
import type { DeliveryRules } from '../../domain/notifications/retries.ts';
import type { DataSources } from '../../domain/ports/dataSources.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker, ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { backoffSeconds, MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';
import type { Semaphore } from '../../domain/runtime/semaphore.ts';

/** What every handler is given beside its jobs. */
export interface WorkContext {
  readonly services: Services;
  readonly broker: Broker;
  /** Where scripts run; absent in a worker that was started without. */
  readonly sandbox?: Sandbox;
  /** Ways to recipients; absent in a worker that was started without. */
  readonly channels?: ChannelDrivers;
  /** What makes documents; absent in a worker that was started without. */
  readonly renderer?: Renderer;
  /**
   * Bounds the renderings of all steps of this worker to the size of its renderer, so that a document with a waiting
   * caller is queued behind one rendering at most.
   */
  readonly renderSemaphore: Semaphore;
  /** Data by URLs that rules name; absent in a worker that was started without. */
  readonly dataSources?: DataSources;
  readonly deliveryRules: DeliveryRules;
  /** What becomes a Log of each exchange with a provider: nothing, all but what the message says, all of it. */
  readonly logExchanges: 'none' | 'meta' | 'full';
  /** Where recipients reach the service, and where providers do; without a slash at the end. */
  readonly publicUrl?: string;
  readonly receiptUrl?: string;
  /** The templates that this process has read. */
  readonly templates: PinnedTemplates;
  readonly log: Logger;
  /** The id of this process, which its claims carry. */
  readonly workerId: string;
  /** Its name, for people: `host:pid:1a2b3c4d`. */
  readonly worker: string;
  readonly types: JobTypes;
  readonly typeHandlers: JobTypeHandlers;
  readonly retentionDays: number;
  /** Days that documents are kept which nobody has fetched. */
  readonly resultDays: number;
  /** Months of logs that are kept beside the current one; absent: all. */
  readonly logRetentionMonths?: number;
  /** Reports that the search engine is unavailable: nothing is claimed from queues that need it until it answers. */
  readonly searchUnavailable: () => void;
}

/**
 * Does the jobs of one batch. Jobs without a settlement in the answer are done. A throw is a fault of each of them; an
 * SearchUnavailable, or an unavailable database, is nobody's fault: the jobs go back and wait.
 */
export type Handler<Payload> = (
  jobs: readonly ClaimedJob<Payload>[],
  context: WorkContext,
) => Promise<ReadonlyMap<string, Settlement> | undefined>;

/** The Job that a step belongs to. */
export interface JobOfStep {
  readonly id: string;
  readonly jobType: string;
  /** `data` as the Job was given it. */
  readonly data: JsonObject;
}

export interface PlannedStep {
  /** Names the step within its Job: the same key makes the same step, however often the Job is planned. */
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

/** A fault that has something to report all the same, such as what of the step was done and what was refused. */
export class StepFault extends Error {
  override readonly name = 'StepFault';
  readonly processingInfo: NonNullable<StepResult['processingInfo']>;
  /** Trying again does not mend it. */
  readonly last: boolean;

  constructor(message: string, processingInfo: NonNullable<StepResult['processingInfo']>, { last = false } = {}) {
    super(message);
    this.processingInfo = processingInfo;
    this.last = last;
  }
}

export interface StepContext extends WorkContext {
  /** Aborted when the step is no longer this worker's: cancelled, taken by another, or the worker has to stop. */
  readonly signal: AbortSignal;
  /** Writes under the worker's name, with the ids of the request that began it. */
  readonly caller: Caller;
}

/** How a job type of ours is planned and done. A step may be done twice: the second time must have the same effect. */
export interface JobTypeHandler {
  /** Batches of up to some hundred steps; each is committed before the next is asked for. */
  readonly plan: (job: JobOfStep, context: StepContext) => AsyncIterable<readonly PlannedStep[]>;
  readonly run: (step: RunningStep, context: StepContext) => Promise<StepResult | undefined>;
  /** For types that say `finishes`: the last step, once all others are COMPLETED. */
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
 * Work that a newer release has brought, which this process does not know: it is left to a worker that does, at no cost of
 * tries. While two releases run side by side either may take it; after going back it waits until the newer one is there.
 */
export class UnsupportedByThisRelease extends Error {
  override readonly name = 'LeftToNewer';
  constructor(what: string) {
    super(`this worker knows no ${what}: it is left to one of a newer release`);
  }
}

/** Settlement of a queue job whose handler failed: a retry after a growing pause, then a dead letter. */
export function settlementAfterFault({ data }: ClaimedJob, reason: string): Settlement {
  const faults = (data.faults ?? 0) + 1;
  return faults >= MAX_FAULTS
    ? { type: 'deadLetter', reason }
    : { type: 'retry', seconds: backoffSeconds(faults), faults, reason };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
