import { insertSteps, lockJobs, type NewStepRow } from '../../db/queries/jobs/jobRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { enqueueSync, rollUp, stepOutboxRow } from '../../domain/jobs/rollUp.ts';
import type { JobType } from '../../domain/jobs/types.ts';
import { PLAN_STEP, stepIdOf } from '../../domain/jobs/types.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import { jobStep as stepKind } from '../../domain/kinds/processing/jobStep.ts';
import { firstAudit, newId, recordTexts } from '../../domain/records/record.ts';
import { type PlannedStep, type StepContext, UnsupportedByThisRelease } from './handler.ts';
import { inDeclaredOrder, jobOf } from './steps.ts';

/**
 * Plans the steps of a Job, a batch a transaction. The ids follow from the Job and the keys, so that planning that was
 * broken off and begun anew makes no step twice. Before each batch the Job is looked at under its lock: none is made
 * after a cancel.
 */
export async function planSteps(jobId: string, context: StepContext): Promise<void> {
  const { sql } = context.services;
  const found = await jobOf(sql, jobId);
  if (!found || found.row.planningComplete || found.row.cancelled) return;
  const type = context.types[found.job.jobType];
  const handler = context.typeHandlers[found.job.jobType];
  if (!type || !handler) throw new UnsupportedByThisRelease(`job type ${found.job.jobType}`);
  for await (const batch of handler.plan(found.job, context)) {
    context.signal.throwIfAborted();
    if (!(await addSteps(jobId, type, batch, context))) return;
    context.services.wakeRelay();
  }
  await sql.begin(async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job || job.planningComplete || job.cancelled) return;
    await transaction`update job set planning_complete = true where id = ${jobId}`;
    await rollUp(transaction, [{ ...job, planningComplete: true }], context.caller, context.types);
  });
  context.services.wakeRelay();
}

/** False when the Job takes no more steps. */
async function addSteps(
  jobId: string,
  { stepQueue }: JobType,
  batch: readonly PlannedStep[],
  { services, caller }: StepContext,
): Promise<boolean> {
  const rows = batch.map(({ key, name, chunkId, chunk, stepData }): NewStepRow & { queueJobId: string } => {
    const id = stepIdOf(jobId, key);
    const values = {
      id,
      name,
      status: 'NEW',
      jobId,
      ...(chunkId && { chunkId }),
      ...(chunk && { chunk: [...chunk] }),
      ...(stepData && { stepData }),
    };
    const texts = recordTexts(stepKind, inDeclaredOrder(values as Values), firstAudit(caller));
    return { ...texts, jobId, name, chunkId: chunkId ?? null, status: 'NEW', queueJobId: newId() };
  });
  return services.sql.begin(async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job || job.planningComplete || job.cancelled) return false;
    const inserted = new Set(await insertSteps(transaction, rows));
    const made = rows.filter(({ id }) => inserted.has(id));
    await enqueue(
      transaction,
      made.map(({ id, queueJobId }) => stepOutboxRow(queueJobId, stepQueue, id, caller)),
    );
    await enqueueSync(
      transaction,
      'JobStep',
      made.map(({ id }) => id),
      caller,
    );
    // Steps that are NEW change nothing of an open Job.
    return true;
  });
}

/** Planning was given up: the Job fails, with a step that says why and whose resend plans it again. */
export async function failPlanning(jobId: string, message: string, context: StepContext): Promise<void> {
  const { caller, types } = context;
  const stepId = stepIdOf(jobId, PLAN_STEP);
  const values = inDeclaredOrder({
    id: stepId,
    name: PLAN_STEP,
    status: 'FAILED',
    jobId,
    endDate: new Date().toISOString(),
    log: message,
  } as Values);
  await context.services.sql.begin(async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job || job.planningComplete || job.cancelled) return;
    const texts = recordTexts(stepKind, values, firstAudit(caller));
    await insertSteps(transaction, [
      { ...texts, jobId, name: PLAN_STEP, chunkId: null, status: 'FAILED', queueJobId: null },
    ]);
    await enqueueSync(transaction, 'JobStep', [stepId], caller);
    // No more is planned, so that the Job can close; the resend of this step opens it again.
    await transaction`update job set planning_complete = true where id = ${jobId}`;
    await rollUp(transaction, [{ ...job, planningComplete: true }], caller, types);
  });
  context.services.wakeRelay();
}
