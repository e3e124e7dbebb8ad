import { describe, expect, test } from 'bun:test';
import { type StepEffect, type StepEvent, type StepState, stepTransition } from '../../../domain/jobs/stepState.ts';
import { type JobStatus, jobStatuses } from '../../../domain/kinds/processing/job.ts';
import { MAX_FAULTS } from '../../../domain/queue/retryPolicy.ts';

/** The states that transitions distinguish: the status of a step, and who runs it. */
type Name = `${'managed' | 'client'} ${JobStatus}`;
const names = (['managed', 'client'] as const).flatMap((owner) =>
  jobStatuses.map((status): Name => `${owner} ${status}`),
);

function stateOf(name: Name): StepState {
  const [owner, status] = name.split(' ') as [string, JobStatus];
  const managed = owner === 'managed';
  return {
    ...{ status, managed, cancelled: false, expired: false, fence: 4, faults: managed ? 1 : 0 },
    ...{ worker: managed && status !== 'NEW' ? 'w1' : null, queueJobId: managed ? 'q1' : null },
  };
}

/** Each type of event, in the variants that transitions distinguish. */
const events = {
  claim: { type: 'claim', worker: 'w2', queueJobId: 'q1' },
  show: { type: 'show' },
  complete: { type: 'complete', log: 'all done' },
  fail: { type: 'fail', message: 'boom', permanent: false },
  'fail for good': { type: 'fail', message: 'boom', permanent: true },
  unavailable: { type: 'unavailable' },
  unsupported: { type: 'unsupported' },
  release: { type: 'release' },
  lapse: { type: 'lapse' },
  workerLost: { type: 'workerLost' },
  queueJobLost: { type: 'queueJobLost', queueJobId: 'q2' },
  queueJobEnded: { type: 'queueJobEnded' },
  cancel: { type: 'cancel' },
  replace: { type: 'replace' },
  resend: { type: 'resend', queueJobId: 'q2' },
  'write NEW': { type: 'write', status: 'NEW', queueJobId: 'q2' },
  'write IN_PROGRESS': { type: 'write', status: 'IN_PROGRESS', queueJobId: 'q2' },
  'write COMPLETED': { type: 'write', status: 'COMPLETED', queueJobId: 'q2' },
  'write FAILED': { type: 'write', status: 'FAILED', queueJobId: 'q2' },
} satisfies Record<string, StepEvent>;
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

interface Outcome {
  /** The difference from the previous state. */
  readonly state: Partial<StepState>;
  readonly effects: readonly StepEffect[];
}

const ignored: Outcome = { state: {}, effects: [] };
const refused = (problem: string): Outcome => ({ state: {}, effects: [{ type: 'refuse', problem }] });
const written = (state: Outcome['state'], change: object, ...more: StepEffect[]): Outcome => ({
  state,
  effects: [{ type: 'write', change }, ...more],
});
const retry = (seconds: number): StepEffect => ({ type: 'settle', settlement: { type: 'retry', seconds } });
const deadLetter: StepEffect = { type: 'settle', settlement: { type: 'deadLetter', reason: 'boom' } };
const enqueue: StepEffect = { type: 'enqueue', queueJobId: 'q2' };
const dequeue: StepEffect = { type: 'dequeue', queueJobId: 'q1' };
const open = { status: 'NEW', worker: null } as const;
const reopened = (...effects: StepEffect[]) => written(open, { endDate: 'remove' }, ...effects);
const failed = (log: string, ...effects: StepEffect[]) =>
  written({ status: 'FAILED' }, { endDate: 'now', log }, ...effects);

const claimed: Outcome = { state: { status: 'IN_PROGRESS', fence: 5, worker: 'w2' }, effects: [{ type: 'run' }] };
const lost = failed('every worker that took the step was lost');
const requeued = written({ ...open, queueJobId: 'q2' }, { endDate: 'remove' }, enqueue);
const cleared = { endDate: 'remove', startDate: 'remove', log: null };
const resent = written({ ...open, faults: 0, queueJobId: 'q2' }, cleared, enqueue, {
  type: 'removeDeadLetter',
});
const resentToClient = written({ ...open, faults: 0 }, cleared);
const membersOnly = written({}, {});
const discarded: Outcome = { state: {}, effects: [{ type: 'abort' }] };
const notFailed = (status: JobStatus) =>
  refused(`jobStepId: the step is ${status}, only a FAILED one can be sent again`);
const byHand = (from: JobStatus, to: JobStatus) =>
  refused(`status: cannot go from ${from} to ${to} by hand, a worker runs the step`);
const only = (from: JobStatus, to: JobStatus, allowed: string) =>
  refused(`status: cannot go from ${from} to ${to}, only to ${allowed}`);
const final = (from: JobStatus, to: JobStatus) => refused(`status: cannot go from ${from} to ${to}, ${from} is final`);
const claimedByWorker = refused('status: the step is IN_PROGRESS, and a worker has it until it ends');

const ended = {
  ...{ claim: ignored, show: ignored, complete: ignored, fail: ignored, 'fail for good': ignored },
  ...{ unavailable: ignored, unsupported: ignored, release: ignored, lapse: ignored, workerLost: ignored },
  ...{ queueJobLost: ignored, queueJobEnded: ignored, cancel: ignored, replace: discarded },
};
const waiting = { ...ended, queueJobLost: requeued, queueJobEnded: lost };
const running = (faults: number) => ({
  ...{ show: membersOnly, complete: written({ status: 'COMPLETED' }, { endDate: 'now', log: 'all done' }) },
  fail: written({ ...open, faults }, { endDate: 'remove', log: 'boom' }, retry(faults === 1 ? 2 : 8)),
  'fail for good': written({ status: 'FAILED', faults }, { endDate: 'now', log: 'boom' }, deadLetter),
  ...{ unavailable: reopened(retry(1)), unsupported: reopened(retry(3)), release: reopened(retry(0)) },
  ...{ lapse: reopened(), workerLost: reopened(retry(0)), queueJobLost: requeued, queueJobEnded: lost },
  replace: discarded,
});

/** Every pair of a state and an event. The file does not compile if one is missing. */
const table: Record<Name, Record<EventName, Outcome>> = {
  'managed NEW': {
    ...waiting,
    ...{ claim: claimed, cancel: failed('cancelled', dequeue), resend: notFailed('NEW') },
    ...{ 'write NEW': membersOnly, 'write IN_PROGRESS': byHand('NEW', 'IN_PROGRESS') },
    ...{ 'write COMPLETED': byHand('NEW', 'COMPLETED'), 'write FAILED': byHand('NEW', 'FAILED') },
  },
  'managed IN_PROGRESS': {
    ...running(2),
    ...{ claim: claimed, cancel: failed('cancelled', dequeue), resend: notFailed('IN_PROGRESS') },
    ...{ 'write NEW': claimedByWorker, 'write IN_PROGRESS': claimedByWorker },
    ...{ 'write COMPLETED': claimedByWorker, 'write FAILED': claimedByWorker },
  },
  'managed COMPLETED': {
    ...ended,
    resend: notFailed('COMPLETED'),
    ...{ 'write NEW': byHand('COMPLETED', 'NEW'), 'write IN_PROGRESS': byHand('COMPLETED', 'IN_PROGRESS') },
    ...{ 'write COMPLETED': membersOnly, 'write FAILED': byHand('COMPLETED', 'FAILED') },
  },
  'managed FAILED': {
    ...ended,
    ...{ resend: resent, 'write NEW': resent, 'write FAILED': membersOnly },
    'write IN_PROGRESS': byHand('FAILED', 'IN_PROGRESS'),
    'write COMPLETED': byHand('FAILED', 'COMPLETED'),
  },
  'client NEW': {
    ...waiting,
    ...{ claim: ignored, cancel: failed('cancelled'), resend: notFailed('NEW') },
    'write NEW': membersOnly,
    'write IN_PROGRESS': written({ status: 'IN_PROGRESS' }, { startDate: 'nowIfAbsent' }),
    'write COMPLETED': only('NEW', 'COMPLETED', 'IN_PROGRESS'),
    'write FAILED': only('NEW', 'FAILED', 'IN_PROGRESS'),
  },
  'client IN_PROGRESS': {
    ...running(1),
    ...{ claim: ignored, cancel: failed('cancelled'), resend: notFailed('IN_PROGRESS') },
    ...{ 'write NEW': only('IN_PROGRESS', 'NEW', 'COMPLETED or FAILED'), 'write IN_PROGRESS': membersOnly },
    'write COMPLETED': written({ status: 'COMPLETED' }, { endDate: 'nowIfAbsent' }),
    'write FAILED': written({ status: 'FAILED' }, { endDate: 'nowIfAbsent' }),
  },
  'client COMPLETED': {
    ...ended,
    ...{ resend: notFailed('COMPLETED'), 'write NEW': final('COMPLETED', 'NEW') },
    'write IN_PROGRESS': final('COMPLETED', 'IN_PROGRESS'),
    ...{ 'write COMPLETED': membersOnly, 'write FAILED': final('COMPLETED', 'FAILED') },
  },
  'client FAILED': {
    ...ended,
    ...{ resend: resentToClient, 'write NEW': resentToClient, 'write FAILED': membersOnly },
    'write IN_PROGRESS': only('FAILED', 'IN_PROGRESS', 'NEW'),
    'write COMPLETED': only('FAILED', 'COMPLETED', 'NEW'),
  },
};

describe('every pair of a state and an event', () => {
  for (const name of names)
    for (const eventName of eventNames)
      test(`${name}: ${eventName}`, () => {
        const state = stateOf(name);
        const { state: changed, effects } = table[name][eventName];
        expect(stepTransition(state, events[eventName])).toEqual({ state: { ...state, ...changed }, effects });
      });

  test('is in the table, and each type of event among the events', () => {
    const pairs = Object.values(table).flatMap((row) => Object.keys(row));
    expect(pairs).toHaveLength(names.length * eventNames.length);
    // A new type of StepEvent does not compile without its line here.
    const types: Record<StepEvent['type'], true> = {
      ...{ claim: true, show: true, complete: true, fail: true, unavailable: true, unsupported: true, release: true },
      ...{ lapse: true, workerLost: true, queueJobLost: true, queueJobEnded: true, cancel: true, replace: true },
      ...{ resend: true, write: true },
    };
    const covered = new Set<string>(eventNames.map((name) => events[name].type));
    expect([...covered].sort()).toEqual(Object.keys(types).sort());
  });
});

describe('a step', () => {
  test('becomes a dead letter at its last failed attempt', () => {
    const statuses: string[] = [];
    let state: StepState = { ...stateOf('managed IN_PROGRESS'), faults: 0 };
    for (let fault = 1; fault <= MAX_FAULTS; fault++) {
      state = stepTransition({ ...state, status: 'IN_PROGRESS' }, events.fail).state;
      statuses.push(state.status);
    }
    expect(statuses).toEqual(['NEW', 'NEW', 'FAILED']);
    expect(state.faults).toBe(MAX_FAULTS);
  });

  test('has as many attempts and such pauses as the policy of its job type says', () => {
    const policy = { attempts: 5, initialSeconds: 3, factor: 2, maxSeconds: 10, notRetried: ['Unknown Harbour'] };
    const failure = { ...events.fail, policy };
    const ends: unknown[] = [];
    let state: StepState = { ...stateOf('managed IN_PROGRESS'), faults: 0 };
    for (let fault = 1; fault <= policy.attempts; fault++) {
      const transition = stepTransition({ ...state, status: 'IN_PROGRESS' }, failure);
      state = transition.state;
      ends.push(transition.effects.find(({ type }) => type === 'settle'));
    }
    const retry = (seconds: number) => ({ type: 'settle', settlement: { type: 'retry', seconds } }) as const;
    expect(ends).toEqual([
      ...[3, 6, 10, 10].map(retry),
      { type: 'settle', settlement: { type: 'deadLetter', reason: 'boom' } },
    ]);
    const running: StepState = { ...stateOf('managed IN_PROGRESS'), faults: 0 };
    const named = { ...failure, message: 'port 7: unknown harbour' };
    expect(stepTransition(running, named).state.status).toBe('FAILED');
    expect(stepTransition(running, { ...failure, afterSeconds: 1 }).effects).toContainEqual(retry(1));
  });

  test('of a cancelled Job is neither claimed nor opened by its client, and opens when it is resent', () => {
    const waitingStep = { ...stateOf('managed NEW'), cancelled: true };
    expect(stepTransition(waitingStep, events.claim)).toEqual({ state: waitingStep, effects: [] });
    const failedStep = { ...stateOf('managed FAILED'), cancelled: true };
    expect(stepTransition(failedStep, events['write NEW']).effects).toEqual([
      { type: 'refuse', problem: 'status: cannot go from FAILED to NEW, the Job was cancelled' },
    ]);
    expect(stepTransition(failedStep, events.resend).state).toMatchObject({ status: 'NEW', cancelled: false });
  });

  test('is claimed only under its own queue job', () => {
    const state = stateOf('managed NEW');
    expect(stepTransition(state, { ...events.claim, queueJobId: 'older' })).toEqual({ state, effects: [] });
  });

  test('of an unknown type is resent without a queue job, which the reconciler creates', () => {
    const { state, effects } = stepTransition(stateOf('managed FAILED'), { type: 'resend', queueJobId: null });
    expect(state).toMatchObject({ status: 'NEW', queueJobId: null });
    expect(effects.map(({ type }) => type)).toEqual(['write']);
  });

  test('that completes without a log loses the log of the previous attempt', () => {
    expect(stepTransition(stateOf('managed IN_PROGRESS'), { type: 'complete' }).effects).toEqual([
      { type: 'write', change: { endDate: 'now', log: null } },
    ]);
  });
});
