import { Presets, SingleBar } from 'cli-progress';
import type { Job } from '../../client/index.ts';
import { workStart } from '../../domain/jobs/workStart.ts';
import type { Connection } from './connection.ts';
import { CommandError } from './exitCodes.ts';
import { oneLine } from './printable.ts';

/** Shows the progress of a Job until it ends. Throws if the Job fails. */
export async function follow({ waybill, output }: Connection, id: string): Promise<void> {
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: '{bar} {value}/{total} steps, {eta_formatted} left' }, Presets.shades_classic)
    : undefined;
  bar?.start(1, 0);
  const job = await waybill
    .follow(id, ({ progress }) => {
      const total = Object.values(progress).reduce((sum, count) => sum + count, 0);
      bar?.setTotal(Math.max(1, total));
      bar?.update(progress.COMPLETED);
    })
    .finally(() => bar?.stop());
  if (output.isText) console.log(`${job.jobType} ${id} is ${job.status} after ${took(job) || 'no work'}.`);
  else await output.value(job);
  if (job.status !== 'FAILED') return;
  const { jobSteps = [] } = await waybill.api.getJobsId(id, { expand: ['JOB_STEPS'] });
  const failed = jobSteps.filter(({ status }) => status === 'FAILED');
  const lines = failed.slice(0, 10).map((step) => `  ${step.name}: ${firstLine(step.log ?? 'no log')}`);
  if (failed.length > 10) lines.push(`  … ${failed.length - 10} more`);
  const remedy = `${failed.length} of ${jobSteps.length} steps failed. Resend them with: waybill jobs resend ${id}`;
  throw new CommandError('jobFailed', [...lines, remedy].join('\n'));
}

/** Returns how long the work of a Job took, or takes until now, without the time before its resends. Empty before its start. */
export const took = (job: Job): string => durationOf({ ...job, startDate: workStart(job) }, job.idleSeconds);

export function durationOf(
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string },
  withoutSeconds = 0,
): string {
  if (!startDate) return '';
  const seconds = ((endDate ? Date.parse(endDate) : Date.now()) - Date.parse(startDate)) / 1_000 - withoutSeconds;
  return seconds < 60
    ? `${Math.max(0, seconds).toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export const firstLine = (text: string): string => oneLine(text.split('\n', 1).join(''));
