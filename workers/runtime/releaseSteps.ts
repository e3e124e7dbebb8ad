import { lockJobs, lockSteps, updateSteps } from '../../db/queries/jobs/jobRows.ts';
import { enqueueSync, rollUp } from '../../domain/jobs/rollUp.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import type { WorkContext } from './handler.ts';
import { changeOf } from './steps.ts';

/** Makes the steps among these jobs NEW again that this worker still holds, so that another takes them at once. */
export async function releaseSteps(context: WorkContext, jobs: readonly ClaimedJob[]): Promise<void> {
  const ids = jobs.flatMap(({ data }) => (data as Partial<RunStep>).stepId ?? []);
  if (ids.length === 0) return;
  const caller = workerCaller(undefined);
  await context.services.sql.begin(async (transaction) => {
    const found = await transaction<
      { id: string }[]
    >`select distinct job_id as id from job_step where id = any(${ids}::uuid[])`;
    const locked = await lockJobs(
      transaction,
      found.map(({ id }) => id),
    );
    const steps = await lockSteps(transaction, ids);
    const mine = steps.filter(({ status, worker }) => status === 'IN_PROGRESS' && worker === context.workerId);
    const changes = mine.map((row) => {
      const values = { ...(JSON.parse(row.doc) as Values), status: 'NEW' };
      return changeOf(row, values, caller, { status: 'NEW', worker: null });
    });
    await updateSteps(transaction, changes);
    await enqueueSync(
      transaction,
      'JobStep',
      mine.map(({ id }) => id),
      caller,
    );
    await rollUp(transaction, locked, caller, context.types);
  });
  context.services.wakeRelay();
}
