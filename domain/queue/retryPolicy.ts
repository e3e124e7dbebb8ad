/** Faults of a queue job or a step until it becomes a dead letter. */
export const MAX_FAULTS = 3;

/** Seconds until a queue job is claimed again after its nth fault: 2, 8, 32 … */
export const backoffSeconds = (faults: number): number => 2 * 4 ** (faults - 1);

/** Seconds until work for an unavailable server is retried. */
export const UNAVAILABLE_PAUSE_SECONDS = 1;

/** Seconds until work that only a newer release supports is offered again. */
export const UNSUPPORTED_PAUSE_SECONDS = 3;
