import { lockJobs, lockSteps } from '../../db/queries/jobs/jobRows.ts';
import { rollUp } from '../../domain/jobs/rollUp.ts';
import { stepStateOf, writeSteps } from '../../domain/jobs/stepEffects.ts';
import { stepTransition } from '../../domain/jobs/stepState.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { WorkContext } from './handler.ts';
import { stepIdIn } from './steps.ts';

/** Releases the steps among these queue jobs that this worker has claimed, so that another claims them at once. */
export async function releaseSteps(context: WorkContext, queueJobs: readonly ClaimedJob[]): Promise<void> {
  const ids = queueJobs.flatMap((queueJob) => stepIdIn(queueJob) ?? []);
  if (ids.length === 0) return;
  const caller = workerCaller(undefined);
  await inJobTransaction(context.services, async (transaction) => {
    const owners = await transaction<{ id: string }[]>`
      select distinct job_id as id from job_step where id = any(${ids}::uuid[])`;
    const jobs = await lockJobs(
      transaction,
      owners.map(({ id }) => id),
    );
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const updates = (await lockSteps(transaction, ids)).flatMap((row) => {
      const job = byId.get(row.jobId);
      if (!job || row.worker !== context.workerId) return [];
      return [{ row, transition: stepTransition(stepStateOf(row, job), { type: 'release' }), caller }];
    });
    await writeSteps(transaction, updates);
    await rollUp(transaction, jobs, caller, context.types);
  });
  context.services.wakeRelay();
}
