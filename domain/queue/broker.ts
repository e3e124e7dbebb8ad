import type { Transaction } from '../../db/client.ts';
import type { ReturnedClaim } from '../../db/queries/jobs/claimRows.ts';
import type { QueueDefinition } from './definitions.ts';

/** A queue job to be inserted. */
export interface NewJob {
  /** The id of its outbox row. Never a step's: an insert of a taken id is ignored, and a resend would be lost. */
  readonly id: string;
  readonly data: object;
  readonly startAfter?: Date;
  readonly priority?: number;
}

/** A queue job that this process has claimed. */
export interface ClaimedJob<Payload = unknown> {
  readonly id: string;
  readonly queue: string;
  readonly data: Payload & { readonly faults?: number };
  /** The attempt: once another worker has claimed the job, the settlement of this one changes nothing. */
  readonly retryCount: number;
  /** Aborted when the job is cancelled, its lease lapses, or the worker stops. */
  readonly signal: AbortSignal;
  /** The step that was claimed with the job. */
  readonly claim?: ReturnedClaim;
}

/** How a claimed job ended. */
export type Settlement =
  | { readonly type: 'done' }
  /** Removed from its queue by the statement that wrote its end, or claimed by another worker: nothing is left to be done for it. */
  | { readonly type: 'removed' }
  /** Back into the queue, to be claimed after `seconds`. `faults` is stored with the job. */
  | { readonly type: 'retry'; readonly seconds: number; readonly faults?: number; readonly reason?: string }
  /** Into the dead-letter queue. */
  | { readonly type: 'deadLetter'; readonly reason: string };

/** How jobs ended, by id; those that are not in the map are done. */
export type Settlements = ReadonlyMap<string, Settlement>;

/** The place of a batch among those that a process runs concurrently. */
export interface BatchSlot {
  /**
   * Resolves true when the batch may begin its work: at once, unless it was fetched ahead of the end of another, which only happens in
   * queues of steps. False if no slot became free soon: the jobs are to be put back.
   */
  take(): Promise<boolean>;
  /** Called when the work is done and only its end is to be written: another batch may run meanwhile. Without it, the slot is free once the jobs are settled. */
  free(): void;
}

/** Runs a batch of claimed jobs. */
export type HandleBatch = (jobs: readonly ClaimedJob[], slot: BatchSlot) => Promise<Settlements>;

/** The queues, for the relay and the workers. */
export interface Broker {
  start(): Promise<void>;
  /** Closes the connections. The leases of jobs that are neither settled nor released lapse. */
  stop(): Promise<void>;
  /** The names of the queues that exist. */
  queueNames(): Promise<ReadonlySet<string>>;
  /** Inserts jobs into a queue, as part of the caller's transaction. */
  insert(transaction: Transaction, queue: string, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims jobs from a queue until `abandon`, and runs up to `concurrency` batches at a time, by default as many as the queue
   * defines. Another call changes the number; batches above it finish. With `workerId`, a step that is claimed alone is claimed for
   * this worker by the statement that claims its job, unless another transaction has locked it.
   */
  work(
    definition: QueueDefinition,
    handle: HandleBatch,
    options?: { readonly concurrency?: number; readonly workerId?: string },
  ): void;
  /** Claims no more jobs from a queue; claimed ones continue. */
  abandon(queue: string): Promise<void>;
  /** Puts claimed jobs back into their queues, without counting a fault. */
  release(jobs: readonly ClaimedJob[], retry: { seconds: number; faults?: number; reason?: string }): Promise<void>;
  /** Takes jobs from claims whose lease has lapsed or that run for too long: they can be claimed again. */
  lapseClaims(): Promise<void>;
  /** Creates every missing queue and dead-letter queue, and returns the names of those that it created. */
  ensureQueues(): Promise<string[]>;
}
