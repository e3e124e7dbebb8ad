import { describe, expect, test } from 'bun:test';
import {
  causeOf,
  type JobEffect,
  type JobEvent,
  type JobState,
  jobTransition,
  type StepStatuses,
} from '../../../domain/jobs/jobState.ts';
import { type JobStatus, jobStatuses } from '../../../domain/kinds/processing/job.ts';

const steps = (...any: (keyof StepStatuses)[]): StepStatuses => ({
  ...{ anyNew: false, anyRunning: false, anyCompleted: false, anyFailed: false },
  ...Object.fromEntries(any.map((name) => [name, true])),
});
const changed = (statuses: StepStatuses, finishes = false): JobEvent => ({
  type: 'stepsChanged',
  steps: statuses,
  finishes,
});

const events = {
  'no steps': changed(steps()),
  'all NEW': changed(steps('anyNew')),
  'one runs': changed(steps('anyNew', 'anyRunning', 'anyFailed')),
  'some ended': changed(steps('anyNew', 'anyCompleted')),
  'all COMPLETED': changed(steps('anyCompleted')),
  'one FAILED': changed(steps('anyCompleted', 'anyFailed')),
  'all COMPLETED, type finishes': changed(steps('anyCompleted'), true),
  'one FAILED, type finishes': changed(steps('anyFailed'), true),
  finishStepExists: { type: 'finishStepExists' },
  planned: { type: 'planned' },
  predecessorEnded: { type: 'predecessorEnded' },
  start: { type: 'start' },
  cancel: { type: 'cancel' },
  expire: { type: 'expire' },
  stepsCancelled: { type: 'stepsCancelled' },
  resend: { type: 'resend', replans: false },
  'resend of the plan': { type: 'resend', replans: true },
} satisfies Record<string, JobEvent>;
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

type Planning = 'planning' | 'planned';
type Name = `${Planning} ${JobStatus}`;
const names = (['planning', 'planned'] as const).flatMap((planning) =>
  jobStatuses.map((status): Name => `${planning} ${status}`),
);
function stateOf(name: Name): JobState {
  const [planning, status] = name.split(' ') as [Planning, JobStatus];
  const planningComplete = planning === 'planned';
  return { status, managed: true, planningComplete, cancelled: false, expired: false, waits: false };
}

interface Outcome {
  /** The difference from the previous state. */
  readonly state: Partial<JobState>;
  readonly effects: readonly JobEffect[];
}

const same: Outcome = { state: {}, effects: [] };
const started: Outcome = { state: { status: 'IN_PROGRESS' }, effects: [{ type: 'write', endDate: 'remove' }] };
const toNew: Outcome = { state: { status: 'NEW' }, effects: [{ type: 'write', endDate: 'remove' }] };
const completed: Outcome = {
  state: { status: 'COMPLETED' },
  effects: [
    { type: 'write', endDate: 'now' },
    { type: 'publishEnd', event: 'JOB_COMPLETED' },
    { type: 'notifyWaiter' },
  ],
};
const failed: Outcome = {
  state: { status: 'FAILED' },
  effects: [{ type: 'write', endDate: 'now' }, { type: 'publishEnd', event: 'JOB_FAILED' }, { type: 'notifyWaiter' }],
};
const otherEnd = (status: JobStatus): Outcome => ({
  state: { status },
  effects: [{ type: 'write', endDate: 'unchanged' }],
});
const finishing = (started: boolean): Outcome => ({
  state: { status: 'IN_PROGRESS' },
  effects: [{ type: 'addFinishStep' }, ...(started ? [] : [{ type: 'write', endDate: 'remove' } as const])],
});
const marked = (state: Partial<JobState>): Outcome => ({ state, effects: [{ type: 'mark' }] });
const hasEnded = (status: JobStatus): Outcome => ({
  state: {},
  effects: [{ type: 'refuse', problem: `status: cannot go from ${status} to FAILED, the Job has ended` }],
});
const cancelled = marked({ cancelled: true, planningComplete: true });
/** Of a Job that has ended. */
const resent = (state: Partial<JobState>): Outcome => ({
  state,
  effects: [{ type: 'mark' }, { type: 'dropPassedDeadline' }],
});
const resentClosed = { resend: resent({}), 'resend of the plan': resent({}) };
const resentPlanned = { resend: resent({}), 'resend of the plan': resent({ planningComplete: false }) };

/** No Job of the table waits. */
const notWaiting = { predecessorEnded: same, start: same };
const whilePlanning = {
  ...{ 'no steps': same, 'one runs': started, 'some ended': started, 'all COMPLETED': started, 'one FAILED': started },
  ...{ 'all COMPLETED, type finishes': started, 'one FAILED, type finishes': started },
  ...{ planned: marked({ planningComplete: true }), resend: marked({}), 'resend of the plan': marked({}) },
  ...notWaiting,
};
const whenRunning = {
  ...{ 'all NEW': same, 'one runs': same, 'some ended': same },
};
const expired = marked({ cancelled: true, expired: true, planningComplete: true });
const openJob = { finishStepExists: completed, cancel: cancelled, expire: expired, stepsCancelled: failed };
const plannedJob = {
  ...{ planned: same, resend: marked({}), 'resend of the plan': marked({ planningComplete: false }) },
  ...notWaiting,
};
const allEnded = {
  ...{ 'no steps': completed, 'one runs': started, 'some ended': started },
  ...{ 'all COMPLETED': completed, 'one FAILED': failed, 'one FAILED, type finishes': failed },
};

/** Every pair of a state and an event. The file does not compile if one is missing. */
const table: Record<Name, Record<EventName, Outcome>> = {
  'planning NEW': { ...whilePlanning, ...openJob, 'all NEW': same },
  'planning IN_PROGRESS': {
    ...{ ...whilePlanning, ...openJob, ...whenRunning },
    ...{ 'all COMPLETED': same, 'one FAILED': same },
    ...{ 'all COMPLETED, type finishes': same, 'one FAILED, type finishes': same },
  },
  'planning COMPLETED': {
    ...{ ...whilePlanning, ...resentClosed, 'all NEW': toNew, finishStepExists: same },
    ...{ cancel: hasEnded('COMPLETED'), expire: same, stepsCancelled: same },
  },
  'planning FAILED': {
    ...{ ...whilePlanning, ...resentClosed, 'all NEW': toNew, finishStepExists: otherEnd('COMPLETED') },
    ...{ cancel: hasEnded('FAILED'), expire: same, stepsCancelled: same },
  },
  'planned NEW': {
    ...{ ...plannedJob, ...openJob, ...allEnded },
    ...{ 'all NEW': same, 'all COMPLETED, type finishes': finishing(false) },
  },
  'planned IN_PROGRESS': {
    ...{ ...plannedJob, ...openJob, ...allEnded, ...whenRunning },
    'all COMPLETED, type finishes': finishing(true),
  },
  'planned COMPLETED': {
    ...{ ...plannedJob, ...resentPlanned, ...allEnded, 'all NEW': toNew },
    ...{ 'no steps': same, 'all COMPLETED': same, 'all COMPLETED, type finishes': same, finishStepExists: same },
    ...{ 'one FAILED': otherEnd('FAILED'), 'one FAILED, type finishes': otherEnd('FAILED') },
    ...{ cancel: hasEnded('COMPLETED'), expire: same, stepsCancelled: same },
  },
  'planned FAILED': {
    ...{ ...plannedJob, ...resentPlanned, ...allEnded, 'all NEW': toNew },
    ...{ 'no steps': otherEnd('COMPLETED'), 'all COMPLETED': otherEnd('COMPLETED'), 'one FAILED': same },
    ...{ 'one FAILED, type finishes': same, 'all COMPLETED, type finishes': finishing(false) },
    ...{ finishStepExists: otherEnd('COMPLETED'), cancel: hasEnded('FAILED'), expire: same, stepsCancelled: same },
  },
};

describe('every pair of a state and an event', () => {
  for (const name of names)
    for (const eventName of eventNames)
      test(`${name}: ${eventName}`, () => {
        const state = stateOf(name);
        const { state: difference, effects } = table[name][eventName];
        expect(jobTransition(state, events[eventName])).toEqual({ state: { ...state, ...difference }, effects });
      });

  test('is in the table, and each type of event among the events', () => {
    const pairs = Object.values(table).flatMap((row) => Object.keys(row));
    expect(pairs).toHaveLength(names.length * eventNames.length);
    // A new type of JobEvent does not compile without its line here.
    const types: Record<JobEvent['type'], true> = {
      ...{ stepsChanged: true, finishStepExists: true, planned: true, cancel: true, stepsCancelled: true },
      ...{ expire: true, resend: true },
      ...{ predecessorEnded: true, start: true, resend: true },
    };
    const covered = new Set<string>(eventNames.map((name) => events[name].type));
    expect([...covered].sort()).toEqual(Object.keys(types).sort());
  });
});

describe('a Job', () => {
  test('of a client, without steps, has the status that the client sets', () => {
    for (const status of jobStatuses) {
      const state: JobState = { status, managed: false, planningComplete: true, cancelled: false, waits: false };
      expect(jobTransition(state, events['no steps'])).toEqual({ state, effects: [] });
    }
  });

  test('that its deadline has cancelled has failed by that cause', () => {
    const state: JobState = { ...stateOf('planned IN_PROGRESS'), cancelled: true, expired: true };
    expect(jobTransition(state, events.stepsCancelled)).toEqual({ ...failed, state: { ...state, status: 'FAILED' } });
    expect(causeOf('FAILED', state)).toBe('DEADLINE');
    expect(jobTransition(state, events.resend).state).toMatchObject({ cancelled: false, expired: false });
    expect(jobTransition({ ...state, expired: false }, events.expire).effects).toEqual([]);
  });

  test('that is cancelled is not planned, and publishes that it was cancelled', () => {
    const state: JobState = { ...stateOf('planning IN_PROGRESS'), cancelled: true };
    expect(jobTransition(state, events.planned)).toEqual({ state, effects: [] });
    const { effects } = jobTransition(state, events.stepsCancelled);
    const published = { type: 'publishEnd', event: 'JOB_CANCELLED' } as const;
    expect(effects).toEqual([{ type: 'write', endDate: 'now' }, published, { type: 'notifyWaiter' }]);
    expect(jobTransition(state, events.resend).state.cancelled).toBe(false);
  });

  test('that waits starts once, and not after a cancel', () => {
    const state: JobState = { ...stateOf('planning NEW'), waits: true };
    const written = [{ type: 'write', endDate: 'unchanged' }] as const;
    expect(jobTransition(state, events.predecessorEnded)).toEqual({ state, effects: written });
    const started = jobTransition(state, events.start);
    expect(started).toEqual({ state: { ...state, waits: false }, effects: [{ type: 'mark' }, { type: 'startWork' }] });
    expect(jobTransition(started.state, events.start)).toEqual({ state: started.state, effects: [] });
    const ended = jobTransition(state, events.cancel);
    expect(ended).toEqual({
      state: { ...state, cancelled: true, planningComplete: true, waits: false },
      effects: [{ type: 'mark' }, { type: 'withdrawPlan' }],
    });
    for (const event of [events.start, events.predecessorEnded])
      expect(jobTransition(ended.state, event)).toEqual({ state: ended.state, effects: [] });
  });
});
