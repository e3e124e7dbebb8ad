import type { Transaction } from '../../db/client.ts';
import {
  countSteps,
  dropPassedDeadline,
  type JobRow,
  jobsToRollUp,
  lockJobs,
  lockStepsOfJob,
  markJob,
  readJob,
  updateJob,
} from '../../db/queries/jobs/jobRows.ts';
import { announceClaimable } from '../../db/queries/jobs/leaseRows.ts';
import { insertSteps } from '../../db/queries/jobs/newStepRows.ts';
import { type JobEndEvent, rulesOfSystemEvent } from '../../db/queries/notifications/eventRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import type { Audit, Caller, Values } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { systemEventRow } from '../queue/systemEvents.ts';
import { firstAudit, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { enqueueCallback } from './callbacks/enqueueCallback.ts';
import { releasePlan, withdrawPlan } from './chains/waitingPlan.ts';
import { type Cause, followEnd } from './followPredecessors.ts';
import { endOf } from './jobDates.ts';
import {
  causeOf,
  type JobEffect,
  type JobEvent,
  type JobState,
  type JobTransition,
  jobTransition,
  withCause,
} from './jobState.ts';
import { enqueueSync, stepOutboxRow } from './outboxRows.ts';
import { isClosed } from './stepState.ts';
import { inJobTransaction } from './transaction.ts';
import { FINISH_STEP, type JobType, type JobTypes, stepIdOf } from './types.ts';
import { workStart } from './workStart.ts';

/**
 * Rolls up the Jobs of steps whose ends are committed. An end does not lock its Job, so that the steps of a Job never wait for
 * each other: of the last steps, the one that is committed last finds no open step. If the process dies before this, the
 * reconciler closes the Job. A Job that was cancelled meanwhile stays as it is. Returns whether
 * it has found a Job whose steps have all ended, or that has just begun.
 */
export async function rollUpEnded(
  services: Pick<ServiceDependencies, 'sql'>,
  jobIds: readonly string[],
  caller: Caller,
  types: JobTypes,
): Promise<boolean> {
  if (jobIds.length === 0) return false;
  const ended = await jobsToRollUp(services.sql, jobIds);
  if (ended.length === 0) return false;
  await inJobTransaction(services, async (transaction) => {
    const open = (await lockJobs(transaction, ended)).filter((job) => !isClosed(job.status) && !job.cancelled);
    await rollUp(transaction, open, caller, types);
  });
  return true;
}

/**
 * Locks a Job as its steps are: with an open step, whose end then waits, or rolled up from steps that have all ended. A
 * cancelled Job is left to its cancellation, and one of a type of a newer release to processes that know how it ends.
 */
export async function lockRolledUp(
  transaction: Transaction,
  id: string,
  caller: Caller,
  types: JobTypes,
): Promise<JobRow | undefined> {
  const [locked] = await lockJobs(transaction, [id]);
  if (!locked || isClosed(locked.status) || locked.cancelled) return locked;
  if (locked.managed && !types[locked.jobType]) return locked;
  const [open] = await lockStepsOfJob(transaction, id, 'open', 1);
  if (open) return locked;
  return (await rollUp(transaction, [locked], caller, types)) ? readJob(transaction, id) : locked;
}

/**
 * Rolls Jobs up from their steps. The caller has locked the Jobs, in a statement before this one. Returns whether a Job has
 * changed.
 */
export async function rollUp(
  transaction: Transaction,
  jobs: readonly JobRow[],
  caller: Caller,
  types: JobTypes,
): Promise<boolean> {
  if (jobs.length === 0) return false;
  const ids = await jobsToRollUp(
    transaction,
    jobs.map(({ id }) => id),
  );
  if (ids.length === 0) return false;
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const changed: string[] = [];
  for (const { jobId, ...steps } of await countSteps(transaction, ids)) {
    const job = byId.get(jobId);
    if (!job) continue;
    const type = types[job.jobType];
    const state = jobStateOf(job);
    let transition = jobTransition(state, { type: 'stepsChanged', steps, finishes: type?.finishes === true });
    if (type && hasEffect(transition, 'addFinishStep') && !(await addFinishStep(transaction, job, type, caller)))
      transition = jobTransition(state, { type: 'finishStepExists' });
    if ((await writeJob(transaction, job, transition, { caller })) !== job) changed.push(jobId);
  }
  await enqueueSync(transaction, 'Job', changed, caller);
  return changed.length > 0;
}

/** Applies an event to a locked Job and returns the Job as it is then. Its index.sync is left to the caller. */
export const changeJob = (transaction: Transaction, job: JobRow, event: JobEvent, caller: Caller): Promise<JobRow> =>
  changeInChain(transaction, job, event, { caller });

/** As changeJob, for a Job that predecessors start or cancel. */
export async function changeInChain(
  transaction: Transaction,
  job: JobRow,
  event: JobEvent,
  cause: Cause,
): Promise<JobRow> {
  const transition = jobTransition(jobStateOf(job), event);
  return { ...(await writeJob(transaction, job, transition, cause)), ...transition.state };
}

/**
 * Writes into a locked Job of a client that it takes no more steps. Returns the Job as it is then. Its index.sync is left to
 * the caller.
 */
export async function markClosed(transaction: Transaction, job: JobRow, caller: Caller): Promise<JobRow> {
  const { state } = jobTransition(jobStateOf(job), { type: 'planned' });
  return { ...(await writeRecord(transaction, job, { state, endDate: 'unchanged', closes: true }, caller)), ...state };
}

export function jobStateOf({ status, managed, planningComplete, cancelled, expired, waits }: JobRow): JobState {
  return { status, managed, planningComplete, cancelled, expired, waits };
}

const hasEffect = ({ effects }: JobTransition, type: JobEffect['type']): boolean =>
  effects.some((effect) => effect.type === type);

/** Performs the effects of a transition. Returns the row of the Job with its new record; the same row if that is unchanged. */
async function writeJob(
  transaction: Transaction,
  job: JobRow,
  { state, effects }: JobTransition,
  { caller, depth = 0 }: Cause,
): Promise<JobRow> {
  let row = job;
  for (const effect of effects) {
    switch (effect.type) {
      case 'mark':
        if (isOutdated(row, state)) row = await writeRecord(transaction, row, { state, endDate: 'unchanged' }, caller);
        else await markJob(transaction, { id: job.id, expired: false, ...state });
        break;
      case 'dropPassedDeadline':
        if (await dropPassedDeadline(transaction, job.id)) {
          const { deadline: _, ...values } = parseStored<Values>(row.doc);
          const current = { ...row, doc: JSON.stringify(values) };
          row = await writeRecord(transaction, current, { state, endDate: 'unchanged' }, caller);
        }
        break;
      case 'write':
        row = await writeRecord(transaction, row, { state, endDate: effect.endDate }, caller);
        break;
      case 'publishEnd':
        await publishEnd(transaction, job, effect.event);
        await enqueueCallback(transaction, row, effect.event, caller);
        await followEnd(transaction, job.id, { caller, depth, change: changeInChain });
        break;
      case 'notifyWaiter':
        if (job.notifyChannel !== null) await transaction`select pg_notify(${job.notifyChannel}, ${job.id})`;
        break;
      case 'startWork':
        if (job.managed) await releasePlan(transaction, job.id);
        else await announceClaimable(transaction, [job.id]);
        break;
      case 'withdrawPlan':
        await withdrawPlan(transaction, job.id);
        break;
    }
  }
  return row;
}

/** Enqueues the event of the end of a Job if a rule waits for it, so that the other ends cost no queue job. */
async function publishEnd(transaction: Transaction, { id, jobType }: JobRow, event: JobEndEvent): Promise<void> {
  const rules = await rulesOfSystemEvent(transaction, { event, jobType });
  if (rules.length === 0) return;
  const data = { event, jobId: id, jobType };
  await enqueue(transaction, [systemEventRow({ ownerType: 'Job', ownerId: id, data })]);
}

/** Whether the record says that its client adds more steps, or that the Job waits, which is over. */
function isOutdated({ doc }: JobRow, { planningComplete, waits }: JobState): boolean {
  const values = parseStored<Values>(doc);
  return (planningComplete && values.closed === false) || (!waits && values.waits === true);
}

/** The member `idleSeconds`, to which the time since this end is added: the Job runs again. Work that never began was not idle. */
function idleOf(
  before: Values[string] | undefined,
  endDate: Values[string] | undefined,
): { readonly idleSeconds?: number } {
  const earlier = typeof before === 'number' ? before : 0;
  const since = typeof endDate === 'string' ? Math.max(0, Date.now() - Date.parse(endDate)) / 1_000 : 0;
  const idleSeconds = Math.round((earlier + since) * 1_000) / 1_000;
  return idleSeconds > 0 ? { idleSeconds } : {};
}

interface RecordChange {
  readonly state: JobState;
  readonly endDate: 'now' | 'unchanged' | 'remove';
  /** Its client adds no more steps. */
  readonly closes?: boolean;
}

async function writeRecord(
  transaction: Transaction,
  job: JobRow,
  { state, endDate: change, closes = false }: RecordChange,
  caller: Caller,
): Promise<JobRow> {
  const {
    endDate,
    closed,
    idleSeconds,
    paused,
    waits: _,
    reason,
    ...values
  } = parseStored<Values & { readonly startedAt?: string }>(job.doc);
  const { status, planningComplete, cancelled, expired = false, waits } = state;
  const now = new Date().toISOString();
  const end = change === 'now' ? endOf(values.startDate, now) : endDate;
  const begun = workStart(values);
  const startedAt = begun ?? (status === 'NEW' || cancelled ? undefined : now);
  const members: Values = {
    ...values,
    id: job.id,
    status,
    ...(startedAt !== undefined && { startedAt }),
    ...(change !== 'remove' && { endDate: end }),
    ...(closes || closed === true ? { closed: true } : closed === false && !planningComplete && { closed }),
    ...(paused === true && !isClosed(status) && { paused }),
    ...(waits && { waits }),
    ...(reason !== undefined && cancelled && { reason }),
    ...idleOf(idleSeconds, change === 'remove' && begun !== undefined ? endDate : undefined),
  };
  const shown = withCause(members, causeOf(status, state));
  const texts = recordTexts(jobKind, shown, nextAudit(parseStored<Audit>(job.audit), caller));
  const ends = change === 'now';
  await updateJob(transaction, { ...texts, status, planningComplete, cancelled, expired, waits, closes: ends });
  return { ...job, ...texts, version: job.version + 1 };
}

/** False when the Job has a finish step, which has ended then. */
async function addFinishStep(
  transaction: Transaction,
  job: JobRow,
  { stepQueue }: JobType,
  caller: Caller,
): Promise<boolean> {
  const values: Values = { id: stepIdOf(job.id, FINISH_STEP), name: FINISH_STEP, status: 'NEW', jobId: job.id };
  const queueJobId = newId();
  const texts = recordTexts(stepKind, values, firstAudit(caller));
  const step = { ...texts, jobId: job.id, name: FINISH_STEP, chunkId: null, status: 'NEW', queueJobId } as const;
  const [added] = await insertSteps(transaction, [step], stepQueue);
  if (added === undefined) return false;
  await enqueue(transaction, [stepOutboxRow(queueJobId, stepQueue, { ...added, paused: job.paused }, caller)]);
  await enqueueSync(transaction, 'JobStep', [added.id], caller);
  return true;
}
