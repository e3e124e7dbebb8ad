import type { JobState } from '../../domain/jobs/jobState.ts';
import { isClosed } from '../../domain/jobs/stepState.ts';
import type { JobStatus } from '../../domain/kinds/processing/job.ts';

/** The states of the model of a Job (jobModel.ts), and what must hold in them. */

/** What the code does so that a promise holds; a broken twin lacks one. */
export type Guard = keyof typeof promises;

/** What each guard is for, as docs/reliability.md lists it. */
export const promises = {
  'the pause in claims': 'A paused Job starts no step',
  'the deadline in claims': 'A Job starts no step after its deadline',
  'the wait in claims': 'A Job that waits starts no step',
  'the check of the Job before steps are planned': 'A Job that has ended has no open step',
  'the lock of the successor': 'A Job whose predecessors have ended starts or is cancelled',
  'the completion of cancellations': 'Every Job ends',
  'the steps in the transaction of the deadline':
    'A planned Job that was cancelled, or whose deadline has passed, has a step that is FAILED',
  'the check after an end': 'Every Job ends',
  'the state of the Job in the check after an end': 'A Job that was cancelled, or whose deadline has passed, is FAILED',
  'the lock of an open step':
    'A planned Job that was cancelled, or whose deadline has passed, has a step that is FAILED',
  'the removal of a passed deadline': 'A Job that is resent after its deadline runs',
} as const;

export interface Setting {
  readonly managed: boolean;
  /** Whether its client adds steps until it closes the Job. */
  readonly open?: boolean;
  readonly finishes?: boolean;
  readonly predecessors?: number;
  readonly deadline?: boolean;
  /** Steps that a worker plans, or that its client adds; a client's Job that is closed has the first one from the start. */
  readonly steps: number;
  readonly events: number;
  readonly without?: Guard;
}

export type Status = JobStatus | 'ABSENT';

/** One state of the model. */
export interface World {
  readonly job: JobState;
  /** It has all its steps, and would end with the last one. */
  readonly planned: boolean;
  readonly paused: boolean;
  /** LATE: it has passed. NONE: the Job has none any more. */
  readonly deadline: 'AHEAD' | 'LATE' | 'NONE';
  readonly predecessors: readonly JobStatus[];
  /** Ends of predecessors that are being written, with those that their transaction sees. */
  readonly ending: readonly (readonly number[] | null)[];
  /** The queue job that plans the Job. */
  readonly plan: 'STORED' | 'QUEUED' | 'DONE';
  readonly steps: Readonly<Record<string, Status>>;
  readonly events: number;
  readonly broken?: string;
}

/** Names of steps: one that says why planning failed, and the finish step. */
export const PLAN = 'plan';
export const FINISH = 'finish';

export type Phase = JobStatus | 'WAITING' | 'PLANNING' | 'CANCELLED' | 'EXPIRED';

/** The state of a Job in one word. CANCELLED and EXPIRED: steps of it are still open. */
export function phaseOf({ status, cancelled, expired, waits, planningComplete }: JobState): Phase {
  if (isClosed(status)) return status;
  if (cancelled) return expired ? 'EXPIRED' : 'CANCELLED';
  if (waits) return 'WAITING';
  return planningComplete ? status : 'PLANNING';
}

export const isOpen = (status: Status | undefined): boolean => status === 'NEW' || status === 'IN_PROGRESS';

/** The promise that a state breaks. @param isLast whether nothing can happen any more */
export function problemOf({ job, planned, steps }: World, isLast: boolean): string | undefined {
  const statuses = Object.values(steps).filter((status) => status !== 'ABSENT');
  const hasOpen = statuses.some(isOpen);
  const hasEnded = isClosed(job.status);
  if (hasEnded && hasOpen) return promises['the check of the Job before steps are planned'];
  if (job.cancelled && job.status === 'COMPLETED') return promises['the state of the Job in the check after an end'];
  if (planned && hasEnded && job.cancelled && statuses.length > 0 && !statuses.includes('FAILED'))
    return promises['the lock of an open step'];
  if (isLast && job.waits) return promises['the lock of the successor'];
  if (isLast && !hasEnded) return promises['the completion of cancellations'];
  return undefined;
}
