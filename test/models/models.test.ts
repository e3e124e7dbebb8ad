import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StepEvent, type StepState, stepTransition } from '../../domain/jobs/stepState.ts';
import type { JobStatus } from '../../domain/kinds/processing/job.ts';
import { MAX_FAULTS } from '../../domain/queue/retryPolicy.ts';

setDefaultTimeout(400_000);

/** Models in Promela, each with the sizes at which SPIN visits all of its states. */
const models = {
  step: [[]],
  index: [
    ['-DWRITES=3', '-DDEATHS=0'],
    ['-DWRITES=2', '-DDEATHS=1'],
  ],
} as const;

const missing = ['spin', 'gcc'].find((tool) => !Bun.which(tool));
const folder = mkdtempSync(join(tmpdir(), 'waybill-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (model: string): string => readFileSync(join(import.meta.dir, `${model}.pml`), 'utf8');
const guardsOf = (model: string): string[] => [...new Set(textOf(model).match(/\bNO_[A-Z_]*[A-Z]\b/g))].sort();

interface Verdict {
  readonly errors: number;
  /** Lines of the model that no run has reached; known if there was no error. */
  readonly unreached: ReadonlySet<number>;
  readonly output: string;
}

/** Visits all states of a model and stops at the first error. */
async function check(model: string, definitions: readonly string[]): Promise<Verdict> {
  const place = mkdtempSync(join(folder, `${model}-`));
  cpSync(join(import.meta.dir, `${model}.pml`), join(place, `${model}.pml`));
  await run(place, ['spin', ...definitions, '-a', `${model}.pml`]);
  await run(place, ['gcc', '-O2', '-DSAFETY', '-DCOLLAPSE', '-DNOCLAIM', '-DMEMLIM=4000', '-o', 'pan', 'pan.c']);
  // -E: states in which processes wait are no error; the process End asserts what holds then.
  const output = await run(place, ['./pan', '-E', '-m1000000', '-w24']);
  const errors = /errors: (\d+)/.exec(output)?.[1];
  if (errors === undefined || /max search depth too small|out of memory|memory limit/.test(output))
    throw new Error(`The search of ${model} ${definitions.join(' ')} was not complete:\n${output}`);
  const unreached = new Set([...output.matchAll(/\.pml:(\d+), state/g)].map(([, line]) => Number(line)));
  return { errors: Number(errors), unreached, output };
}

/** The transitions of the code on these lines of a model. */
const transitionsOn = (model: string, lines: ReadonlySet<number>): string[] =>
  textOf(model)
    .split('\n')
    .filter((line, number) => /\bbecome\(/.test(line) && !line.startsWith('#') && lines.has(number + 1));

async function run(cwd: string, command: string[]): Promise<string> {
  const started = Bun.spawn(command, { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([started.stdout.text(), started.stderr.text(), started.exited]);
  if (started.exitCode !== 0)
    throw new Error(`${command.join(' ')} ended with ${started.exitCode}:\n${output}${errors}`);
  return output;
}

describe.skipIf(missing !== undefined)(`models${missing ? ` (${missing} is not installed)` : ''}`, () => {
  for (const [model, sizes] of Object.entries(models)) {
    for (const size of sizes) {
      test(`${model} keeps its promises, and each of its transitions happens ${size.join(' ')}`, async () => {
        const { errors, unreached, output } = await check(model, size);
        expect(errors, output).toBe(0);
        expect(transitionsOn(model, unreached)).toEqual([]);
      });
    }

    test.each(guardsOf(model))(`${model} without a guard fails: %s`, async (guard) => {
      for (const size of sizes) {
        const { errors } = await check(model, [...size, `-D${guard}`]);
        if (errors > 0) return;
      }
      throw new Error(`${model} keeps its promises with ${guard} too: the model does not check this guard.`);
    });
  }
});

test('every model is checked', () => {
  for (const model of Object.keys(models)) expect(existsSync(join(import.meta.dir, `${model}.pml`))).toBe(true);
  const files = [...new Bun.Glob('*.pml').scanSync(import.meta.dir)].map((file) => file.replace('.pml', ''));
  expect(files.sort()).toEqual(Object.keys(models).sort());
});

test('docs/reliability.md lists the promises of the models', async () => {
  const page = (await Bun.file(join(import.meta.dir, '../../docs/reliability.md')).text()).toLowerCase();
  const promises = Object.keys(models).flatMap((model) =>
    [...textOf(model).matchAll(/\/\* promise: (.*) \*\//g)].map(([, promise]) => promise ?? ''),
  );
  expect(promises.length).toBeGreaterThan(0);
  expect(promises.filter((promise) => !page.includes(`| ${promise.toLowerCase()}. |`))).toEqual([]);
});

test('the step model has the transitions of the code, and no others', () => {
  const calls = textOf('step').matchAll(/^(?!#).*?\bbecome\(\w+, (\w+), (\w+), (\w+)\)/gm);
  const ofModel = new Set([...calls].map(([, event, from, to]) => `${event}: ${from} to ${to}`));
  expect([...ofModel].sort()).toEqual([...transitionsOfCode()].sort());
});

const statuses: readonly JobStatus[] = ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'];

/** What happens to steps that workers run; `replace` concerns the worker alone. */
const events: readonly StepEvent[] = [
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

function transitionsOfCode(): Set<string> {
  const found = new Set<string>();
  for (const status of statuses)
    for (const cancelled of [false, true])
      for (const faults of [0, MAX_FAULTS - 1])
        for (const event of events) {
          const before: StepState = {
            status,
            managed: true,
            cancelled,
            fence: 1,
            faults,
            worker: 'w',
            queueJobId: 'q',
          };
          const { state, effects } = stepTransition(before, event);
          if (effects.length > 0 && effects.every(({ type }) => type !== 'refuse'))
            found.add(`${event.type}: ${status} to ${state.status}`);
        }
  return found;
}
