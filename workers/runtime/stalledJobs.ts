import { lockJobs } from '../../db/queries/jobs/jobRows.ts';
import { lateJobs, openCancelledJobs, stalledJobs, unplannedJobs } from '../../db/queries/jobs/stalledJobs.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { completeCancellation, expireJob } from '../../domain/jobs/cancel.ts';
import { rollUp } from '../../domain/jobs/rollUp.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { newId } from '../../domain/records/record.ts';
import type { WorkContext } from './handler.ts';

/** Rolls open Jobs up that have no open step. Types of a newer release are left to workers that know how they end. */
export async function closeStalledJobs({ services, types }: WorkContext): Promise<void> {
  const { sql } = services;
  const ids = await stalledJobs(sql, Object.keys(types));
  for (const id of ids)
    await sql.begin(async (transaction) =>
      rollUp(transaction, await lockJobs(transaction, [id]), workerCaller(undefined), types),
    );
  if (ids.length > 0) services.wakeRelay();
}

/** Fails Jobs whose deadline has passed. */
export async function expireLateJobs({ services }: WorkContext): Promise<void> {
  for (const id of await lateJobs(services.sql)) await expireJob(services, id, { caller: workerCaller(undefined) });
}

/** Completes cancellations whose process has ended before the last step was cancelled. */
export async function cancelStalledJobs({ services }: WorkContext): Promise<void> {
  for (const id of await openCancelledJobs(services.sql))
    await completeCancellation(services, id, { caller: workerCaller(undefined) });
}

/** Enqueues Jobs for planning that no queue job plans, for example because each attempt has killed its worker. */
export async function planStalledJobs({ services, types, log }: WorkContext): Promise<void> {
  const ids = await unplannedJobs(services.sql, Object.keys(types));
  for (const jobId of ids) {
    log.warn({ jobId }, 'a Job without a queue job was enqueued for planning');
    await enqueue(services.sql, [{ id: newId(), queue: 'job.plan', data: JSON.stringify({ jobId }) }]);
  }
  if (ids.length > 0) services.wakeRelay();
}
