import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StepEvent, type StepState, stepTransition } from '../../domain/jobs/stepState.ts';
import type { JobStatus } from '../../domain/kinds/processing/job.ts';
import {
  type DeliveryEvent,
  type DeliveryStateName,
  deliveryStateNames,
} from '../../domain/notifications/delivery/deliveryState.ts';
import { transition } from '../../domain/notifications/delivery/stateMachine.ts';
import { MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';

setDefaultTimeout(400_000);

/**
 * Models in Promela, each with the sizes at which SPIN visits all of its states. A model lacks a guard at its first size, or
 * at the one that the comment beside the guard names.
 */
const models: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  delivery: {
    sms: [],
    email: ['-DEMAIL'],
    oneWorker: ['-DONE_WORKER'],
    twoTargets: ['-DTARGETS=2', '-DEVENTS=1'],
  },
  step: { steps: [] },
  lease: { step: ['-DONE_STEP', '-DEVENTS=3'], steps: [] },
  index: {
    writes: ['-DWRITES=3', '-DDEATHS=0'],
    deaths: ['-DWRITES=2', '-DDEATHS=1'],
    refreshes: ['-DWRITES=2', '-DDEATHS=1', '-DREFRESHES'],
  },
};

const missing = ['spin', 'gcc'].find((tool) => !Bun.which(tool));
const folder = mkdtempSync(join(tmpdir(), 'waybill-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (model: string): string => readFileSync(join(import.meta.dir, `${model}.pml`), 'utf8');

interface Guard {
  readonly name: string;
  readonly number: string;
  readonly size: string;
}

function guardsOf(model: string): Guard[] {
  const [first = ''] = Object.keys(models[model] ?? {});
  const lines = textOf(model).matchAll(/^#define (NO_[A-Z_]+) (\d+)(?: \/\* (\w+) \*\/)?$/gm);
  return [...lines].map(([, name = '', number = '', size = first]) => ({ name, number, size }));
}

interface Verdict {
  readonly errors: number;
  /** Lines of the model that no run has reached; known if there was no error. */
  readonly unreached: ReadonlySet<number>;
  readonly output: string;
}

/** As many searches as processors run at a time. */
const processors = makeSemaphore(availableParallelism());
const searches = new Map<string, Promise<Verdict>>();
if (!missing)
  for (const model of Object.keys(models)) for (const size of Object.keys(models[model] ?? {})) start(model, size);

/** Compiles a model, and starts its search and those without a guard. All of them run while the first test waits. */
function start(model: string, size: string): void {
  const compiled = processors.run(() => compile(model, models[model]?.[size] ?? []));
  const search = (guard: string, without: string): void => {
    const verdict = compiled.then((place) => processors.run(() => check(place, without)));
    // The test that waits for it reports the error.
    verdict.catch(() => {});
    searches.set([model, size, guard].join(' '), verdict);
  };
  search('', '0');
  for (const guard of guardsOf(model)) if (guard.size === size) search(guard.name, guard.number);
}

const verdictOf = (model: string, size: string, guard = ''): Promise<Verdict> =>
  searches.get([model, size, guard].join(' ')) ?? Promise.reject(new Error(`${model} has no size ${size}.`));

async function compile(model: string, definitions: readonly string[]): Promise<string> {
  const place = mkdtempSync(join(folder, `${model}-`));
  copyFileSync(join(import.meta.dir, `${model}.pml`), join(place, `${model}.pml`));
  await run(place, ['spin', ...definitions, '-a', `${model}.pml`]);
  // With -O2, gcc takes longer than most of the searches that it makes faster; that of steps is the longest by far.
  const optimization = model === 'step' ? '-O2' : '-Og';
  await run(place, ['gcc', optimization, '-DSAFETY', '-DNOCLAIM', '-DMEMLIM=4000', '-o', 'pan', 'pan.c']);
  return place;
}

/** Visits all states of a model and stops at the first error. */
async function check(place: string, without: string): Promise<Verdict> {
  // -E: states in which processes wait are no error; the process End asserts what holds then.
  const output = await run(place, ['./pan', '-E', '-m1000000', '-w24'], { WITHOUT: without });
  const errors = /errors: (\d+)/.exec(output)?.[1];
  if (errors === undefined || /max search depth too small|out of memory|memory limit/.test(output))
    throw new Error(`A search was not complete:\n${output}`);
  const unreached = new Set([...output.matchAll(/\.pml:(\d+), state/g)].map(([, line]) => Number(line)));
  return { errors: Number(errors), unreached, output };
}

/** The transitions of the code on these lines of a model. */
const transitionsOn = (model: string, lines: ReadonlySet<number>): string[] =>
  textOf(model)
    .split('\n')
    .filter((line, number) => /\b(become|stay)\(/.test(line) && !line.startsWith('#') && lines.has(number + 1));

async function run(cwd: string, command: string[], variables: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, ...variables };
  const started = Bun.spawn(command, { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([started.stdout.text(), started.stderr.text(), started.exited]);
  if (started.exitCode !== 0)
    throw new Error(`${command.join(' ')} ended with ${started.exitCode}:\n${output}${errors}`);
  return output;
}

describe.skipIf(missing !== undefined)(`models${missing ? ` (${missing} is not installed)` : ''}`, () => {
  for (const [model, sizes] of Object.entries(models)) {
    test.each(Object.keys(sizes))(`${model} keeps its promises: %s`, async (size) => {
      const { errors, output } = await verdictOf(model, size);
      expect(errors, output).toBe(0);
    });

    test(`each transition of ${model} happens`, async () => {
      const verdicts = await Promise.all(Object.keys(sizes).map((size) => verdictOf(model, size)));
      const never = verdicts.map(({ unreached }) => unreached).reduce((some, others) => some.intersection(others));
      expect(transitionsOn(model, never)).toEqual([]);
    });

    for (const { name, size } of guardsOf(model))
      test(`${model} without a guard fails: ${name}`, async () => {
        const { errors, output } = await verdictOf(model, size, name);
        expect(errors, `The model keeps its promises without this guard too:\n${output}`).toBeGreaterThan(0);
      });
  }
});

test('every model is checked', () => {
  const files = [...new Bun.Glob('*.pml').scanSync(import.meta.dir)].map((file) => file.replace('.pml', ''));
  expect(files.sort()).toEqual(Object.keys(models).sort());
});

test('every guard of a model has a number of its own, and a size', () => {
  for (const [model, sizes] of Object.entries(models)) {
    const guards = guardsOf(model);
    const names = new Set(textOf(model).match(/\bNO_[A-Z_]*[A-Z]\b/g));
    expect(guards.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(new Set(guards.map(({ number }) => number)).size).toBe(guards.length);
    for (const { size } of guards) expect(Object.keys(sizes)).toContain(size);
  }
});

test('docs/reliability.md lists the promises of the models', async () => {
  const page = (await Bun.file(join(import.meta.dir, '../../docs/reliability.md')).text()).toLowerCase();
  const promises = Object.keys(models).flatMap((model) =>
    [...textOf(model).matchAll(/\/\* promise: (.*) \*\//g)].map(([, promise]) => promise ?? ''),
  );
  expect(promises.length).toBeGreaterThan(0);
  expect(promises.filter((promise) => !page.includes(`| ${promise.toLowerCase()}. |`))).toEqual([]);
});

/** The transitions of a model: `event: FROM to TO`. */
function transitionsOfModel(model: string): string[] {
  const calls = textOf(model).matchAll(/^(?!#).*?\b(?:become|stay)\(\w+, (\w+), (\w+), (\w+)\)/gm);
  return [...new Set([...calls].map(([, event, from, to]) => `${event}: ${from} to ${to}`))].sort();
}

test('the step model has the transitions of the code, and no others', () => {
  const found = transitionsOfSteps({ managed: true, queueJobId: 'q' }, stepEvents);
  expect(transitionsOfModel('step')).toEqual([...found].sort());
});

test('the lease model has the transitions of the code, and no others', () => {
  const events = stepEvents.filter(({ type }) => !queueEvents.has(type));
  const found = transitionsOfSteps({ managed: false, queueJobId: null }, events);
  // A statement claims a step (leaseSteps): none that has been claimed.
  expect(transitionsOfModel('lease')).toEqual(['claim: NEW to IN_PROGRESS', ...found].sort());
});

test('the delivery model has the transitions of the code, and no others', () => {
  expect(transitionsOfModel('delivery')).toEqual([...transitionsOfDeliveries()].sort());
});

const statuses: readonly JobStatus[] = ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'];

/** What happens to steps; `replace` concerns the worker alone. */
const stepEvents: readonly StepEvent[] = [
  { type: 'claim', worker: 'w', queueJobId: 'q' },
  { type: 'show' },
  { type: 'complete' },
  { type: 'fail', message: 'fault', permanent: false },
  { type: 'fail', message: 'fault', permanent: true },
  { type: 'unavailable' },
  { type: 'unsupported' },
  { type: 'release' },
  { type: 'lapse' },
  { type: 'workerLost' },
  { type: 'queueJobLost', queueJobId: 'r' },
  { type: 'queueJobEnded' },
  { type: 'cancel' },
  { type: 'resend', queueJobId: 'r' },
  ...statuses.map((status): StepEvent => ({ type: 'write', status, queueJobId: 'r' })),
];

/** Does not happen to steps of clients' own Jobs, which no queue carries. Their leases end as failures. */
const queueEvents: ReadonlySet<StepEvent['type']> = new Set([
  ...(['unavailable', 'unsupported', 'lapse', 'workerLost', 'queueJobLost', 'queueJobEnded'] as const),
]);

function transitionsOfSteps(
  owner: Pick<StepState, 'managed' | 'queueJobId'>,
  events: readonly StepEvent[],
): Set<string> {
  const found = new Set<string>();
  for (const status of statuses)
    for (const cancelled of [false, true])
      for (const faults of [0, MAX_FAULTS - 1])
        for (const event of events) {
          const before: StepState = { status, cancelled, fence: 1, faults, worker: 'w', ...owner };
          const { state, effects } = stepTransition(before, event);
          if (effects.length > 0 && effects.every(({ type }) => type !== 'refuse'))
            found.add(`${event.type}: ${status} to ${state.status}`);
        }
  return found;
}

/** What happens to deliveries. A delivery that has had an attempt keeps its address. */
const deliveryEvents = (name: DeliveryStateName): readonly DeliveryEvent[] => [
  { type: 'resolved' },
  { type: 'expanded' },
  { type: 'suppressed' },
  { type: 'expired' },
  { type: 'unresolvable', status: 'SKIPPED', reason: 'disabled' },
  { type: 'unresolvable', status: 'FAILED', reason: 'no user' },
  { type: 'undeliverable', reason: 'template' },
  { type: 'repeated' },
  { type: 'deferred', seconds: 1, reason: 'window' },
  { type: 'joined' },
  { type: 'reopened' },
  { type: 'attemptOpened', counts: true },
  { type: 'unserved', reason: 'no channel' },
  { type: 'fenced' },
  { type: 'leased', seconds: 1 },
  { type: 'sent' },
  { type: 'rejected', answer: 'no' },
  { type: 'failed', answer: 'later' },
  { type: 'failed', answer: 'away', nextProvider: true },
  { type: 'busy', answer: 'busy' },
  { type: 'notHandedOver' },
  { type: 'stopped', answer: 'stopped' },
  ...[true, false].flatMap((resend): DeliveryEvent[] => [
    { type: 'unknown', answer: 'cut', resend },
    { type: 'lost', answer: 'lost', resend },
  ]),
  { type: 'cancelled' },
  { type: 'replanned', resolved: true },
  ...(name === 'UNDELIVERED' || name === 'OUTCOME_UNKNOWN' ? [] : [{ type: 'replanned', resolved: false } as const]),
  ...[undefined, 'DELIVERED' as const, 'UNDELIVERED' as const].map(
    (delivery): DeliveryEvent => ({ type: 'receipt', matches: true, reason: 'receipt', ...(delivery && { delivery }) }),
  ),
];

function transitionsOfDeliveries(): Set<string> {
  const rules = { maxAttempts: 2, backoff: () => 1 };
  const found = new Set<string>();
  for (const name of deliveryStateNames)
    for (const attemptCount of [0, 1, 2])
      for (const event of deliveryEvents(name)) {
        const { state, effects } = transition({ name, attemptCount }, event, rules);
        if (effects.length > 0 || state.name !== name) found.add(`${event.type}: ${name} to ${state.name}`);
      }
  return found;
}
