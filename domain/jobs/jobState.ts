import type { JobEndEvent } from '../../db/queries/notifications/eventRows.ts';
import type { Values } from '../kinds/kind.ts';
import type { failureCauses, JobStatus } from '../kinds/processing/job.ts';
import { isClosed } from './stepState.ts';

/**
 * The life of a Job as a value: {@link jobTransition} returns the next state of a Job and the effects to perform. It reads
 * and writes nothing; rollUp.ts performs the effects.
 *
 * `stepsChanged` is the roll-up. The status follows from the steps, read from the top:
 *
 * | steps                            | status                                                              |
 * |----------------------------------|---------------------------------------------------------------------|
 * | none                             | COMPLETED if managed and planned; else as it was                    |
 * | one IN_PROGRESS                  | IN_PROGRESS                                                         |
 * | one NEW, one ended               | IN_PROGRESS                                                         |
 * | all NEW                          | as it was, if that is IN_PROGRESS; else NEW                         |
 * | all ended, planning not complete | IN_PROGRESS                                                         |
 * | all ended, one FAILED            | FAILED                                                              |
 * | all COMPLETED                    | COMPLETED; IN_PROGRESS and a finish step where the type has one     |
 *
 * | event            | NEW, IN_PROGRESS                       | COMPLETED, FAILED                      |
 * |------------------|----------------------------------------|----------------------------------------|
 * | stepsChanged     | see above                              | see above                              |
 * | finishStepExists | COMPLETED                              | COMPLETED                              |
 * | planned          | planning complete                      | planning complete                      |
 * | predecessorEnded | record written                         | –                                      |
 * | start            | waits no longer, its work starts       | –                                      |
 * | cancel           | cancelled, planning complete           | refused                                |
 * | expire           | cancelled by its deadline, the same    | –                                      |
 * | stepsCancelled   | FAILED                                 | –                                      |
 * | resend           | no longer cancelled; planning reopened if the planning step is resent; a deadline  |
 * |                  | that has passed is dropped if the Job has ended or is cancelled                 |
 *
 * – : nothing changes and nothing is to be done. `planned` changes nothing once the Job is planned or cancelled, `start` and
 * `predecessorEnded` change only a Job that waits for predecessors. A cancelled or resent Job does not wait. A Job that closes publishes the event of its end and notifies the process that waits for it.
 */
export function jobTransition(state: JobState, event: JobEvent): JobTransition {
  switch (event.type) {
    case 'stepsChanged':
      return followSteps(state, event);
    case 'finishStepExists':
      return toStatus(state, 'COMPLETED');
    case 'planned':
      return state.planningComplete || state.cancelled ? unchanged(state) : mark({ ...state, planningComplete: true });
    case 'predecessorEnded':
      return isWaiting(state) ? { state, effects: [{ type: 'write', endDate: 'unchanged' }] } : unchanged(state);
    case 'start':
      return start(state);
    case 'cancel':
      return cancel(state);
    case 'expire':
      return isClosed(state.status) || state.cancelled ? unchanged(state) : cancel(state, { expired: true });
    case 'stepsCancelled':
      return isClosed(state.status) ? unchanged(state) : toStatus(state, 'FAILED');
    case 'resend':
      return resend(state, event);
  }
}

export interface JobState {
  readonly status: JobStatus;
  /** Workers run its steps; otherwise its client does. */
  readonly managed: boolean;
  /** No more steps will be planned. */
  readonly planningComplete: boolean;
  readonly cancelled: boolean;
  /** Cancelled by its deadline. */
  readonly expired?: boolean;
  /** No step starts before its predecessors have ended. */
  readonly waits: boolean;
}

type FailureCause = (typeof failureCauses)[number];

/** Returns the cause of a status that a Job or step gets now. */
export function causeOf(
  status: unknown,
  { cancelled, expired = false }: Pick<JobState, 'cancelled' | 'expired'>,
): FailureCause | undefined {
  if (status !== 'FAILED') return undefined;
  if (expired) return 'DEADLINE';
  return cancelled ? 'CANCELLED' : 'FAILED';
}

/** Returns the members with this cause, which replaces that of a client. */
export function withCause({ cause: _, ...others }: Values, cause: Values[string] | undefined): Values {
  return cause === undefined ? others : { ...others, cause };
}

/** Which statuses the steps of a Job have. */
export interface StepStatuses {
  readonly anyNew: boolean;
  readonly anyRunning: boolean;
  readonly anyCompleted: boolean;
  readonly anyFailed: boolean;
}

export type JobEvent =
  /** `finishes`: its type has a finish step, which is added once all others are COMPLETED. */
  | { readonly type: 'stepsChanged'; readonly steps: StepStatuses; readonly finishes: boolean }
  /** The finish step to be added had been added before, and has ended. */
  | { readonly type: 'finishStepExists' }
  | { readonly type: 'planned' }
  /** A predecessor has ended, and another one has not. */
  | { readonly type: 'predecessorEnded' }
  /** The predecessors have ended as the Job requires. */
  | { readonly type: 'start' }
  | { readonly type: 'cancel' }
  /** Its deadline has passed. */
  | { readonly type: 'expire' }
  /** A cancel, or the deadline, has failed the last open step. */
  | { readonly type: 'stepsCancelled' }
  /** `replans`: the planning step is among those resent. */
  | { readonly type: 'resend'; readonly replans: boolean };

export type JobEffect =
  /** Write status and record; the index follows. */
  | { readonly type: 'write'; readonly endDate: 'now' | 'unchanged' | 'remove' }
  /** Write `planningComplete`, `cancelled` and `waits`; also the record if it shows a difference. */
  | { readonly type: 'mark' }
  /** A Job that is resent after its deadline runs without it. */
  | { readonly type: 'dropPassedDeadline' }
  /** Add the finish step; where it exists, `finishStepExists` is the next event of the state before. */
  | { readonly type: 'addFinishStep' }
  | { readonly type: 'notifyWaiter' }
  /** Let a worker plan the Job, or announce the steps of a client's own Job. */
  | { readonly type: 'startWork' }
  /** Withdraw the queue job that would plan the Job once it starts. */
  | { readonly type: 'withdrawPlan' }
  | { readonly type: 'publishEnd'; readonly event: JobEndEvent }
  | { readonly type: 'refuse'; readonly problem: string };

export interface JobTransition {
  readonly state: JobState;
  readonly effects: readonly JobEffect[];
}

/** The status that follows from the steps; see the table of {@link jobTransition}. */
export function statusBySteps(state: Omit<JobState, 'cancelled' | 'waits'>, steps: StepStatuses): JobStatus {
  const { anyNew, anyRunning, anyCompleted, anyFailed } = steps;
  const anyEnded = anyCompleted || anyFailed;
  if (!anyNew && !anyRunning && !anyEnded) return state.managed && state.planningComplete ? 'COMPLETED' : state.status;
  if (anyRunning || (anyNew && anyEnded)) return 'IN_PROGRESS';
  // A Job that has started does not return to NEW while a step of it is retried.
  if (anyNew) return state.status === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'NEW';
  if (!state.planningComplete) return 'IN_PROGRESS';
  return anyFailed ? 'FAILED' : 'COMPLETED';
}

const unchanged = (state: JobState): JobTransition => ({ state, effects: [] });

const refused = (state: JobState, problem: string): JobTransition => ({
  state,
  effects: [{ type: 'refuse', problem }],
});

const mark = (state: JobState): JobTransition => ({ state, effects: [{ type: 'mark' }] });

const isWaiting = ({ waits, cancelled, status }: JobState): boolean => waits && !cancelled && !isClosed(status);

function start(state: JobState): JobTransition {
  if (!isWaiting(state)) return unchanged(state);
  const { state: started, effects } = mark({ ...state, waits: false });
  return { state: started, effects: [...effects, { type: 'startWork' }] };
}

function resend(state: JobState, { replans }: Extract<JobEvent, { readonly type: 'resend' }>): JobTransition {
  const { state: resent, effects } = mark({
    ...state,
    ...{ cancelled: false, expired: false, planningComplete: state.planningComplete && !replans },
  });
  const hasEnded = isClosed(state.status) || state.cancelled;
  return { state: resent, effects: hasEnded ? [...effects, { type: 'dropPassedDeadline' }] : effects };
}

function cancel(state: JobState, how: Pick<JobState, 'expired'> = {}): JobTransition {
  if (isClosed(state.status))
    return refused(state, `status: cannot go from ${state.status} to FAILED, the Job has ended`);
  const { state: cancelled, effects } = mark({
    ...state,
    ...how,
    cancelled: true,
    planningComplete: true,
    waits: false,
  });
  return { state: cancelled, effects: state.waits ? [...effects, { type: 'withdrawPlan' }] : effects };
}

function followSteps(
  state: JobState,
  { steps, finishes }: Extract<JobEvent, { readonly type: 'stepsChanged' }>,
): JobTransition {
  const status = statusBySteps(state, steps);
  if (status !== 'COMPLETED' || state.status === 'COMPLETED' || !finishes) return toStatus(state, status);
  const { state: running, effects } = toStatus(state, 'IN_PROGRESS');
  return { state: running, effects: [{ type: 'addFinishStep' }, ...effects] };
}

/** The event of the end of a Job. */
export const endEventOf = (
  status: JobStatus,
  { cancelled, expired = false }: Pick<JobState, 'cancelled' | 'expired'>,
): JobEndEvent => (status === 'COMPLETED' ? 'JOB_COMPLETED' : cancelled && !expired ? 'JOB_CANCELLED' : 'JOB_FAILED');

function toStatus(state: JobState, status: JobStatus): JobTransition {
  if (status === state.status) return unchanged(state);
  const effects: JobEffect[] = [];
  if (!isClosed(status)) effects.push({ type: 'write', endDate: 'remove' });
  else if (isClosed(state.status)) effects.push({ type: 'write', endDate: 'unchanged' });
  else {
    effects.push({ type: 'write', endDate: 'now' });
    effects.push({ type: 'publishEnd', event: endEventOf(status, state) });
    effects.push({ type: 'notifyWaiter' });
  }
  return { state: { ...state, status }, effects };
}
