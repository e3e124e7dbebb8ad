import type { JsonObject } from '../kinds/kind.ts';
import type { Context } from './context.ts';

/** An end of a Job to be posted. */
export interface JobCallback {
  readonly jobId: string;
  readonly event: string;
  /** What is posted about the Job, as it was at its end. */
  readonly job: JsonObject;
  readonly context?: Context;
}
