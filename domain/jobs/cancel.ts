import type { Transaction } from '../../db/client.ts';
import { type JobRow, lockJobs, lockStepsOfJob, readJob, type StepRow } from '../../db/queries/jobs/jobRows.ts';
import { checkWritable, isReadable, isWritable, readable, type TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Values } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import type { Services } from '../ports/services.ts';
import { nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { isObject, isTexts } from '../validation/values.ts';
import { cancelChain } from './followPredecessors.ts';
import { jobTransition } from './jobState.ts';
import { enqueueSync } from './outboxRows.ts';
import { getJob, noSuch } from './read.ts';
import { managedType } from './resend.ts';
import { changeInChain, changeJob, jobStateOf, lockRolledUp } from './rollUp.ts';
import { stepStateOf, writeSteps } from './stepEffects.ts';
import { isClosed, stepTransition } from './stepState.ts';
import { inJobTransaction, STEPS_PER_TRANSACTION } from './transaction.ts';
import type { ActionOptions, JobOptions, JobType, JobTypes } from './types.ts';

/**
 * Cancels a Job: running handlers are aborted, open steps and the Job become FAILED, and no more steps are planned.
 * Returns the Job as JSON text.
 *
 * @param chain whether all Jobs that wait for it are cancelled too, whatever their conditions
 */
export async function cancelJob(
  services: Services,
  id: string,
  { caller, chain, inTransaction }: ActionOptions & { readonly chain?: boolean },
): Promise<string> {
  if (!readable(services, jobKind, await readJob(services.sql, id))) throw noSuch(jobKind, id);
  for (let first = true; ; first = false) {
    const steps = await inJobTransaction(services, async (transaction) => {
      const cancelled = await cancelPage({ sql: transaction, access: services.access }, id, {
        ...{ caller, types: services.jobTypes, first, chain: first && chain === true },
      });
      // If the process ends after the first page, the reconciler cancels the rest.
      if (first) await inTransaction?.(transaction);
      return cancelled;
    });
    services.wakeRelay();
    if (steps < STEPS_PER_TRANSACTION) return getJob(services, id, false);
  }
}

/**
 * Starts the cancellation of a Job in the transaction of its caller; `completeCancellation` cancels the steps that are left.
 * Does nothing if the Job has ended or is cancelled.
 */
export async function startCancellation(
  scope: TransactionScope,
  id: string,
  { caller, types, reason }: { readonly caller: Caller; readonly types: JobTypes; readonly reason: string },
): Promise<void> {
  const job = await lockRolledUp(scope.sql, id, caller, types);
  if (!job || job.cancelled || isClosed(job.status)) return;
  await cancelPage(scope, id, { caller, types, reason, first: true });
}

/** Completes a cancellation whose process has ended between two transactions. Does nothing if the Job was resent since. */
export async function completeCancellation(
  services: Services,
  id: string,
  { caller, reason }: JobOptions & { readonly reason?: string },
): Promise<void> {
  for (;;) {
    const steps = await inJobTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [id]);
      if (!job?.cancelled || isClosed(job.status)) return 0;
      const scope = { sql: transaction, access: services.access };
      return cancelPage(scope, id, { caller, types: services.jobTypes, reason, first: false });
    });
    services.wakeRelay();
    if (steps < STEPS_PER_TRANSACTION) return;
  }
}

/**
 * Cancels a Job whose deadline has passed, with the cause DEADLINE. Does nothing if it has ended or is cancelled. The first
 * steps are cancelled in the transaction of the mark, so that none of them can complete the Job after it.
 */
export async function expireJob(services: Services, id: string, { caller }: JobOptions): Promise<void> {
  const steps = await inJobTransaction(services, async (transaction) => {
    const job = await lockRolledUp(transaction, id, caller, services.jobTypes);
    if (!job || job.cancelled || isClosed(job.status)) return 0;
    await changeJob(transaction, job, { type: 'expire' }, caller);
    const scope = { sql: transaction, access: services.access };
    return cancelPage(scope, id, { caller, types: services.jobTypes, first: false });
  });
  services.wakeRelay();
  if (steps === STEPS_PER_TRANSACTION) await completeCancellation(services, id, { caller });
}

interface CancelledPage {
  readonly caller: Caller;
  readonly types: JobTypes;
  readonly first: boolean;
  readonly chain?: boolean;
  /** Why the Job is cancelled, for its record; absent if a person has asked for it. */
  readonly reason?: string | undefined;
}

/** Cancels up to a page of steps, with the last one the Job, and returns their number. */
async function cancelPage(
  scope: TransactionScope,
  id: string,
  { caller, types, first, chain = false, reason }: CancelledPage,
): Promise<number> {
  const { sql: transaction } = scope;
  const locked = await lockRolledUp(transaction, id, caller, types);
  if (!locked) throw noSuch(jobKind, id);
  const doc = reason === undefined ? locked.doc : JSON.stringify({ ...parseStored<Values>(locked.doc), reason });
  let job = { ...locked, doc };
  if (first) {
    checkCancellable(scope, job, caller);
    for (const effect of jobTransition(jobStateOf(job), { type: 'cancel' }).effects)
      if (effect.type === 'refuse') throw badRequest('The Job cannot be cancelled.', [effect.problem]);
  }
  if (chain) {
    const isCancellable = (one: JobRow): boolean =>
      isReadable(scope, jobKind, one) &&
      cancelledStates(one, caller).every((state) => isWritable(scope, jobKind, state));
    await cancelChain(scope, id, { caller, change: changeInChain, isCancellable });
  }
  // From here on nothing is claimed or planned: both check the mark under their locks.
  if (!job.cancelled) job = await changeJob(transaction, job, { type: 'cancel' }, caller);
  const rows = await lockStepsOfJob(transaction, id, 'open', STEPS_PER_TRANSACTION);
  await cancelSteps(transaction, rows, job, { caller, type: managedType(job, types) });
  if (rows.length < STEPS_PER_TRANSACTION) {
    const { status } = await changeJob(transaction, job, { type: 'stepsCancelled' }, caller);
    if (status !== job.status) await enqueueSync(transaction, 'Job', [id], caller);
  }
  return rows.length;
}

/** Throws unless the caller may write the Job as it is, and as it is once cancelled. */
function checkCancellable(scope: TransactionScope, job: JobRow, caller: Caller): void {
  if (!readable(scope, jobKind, job)) throw noSuch(jobKind, job.id);
  for (const state of cancelledStates(job, caller)) checkWritable(scope, jobKind, state);
}

/** The Job as it is, and as it is once cancelled. */
function cancelledStates(job: JobRow, caller: Caller): readonly Pick<JobRow, 'doc' | 'audit'>[] {
  const ended = { status: 'FAILED', endDate: new Date().toISOString(), cause: 'CANCELLED' };
  const cancelled = { ...parseStored<Values>(job.doc), ...ended };
  return [job, recordTexts(jobKind, cancelled, nextAudit(parseStored(job.audit), caller))];
}

async function cancelSteps(
  transaction: Transaction,
  rows: readonly StepRow[],
  job: JobRow,
  { caller, type }: { caller: Caller; type: JobType | undefined },
): Promise<void> {
  const records = new Map(type?.infoOfCancelled ? rows.map(({ id, doc }) => [id, parseStored<Values>(doc)]) : []);
  const steps = [...records].map(([id, { chunk }]) => ({ id, chunk: isTexts(chunk) ? chunk : [] }));
  const infos = await type?.infoOfCancelled?.(transaction, job.id, steps);
  const updates = rows.map((row) => {
    const transition = stepTransition(stepStateOf(row, job), { type: 'cancel' });
    const [values, info] = [records.get(row.id), infos?.get(row.id)];
    const processingInfo = { ...(isObject(values?.processingInfo) && values.processingInfo), ...info };
    return { row, transition, caller, ...(values && info && { values: { ...values, processingInfo } }) };
  });
  await writeSteps(transaction, updates, type?.stepQueue);
}
