import { Command } from 'commander';
import type { FilterOrGroup, Job } from '../../client/index.ts';
import { workStart } from '../../domain/jobs/workStart.ts';
import { argument, choice, group, withDryRun, withExamples, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { wholeNumber } from '../base/filters.ts';
import { durationOf, firstLine, follow, took } from '../base/follow.ts';
import { shownStatus, shownStatuses, shownStatusFilters } from '../base/jobStatus.ts';
import { type Column, member, textOf } from '../base/output.ts';
import { printable } from '../base/printable.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';

const id = () => argument('<id>', 'id of the job', 'job');

/** `waybill jobs …`: the commands for jobs. */
export const jobsCommand = (): Command =>
  group('jobs', 'List, show, follow, resend, pause, resume and cancel jobs', [
    ...[list(), show(), followJob(), resend(), pause(), resume(), cancel()],
  ]);

const columns: readonly Column<Job>[] = [
  member('id', 'job'),
  { name: 'status', value: shownStatus },
  member('jobType', 'type'),
  { name: 'started', value: workStart },
  { name: 'duration', value: took },
  { ...member('auditInfo.whenInserted', 'created'), wide: true },
  { ...member('unique.key', 'key'), wide: true },
  { ...member('data'), wide: true },
];

interface ListOptions {
  readonly status?: string;
  readonly type?: string;
  readonly data?: string;
  readonly size: number;
}

function list(): Command {
  const command = new Command('list')
    .description('List the newest jobs')
    .addOption(choice('--status <status>', 'status', shownStatuses))
    .option('--type <type>', 'job type, such as REINDEX')
    .option('--data <text>', 'a text or number in the data; % is any text')
    .option('--size <count>', 'maximum number of jobs', wholeNumber('--size', 1, 1_000), 20)
    .action(async ({ status, type, data, size }: ListOptions, self: Command) => {
      const connection = connect(self);
      const filters: FilterOrGroup[] = [];
      if (status) filters.push(...shownStatusFilters([status]));
      if (type) filters.push({ column: 'jobType', value: type.toUpperCase() });
      if (data) filters.push({ column: 'data', operator: 'LIKE', value: data });
      const page = await connection.waybill.api.getJobsSearchPage({
        filtering: { filters, size, sort: [{ column: 'auditInfo.whenInserted', direction: 'DESC' }] },
      });
      await connection.output.rows(page.content, columns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} jobs are shown; --size sets how many.`);
    });
  return withExamples(command, {
    'jobs list --status FAILED': 'List the newest failed jobs',
    'jobs list --data ORD-4711': 'List jobs with a text in their data',
  });
}

const show = (): Command =>
  new Command('show')
    .description('Show a job with its steps')
    .addArgument(id())
    .action(async (job: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      const found = await waybill.api.getJobsId(job, { expand: ['JOB_STEPS'] });
      if (!output.isText) return output.value(found);
      const { jobSteps = [], data, auditInfo: _audit, ...rest } = found;
      for (const [name, value] of Object.entries({ ...rest, data }))
        if (value !== undefined) console.log(printable(`${name.padEnd(10)} ${textOf(value)}`));
      console.log('');
      await output.rows(jobSteps, [
        member('id', 'step'),
        { name: 'status', value: shownStatus },
        member('name'),
        { name: 'duration', value: (step) => (step.status === 'NEW' ? '' : durationOf(step)) },
        { name: 'log', value: ({ log }) => firstLine(log ?? '') },
      ]);
    });

const followJob = (): Command =>
  new Command('follow')
    .description('Show the progress of a job until it ends; the exit code is 7 if it fails')
    .addArgument(id())
    .action(async (job: string, _: unknown, self: Command) => follow(connect(self), job));

const resend = (): Command =>
  withDryRun(new Command('resend'))
    .description('Resend the failed and cancelled steps of a job')
    .addArgument(id())
    .option('--follow', 'show the progress until the job ends')
    .action(async (job: string, options: { follow?: boolean }, self: Command) => {
      const connection = connect(self);
      await connection.waybill.api.postAdminJobsJobIdResendFailed(job);
      if (options.follow) return follow(connection, job);
      if (connection.output.isText) console.log(`The failed and cancelled steps of ${job} were resent.`);
      else await connection.output.value({ id: job });
    });

const pause = (): Command =>
  withDryRun(new Command('pause'))
    .description('Pause a job: no step starts until it is resumed, running steps end')
    .addArgument(id())
    .action(async (id: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      const job = await waybill.api.postJobsIdPause(id);
      if (output.isText) console.log(`${id} is paused.`);
      else await output.value(job);
    });

const resume = (): Command =>
  withDryRun(new Command('resume'))
    .description('Resume a paused job')
    .addArgument(id())
    .action(async (id: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      const job = await waybill.api.postJobsIdResume(id);
      if (output.isText) console.log(`${id} is resumed.`);
      else await output.value(job);
    });

const cancel = (): Command =>
  withYes(
    new Command('cancel')
      .description('Cancel a job: running steps are stopped, other steps never start')
      .addArgument(id())
      .option('--chain', 'cancel all jobs that wait for it too, whatever their conditions'),
  ).action(async (id: string, options: Confirmation & { chain?: boolean }, self: Command) => {
    const { waybill, output } = connect(self);
    const { jobType } = await waybill.api.getJobsId(id);
    const { chain = false } = options;
    await confirm(`Cancel the job ${jobType} ${id}${chain ? ', and all jobs that wait for it' : ''}?`, options);
    const job = await waybill.api.postJobsIdCancel(id, { chain });
    if (output.isText) console.log(`${id} is ${shownStatus(job)}.`);
    else await output.value(job);
  });
