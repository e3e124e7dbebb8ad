import {
  boolean,
  date,
  free,
  integer,
  number,
  object,
  objects,
  primaryKey,
  string,
  uuid,
} from '../declaration/members.ts';
import { bulkActionOperations, searchOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const jobStatuses = ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

/** Why a Job or a step is FAILED. */
export const failureCauses = ['FAILED', 'CANCELLED', 'DEADLINE'] as const;

/** Limits of the priority of a Job. */
export const MAX_PRIORITY = 100;

export type JobStatus = (typeof jobStatuses)[number];

export const isJobStatus = (value: unknown): value is JobStatus => jobStatuses.some((status) => status === value);

/** The cause of a FAILED Job or step: a failure, a cancel or the deadline. Only the service writes this member. */
export const failureCause = string({
  values: failureCauses,
  description:
    'Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service.',
});

/** How a predecessor has to end before a Job starts. ENDED: in either way. */
const endConditions = ['COMPLETED', 'FAILED', 'ENDED'] as const;

export type EndCondition = (typeof endConditions)[number];

/** A year. */
const MAX_UNIQUE_SECONDS = 31_536_000;

/** Maximum number of predecessors of a Job. */
export const MAX_PREDECESSORS = 100;

/** Long work. Its steps are separate records; a response includes them only on request. Routes: api/routes/jobs.ts. */
export const job: Kind = {
  name: 'Job',
  path: 'jobs',
  table: 'job',
  plural: 'jobs',
  description: 'Long work, in steps. The status of a Job follows from those of its steps.',
  members: {
    id: primaryKey(),
    startDate: date({ required: true, description: 'When the work begins or has begun, as the client has it.' }),
    status: string({
      required: true,
      values: jobStatuses,
      description: 'State of the work, which follows from its steps.',
    }),
    jobType: string({
      required: true,
      min: 1,
      max: 255,
      description: 'A built-in type, whose steps workers run, or a type of the client, which runs the steps itself.',
    }),
    data: free({ description: 'Input of the work.' }),
    priority: integer({
      min: -MAX_PRIORITY,
      max: MAX_PRIORITY,
      description: 'Steps of Jobs with a greater priority are claimed first; 0 by default.',
    }),
    startAfter: date({ description: 'No step is claimed before. Workers plan a Job of a built-in type then.' }),
    deadline: date({
      description: 'If the Job has not ended by then, it and its open steps become FAILED with the cause DEADLINE.',
    }),
    concurrencyKey: string({
      min: 1,
      max: 255,
      description:
        'Of the steps of the type with this key, workers of the client run one at a time. `stepData.concurrencyKey` of a step goes before it. A client sends it with a new job.',
    }),
    unique: object(
      {
        key: string({
          required: true,
          min: 1,
          max: 255,
          description: 'What must not run twice, among jobs of the type.',
        }),
        withinSeconds: integer({
          min: 1,
          max: MAX_UNIQUE_SECONDS,
          description: 'Also answer a COMPLETED job with the key that was created within so many seconds.',
        }),
      },
      {
        description:
          'While a job of the type with this key is open, the request is answered with it, and creates no other. A client sends it with a new job.',
      },
    ),
    startedAt: date({
      description:
        'When the first step was claimed or started; absent before, whatever startDate says. Of a job that was created as begun, its startDate. Written by the service.',
    }),
    endDate: date({ description: 'When the work ended.' }),
    cause: failureCause,
    idleSeconds: number({
      description:
        'Seconds between an end of the job and its resend, of all resends together; the work took the time from startedAt to endDate without them. Written by the service.',
    }),
    paused: boolean({
      description: 'Present if the value is true: no step starts until the job is resumed. Written by the service.',
    }),
    closed: boolean({
      description:
        'If false, the job stays open after the end of its last step, until its client closes it. If true, it takes no more steps, and ends with its last open step. If absent, it takes steps until the last of those that it has ends. A client sends it with a new job of a type of its own.',
    }),
    after: objects(
      {
        jobId: uuid({ required: true, description: 'The job whose end is waited for.' }),
        on: string({
          values: endConditions,
          description:
            'How it has to end: COMPLETED (default); FAILED, also by a cancel; or ENDED, in either way. The job is cancelled if it ends otherwise.',
        }),
        status: string({
          values: ['COMPLETED', 'FAILED', 'DELETED'],
          description: 'How it has ended; absent before. Written by the service.',
        }),
      },
      {
        maxElements: MAX_PREDECESSORS,
        description: 'Jobs that have to end before this one starts. A client sends it with a new job.',
      },
    ),
    waits: boolean({
      description: 'Present if the value is true: the job waits for jobs of `after`, and no step starts.',
    }),
    reason: string({ description: 'Why the service has cancelled the job. Written by the service.' }),
    callbackUrl: string({
      max: 2_000,
      description:
        'Where the end of the job is posted, signed with `callbackSecret` of its creation. A client sends it with a new job.',
    }),
    callbackSecretSet: boolean({
      description: 'Present beside callbackUrl: whether the requests are signed. Written by the service.',
    }),
    callback: object(
      {
        outcome: string({
          values: ['DELIVERED', 'RETRYING', 'FAILED'],
          description: 'DELIVERED if the receiver has accepted it, FAILED if no more attempts follow.',
        }),
        attempts: integer({ description: 'Number of attempts.' }),
        at: date({ description: 'Time of the last attempt.' }),
        answer: string({ description: 'What the receiver has answered, or why nothing was posted.' }),
      },
      { description: 'What has become of the post of the last end. Written by the service.' },
    ),
  },
  operations: [...searchOperations, ...bulkActionOperations],
  keepsHistory: false,
  unindexedColumns: [
    'cause',
    'cause~',
    'idleSeconds',
    'priority',
    'startAfter',
    'deadline',
    'concurrencyKey',
    'concurrencyKey~',
    'unique.key',
    'unique.key~',
    'unique.withinSeconds',
    'paused',
    'reason',
    'reason~',
    'callbackUrl',
    'callbackUrl~',
    'callbackSecretSet',
    'callback.attempts',
    'callback.at',
    'callback.answer',
    'callback.answer~',
  ],
};
