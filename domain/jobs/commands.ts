import type { Transaction } from '../../db/client.ts';
import {
  type JobRow,
  lockJobs,
  lockSteps,
  lockStepsOfJob,
  readJob,
  readStep,
  type StepChange,
  type StepRow,
  updateSteps,
} from '../../db/queries/jobs/jobRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { badRequest } from '../errors.ts';
import type { Audit, Caller, JsonObject, Values } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { deadLetterQueue } from '../queue/definitions.ts';
import { splitUndeclared } from '../records/memberOrder.ts';
import { newId, nextAudit, recordText, recordTexts, withId } from '../records/record.ts';
import { mergePatch } from '../validation/mergePatch.ts';
import { countProblems, staleVersion } from '../validation/problems.ts';
import { type Reading, readRecord } from '../validation/readRecord.ts';
import { isObject } from '../validation/values.ts';
import { existingChunks, getJob, type JobOptions, noSuch } from './create.ts';
import { changeJob, enqueueSync, isClosed, rollUp, stepOutboxRow } from './rollUp.ts';
import { type JobTypes, jobTypes as ourTypes, PLAN_STEP } from './types.ts';

/** What may become of a step by its client. A worker's steps move by themselves, but for FAILED → NEW: a resend. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  NEW: ['IN_PROGRESS'],
  IN_PROGRESS: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['NEW'],
};

/** Claims lock steps in no order, so that one of two writers may be ended for the other's sake: it goes again. */
const inTransaction = <T>(services: Services, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  withTransactionRetry(async () => (await services.sql.begin(work)) as T);

/** Steps of one transaction, where there may be very many. */
const PAGE = 500;

/** PUT of a step: replaces all members. */
export function replaceStep(services: Services, id: string, input: unknown, options: JobOptions): Promise<string> {
  return changeStep(services, id, () => readStepRecord(input), options);
}

/** PATCH of a step: a merge patch. */
export function patchStep(services: Services, id: string, patch: unknown, options: JobOptions): Promise<string> {
  if (!isObject(patch)) throw badRequest('The patch must be a JSON object.', ['body: must be an object']);
  const { auditInfo, ...members } = patch;
  return changeStep(
    services,
    id,
    (row) => {
      const { declared, undeclared } = splitUndeclared(stepKind, JSON.parse(row.doc) as JsonObject);
      const merged = mergePatch(declared, members);
      const reading = readStepRecord({ ...merged, ...(auditInfo !== undefined && { auditInfo }) });
      return { ...reading, values: { ...reading.values, ...undeclared } };
    },
    options,
  );
}

function readStepRecord(input: unknown): Reading {
  const problems: string[] = [];
  const reading = readRecord(stepKind, input, problems);
  if (problems.length > 0) throw badRequest(`The JobStep has ${countProblems(problems)}.`, problems);
  return reading;
}

async function changeStep(
  services: Services,
  id: string,
  read: (row: StepRow) => Reading,
  { caller, types = ourTypes }: JobOptions,
): Promise<string> {
  const before = await readStep(services.sql, id);
  if (!before) throw noSuch(stepKind, id);
  const text = await inTransaction(services, async (transaction) => {
    const [job] = await lockJobs(transaction, [before.jobId]);
    const [row] = await lockSteps(transaction, [id]);
    if (!row || !job) throw noSuch(stepKind, id);
    const { values: given, version } = read(row);
    const values = withId(given, id);
    const problems: string[] = [];
    if (given.id !== undefined && given.id !== id)
      problems.push(`id: ${String(given.id)} was sent, the record has ${id}`);
    if (version !== undefined && version !== row.version) problems.push(staleVersion(version, row.version));
    if (values.jobId !== row.jobId)
      problems.push(`jobId: ${String(values.jobId)} was sent, a step stays with its Job ${row.jobId}`);
    problems.push(...transitionProblems(job, row, values));
    if (problems.length > 0) throw badRequest('The JobStep cannot be changed.', problems);
    const current = JSON.parse(row.doc) as Values;
    if (Bun.deepEquals(current, values)) return recordText(row);
    if (job.managed && row.status === 'FAILED' && values.status === 'NEW')
      return resend(transaction, job, [row], caller, types, values);
    const change = stepChange(row, withDates(current, values), caller, { status: values.status as string });
    await write(transaction, [change]);
    await enqueueSync(transaction, 'JobStep', [id], caller);
    await rollUp(transaction, [job], caller, types);
    return recordText(change);
  });
  services.wakeRelay();
  return text;
}

function transitionProblems(job: JobRow, row: StepRow, values: Values): string[] {
  const to = values.status as string;
  if (job.managed && row.status === 'IN_PROGRESS')
    return [`status: the step is IN_PROGRESS, and a worker has it until it ends`];
  if (to === row.status) return [];
  if (job.cancelled && !isClosed(to)) return [`status: cannot go from ${row.status} to ${to}, the Job was cancelled`];
  if (job.managed && !(row.status === 'FAILED' && to === 'NEW'))
    return [`status: cannot go from ${row.status} to ${to} by hand, a worker does the steps of a ${job.jobType}`];
  const open = allowed[row.status] ?? [];
  if (open.includes(to)) return [];
  return [
    `status: cannot go from ${row.status} to ${to}, only to ${open.length > 0 ? open.join(' or ') : 'nothing else'}`,
  ];
}

/** The moments of a transition, unless the client says them. */
function withDates(before: Values, after: Values): Values {
  if (before.status === after.status) return after;
  const now = new Date().toISOString();
  const values = { ...after };
  if (after.status === 'IN_PROGRESS' && after.startDate === undefined) values.startDate = now;
  if (isClosed(after.status as string) && after.endDate === undefined) values.endDate = now;
  if (after.status === 'NEW') delete values.endDate;
  return values;
}

/** Puts one failed step back. Answers the id of its Job. */
export async function resendStep(
  services: Services,
  id: string,
  { caller, types = ourTypes }: JobOptions,
): Promise<string> {
  const before = await readStep(services.sql, id);
  if (!before) throw badRequest('There is no such JobStep.', [`jobStepId: no JobStep has the id "${id}"`]);
  const jobBefore = await readJob(services.sql, before.jobId);
  if (jobBefore) await types[jobBefore.jobType]?.refuseResend?.(services, before.jobId);
  await inTransaction(services, async (transaction) => {
    const [job] = await lockJobs(transaction, [before.jobId]);
    const [row] = await lockSteps(transaction, [id]);
    if (row?.status !== 'FAILED' || !job)
      throw badRequest('The JobStep cannot be sent again.', [
        `jobStepId: the step is ${row?.status ?? 'gone'}, only a FAILED one can be sent again`,
      ]);
    await resend(transaction, job, [row], caller, types);
  });
  services.wakeRelay();
  return before.jobId;
}

/** Puts those of the steps back that are FAILED, whatever their Jobs. */
export async function resendSteps(services: Services, ids: readonly string[], options: JobOptions): Promise<void> {
  const { caller } = options;
  const types: JobTypes = options.types ?? ourTypes;
  const found = await services.sql<{ id: string; jobId: string }[]>`
    select id, job_id as "jobId" from job_step where id = any(${[...ids]}::uuid[]) and status = 'FAILED'`;
  for (const [jobId, steps] of Map.groupBy(found, (step) => step.jobId)) {
    await inTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [jobId]);
      const rows = await lockSteps(
        transaction,
        steps.map(({ id }) => id),
      );
      const failed = rows.filter(({ status }) => status === 'FAILED');
      if (job && failed.length > 0) await resend(transaction, job, failed, caller, types);
    });
  }
  services.wakeRelay();
}

/** Puts every failed step of a Job back. */
export async function resendFailed(
  services: Services,
  jobId: string,
  { caller, types = ourTypes }: JobOptions,
): Promise<void> {
  const before = await readJob(services.sql, jobId);
  if (!before) throw badRequest('There is no such Job.', [`jobId: no Job has the id "${jobId}"`]);
  await types[before.jobType]?.refuseResend?.(services, jobId);
  for (let first = true; ; first = false) {
    const resent = await inTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [jobId]);
      const rows = await lockStepsOfJob(transaction, jobId, 'FAILED', PAGE);
      if (rows.length === 0 && first)
        throw badRequest('The Job has nothing to send again.', ['jobId: no step of the Job is FAILED']);
      if (job && rows.length > 0) await resend(transaction, job, rows, caller, types);
      return rows.length;
    });
    services.wakeRelay();
    if (resent < PAGE) return;
  }
}

/** FAILED → NEW under a queue job of its own: an insert of the old one's id would vanish silently, and with it the resend. */
async function resend(
  transaction: Transaction,
  job: JobRow,
  rows: readonly StepRow[],
  caller: Caller,
  types: JobTypes,
  given?: Values,
): Promise<string> {
  const type = job.managed ? types[job.jobType] : undefined;
  const changes = rows.map((row) => {
    const { endDate: _, ...values } = given ?? (JSON.parse(row.doc) as Values);
    const queueJobId = type ? newId() : null;
    return stepChange(row, { ...values, status: 'NEW' } as Values, caller, {
      status: 'NEW',
      faults: 0,
      worker: null,
      queueJobId,
    });
  });
  await write(transaction, changes);
  if (type) {
    await enqueue(
      transaction,
      changes.map(({ id, queueJobId }) => stepOutboxRow(queueJobId as string, type.stepQueue, id, caller)),
    );
    // The step is no dead letter any more.
    await transaction`
      delete from pgboss.job where name = ${deadLetterQueue(type.stepQueue)} and data->>'stepId' = any(${changes.map(({ id }) => id)}::text[])`;
  }
  await enqueueSync(
    transaction,
    'JobStep',
    changes.map(({ id }) => id),
    caller,
  );
  const planningComplete = job.planningComplete && !rows.some(({ name }) => job.managed && name === PLAN_STEP);
  // A cancelled Job that is sent again lives again.
  await transaction`update job set planning_complete = ${planningComplete}, cancelled = false where id = ${job.id}`;
  await rollUp(transaction, [{ ...job, planningComplete, cancelled: false }], caller, types);
  return recordText(changes[0] as StepChange);
}

/**
 * Cancels a Job: what runs is told to stop, unfinished steps and the Job become FAILED, and no more are planned.
 * Answers the Job as JSON text.
 */
export async function cancelJob(
  services: Services,
  id: string,
  { caller, types = ourTypes }: JobOptions,
): Promise<string> {
  if (!(await readJob(services.sql, id))) throw noSuch(jobKind, id);
  for (let first = true; ; first = false) {
    const cancelled = await inTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [id]);
      if (!job) throw noSuch(jobKind, id);
      if (first && isClosed(job.status))
        throw badRequest('The Job cannot be cancelled.', [
          `status: cannot go from ${job.status} to FAILED, the Job has ended`,
        ]);
      // From here on nothing is claimed or planned: both look at this under their locks.
      if (!job.cancelled) await transaction`update job set cancelled = true, planning_complete = true where id = ${id}`;
      const rows = await lockStepsOfJob(transaction, id, 'open', PAGE);
      await cancelSteps(transaction, job, rows, caller, types);
      if (rows.length < PAGE) {
        const now = { ...job, cancelled: true, planned: true };
        if (!isClosed(job.status)) {
          await changeJob(transaction, now, { status: 'FAILED' }, caller);
          await enqueueSync(transaction, 'Job', [id], caller);
        }
      }
      return rows.length;
    });
    services.wakeRelay();
    if (cancelled < PAGE) return getJob(services, id, false);
  }
}

async function cancelSteps(
  transaction: Transaction,
  job: JobRow,
  rows: readonly StepRow[],
  caller: Caller,
  types: JobTypes,
) {
  if (rows.length === 0) return;
  const endDate = new Date().toISOString();
  const changes = rows.map((row) =>
    stepChange(row, { ...(JSON.parse(row.doc) as Values), status: 'FAILED', endDate, log: 'cancelled' }, caller, {
      status: 'FAILED',
    }),
  );
  await write(transaction, changes);
  await enqueueSync(
    transaction,
    'JobStep',
    changes.map((change) => change.id),
    caller,
  );
  const type = job.managed ? types[job.jobType] : undefined;
  const queued = rows.flatMap(({ queueJobId }) => queueJobId ?? []);
  if (!type || queued.length === 0) return;
  // The claims are lost with this, and handlers that still run are told by the signal.
  await transaction`delete from pgboss.job where name = ${type.stepQueue} and id = any(${queued}::uuid[])`;
  await transaction`delete from outbox where id = any(${queued}::uuid[])`;
}

function stepChange(
  row: StepRow,
  values: Values,
  caller: Caller,
  changed: Partial<Pick<StepChange, 'status' | 'faults' | 'worker' | 'queueJobId'>>,
): StepChange {
  const { status, fence, faults, worker, queueJobId } = { ...row, ...changed };
  return {
    ...recordTexts(stepKind, values, nextAudit(JSON.parse(row.audit) as Audit, caller)),
    version: row.version,
    wasFence: row.fence,
    wasStatus: row.status,
    wasWorker: row.worker,
    name: values.name as string,
    chunkId: (values.chunkId as string | undefined) ?? null,
    status,
    fence,
    faults,
    worker,
    queueJobId,
  };
}

async function write(transaction: Transaction, changes: readonly StepChange[]): Promise<void> {
  try {
    await transaction.savepoint((inner) => updateSteps(inner, changes));
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error;
    throw badRequest('The JobStep cannot be changed.', await existingChunks(transaction, changes));
  }
}
