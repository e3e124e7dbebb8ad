import type { StepClaims } from './api.ts';

export type StepClaim = StepClaims['claims'][number];
export type Predecessor = NonNullable<StepClaims['predecessors']>[number];
export type ProcessingInfo = Readonly<Record<string, unknown>>;

/** A claimed step, as its handler gets it. */
export interface StepContext {
  readonly step: StepClaim['step'];
  readonly job: StepClaim['job'];
  /** Number of claims of the step, with this one. */
  readonly attempt: number;
  /** Results of the Jobs for which the Job of the step has waited. */
  readonly predecessors: readonly Predecessor[];
  /** Aborted when the step is lost (StepLostError) or the worker stops (WorkerStoppedError): stop the work. */
  readonly signal: AbortSignal;
  /** Adds to `processingInfo` of the step, and replaces its `log`. Throws a StepLostError if the step is lost. */
  progress(processingInfo: ProcessingInfo, log?: string): Promise<void>;
}

/**
 * Runs a step. The result is added to `processingInfo` of the step, which is COMPLETED then. An error is a failure, which is
 * retried unless it is a StepError with `retry: false`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result needs no return
export type StepHandler = (context: StepContext) => Promise<ProcessingInfo | void> | ProcessingInfo | void;
