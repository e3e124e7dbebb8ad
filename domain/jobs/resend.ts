import type { Transaction } from '../../db/client.ts';
import {
  type JobRow,
  lockSteps,
  lockStepsOfJob,
  readJob,
  readStep,
  type StepRow,
} from '../../db/queries/jobs/jobRows.ts';
import { checkWritable, readable } from '../access/reach.ts';
import { badRequest, ServiceError } from '../errors.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { changeJob, lockRolledUp, rollUp } from './rollUp.ts';
import { effectOf, stepStateOf, writeSteps } from './stepEffects.ts';
import { isClosed, stepTransition } from './stepState.ts';
import { inJobTransaction, STEPS_PER_TRANSACTION } from './transaction.ts';
import { type ActionOptions, type JobType, type JobTypes, PLAN_STEP } from './types.ts';

/** Resends one failed step and returns the id of its Job. */
export async function resendStep(
  services: Services,
  id: string,
  { caller, inTransaction }: ActionOptions,
): Promise<string> {
  const types = services.jobTypes;
  const before = readable(services, stepKind, await readStep(services.sql, id));
  if (!before) throw badRequest(`No JobStep has the id "${id}".`, [`jobStepId: no JobStep has the id "${id}"`]);
  const refuse = await checkOfResend(services, await readJob(services.sql, before.jobId));
  await inJobTransaction(services, async (transaction) => {
    const job = await lockRolledUp(transaction, before.jobId, caller, types);
    await refuse?.(transaction, before.jobId);
    const [row] = await lockSteps(transaction, [id]);
    if (!row || !job)
      throw badRequest('The JobStep cannot be sent again.', ['jobStepId: the step was deleted meanwhile']);
    checkWritable(services, stepKind, row);
    await resendRows(transaction, job, [row], { caller, types });
    await inTransaction?.(transaction);
  });
  services.wakeRelay();
  return before.jobId;
}

interface ResendOptions {
  readonly caller: Caller;
  /**
   * Deletes the dead letters of these steps, in the transaction that resends those of them that are FAILED. Returns how many
   * there were.
   */
  readonly deleteLetters?: (transaction: Transaction, stepIds: readonly string[]) => Promise<number>;
}

interface Resent {
  /** Number of deleted dead letters. */
  readonly deleted: number;
  /** By id the steps that cannot be resent now, with the reason: the step is still open, or its Job refuses. */
  readonly skipped: ReadonlyMap<string, string>;
}

/**
 * Resends those of the steps that are FAILED, whatever their Jobs and the access of the caller. Dead letters of steps that
 * have ended otherwise, or that do not exist, are deleted too.
 */
export async function resendSteps(
  services: Services,
  ids: readonly string[],
  { caller, deleteLetters }: ResendOptions,
): Promise<Resent> {
  const types = services.jobTypes;
  let deleted = 0;
  const skipped = new Map<string, string>();
  const found = await services.sql<{ id: string; jobId: string }[]>`
    select id, job_id as "jobId" from job_step where id = any(${[...ids]}::uuid[])`;
  for (const [jobId, steps] of Map.groupBy(found, (step) => step.jobId)) {
    const stepIds = steps.map(({ id }) => id);
    try {
      const refuse = await checkOfResend(services, await readJob(services.sql, jobId));
      const done = await inJobTransaction(services, async (transaction) => {
        const job = await lockRolledUp(transaction, jobId, caller, types);
        const rows = await lockSteps(transaction, stepIds);
        const failed = rows.filter(({ status }) => status === 'FAILED');
        const unended = rows.filter(({ status }) => !isClosed(status)).map(({ id }) => id);
        if (failed.length > 0) await refuse?.(transaction, jobId);
        const ended = stepIds.filter((id) => !unended.includes(id));
        const letters = await deleteLetters?.(transaction, ended);
        if (job && failed.length > 0) await resendRows(transaction, job, failed, { caller, types });
        return { unended, letters };
      });
      deleted += done.letters ?? 0;
      for (const id of done.unended) skipped.set(id, 'its step has not ended');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      for (const id of stepIds) skipped.set(id, error.errors[0] ?? error.message);
    }
  }
  const existing = new Set(found.map(({ id }) => id));
  const unknown = ids.filter((id) => !existing.has(id));
  if (unknown.length > 0)
    deleted += (await inJobTransaction(services, async (transaction) => deleteLetters?.(transaction, unknown))) ?? 0;
  services.wakeRelay();
  return { deleted, skipped };
}

/** Resends every failed step of a Job, and returns their ids. */
export async function resendFailed(
  services: Services,
  jobId: string,
  { caller, inTransaction }: ActionOptions,
): Promise<string[]> {
  const types = services.jobTypes;
  const before = readable(services, jobKind, await readJob(services.sql, jobId));
  if (!before) throw badRequest(`No Job has the id "${jobId}".`, [`jobId: no Job has the id "${jobId}"`]);
  checkWritable(services, jobKind, before);
  const refuse = await checkOfResend(services, before);
  const resentIds: string[] = [];
  for (let first = true; ; first = false) {
    const resent = await inJobTransaction(services, async (transaction) => {
      const job = await lockRolledUp(transaction, jobId, caller, types);
      await refuse?.(transaction, jobId);
      const rows = await lockStepsOfJob(transaction, jobId, 'FAILED', STEPS_PER_TRANSACTION);
      if (rows.length === 0 && first)
        throw badRequest('The Job has nothing to send again.', ['jobId: no step of the Job is FAILED']);
      if (job && rows.length > 0) await resendRows(transaction, job, rows, { caller, types });
      // Nothing else resends the rest if the process ends before the last page.
      if (rows.length < STEPS_PER_TRANSACTION) await inTransaction?.(transaction);
      return rows.map(({ id }) => id);
    });
    services.wakeRelay();
    resentIds.push(...resent);
    if (resent.length < STEPS_PER_TRANSACTION) return resentIds;
  }
}

/** The check of a managed Job whose failed steps are to be resent; throws what its type refuses at once. */
async function checkOfResend(services: Services, job: JobRow | undefined) {
  if (!job) return undefined;
  const { data = {} } = parseStored<{ data?: JsonObject }>(job.doc);
  return managedType(job, services.jobTypes)?.refuseResend?.(services, { id: job.id, data });
}

/** The type of a managed Job; undefined for a client's Job and for a type that only a newer release knows. */
export const managedType = (job: JobRow, types: JobTypes): JobType | undefined =>
  job.managed ? types[job.jobType] : undefined;

interface RollUpOptions {
  readonly caller: Caller;
  readonly types: JobTypes;
}

async function resendRows(
  transaction: Transaction,
  job: JobRow,
  rows: readonly StepRow[],
  { caller, types }: RollUpOptions,
): Promise<void> {
  const type = managedType(job, types);
  const updates = rows.map((row) => {
    const event = { type: 'resend', queueJobId: type ? newId() : null } as const;
    return { row, transition: stepTransition(stepStateOf(row, job), event), caller };
  });
  const problems = updates.flatMap(({ transition }) => effectOf(transition, 'refuse')?.problem ?? []);
  if (problems.length > 0) throw badRequest('The JobStep cannot be sent again.', problems);
  await writeSteps(transaction, updates, type?.stepQueue);
  await reopenJob(transaction, job, rows, { caller, types });
}

/** Rolls a Job up whose steps were resent: a cancelled one runs again, and one whose plan is resent takes steps again. */
export async function reopenJob(
  transaction: Transaction,
  job: JobRow,
  resent: readonly StepRow[],
  { caller, types }: RollUpOptions,
): Promise<void> {
  const replans = job.managed && resent.some(({ name }) => name === PLAN_STEP);
  const open = await changeJob(transaction, job, { type: 'resend', replans }, caller);
  await rollUp(transaction, [open], caller, types);
}
