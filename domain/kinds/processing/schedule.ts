import { jobOfSchedule } from '../../schedules/jobOfSchedule.ts';
import { neverRuns, timingProblems } from '../../schedules/timing.ts';
import { boolean, code, date, free, integer, name, objects, primaryKey, string } from '../declaration/members.ts';
import { codedOperations } from '../declaration/operationSets.ts';
import type { ConfigurationContext, JsonObject, Kind } from '../kind.ts';
import { MAX_PRIORITY } from './job.ts';
import { problemsOfStart } from './startedAlone.ts';

/** What a run does while the Job of the run before has not ended. */
const overlaps = ['SKIP', 'QUEUE', 'REPLACE'] as const;

/** Seconds after its time in which a missed run still starts, unless the schedule says otherwise. */
export const DEFAULT_CATCH_UP_SECONDS = 300;

/** Starts Jobs at times. Workers start them: workers/runtime/scheduler.ts. */
export const schedule: Kind = {
  name: 'Schedule',
  path: 'schedules',
  table: 'schedule',
  plural: 'schedules',
  description:
    'Starts a Job at times: by a cron, at an interval, or once. The Job has the rights of the user who has saved the schedule last.',
  members: {
    id: primaryKey(),
    code: code(),
    name: name(),
    description: string({ description: 'What the schedule is for.' }),
    enabled: boolean({ description: 'False pauses the schedule; true if absent.' }),
    cron: string({
      min: 1,
      max: 255,
      description:
        'When Jobs start: five fields (minute, hour, day, month, weekday), or six with the second before them. Exactly one of cron, everySeconds and at is required.',
    }),
    timeZone: string({ min: 1, max: 255, description: 'IANA time zone of the cron; UTC if absent.' }),
    everySeconds: integer({
      min: 1,
      max: 31_536_000,
      description: 'Seconds between runs, counted from the time when the interval was saved.',
    }),
    at: date({ description: 'Time of the only run.' }),
    jobType: string({
      required: true,
      min: 1,
      max: 255,
      description:
        'Type of the Jobs: a built-in type, or a type of the client. Who saves needs the right to create them.',
    }),
    data: free({ description: 'Input of each Job.' }),
    jobSteps: objects(
      {
        name: string({ required: true, min: 1, max: 255, description: 'What the step does.' }),
        stepData: free({ description: 'Input of the step.' }),
      },
      {
        description: 'Steps of each Job of a type of the client. Workers plan those of a built-in type.',
      },
    ),
    priority: integer({
      min: -MAX_PRIORITY,
      max: MAX_PRIORITY,
      description: 'Priority of each Job; 0 by default.',
    }),
    concurrencyKey: string({
      min: 1,
      max: 255,
      description: 'Of the steps of the type with this key, workers of the client run one at a time.',
    }),
    overlap: string({
      values: overlaps,
      default: 'SKIP',
      description:
        'What a run does while the Job of the run before has not ended: SKIP starts no Job, QUEUE waits for the end, or has a later run wait, REPLACE cancels that Job.',
    }),
    catchUpSeconds: integer({
      min: 10,
      max: 31_536_000,
      description: `Seconds after its time in which a run that no worker could start still starts; ${DEFAULT_CATCH_UP_SECONDS} if absent. They do not limit how long a run waits for a Job.`,
    }),
    jitterSeconds: integer({
      min: 0,
      max: 3_600,
      description:
        'Each run starts up to so many seconds after its time, by a delay that depends on the schedule and the time.',
    }),
  },
  samples: {
    codes: ['nightly-compare', 'users-compare', 'search-compare', 'index-compare', 'early-compare', 'morning-compare'],
    members: {
      enabled: false,
      cron: '0 3 * * *',
      timeZone: 'Europe/Prague',
      jobType: 'COMPARE_INDEX',
      data: { indexName: 'users' },
      overlap: 'SKIP',
    },
  },
  operations: codedOperations,
  keepsHistory: true,
  guarded: true,
  actsForWriter: true,
  check: (values, _, named) => timingProblems(values, named),
  checkNew: (values, context) => [...neverRuns(values), ...jobProblems(values, context)],
};

function jobProblems(values: JsonObject, context: ConfigurationContext = {}): string[] {
  const problems = problemsOfStart(values.jobType);
  if (problems.length > 0 || values.jobType === undefined) return problems;
  return context.jobProblems?.(jobOfSchedule(values, new Date())) ?? [];
}
