import type { Transaction } from '../../db/client.ts';
import type { QueueDefinition } from './definitions.ts';

/** A job to be put into a queue. */
export interface NewJob {
  /** The id of its outbox row. Never a step's: an insert of a taken id vanishes silently, and with it a resend. */
  readonly id: string;
  readonly data: object;
  readonly startAfter?: Date;
  readonly priority?: number;
}

/** A job that this process has taken. */
export interface ClaimedJob<Payload = unknown> {
  readonly id: string;
  readonly queue: string;
  readonly data: Payload & { readonly faults?: number };
  /** Names the attempt: once another worker has the job, this one's settlement changes nothing. */
  readonly retryCount: number;
  /** Aborted when the job is no longer this worker's: cancelled, lapsed, or the worker has to stop. */
  readonly signal: AbortSignal;
}

/** How a job ended, for the broker. */
export type Settlement =
  | { readonly type: 'done' }
  /** Back into the queue, to be claimed after `seconds`. `faults` is stored with the job. */
  | { readonly type: 'retry'; readonly seconds: number; readonly faults?: number; readonly reason?: string }
  /** Into the dead-letter queue. */
  | { readonly type: 'deadLetter'; readonly reason: string };

/** The queues as a driver offers them: the broker's own work, seen from the relay and the workers. */
export interface Broker {
  start(): Promise<void>;
  /** Closes the connections. What was taken and neither settled nor given back is left to lapse. */
  stop(): Promise<void>;
  /** The queues that exist; what is not among them cannot be inserted into. */
  queueNames(): Promise<ReadonlySet<string>>;
  /** Puts jobs into one queue, as part of the caller's transaction. */
  insert(transaction: Transaction, queue: string, jobs: readonly NewJob[]): Promise<void>;
  /** Takes jobs from a queue until `quit`. Every job of a batch gets its settlement, by id. */
  work(
    definition: QueueDefinition,
    handle: (jobs: readonly ClaimedJob[]) => Promise<ReadonlyMap<string, Settlement>>,
  ): Promise<void>;
  /** Takes no more from a queue; what is in hand goes on. */
  abandon(queue: string): Promise<void>;
  /** Puts jobs back that this process holds, without costing them a try. */
  release(jobs: readonly ClaimedJob[], again: { seconds: number; faults?: number; reason?: string }): Promise<void>;
  /** Makes every queue that is missing, each with its dead-letter queue, and answers the names of those it made. */
  ensureQueues(): Promise<string[]>;
}
