import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type JobEvent, type JobState, jobTransition } from '../../domain/jobs/jobState.ts';
import { jobStatuses } from '../../domain/kinds/processing/job.ts';
import { explore } from './exploreJob.ts';
import { type Guard, phaseOf, promises, type Setting } from './jobWorld.ts';

const settings = {
  managed: { managed: true, steps: 2, events: 4 },
  'managed, with a finish step': { managed: true, finishes: true, steps: 1, events: 4 },
  'managed, without steps': { managed: true, steps: 0, events: 3 },
  'managed, after two others': { managed: true, predecessors: 2, steps: 1, events: 3 },
  'managed, after two others, without a deadline': {
    ...{ managed: true, predecessors: 2, deadline: false, steps: 1, events: 3 },
  },
  'of a client': { managed: false, steps: 2, events: 3 },
  'of a client, after two others': { managed: false, predecessors: 2, steps: 2, events: 3 },
  'of a client that adds steps': { managed: false, open: true, steps: 2, events: 3 },
  'of a client that adds steps, after another one': {
    ...{ managed: false, open: true, predecessors: 1, steps: 2, events: 3 },
  },
} satisfies Record<string, Setting>;
type Name = keyof typeof settings;
const names = Object.keys(settings) as Name[];

/** In which setting a promise is broken without its guard. */
const twins: Record<Guard, Name> = {
  'the pause in claims': 'managed',
  'the deadline in claims': 'managed',
  'the wait in claims': 'of a client, after two others',
  'the check of the Job before steps are planned': 'managed',
  'the lock of the successor': 'managed, after two others, without a deadline',
  'the completion of cancellations': 'managed',
  'the steps in the transaction of the deadline': 'managed',
  'the check after an end': 'managed',
  'the state of the Job in the check after an end': 'of a client that adds steps',
  'the lock of an open step': 'managed',
  'the removal of a passed deadline': 'of a client',
};
const guards = Object.keys(twins) as Guard[];

const explorations = new Map(names.map((name) => [name, explore(settings[name])]));

describe('a Job keeps its promises', () => {
  test.each(names)('%s', (name) => {
    expect(explorations.get(name)?.problem).toBeUndefined();
  });

  test.each(guards)('but not without %s', (without) => {
    const { problem } = explore({ ...settings[twins[without]], without });
    expect(problem).toStartWith(promises[without]);
  });
});

/** Transitions of the function that no Job makes, each with the reason. */
const impossible: Readonly<Record<string, readonly string[]>> = {
  'a Job is cancelled once': ['cancel: CANCELLED to CANCELLED', 'cancel: EXPIRED to EXPIRED'],
  'a finish step is added to a planned Job, and ends while it runs': [
    ...['CANCELLED', 'EXPIRED', 'FAILED', 'NEW', 'PLANNING', 'WAITING'].map(
      (phase) => `finishStepExists: ${phase} to COMPLETED`,
    ),
  ],
  'a Job that has ended is planned': ['planned: COMPLETED to COMPLETED', 'planned: FAILED to FAILED'],
  'a Job is resent with a step that is FAILED': [
    ...['COMPLETED to COMPLETED', 'NEW to NEW', 'NEW to PLANNING', 'WAITING to WAITING'].map((to) => `resend: ${to}`),
  ],
  'the steps of a cancelled Job are cancelled': [
    ...['IN_PROGRESS', 'NEW', 'PLANNING', 'WAITING'].map((phase) => `stepsCancelled: ${phase} to FAILED`),
  ],
  'a cancel fails a step in the transaction of its mark': [
    ...['CANCELLED', 'EXPIRED'].map((phase) => `stepsChanged: ${phase} to COMPLETED`),
  ],
  'a Job that is COMPLETED takes no step, and has none to resend': [
    ...['CANCELLED', 'EXPIRED', 'FAILED', 'IN_PROGRESS', 'NEW', 'PLANNING'].map(
      (phase) => `stepsChanged: COMPLETED to ${phase}`,
    ),
  ],
  'a resend removes the mark of a cancel, and a step that is FAILED stays so until then': [
    ...['CANCELLED', 'EXPIRED', 'COMPLETED'].map((phase) => `stepsChanged: FAILED to ${phase}`),
  ],
  'no step of a Job that waits starts': [
    ...['COMPLETED', 'FAILED', 'WAITING'].map((phase) => `stepsChanged: WAITING to ${phase}`),
  ],
};

test('every transition of the code happens, or cannot', () => {
  const happened = [...explorations.values()].flatMap(({ transitions }) => [...transitions]);
  const expected = new Set([...happened, ...Object.values(impossible).flat()]);
  expect([...transitionsOfCode()].sort()).toEqual([...expected].sort());
  expect(
    Object.values(impossible)
      .flat()
      .filter((one) => happened.includes(one)),
  ).toEqual([]);
});

test('docs/reliability.md lists the promises of Jobs', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/reliability.md')).text();
  const lines = guards.map((guard) => `| ${promises[guard]}. | \`jobModel.ts\` | ${guard} |`);
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
});

const events: readonly JobEvent[] = [
  ...[false, true].flatMap((finishes) =>
    Array.from({ length: 16 }, (_, bits): JobEvent => {
      const steps = {
        ...{ anyNew: (bits & 1) !== 0, anyRunning: (bits & 2) !== 0 },
        ...{ anyCompleted: (bits & 4) !== 0, anyFailed: (bits & 8) !== 0 },
      };
      return { type: 'stepsChanged', finishes, steps };
    }),
  ),
  ...(['finishStepExists', 'planned', 'predecessorEnded', 'start', 'cancel', 'expire', 'stepsCancelled'] as const).map(
    (type): JobEvent => ({ type }),
  ),
  { type: 'resend', replans: false },
  { type: 'resend', replans: true },
];

/** A Job that waits has not begun, a cancelled one waits for nothing and gets no more steps, and only that is late. */
const canBe = ({ status, managed, planningComplete, cancelled, expired, waits }: JobState): boolean =>
  !(waits && (cancelled || status !== 'NEW' || (managed && planningComplete))) &&
  !(cancelled && !planningComplete) &&
  !(expired && !cancelled);

function transitionsOfCode(): Set<string> {
  const found = new Set<string>();
  for (const status of jobStatuses)
    for (let bits = 0; bits < 32; bits++) {
      const flags = [1, 2, 4, 8, 16].map((bit) => (bits & bit) !== 0);
      const [managed = false, planningComplete = false, cancelled = false, expired = false, waits = false] = flags;
      const before: JobState = { status, managed, planningComplete, cancelled, expired, waits };
      if (!canBe(before)) continue;
      for (const event of events) {
        const { state, effects } = jobTransition(before, event);
        const changes = effects.length > 0 || phaseOf(state) !== phaseOf(before);
        if (changes && effects.every(({ type }) => type !== 'refuse'))
          found.add(`${event.type}: ${phaseOf(before)} to ${phaseOf(state)}`);
      }
    }
  return found;
}
