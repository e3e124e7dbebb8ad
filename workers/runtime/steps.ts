import type { Database } from '../../db/client.ts';
import { type ClaimedRow, claimedRow, claimRows } from '../../db/queries/jobs/claimRows.ts';
import { type JobRow, lockJobs, readJob, type StepRow } from '../../db/queries/jobs/jobRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { predecessorsOf } from '../../domain/jobs/chains/predecessors.ts';
import { rollUp } from '../../domain/jobs/rollUp.ts';
import { stepStateOf, writeStepRecords } from '../../domain/jobs/stepEffects.ts';
import { type StepEvent, type StepState, type StepTransition, stepTransition } from '../../domain/jobs/stepState.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import type { Caller, JsonObject, RightsHolder, Values } from '../../domain/kinds/kind.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import type { JobOfStep, StepResult } from './handler.ts';

/** A step that this worker has claimed. */
export interface ClaimedStep {
  /** As stored; replaced when the claim is shown. */
  row: StepRow;
  /** The members of the record while the step runs. */
  readonly values: Values;
  readonly job: JobOfStep;
  readonly queueJob: ClaimedJob<RunStep>;
  readonly caller: Caller;
  /** When it began in its slot, ms since 1970; absent before. */
  startedAt?: number;
}

/** How a claimed step ended. */
export interface StepEnd {
  readonly step: ClaimedStep;
  readonly transition: StepTransition;
  /** Added to `attempts`, `worker` and `durationMs`. */
  readonly processingInfo?: StepResult['processingInfo'];
}

/** The transition of a claimed step. Only managed steps of Jobs that are not cancelled are claimed. */
export function claimedTransition({ row }: ClaimedStep, event: StepEvent): StepTransition {
  const state: StepState = stepStateOf(row, { managed: true, cancelled: false });
  return stepTransition(state, event);
}

/**
 * Claims the steps of a batch, unless they were claimed with their queue jobs. Every later write names the fence and the worker.
 * Steps that are not to be run any more (cancelled, ended, or carried by a newer queue job) are left out. A Job whose first steps
 * these are starts.
 */
export async function claimSteps(
  sql: Database,
  { workerId, worker, types }: { readonly workerId: string; readonly worker: string; readonly types: JobTypes },
  queueJobs: readonly ClaimedJob<RunStep>[],
): Promise<ClaimedStep[]> {
  const rows = await rowsOf(sql, workerId, queueJobs);
  if (rows.length === 0) return [];
  const jobs = jobsOf(rows);
  const byStep = new Map(queueJobs.map((queueJob) => [queueJob.data.stepId, queueJob]));
  const claimed = rows.flatMap((row): ClaimedStep[] => {
    const [queueJob, job] = [byStep.get(row.id), jobs.get(row.jobId)];
    if (!queueJob || !job) return [];
    const caller = workerCaller(queueJob.data.context);
    return [{ row, values: runningValues(row, worker), job, queueJob, caller }];
  });
  const waiting = new Set(
    rows.filter(({ jobStatus }) => jobStatus !== null && jobStatus !== 'IN_PROGRESS').map(({ jobId }) => jobId),
  );
  const [first] = claimed;
  if (first && waiting.size > 0) {
    await sql.begin(async (transaction) =>
      rollUp(transaction, await lockJobs(transaction, [...waiting]), first.caller, types),
    );
  }
  return claimed;
}

/** Returns the rows of the steps: of those that were claimed with their queue jobs, and of the others that can be claimed now. */
async function rowsOf(
  sql: Database,
  workerId: string,
  queueJobs: readonly ClaimedJob<RunStep>[],
): Promise<ClaimedRow[]> {
  const claimed = queueJobs.flatMap(({ claim }) => (claim ? [claimedRow(claim, workerId)] : []));
  const others = queueJobs.flatMap(({ id, data, claim }) => (claim ? [] : [{ stepId: data.stepId, queueJobId: id }]));
  return others.length === 0 ? claimed : [...claimed, ...(await claimRows(sql, workerId, others))];
}

function runningValues(row: StepRow, worker: string): Values {
  const { endDate: _, ...before } = parseStored<Values>(row.doc);
  return { ...before, status: 'IN_PROGRESS', processingInfo: { attempts: row.fence, worker } };
}

/** Steps begin when their batch has its slot, which can be some time after the claim. */
export function beginSteps(claimed: readonly ClaimedStep[]): void {
  const startedAt = Date.now();
  const startDate = new Date(startedAt).toISOString();
  for (const step of claimed) {
    step.startedAt = startedAt;
    Object.assign(step.values, { startDate });
  }
}

/**
 * Writes into the records of claimed steps that they are IN_PROGRESS. Called for steps that run for a while: one that ends
 * at once is written once and indexed once.
 */
export async function showSteps(sql: Database, claimed: readonly ClaimedStep[]): Promise<void> {
  const updates = claimed.map((step) => {
    const { row, values, caller } = step;
    return { row, values, caller, transition: claimedTransition(step, { type: 'show' }) };
  });
  const shown = await writeStepRecords(sql, updates);
  for (const step of claimed) {
    const change = shown.get(step.row.id);
    if (change) step.row = { ...step.row, version: step.row.version + 1, doc: change.doc, audit: change.audit };
  }
}

/**
 * Writes how steps of a batch ended, in one statement, which the caller follows by a roll-up of their Jobs, and removes the queue jobs of
 * those that are done. Returns the ids of the steps whose claim this worker still had; nothing is written about the others.
 */
export async function endSteps(sql: Database, ends: readonly StepEnd[]): Promise<ReadonlySet<string>> {
  const [first] = ends;
  if (!first) return new Set();
  const now = Date.now();
  const updates = ends.map(({ step, transition, processingInfo }) => {
    const { row, values, caller, startedAt } = step;
    const info: JsonObject = {
      ...(values.processingInfo as JsonObject),
      ...(startedAt !== undefined && { durationMs: now - startedAt }),
      ...processingInfo,
    };
    return { row, transition, values: { ...values, processingInfo: info }, caller };
  });
  // In the order in which cancellations lock steps, so that neither waits for the other in a circle.
  updates.sort((one, two) => (one.row.id < two.row.id ? -1 : 1));
  const written = await withTransactionRetry(() => writeStepRecords(sql, updates, first.step.queueJob.queue));
  return new Set(written.keys());
}

/** The id of the step that a queue job carries, if it carries one. */
export function stepIdIn({ data }: ClaimedJob): string | undefined {
  const { stepId } = data as Partial<RunStep>;
  return typeof stepId === 'string' ? stepId : undefined;
}

function jobsOf(rows: readonly ClaimedRow[]): Map<string, JobOfStep> {
  return new Map(
    rows.flatMap(({ jobId: id, jobType, jobDoc: doc, holder }) =>
      jobType === null || doc === null ? [] : [[id, jobOfRow({ id, jobType, doc, holder })]],
    ),
  );
}

const jobOfRow = ({ id, jobType, doc, holder }: Pick<JobRow, 'id' | 'jobType' | 'doc' | 'holder'>): JobOfStep => ({
  ...{ id, jobType, data: dataOf(doc) },
  ...(doc.includes('"after"') && { after: predecessorsOf(parseStored<JsonObject>(doc)) }),
  ...(holder !== null && { holder: parseStored<RightsHolder>(holder) }),
});

function dataOf(doc: string): JsonObject {
  const { data } = parseStored<{ data?: JsonObject }>(doc);
  return data ?? {};
}

/** The Job as its planner takes it; undefined when it was deleted. */
export async function jobOf(sql: Database, id: string): Promise<{ row: JobRow; job: JobOfStep } | undefined> {
  const row = await readJob(sql, id);
  if (!row) return undefined;
  return { row, job: jobOfRow(row) };
}
