import { Command } from 'commander';
import type { JobInput, ListedSchedule, Schedule, ScheduleRun } from '../../client/index.ts';
import { jobOfSchedule } from '../../domain/schedules/jobOfSchedule.ts';
import { argument, group, withDryRun, withExamples, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { wholeNumber } from '../base/filters.ts';
import { firstLine, follow } from '../base/follow.ts';
import { type Column, member } from '../base/output.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';

const scheduleArgument = () => argument('<schedule>', 'code or id of the schedule', 'schedule');

/** `waybill schedules …` */
export const schedulesCommand = (): Command =>
  group('schedules', 'List schedules with their runs, pause and resume them, and start their jobs now', [
    list(),
    runs(),
    pause(),
    resume(),
    run(),
  ]);

/** Says when a schedule runs. */
const timing = ({ cron, timeZone, everySeconds, at }: Schedule): string =>
  cron === undefined
    ? everySeconds === undefined
      ? `once at ${at}`
      : `every ${everySeconds} s`
    : `${cron} ${timeZone ?? 'UTC'}`;

const columns: readonly Column<ListedSchedule>[] = [
  member('schedule.code', 'schedule'),
  { name: 'state', value: ({ schedule, nextRunAt }) => stateOf(schedule, nextRunAt) },
  member('schedule.jobType', 'job type'),
  { name: 'when', value: ({ schedule }) => timing(schedule) },
  member('nextRunAt', 'next run'),
  member('lastRun.plannedAt', 'last run'),
  member('lastRun.outcome', 'outcome'),
  { ...member('lastRun.jobId', 'job'), wide: true },
  { ...member('lastRun.reason', 'reason'), wide: true },
  { ...member('schedule.id', 'id'), wide: true },
];

const stateOf = ({ enabled }: Schedule, nextRunAt: string | undefined): string => {
  if (enabled === false) return 'paused';
  return nextRunAt === undefined ? 'no next run' : 'active';
};

function list(): Command {
  const command = new Command('list')
    .description('List the schedules in the order of their next runs, each with its last run')
    .option('--size <count>', 'maximum number of schedules', wholeNumber('--size', 1, 1_000), 50)
    .action(async ({ size }: { size: number }, self: Command) => {
      const { waybill, output } = connect(self);
      const page = await waybill.api.getAdminSchedules({ size });
      await output.rows(page.content, columns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} schedules are shown; --size sets how many.`);
    });
  return withExamples(command, { 'schedules list -o wide': 'List schedules with the jobs of their last runs' });
}

const runColumns: readonly Column<ScheduleRun>[] = [
  member('plannedAt', 'run'),
  member('outcome'),
  member('jobId', 'job'),
  { name: 'reason', value: ({ reason }) => firstLine(reason ?? '') },
  { ...member('decidedAt', 'decided'), wide: true },
];

const runs = (): Command =>
  new Command('runs')
    .description('Show the times of the next runs of a schedule, and its last runs with their jobs')
    .addArgument(scheduleArgument())
    .action(async (schedule: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      const found = await waybill.api.getSchedulesIdOrCodeRuns(schedule);
      if (!output.isText) return output.value(found);
      const { nextRuns, waiting } = found;
      const [first = 'none', ...others] = nextRuns;
      const next = waiting ? `${first} (waits for the end of the job of the run before)` : first;
      console.log(`Next runs: ${[next, ...others].join(', ')}`);
      console.log('');
      await output.rows(found.runs, runColumns);
    });

const pause = (): Command =>
  withYes(
    new Command('pause').description('Keep a schedule from starting jobs').addArgument(scheduleArgument()),
  ).action(async (schedule: string, options: Confirmation, self: Command) => {
    const connection = connect(self);
    const { code } = await connection.waybill.api.getSchedulesIdOrCode(schedule);
    await confirm(`Pause the schedule ${code}?`, options);
    await connection.waybill.api.patchSchedulesIdOrCode(schedule, { enabled: false });
    connection.output.say(`${code} is paused. Resume it with: waybill schedules resume ${code}`);
  });

const resume = (): Command =>
  withDryRun(new Command('resume'))
    .description('Have a paused schedule start jobs, from its next run on')
    .addArgument(scheduleArgument())
    .action(async (schedule: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      const { code } = await waybill.api.patchSchedulesIdOrCode(schedule, { enabled: true });
      output.say(`${code} is resumed.`);
    });

const run = (): Command =>
  withYes(
    new Command('run')
      .description('Start a job now as the schedule would; its next run stays as it is')
      .addArgument(scheduleArgument())
      .option('--follow', 'show the progress until the job ends; the exit code is 7 if it fails'),
  ).action(async (schedule: string, options: Confirmation & { follow?: boolean }, self: Command) => {
    const connection = connect(self);
    const found = await connection.waybill.api.getSchedulesIdOrCode(schedule);
    await confirm(`Start a job ${found.jobType} now, as the schedule ${found.code} does?`, options);
    const { id = '' } = await connection.waybill.api.postJobs(jobOfSchedule(found, new Date()) as JobInput);
    if (options.follow) return follow(connection, id);
    if (connection.output.isText) console.log(`The job ${id} was created. Follow it with: waybill jobs follow ${id}`);
    else await connection.output.value({ id });
  });
