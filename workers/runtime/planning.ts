import { type JobRow, lockJobs } from '../../db/queries/jobs/jobRows.ts';
import { insertSteps, type NewStepRow } from '../../db/queries/jobs/newStepRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { enqueueSync, stepOutboxRow } from '../../domain/jobs/outboxRows.ts';
import { changeJob, rollUp } from '../../domain/jobs/rollUp.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import { type JobType, PLAN_STEP, stepIdOf } from '../../domain/jobs/types.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import { jobStep as stepKind } from '../../domain/kinds/processing/jobStep.ts';
import { firstAudit, newId, recordTexts } from '../../domain/records/record.ts';
import { type PlannedStep, type StepContext, UnsupportedByThisRelease } from './handler.ts';
import { jobOf } from './steps.ts';

const takesSteps = (job: JobRow | undefined): job is JobRow =>
  job !== undefined && !job.planningComplete && !job.cancelled && !job.waits;

/**
 * Plans the steps of a Job, a batch in each transaction. The ids follow from the Job and the keys, so that planning that
 * was interrupted and starts from the beginning creates no step twice. Each batch checks the Job under its lock: a
 * cancelled Job gets no more steps.
 */
export async function planSteps(jobId: string, context: StepContext): Promise<void> {
  const { services, caller, types } = context;
  const found = await jobOf(services.sql, jobId);
  if (!found || !takesSteps(found.row)) return;
  const type = types[found.job.jobType];
  const handler = context.typeHandlers[found.job.jobType];
  if (!type || !handler) throw new UnsupportedByThisRelease(`job type ${found.job.jobType}`);
  for await (const batch of handler.plan(found.job, context)) {
    context.signal.throwIfAborted();
    if (!(await addSteps(jobId, type, batch, context))) return;
    services.wakeRelay();
  }
  await inJobTransaction(services, async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!takesSteps(job)) return;
    const planned = await changeJob(transaction, job, { type: 'planned' }, caller);
    await rollUp(transaction, [planned], caller, types);
  });
  services.wakeRelay();
}

/** Returns false when the Job takes no more steps. */
async function addSteps(
  jobId: string,
  { stepQueue }: JobType,
  batch: readonly PlannedStep[],
  { services, caller }: StepContext,
): Promise<boolean> {
  const rows = batch.map(({ key, name, chunkId, chunk, stepData }): NewStepRow & { queueJobId: string } => {
    const id = stepIdOf(jobId, key);
    const values: Values = {
      ...{ id, name, status: 'NEW', jobId },
      ...(chunkId && { chunkId }),
      ...(chunk && { chunk: [...chunk] }),
      ...(stepData && { stepData }),
    };
    const texts = recordTexts(stepKind, values, firstAudit(caller));
    return { ...texts, jobId, name, chunkId: chunkId ?? null, status: 'NEW', queueJobId: newId() };
  });
  return services.sql.begin(async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!takesSteps(job)) return false;
    const inserted = await insertSteps(transaction, rows, stepQueue);
    const queueJobIds = new Map(rows.map(({ id, queueJobId }) => [id, queueJobId]));
    const queued = inserted.flatMap((step) => {
      const queueJobId = queueJobIds.get(step.id);
      return queueJobId === undefined
        ? []
        : [stepOutboxRow(queueJobId, stepQueue, { ...step, paused: job.paused }, caller)];
    });
    await enqueue(transaction, queued);
    const ids = inserted.map(({ id }) => id);
    await enqueueSync(transaction, 'JobStep', ids, caller);
    // No roll-up: steps that are NEW do not change an open Job.
    return true;
  });
}

/** Fails a Job whose planning failed for the last time, with a step that says why and whose resend plans it again. */
export async function failPlanning(jobId: string, message: string, context: StepContext): Promise<void> {
  const { services, caller, types } = context;
  const id = stepIdOf(jobId, PLAN_STEP);
  const endDate = new Date().toISOString();
  const values: Values = { id, name: PLAN_STEP, status: 'FAILED', jobId, endDate, log: message, cause: 'FAILED' };
  await inJobTransaction(services, async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!takesSteps(job)) return;
    const texts = recordTexts(stepKind, values, firstAudit(caller));
    const step = { ...texts, jobId, name: PLAN_STEP, chunkId: null, status: 'FAILED', queueJobId: null } as const;
    await insertSteps(transaction, [step], types[job.jobType]?.stepQueue ?? null);
    await enqueueSync(transaction, 'JobStep', [id], caller);
    // Without more steps to come the Job closes; the resend of this step reopens it.
    const planned = await changeJob(transaction, job, { type: 'planned' }, caller);
    await rollUp(transaction, [planned], caller, types);
  });
  services.wakeRelay();
}
