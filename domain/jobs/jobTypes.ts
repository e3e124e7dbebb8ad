/**
 * The job types of ours: work that the platform's workers know how to do. What plans and does them stands in
 * workers/handlers. Any other type is a client's: its steps wait for the client's PUT or PATCH.
 */
export interface JobType {
  readonly purpose: string;
  /** The queue that its steps go through. */
  readonly stepQueue: string;
  /** Once all steps are COMPLETED, one more step named `finish` is made, and the Job closes with it. */
  readonly finishes?: boolean;
  /** Problems of `data`, each beginning with a member's path. */
  readonly checkData?: (data: unknown) => string[];
}

export type JobTypes = Readonly<Record<string, JobType>>;

export const jobTypes = {
  BROKER_SETUP: {
    purpose: 'makes sure that every queue has its dead-letter queue',
    stepQueue: 'step.maintenance',
  },
} as const satisfies JobTypes;

export type JobTypeName = keyof typeof jobTypes;

/** Steps of a Job of ours that stand for a phase of it and not for a chunk. */
export const PLAN_STEP = 'plan';
export const FINISH_STEP = 'finish';

/** The same for the same Job and key, so that planning twice makes no step twice. */
export const stepIdOf = (jobId: string, key: string): string => Bun.randomUUIDv5(key, jobId);
