import type { Database } from '../../db/client.ts';
import {
  claimRows,
  type JobRow,
  lockJobs,
  readJob,
  type StepChange,
  type StepRow,
  updateSteps,
} from '../../db/queries/jobs/jobRows.ts';
import { enqueueSync, rollUp } from '../../domain/jobs/rollUp.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import type { Audit, Caller, JsonObject, Values } from '../../domain/kinds/kind.ts';
import { jobStep as stepKind } from '../../domain/kinds/processing/jobStep.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import { nextAudit, recordTexts } from '../../domain/records/record.ts';
import type { JobOfStep, StepResult } from './handler.ts';

/** A step in this worker's hands. */
export interface ClaimedStep {
  /** As it stands in the table; replaced when the claim is shown. */
  row: StepRow;
  /** As it is to be shown while it runs. */
  readonly values: Values;
  readonly job: JobOfStep;
  readonly taken: ClaimedJob<RunStep>;
  readonly caller: Caller;
  readonly startedAt: number;
}

/** How a step ended for this worker. */
export type StepEnd =
  | { readonly type: 'completed'; readonly result: StepResult }
  /** A fault of the handler; the last one says FAILED. */
  | { readonly type: 'fault'; readonly message: string; readonly last: boolean; readonly result: StepResult }
  /** Nobody's fault: the step is NEW again. */
  | { readonly type: 'released' };

/**
 * Claims the steps of a batch in their own rows; every later write names the attempt. Steps that are not to be done any
 * more (cancelled, ended, or carried by a newer queue job) are left out. A Job whose first steps these are begins.
 */
export async function claimSteps(
  sql: Database,
  { workerId, worker, types }: { readonly workerId: string; readonly worker: string; readonly types: JobTypes },
  taken: readonly ClaimedJob<RunStep>[],
): Promise<ClaimedStep[]> {
  const byStep = new Map(taken.map((job) => [job.data.stepId, job]));
  const wanted = taken.map(({ id, data }) => ({ stepId: data.stepId, queueJobId: id }));
  const rows = await claimRows(sql, workerId, wanted);
  const [first] = rows;
  if (!first) return [];
  const jobs = await jobsOf(sql, [...new Set(rows.map(({ jobId }) => jobId))]);
  const startedAt = Date.now();
  const startDate = new Date(startedAt).toISOString();
  const claimed = rows.map((row): ClaimedStep => {
    const step = byStep.get(row.id) as ClaimedJob<RunStep>;
    const { endDate: _, ...before } = JSON.parse(row.doc) as Values;
    const processingInfo = { attempts: row.fence, worker };
    const values: Values = { ...before, startDate, status: 'IN_PROGRESS', processingInfo };
    const job = jobs.get(row.jobId) as JobOfStep;
    return { row, values, job, taken: step, caller: workerCaller(step.data.context), startedAt };
  });
  const waiting = new Set(rows.filter(({ jobStatus }) => jobStatus !== 'IN_PROGRESS').map(({ jobId }) => jobId));
  if (waiting.size > 0) {
    const { caller } = claimed[0] as ClaimedStep;
    await sql.begin(async (transaction) =>
      rollUp(transaction, await lockJobs(transaction, [...waiting]), caller, types),
    );
  }
  return claimed;
}

/**
 * Writes into the records of claimed steps that they are IN_PROGRESS. Left to steps that run for a while: one that ends
 * at once is written once and indexed once.
 */
export async function showSteps(sql: Database, claimed: readonly ClaimedStep[]): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const changes = claimed.map(({ row, values, caller }) => changeOf(row, values, caller, {}));
  const shown = await sql.begin(async (transaction) => {
    const written = await updateSteps(transaction, changes);
    await enqueueSync(transaction, 'JobStep', [...written], first.caller);
    return written;
  });
  claimed.forEach((step, index) => {
    const { doc, audit } = changes[index] as StepChange;
    if (shown.has(step.row.id)) step.row = { ...step.row, version: step.row.version + 1, doc, audit };
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
    attempts: row.fence,
    worker: (values.processingInfo as JsonObject).worker ?? null,
    durationMs: now.getTime() - startedAt,
    ...(end.type !== 'released' && end.result.processingInfo),
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
  changed: Partial<Pick<StepChange, 'status' | 'fence' | 'faults' | 'worker' | 'queueJobId'>>,
): StepChange {
  const texts = recordTexts(stepKind, inDeclaredOrder(values), nextAudit(JSON.parse(row.audit) as Audit, caller));
  const { status, fence, faults, worker, queueJobId } = { ...row, ...changed };
  const chunkId = (values.chunkId as string | undefined) ?? null;
  return {
    ...texts,
    version: row.version,
    wasFence: row.fence,
    wasStatus: row.status,
    wasWorker: row.worker,
    name: row.name,
    chunkId,
    status,
    fence,
    faults,
    worker,
    queueJobId,
  };
}

const memberNames = Object.keys(stepKind.members);

export function inDeclaredOrder(values: Values): Values {
  const ordered = {} as Values;
  for (const name of memberNames) {
    const value = values[name];
    if (value !== undefined) ordered[name] = value;
  }
  // Members of a newer release stay, behind those that are known.
  for (const [name, value] of Object.entries(values)) if (value !== undefined) ordered[name] = value;
  return ordered;
}

async function jobsOf(sql: Database, ids: readonly string[]): Promise<Map<string, JobOfStep>> {
  const rows = await sql<{ id: string; jobType: string; doc: string }[]>`
    select id, job_type as "jobType", doc from job where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, jobType, doc }) => [id, { id, jobType, data: dataOf(doc) }]));
}

const dataOf = (doc: string): JsonObject => ((JSON.parse(doc) as Values).data as JsonObject | undefined) ?? {};

/** The Job as its planner is given it; undefined when it is gone. */
export async function jobOf(sql: Database, id: string): Promise<{ row: JobRow; job: JobOfStep } | undefined> {
  const row = await readJob(sql, id);
  if (!row) return undefined;
  return { row, job: { id, jobType: row.jobType, data: dataOf(row.doc) } };
}
