import type { JobStatus } from '../../kinds/processing/job.ts';
import type { Services } from '../../ports/services.ts';

/** All types of clients count together: their names are not limited in number. */
const CLIENT_TYPES = 'client';

/** Counts an attempt at a step of a client's own Job, after which the step has this status, and how long it took. */
export function countAttempt(
  { metrics }: Pick<Services, 'metrics'>,
  status: JobStatus,
  durationMs: number | undefined,
): void {
  const outcome = status === 'COMPLETED' ? 'completed' : status === 'FAILED' ? 'failed' : 'retry';
  metrics.steps.inc({ type: CLIENT_TYPES, outcome });
  if (durationMs !== undefined) metrics.stepSeconds.observe({ type: CLIENT_TYPES }, durationMs / 1_000);
}
