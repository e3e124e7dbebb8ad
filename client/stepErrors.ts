/** Thrown by a handler: how the step fails. Any other error is a failure that is retried. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly options: StepErrorOptions;

  constructor(message: string, options: StepErrorOptions = {}) {
    super(message, options);
    this.options = options;
  }
}

export interface StepErrorOptions extends ErrorOptions {
  /** False if no retry can succeed: the step is FAILED at once. */
  readonly retry?: boolean;
  /** The pause before the retry. */
  readonly afterSeconds?: number;
  /** Added to `processingInfo` of the step. */
  readonly processingInfo?: Readonly<Record<string, unknown>>;
}

/** The reason of the signal of a handler whose worker has lost the step: no report of it changes anything any more. */
export class StepLostError extends Error {
  override readonly name = 'StepLostError';

  constructor(stepId: string) {
    super(`The worker has lost the step ${stepId}: its lease ended, or the step was cancelled or ended otherwise.`);
  }
}

/** The reason of the signal of a handler that runs longer than the worker may take to stop. The step is released. */
export class WorkerStoppedError extends Error {
  override readonly name = 'WorkerStoppedError';

  constructor() {
    super('The worker stops, and releases its step.');
  }
}
