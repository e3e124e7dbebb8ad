import type { Transaction } from '../../db/client.ts';
import {
  countSteps,
  insertSteps,
  type JobRow,
  jobsWithOpenSteps,
  type StepCounts,
  updateJob,
} from '../../db/queries/jobs/jobRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import type { Audit, Caller, Values } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import { contextOf } from '../queue/context.ts';
import { systemEventRow } from '../queue/systemEvents.ts';
import { firstAudit, indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { FINISH_STEP, type JobTypes, jobTypes as ourTypes, stepIdOf } from './types.ts';

/**
 * What a Job's status is by its steps. `planned` says that no more steps come: without it a Job stays open. A Job
 * of a client's that has no steps keeps the status it has.
 */
export function statusBySteps(
  job: Pick<JobRow, 'status' | 'planningComplete' | 'managed'>,
  counts: StepCounts,
): string {
  const { anyNew, anyRunning, anyCompleted, anyFailed } = counts;
  const none = !anyNew && !anyRunning && !anyCompleted && !anyFailed;
  if (none) return job.managed && job.planningComplete ? 'COMPLETED' : job.status;
  if (anyRunning || (anyNew && (anyCompleted || anyFailed))) return 'IN_PROGRESS';
  // A Job that has begun does not go back to NEW while a step of it is taken anew.
  if (anyNew) return job.status === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'NEW';
  if (!job.planningComplete) return 'IN_PROGRESS';
  return anyFailed ? 'FAILED' : 'COMPLETED';
}

export const isClosed = (status: string): boolean => status === 'COMPLETED' || status === 'FAILED';

/**
 * Lets Jobs follow their steps. The caller holds their locks since before it changed a step, and has changed the steps
 * in statements before this. Closes what has nothing open left, and makes the finishing step where the type has one.
 */
export async function rollUp(
  transaction: Transaction,
  jobs: readonly JobRow[],
  caller: Caller,
  types: JobTypes = ourTypes,
): Promise<void> {
  if (jobs.length === 0) return;
  // While a Job runs and has an open step, nothing of it changes; which steps it has is asked only at its turns.
  const running = jobs.filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id);
  const unchanged = running.length > 0 ? await jobsWithOpenSteps(transaction, running) : new Set<string>();
  const byId = new Map(jobs.filter(({ id }) => !unchanged.has(id)).map((job) => [job.id, job]));
  if (byId.size === 0) return;
  const changed: string[] = [];
  for (const counts of await countSteps(transaction, [...byId.keys()])) {
    const job = byId.get(counts.jobId) as JobRow;
    let status = statusBySteps(job, counts);
    if (status === 'COMPLETED' && job.status !== 'COMPLETED' && types[job.jobType]?.finishes) {
      if (await addFinish(transaction, job, caller, types)) status = 'IN_PROGRESS';
    }
    if (status === job.status) continue;
    await changeJob(transaction, job, { status }, caller);
    changed.push(job.id);
  }
  await enqueueSync(transaction, 'Job', changed, caller);
}

/** Writes a Job whose lock the caller holds; wakes whoever waits for its end. Its index.sync is the caller's. */
export async function changeJob(
  transaction: Transaction,
  job: JobRow,
  {
    status,
    planningComplete = job.planningComplete,
    cancelled = job.cancelled,
  }: { status: string; planningComplete?: boolean; cancelled?: boolean },
  caller: Caller,
): Promise<void> {
  const closes = isClosed(status) && !isClosed(job.status);
  const { endDate, ...values } = JSON.parse(job.doc) as Values;
  const now = new Date().toISOString();
  const end = isClosed(status) ? (closes ? now : endDate) : undefined;
  const changed = { ...values, status, ...(end !== undefined && { endDate: end }) } as Values;
  const audit = nextAudit(JSON.parse(job.audit) as Audit, caller);
  const texts = recordTexts(jobKind, changed, audit);
  await updateJob(transaction, { ...texts, version: job.version, status, planningComplete, cancelled, closes });
  if (closes && status === 'FAILED' && !cancelled) {
    const data = { event: 'JOB_FAILED', jobId: job.id, jobType: job.jobType };
    await enqueue(transaction, [systemEventRow({ ownerType: 'Job', ownerId: job.id, data })]);
  }
  if (closes && job.notifyChannel !== null) await transaction`select pg_notify(${job.notifyChannel}, ${job.id})`;
}

async function addFinish(transaction: Transaction, job: JobRow, caller: Caller, types: JobTypes): Promise<boolean> {
  const values = { id: stepIdOf(job.id, FINISH_STEP), name: FINISH_STEP, status: 'NEW', jobId: job.id };
  const outboxId = newId();
  const texts = recordTexts(stepKind, values, firstAudit(caller));
  const [added] = await insertSteps(transaction, [
    { ...texts, jobId: job.id, name: FINISH_STEP, chunkId: null, status: 'NEW', queueJobId: outboxId },
  ]);
  // It is there already: it has ended, and the Job closes with it.
  if (added === undefined) return false;
  await enqueue(transaction, [
    stepOutboxRow(outboxId, (types[job.jobType] as { stepQueue: string }).stepQueue, added, caller),
  ]);
  await enqueueSync(transaction, 'JobStep', [added], caller);
  return true;
}

export function stepOutboxRow(id: string, queue: string, stepId: string, caller: Caller) {
  return { id, queue, data: JSON.stringify({ stepId, context: contextOf(caller) }) };
}

/** Outbox rows that bring these records into the search indexes, up to 500 in each. */
export async function enqueueSync(
  transaction: Transaction,
  kind: 'Job' | 'JobStep',
  ids: readonly string[],
  caller: Caller,
  delaySeconds = 0,
): Promise<string[]> {
  const rows: { id: string; queue: string; data: string; delaySeconds: number }[] = [];
  for (let from = 0; from < ids.length; from += 500) {
    const data = indexSyncData(kind === 'Job' ? jobKind : stepKind, ids.slice(from, from + 500), caller);
    rows.push({ id: newId(), queue: 'index.sync', data, delaySeconds });
  }
  await enqueue(transaction, rows);
  return rows.map(({ id }) => id);
}
