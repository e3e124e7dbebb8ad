import type { Transaction } from '../../../db/client.ts';
import { type JobRow, lockJobs } from '../../../db/queries/jobs/jobRows.ts';
import { announceClaimable } from '../../../db/queries/jobs/leaseRows.ts';
import { holdSteps, pauseJobRow, releaseHeldSteps } from '../../../db/queries/jobs/pausedJobs.ts';
import { checkWritable, readable } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Audit, Values } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import type { Services } from '../../ports/services.ts';
import { nextAudit, recordTexts } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { enqueueSync } from '../outboxRows.ts';
import { getJob, noSuch } from '../read.ts';
import { managedType } from '../resend.ts';
import { isClosed } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import type { ActionOptions } from '../types.ts';

/**
 * Pauses a Job: no step of it starts until it is resumed, and running ones end. Claims compare the mark of the Job, so that
 * none that begins after the commit takes a step. Does nothing if the Job is paused. Returns the Job as JSON text.
 */
export const pauseJob = (services: Services, id: string, options: ActionOptions): Promise<string> =>
  setPaused(services, id, 'pause', options);

/** Resumes a paused Job. Does nothing if the Job is not paused. Returns the Job as JSON text. */
export const resumeJob = (services: Services, id: string, options: ActionOptions): Promise<string> =>
  setPaused(services, id, 'resume', options);

async function setPaused(
  services: Services,
  id: string,
  change: 'pause' | 'resume',
  { caller, inTransaction }: ActionOptions,
): Promise<string> {
  await inJobTransaction(services, async (transaction) => {
    const [locked] = await lockJobs(transaction, [id]);
    const job = readable(services, jobKind, locked);
    if (!job) throw noSuch(jobKind, id);
    checkWritable(services, jobKind, job);
    if (isClosed(job.status)) throw badRequest(`The Job cannot be ${change}d.`, [`status: the Job is ${job.status}`]);
    const paused = change === 'pause';
    if (job.paused === paused) return inTransaction?.(transaction);
    const { paused: _, ...others } = parseStored<Values>(job.doc);
    const values: Values = { ...others, ...(paused && { paused }) };
    const texts = recordTexts(jobKind, values, nextAudit(parseStored<Audit>(job.audit), caller));
    checkWritable(services, jobKind, texts);
    await pauseJobRow(transaction, { ...texts, paused });
    await enqueueSync(transaction, 'Job', [id], caller);
    await moveQueueJobs(services, transaction, job, change);
    await inTransaction?.(transaction);
  });
  services.wakeRelay();
  return getJob(services, id, false);
}

/** Takes the waiting queue jobs of a Job out of the turn of others, or brings them back. */
async function moveQueueJobs(
  services: Services,
  transaction: Transaction,
  job: JobRow,
  change: 'pause' | 'resume',
): Promise<void> {
  if (!job.managed) {
    if (change === 'resume') await announceClaimable(transaction, [job.id]);
    return;
  }
  const queue = managedType(job, services.jobTypes)?.stepQueue;
  if (queue === undefined) return;
  await (change === 'pause' ? holdSteps : releaseHeldSteps)(transaction, queue, job.id);
}
