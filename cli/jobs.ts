import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Filter, Job } from '../client/index.ts';
import { type Connection, connect, table } from './connection.ts';

/** `waybill jobs …`: the commands for jobs. */
export function jobsCommand(): Command {
  const jobs = new Command('jobs').description('List, show, follow, resend and cancel jobs');
  jobs
    .command('list')
    .description('List the newest jobs')
    .option('--status <status>', 'NEW, IN_PROGRESS, COMPLETED, FAILED or CANCELLED')
    .option('--type <type>', 'job type, such as REINDEX')
    .option('--size <count>', 'maximum number of jobs', '20')
    .action(async ({ status, type, size }: { status?: string; type?: string; size: string }, command: Command) => {
      const connection = connect(command);
      const filters: Filter[] = [];
      if (status) filters.push(...statusFilters(status.toUpperCase()));
      if (type) filters.push({ column: 'jobType', value: type.toUpperCase() });
      const page = await connection.waybill.api.getJobsSearchPage({
        filtering: { filters, size: Number(size), sort: [{ column: 'startDate', direction: 'DESC' }] },
      });
      if (connection.json) return console.log(JSON.stringify(page.content));
      const rows = page.content.map((job) => [
        job.id ?? '',
        shownStatus(job),
        job.jobType,
        job.startDate,
        durationOf(job),
      ]);
      console.log(table(['id', 'status', 'type', 'started', 'duration'], rows));
      if (page.totalElements > rows.length) console.log(`… ${page.totalElements - rows.length} more`);
    });
  jobs
    .command('show <id>')
    .description('Show a job with its steps')
    .action(async (id: string, _: unknown, command: Command) => {
      const connection = connect(command);
      const job = await connection.waybill.api.getJobsId(id, { expand: ['JOB_STEPS'] });
      if (connection.json) return console.log(JSON.stringify(job));
      const { jobSteps = [], data, ...rest } = job;
      for (const [name, value] of Object.entries({ ...rest, data })) {
        if (value !== undefined && name !== 'auditInfo') console.log(`${name.padEnd(10)} ${textOf(value)}`);
      }
      const rows = jobSteps.map((step) => [
        step.id ?? '',
        shownStatus(step),
        step.name,
        durationOf(step),
        firstLine(step.log ?? ''),
      ]);
      console.log(`\n${table(['step', 'status', 'name', 'duration', 'log'], rows)}`);
    });
  jobs
    .command('follow <id>')
    .description('Show the progress of a job until it ends; the exit code is 1 if it fails')
    .action(async (id: string, _: unknown, command: Command) => follow(connect(command), id));
  jobs
    .command('resend <id>')
    .description('Resend the failed steps of a job')
    .option('--follow', 'show the progress until the job ends')
    .action(async (id: string, options: { follow?: boolean }, command: Command) => {
      const connection = connect(command);
      await connection.waybill.api.postAdminJobsJobIdResendFailed(id);
      if (options.follow) return follow(connection, id);
      console.log(connection.json ? JSON.stringify({ id }) : `The failed steps of ${id} were resent.`);
    });
  jobs
    .command('cancel <id>')
    .description('Cancel a job: running steps are stopped, other steps never start')
    .action(async (id: string, _: unknown, command: Command) => {
      const connection = connect(command);
      const job = await connection.waybill.api.postJobsIdCancel(id);
      console.log(connection.json ? JSON.stringify(job) : `${id} is ${job.status}.`);
    });
  return jobs;
}

/** Shows the progress of a job until it ends. Throws if the job fails. */
export async function follow({ waybill, json }: Connection, id: string): Promise<void> {
  const bar =
    !json && process.stderr.isTTY
      ? new SingleBar({ format: '{bar} {value}/{total} steps, {eta_formatted} left' }, Presets.shades_classic)
      : undefined;
  bar?.start(1, 0);
  const job = await waybill.follow(id, ({ progress }) => {
    const total = Object.values(progress).reduce((sum, count) => sum + count, 0);
    bar?.setTotal(Math.max(1, total));
    bar?.update(progress.COMPLETED);
  });
  bar?.stop();
  console.log(json ? JSON.stringify(job) : `${job.jobType} ${id} is ${job.status} after ${durationOf(job)}.`);
  if (job.status !== 'FAILED') return;
  const { jobSteps = [] } = await waybill.api.getJobsId(id, { expand: ['JOB_STEPS'] });
  const failed = jobSteps.filter(({ status }) => status === 'FAILED');
  for (const step of failed.slice(0, 10)) console.error(`  ${step.name}: ${firstLine(step.log ?? 'no log')}`);
  if (failed.length > 10) console.error(`  … ${failed.length - 10} more`);
  throw new Error(`${failed.length} of ${jobSteps.length} steps failed. Resend them with: waybill jobs resend ${id}`);
}

function durationOf({ startDate, endDate }: Pick<Job, 'endDate'> & { startDate?: string }): string {
  if (!startDate) return '';
  const seconds = ((endDate ? Date.parse(endDate) : Date.now()) - Date.parse(startDate)) / 1_000;
  return seconds < 60
    ? `${Math.max(0, seconds).toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const firstLine = (text: string): string => text.split('\n', 1).join('');

const shownStatus = ({ status, cause }: Pick<Job, 'status' | 'cause'>): string =>
  cause === 'CANCELLED' ? cause : status;

function statusFilters(shown: string): Filter[] {
  if (shown === 'CANCELLED') return [{ column: 'cause', value: shown }];
  const others: Filter = { column: 'cause', operator: 'NE', value: 'CANCELLED' };
  return [{ column: 'status', value: shown }, ...(shown === 'FAILED' ? [others] : [])];
}
