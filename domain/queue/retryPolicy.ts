/** Faults of a queue job or a step until it becomes a dead letter, unless its job type has a policy of its own. */
export const MAX_FAULTS = 3;

/** How failed steps of a job type are retried. */
export interface RetryPolicy {
  /** Failures until the step is FAILED. */
  readonly attempts: number;
  /** Pause after the first failure. */
  readonly initialSeconds: number;
  /** Each pause is so many times the one before. */
  readonly factor: number;
  readonly maxSeconds: number;
  /** Parts of messages, in any case: a failure with one of them is final. */
  readonly notRetried: readonly string[];
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: MAX_FAULTS,
  initialSeconds: 2,
  factor: 4,
  maxSeconds: 86_400,
  notRetried: [],
};

/** Seconds until work is claimed again after its nth fault: 2, 8, 32 … by default. */
export const backoffSeconds = (
  faults: number,
  { initialSeconds, factor, maxSeconds }: RetryPolicy = defaultRetryPolicy,
): number => Math.min(maxSeconds, Math.round(initialSeconds * factor ** (faults - 1)));

/** Whether no attempt follows the nth fault, whose message this is. */
export function isLastFault(faults: number, message: string, { attempts, notRetried }: RetryPolicy): boolean {
  const lowerCase = message.toLowerCase();
  return faults >= attempts || notRetried.some((part) => lowerCase.includes(part.toLowerCase()));
}

/** Seconds until work for an unavailable server is retried. */
export const UNAVAILABLE_PAUSE_SECONDS = 1;

/** Seconds until work that only a newer release supports is offered again. */
export const UNSUPPORTED_PAUSE_SECONDS = 3;
