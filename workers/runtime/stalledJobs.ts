import { jobsWithoutCallback } from '../../db/queries/jobs/callbackRows.ts';
import { overdueJobs } from '../../db/queries/jobs/chainRows.ts';
import { lockJobs } from '../../db/queries/jobs/jobRows.ts';
import { lateJobs, openCancelledJobs, stalledJobs, unplannedJobs } from '../../db/queries/jobs/stalledJobs.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { enqueueCallback } from '../../domain/jobs/callbacks/enqueueCallback.ts';
import { completeCancellation, expireJob } from '../../domain/jobs/cancel.ts';
import { followPredecessors } from '../../domain/jobs/followPredecessors.ts';
import { endEventOf } from '../../domain/jobs/jobState.ts';
import { changeInChain, rollUpEnded } from '../../domain/jobs/rollUp.ts';
import { isClosed } from '../../domain/jobs/stepState.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { newId } from '../../domain/records/record.ts';
import type { WorkContext } from './handler.ts';

/** Jobs that one pass of the reconciler starts or cancels. */
const OVERDUE_PAGE = 500;

/** Rolls open Jobs up that have no open step. Types of a newer release are left to workers that know how they end. */
export async function closeStalledJobs({ services, types }: WorkContext): Promise<void> {
  const { sql } = services;
  const ids = await stalledJobs(sql, Object.keys(types));
  for (const id of ids) await rollUpEnded(services, [id], workerCaller(undefined), types);
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

/**
 * Starts or cancels Jobs whose predecessors have ended: those beyond the number that one transaction considers, and those
 * whose predecessors a process of the previous release has ended.
 */
export async function followEndedJobs({ services }: WorkContext): Promise<void> {
  const caller = workerCaller(undefined);
  const ids = await overdueJobs(services.sql, OVERDUE_PAGE);
  for (const id of ids)
    await inJobTransaction(services, (transaction) =>
      followPredecessors(transaction, [id], { caller, change: changeInChain }),
    );
  if (ids.length > 0) services.wakeRelay();
}

/** Enqueues the callbacks of Jobs that a process of the previous release has ended. */
export async function enqueueMissedCallbacks({ services }: WorkContext): Promise<void> {
  const ids = await jobsWithoutCallback(services.sql);
  for (const id of ids)
    await inJobTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [id]);
      if (!job || !isClosed(job.status)) return;
      await enqueueCallback(transaction, job, endEventOf(job.status, job), workerCaller(undefined));
    });
  if (ids.length > 0) services.wakeRelay();
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
