import type { Database } from '../db/client.ts';
import {
  type JobRow,
  lockJobs,
  lockSteps,
  readJob,
  type StepChange,
  type StepRow,
  updateSteps,
} from '../db/queries/jobRows.ts';
import type { TakenJob } from '../domain/jobs/broker.ts';
import { workerCaller } from '../domain/jobs/context.ts';
import type { JobTypes } from '../domain/jobs/jobTypes.ts';
import type { DoStep } from '../domain/jobs/queues.ts';
import { changeJob, enqueueSync, rollUp } from '../domain/jobs/rollUp.ts';
import type { Audit, Caller, JsonObject, Values } from '../domain/kind.ts';
import { jobStep as stepKind } from '../domain/kinds/jobStep.ts';
import { nextAudit, recordTexts } from '../domain/record.ts';
import type { JobOfStep, StepResult } from './handler.ts';

/** A step in this worker's hands. */
export interface ClaimedStep {
  /** As it stands since the claim. */
  readonly row: StepRow;
  readonly values: Values;
  readonly job: JobOfStep;
  readonly taken: TakenJob<DoStep>;
  readonly caller: Caller;
  readonly startedAt: number;
  /** The outbox row that shows the claim to searches, unless the step's end comes first. */
  readonly syncId: string;
}

/** How a step ended for this worker. */
export type StepEnd =
  | { readonly type: 'completed'; readonly result: StepResult }
  /** A fault of the handler; the last one says FAILED. */
  | { readonly type: 'fault'; readonly message: string; readonly last: boolean }
  /** Nobody's fault: the step is NEW again. */
  | { readonly type: 'released' };

/** A claim shows in searches after this long; a step that ends sooner costs one write to the index and not two. */
const CLAIM_SHOWN_AFTER = 0.6;

/**
 * Claims the steps of a batch in their own rows: the attempt is raised, and every later write names it by the version.
 * Steps that are not to be done any more (cancelled, ended, or carried by a newer queue job) are left out.
 */
export async function claimSteps(
  sql: Database,
  { workerId, worker }: { readonly workerId: string; readonly worker: string },
  taken: readonly TakenJob<DoStep>[],
): Promise<ClaimedStep[]> {
  const byStep = new Map(taken.map((job) => [job.data.stepId, job]));
  const ids = [...byStep.keys()];
  return sql.begin(async (transaction) => {
    const jobs = await transaction<Pick<JobRow, 'id' | 'jobType' | 'status' | 'cancelled' | 'doc'>[]>`
      select id, job_type as "jobType", status, cancelled, doc from job
      where id in (select job_id from job_step where id = any(${ids}::uuid[]))`;
    // Only a Job that has yet to begin is locked: a claim closes nothing, so it need not wait for other steps' ends.
    const waiting = jobs.filter(({ status, cancelled }) => status !== 'IN_PROGRESS' && !cancelled).map(({ id }) => id);
    const starting = waiting.length > 0 ? await lockJobs(transaction, waiting) : [];
    const byId = new Map(jobs.map((job) => [job.id, job]));
    const rows = (await lockSteps(transaction, ids)).filter(
      (row) =>
        (row.status === 'NEW' || row.status === 'IN_PROGRESS') &&
        row.queueJobId === byStep.get(row.id)?.id &&
        byId.get(row.jobId)?.cancelled === false,
    );
    if (rows.length === 0) return [];
    const startedAt = Date.now();
    const startDate = new Date(startedAt).toISOString();
    const parsedJobs = new Map<string, JobOfStep>();
    const changes: StepChange[] = [];
    const claimed = rows.map((row) => {
      const step = byStep.get(row.id) as TakenJob<DoStep>;
      const caller = workerCaller(step.data.context);
      const { endDate: _, ...before } = JSON.parse(row.doc) as Values;
      const attempt = row.attempt + 1;
      const values: Values = {
        ...before,
        startDate,
        status: 'IN_PROGRESS',
        processingInfo: { attempts: attempt, worker },
      };
      const change = changeOf(row, values, caller, { status: 'IN_PROGRESS', attempt, worker: workerId });
      changes.push(change);
      let job = parsedJobs.get(row.jobId);
      if (!job) {
        const { id, jobType, doc } = byId.get(row.jobId) as (typeof jobs)[number];
        job = { id, jobType, data: ((JSON.parse(doc) as Values).data as JsonObject | undefined) ?? {} };
        parsedJobs.set(row.jobId, job);
      }
      const now = {
        ...row,
        version: row.version + 1,
        doc: change.doc,
        audit: change.audit,
        status: 'IN_PROGRESS',
        attempt,
        worker: workerId,
      };
      return { row: now, values, job, taken: step, caller, startedAt };
    });
    await updateSteps(transaction, changes);
    const caller = (claimed[0] as { caller: Caller }).caller;
    const [syncId = ''] = await enqueueSync(
      transaction,
      'JobStep',
      rows.map(({ id }) => id),
      caller,
      CLAIM_SHOWN_AFTER,
    );
    const begun = new Set(rows.map(({ jobId }) => jobId));
    const changed = starting.filter(({ id, status }) => begun.has(id) && status !== 'IN_PROGRESS');
    for (const job of changed) await changeJob(transaction, job, { status: 'IN_PROGRESS' }, caller);
    await enqueueSync(
      transaction,
      'Job',
      changed.map(({ id }) => id),
      caller,
    );
    return claimed.map((step) => ({ ...step, syncId }));
  });
}

/**
 * Writes how steps ended, a batch in one transaction, and lets their Jobs follow. Answers the ids of the steps that
 * were still this worker's; the others have been taken from it, and nothing is written of them.
 */
export async function endSteps(
  sql: Database,
  ended: readonly { readonly step: ClaimedStep; readonly end: StepEnd }[],
  types: JobTypes,
): Promise<Set<string>> {
  const [first] = ended;
  if (!first) return new Set();
  const { caller } = first.step;
  return sql.begin(async (transaction) => {
    const jobs = await lockJobs(transaction, [...new Set(ended.map(({ step }) => step.row.jobId))]);
    const now = new Date();
    const written = await updateSteps(
      transaction,
      ended.map(({ step, end }) => endOf(step, end, now)),
    );
    if (written.size === 0) return written;
    await transaction`delete from outbox where id = any(${[...new Set(ended.map(({ step }) => step.syncId))]}::uuid[])`;
    await enqueueSync(
      transaction,
      'JobStep',
      ended.map(({ step }) => step.row.id),
      caller,
    );
    await rollUp(transaction, jobs, caller, types);
    return written;
  });
}

function endOf({ row, values, caller, startedAt }: ClaimedStep, end: StepEnd, now: Date): StepChange {
  const processingInfo: JsonObject = {
    attempts: row.attempt,
    worker: (values.processingInfo as JsonObject).worker ?? null,
    durationMs: now.getTime() - startedAt,
    ...(end.type === 'completed' && end.result.processingInfo),
  };
  const endDate = now.toISOString();
  const { log, ...rest } = values;
  if (end.type === 'completed') {
    const told = end.result.log === undefined ? undefined : { log: end.result.log };
    return changeOf(row, { ...rest, status: 'COMPLETED', endDate, processingInfo, ...told }, caller, {
      status: 'COMPLETED',
    });
  }
  if (end.type === 'fault') {
    const faults = row.faults + 1;
    if (end.last) {
      const failed = { ...rest, status: 'FAILED', endDate, processingInfo, log: end.message };
      return changeOf(row, failed, caller, { status: 'FAILED', faults });
    }
    return changeOf(row, { ...rest, status: 'NEW', processingInfo, log: end.message }, caller, {
      status: 'NEW',
      faults,
      worker: null,
    });
  }
  const kept = { ...rest, status: 'NEW', processingInfo, ...(log !== undefined && { log }) };
  return changeOf(row, kept, caller, { status: 'NEW', worker: null });
}

/** What is to be written of a step whose values changed. */
export function changeOf(
  row: StepRow,
  values: Values,
  caller: Caller,
  changed: Partial<Pick<StepChange, 'status' | 'attempt' | 'faults' | 'worker' | 'queueJobId'>>,
): StepChange {
  const texts = recordTexts(stepKind, inDeclaredOrder(values), nextAudit(JSON.parse(row.audit) as Audit, caller));
  const { status, attempt, faults, worker, queueJobId } = { ...row, ...changed };
  const chunkId = (values.chunkId as string | undefined) ?? null;
  return { ...texts, version: row.version, name: row.name, chunkId, status, attempt, faults, worker, queueJobId };
}

const memberNames = Object.keys(stepKind.members);

export function inDeclaredOrder(values: Values): Values {
  const ordered = {} as Values;
  for (const name of memberNames) {
    const value = values[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

/** The Job as its planner is given it; undefined when it is gone. */
export async function jobOf(sql: Database, id: string): Promise<{ row: JobRow; job: JobOfStep } | undefined> {
  const row = await readJob(sql, id);
  if (!row) return undefined;
  const data = ((JSON.parse(row.doc) as Values).data as JsonObject | undefined) ?? {};
  return { row, job: { id, jobType: row.jobType, data } };
}
