import type { JsonObject } from '../kinds/kind.ts';
import type { Context } from './context.ts';

/** An end of a Job to be posted. */
export interface JobCallback {
  /** The `webhook-id` of all attempts, also of a dead letter that is sent again. Absent if an earlier release has enqueued it. */
  readonly messageId?: string;
  readonly jobId: string;
  readonly event: string;
  /** What is posted about the Job, as it was at its end. */
  readonly job: JsonObject;
  readonly context?: Context;
}
