import type { JobStatus } from '../kinds/processing/job.ts';
import type { Settlement } from '../queue/broker.ts';
import {
  backoffSeconds,
  defaultRetryPolicy,
  isLastFault,
  type RetryPolicy,
  UNAVAILABLE_PAUSE_SECONDS,
  UNSUPPORTED_PAUSE_SECONDS,
} from '../queue/retryPolicy.ts';

/**
 * The life of a JobStep as a value: {@link stepTransition} returns the next state of a step and the effects to perform.
 * It reads and writes nothing. The database performs `claim` (claimRows, leaseSteps), stepEffects.ts performs what concerns the
 * tables, and the worker settles queue jobs.
 *
 * | event         | NEW             | IN_PROGRESS                         | COMPLETED | FAILED                   |
 * |---------------|-----------------|-------------------------------------|-----------|--------------------------|
 * | claim         | IN_PROGRESS     | IN_PROGRESS, for the new worker     | –         | –                        |
 * | show          | –               | IN_PROGRESS, record written         | –         | –                        |
 * | complete      | –               | COMPLETED                           | –         | –                        |
 * | fail          | –               | NEW, retry; or FAILED, dead letter  | –         | –                        |
 * | unavailable   | –               | NEW, retry, no fault counted        | –         | –                        |
 * | unsupported   | –               | NEW, retry, no fault counted        | –         | –                        |
 * | release       | –               | NEW, retry at once                  | –         | –                        |
 * | lapse         | –               | NEW                                 | –         | –                        |
 * | workerLost    | –               | NEW, its queue job released         | –         | –                        |
 * | queueJobLost  | NEW, enqueued   | NEW, enqueued                       | –         | –                        |
 * | queueJobEnded | FAILED          | FAILED                              | –         | –                        |
 * | cancel        | FAILED          | FAILED                              | –         | –                        |
 * | replace       | result discarded in every state                                                            |
 * | resend        | refused         | refused                             | refused   | NEW, enqueued            |
 * | write         | a client's change of the status: IN_PROGRESS from NEW, COMPLETED or FAILED from IN_PROGRESS,|
 * |               | NEW from FAILED. Of a managed step only NEW from FAILED, which resends it.                  |
 *
 * – : nothing changes and nothing is to be done. `claim` raises the fence; a claim of a cancelled Job's step, or under
 * another queue job than the step's own, changes nothing.
 */
export function stepTransition(state: StepState, event: StepEvent): StepTransition {
  switch (event.type) {
    case 'claim':
      return claim(state, event);
    case 'queueJobLost':
    case 'queueJobEnded':
    case 'cancel':
      return isClosed(state.status) ? unchanged(state) : endWithoutWorker(state, event);
    case 'replace':
      return { state, effects: [{ type: 'abort' }] };
    case 'resend':
      return state.status === 'FAILED'
        ? resend(state, event.queueJobId)
        : refused(state, `jobStepId: the step is ${state.status}, only a FAILED one can be sent again`);
    case 'write':
      return write(state, event);
    default:
      return state.status === 'IN_PROGRESS' ? endClaim(state, event) : unchanged(state);
  }
}

export interface StepState {
  readonly status: JobStatus;
  /** A worker runs the step; otherwise its client does. */
  readonly managed: boolean;
  /** Its Job was cancelled. */
  readonly cancelled: boolean;
  /** Its deadline has cancelled its Job. */
  readonly expired?: boolean;
  /** Raised by each claim; a write that names an older one changes nothing. */
  readonly fence: number;
  /** Failed attempts since the step was created or resent. */
  readonly faults: number;
  /** The process that claimed it last. */
  readonly worker: string | null;
  /** The queue job that carries it; null where none does. */
  readonly queueJobId: string | null;
}

export type StepEvent =
  | { readonly type: 'claim'; readonly worker: string; readonly queueJobId: string }
  /** The step runs for long enough that its record should say so. */
  | { readonly type: 'show' }
  | { readonly type: 'complete'; readonly log?: string | undefined }
  /**
   * `permanent`: no retry can succeed. `afterSeconds`: the pause before the retry, in place of that of the policy. `policy`: that
   * of the job type, in place of the default.
   */
  | {
      readonly type: 'fail';
      readonly message: string;
      readonly permanent: boolean;
      readonly afterSeconds?: number;
      readonly policy?: RetryPolicy | undefined;
    }
  /** The database, the search engine or another server did not answer. */
  | { readonly type: 'unavailable' }
  /** Only a newer release knows how to run it. */
  | { readonly type: 'unsupported' }
  /** The worker releases its claim: it stops, no slot became free, or the handler ended at its signal. */
  | { readonly type: 'release' }
  /** The queue has offered the queue job again, since no heartbeat came. */
  | { readonly type: 'lapse' }
  /** The process is dead while the queue still waits for its heartbeat. */
  | { readonly type: 'workerLost' }
  /** No queue job carries the open step. */
  | { readonly type: 'queueJobLost'; readonly queueJobId: string }
  /** The queue abandoned the job without a worker. */
  | { readonly type: 'queueJobEnded' }
  | { readonly type: 'cancel' }
  /** Another worker has the step, or it has ended otherwise. */
  | { readonly type: 'replace' }
  | { readonly type: 'resend'; readonly queueJobId: string | null }
  /** A client's PUT or PATCH; `queueJobId` is for the resend that it may be. */
  | { readonly type: 'write'; readonly status: JobStatus; readonly queueJobId: string | null };

export type StepEffect =
  /** Run the handler. */
  | { readonly type: 'run' }
  /** Write the state and the record; the index and the Job follow. */
  | { readonly type: 'write'; readonly change: RecordChange }
  | { readonly type: 'settle'; readonly settlement: Settlement }
  | { readonly type: 'enqueue'; readonly queueJobId: string }
  /** Remove the queue job from its queue and from the outbox. */
  | { readonly type: 'dequeue'; readonly queueJobId: string }
  | { readonly type: 'removeDeadLetter' }
  /** Abort the handler and discard its result. */
  | { readonly type: 'abort' }
  | { readonly type: 'refuse'; readonly problem: string };

/** What a transition changes in the record beside its status; absent members stay as they are. */
export interface RecordChange {
  readonly startDate?: 'nowIfAbsent' | 'remove';
  readonly endDate?: 'now' | 'nowIfAbsent' | 'remove';
  /** Null removes it. */
  readonly log?: string | null;
}

export interface StepTransition {
  readonly state: StepState;
  readonly effects: readonly StepEffect[];
}

/** No worker and no client changes it any more, but for a resend. */
export const isClosed = (status: JobStatus): boolean => status === 'COMPLETED' || status === 'FAILED';

type EventOf<Type extends StepEvent['type']> = Extract<StepEvent, { readonly type: Type }>;

const LOST = 'every worker that took the step was lost';
const LATE = 'the deadline of the Job has passed';

const unchanged = (state: StepState): StepTransition => ({ state, effects: [] });

const refused = (state: StepState, problem: string): StepTransition => ({
  state,
  effects: [{ type: 'refuse', problem }],
});

const settle = (settlement: Settlement): StepEffect => ({ type: 'settle', settlement });

const retryAfter = (seconds: number): StepEffect => settle({ type: 'retry', seconds });

function claim(state: StepState, { worker, queueJobId }: EventOf<'claim'>): StepTransition {
  if (isClosed(state.status) || state.cancelled || state.queueJobId !== queueJobId) return unchanged(state);
  return { state: { ...state, status: 'IN_PROGRESS', fence: state.fence + 1, worker }, effects: [{ type: 'run' }] };
}

/** The step is open again; the next claim of its queue job runs it. */
function reopen(state: StepState, effects: readonly StepEffect[], change: RecordChange = {}): StepTransition {
  return {
    state: { ...state, status: 'NEW', worker: null },
    effects: [{ type: 'write', change: { endDate: 'remove', ...change } }, ...effects],
  };
}

function close(state: StepState, change: RecordChange, effects: readonly StepEffect[] = []): StepTransition {
  return { state, effects: [{ type: 'write', change: { endDate: 'now', ...change } }, ...effects] };
}

type EndOfClaim = EventOf<
  'show' | 'complete' | 'fail' | 'unavailable' | 'unsupported' | 'release' | 'lapse' | 'workerLost'
>;

function endClaim(state: StepState, event: EndOfClaim): StepTransition {
  switch (event.type) {
    case 'show':
      return { state, effects: [{ type: 'write', change: {} }] };
    case 'complete':
      return close({ ...state, status: 'COMPLETED' }, { log: event.log ?? null });
    case 'fail':
      return fail({ ...state, faults: state.faults + 1 }, event);
    case 'unavailable':
      return reopen(state, [retryAfter(UNAVAILABLE_PAUSE_SECONDS)]);
    case 'unsupported':
      return reopen(state, [retryAfter(UNSUPPORTED_PAUSE_SECONDS)]);
    case 'lapse':
      return reopen(state, []);
    case 'release':
    case 'workerLost':
      return reopen(state, [retryAfter(0)]);
  }
}

function fail(state: StepState, event: EventOf<'fail'>): StepTransition {
  const { message, permanent, afterSeconds, policy = defaultRetryPolicy } = event;
  const change = { log: message };
  if (permanent || isLastFault(state.faults, message, policy))
    return close({ ...state, status: 'FAILED' }, change, [settle({ type: 'deadLetter', reason: message })]);
  return reopen(state, [retryAfter(afterSeconds ?? backoffSeconds(state.faults, policy))], change);
}

function endWithoutWorker(
  state: StepState,
  event: EventOf<'queueJobLost' | 'queueJobEnded' | 'cancel'>,
): StepTransition {
  const failed: StepState = { ...state, status: 'FAILED' };
  switch (event.type) {
    case 'queueJobLost':
      return reopen({ ...state, queueJobId: event.queueJobId }, [{ type: 'enqueue', queueJobId: event.queueJobId }]);
    case 'queueJobEnded':
      return close(failed, { log: LOST });
    case 'cancel': {
      const { queueJobId } = state;
      return close(
        failed,
        { log: state.expired ? LATE : 'cancelled' },
        queueJobId === null ? [] : [{ type: 'dequeue', queueJobId }],
      );
    }
  }
}

/**
 * Under a new queue job: an insert of the old one's id would be ignored, and the resend with it. The record no longer shows
 * when and how the step ended.
 */
function resend(state: StepState, queueJobId: string | null): StepTransition {
  const carried = state.managed ? queueJobId : null;
  const effects: StepEffect[] =
    carried === null ? [] : [{ type: 'enqueue', queueJobId: carried }, { type: 'removeDeadLetter' }];
  const change: RecordChange = { startDate: 'remove', log: null };
  return reopen({ ...state, cancelled: false, expired: false, faults: 0, queueJobId: carried }, effects, change);
}

const writable: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  NEW: ['IN_PROGRESS'],
  IN_PROGRESS: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['NEW'],
};

function write(state: StepState, { status, queueJobId }: EventOf<'write'>): StepTransition {
  const from = state.status;
  const change = `cannot go from ${from} to ${status}`;
  const resends = from === 'FAILED' && status === 'NEW';
  if (state.managed && from === 'IN_PROGRESS')
    return refused(state, 'status: the step is IN_PROGRESS, and a worker has it until it ends');
  if (from === status) return { state, effects: [{ type: 'write', change: {} }] };
  if (state.cancelled && !isClosed(status))
    return refused(state, `status: ${change}, ${state.expired ? LATE : 'the Job was cancelled'}`);
  if (state.managed && !resends) return refused(state, `status: ${change} by hand, a worker runs the step`);
  const next = writable[from];
  if (!next.includes(status))
    return refused(
      state,
      `status: ${change}, ${next.length === 0 ? `${from} is final` : `only to ${next.join(' or ')}`}`,
    );
  if (resends) return resend(state, queueJobId);
  return {
    // A worker that had leased the step has lost it.
    state: { ...state, status, worker: null },
    effects: [
      {
        type: 'write',
        change: status === 'IN_PROGRESS' ? { startDate: 'nowIfAbsent' } : { endDate: 'nowIfAbsent' },
      },
    ],
  };
}
