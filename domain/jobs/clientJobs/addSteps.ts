import { type JobRow, lockJobs, readJob } from '../../../db/queries/jobs/jobRows.ts';
import { announceClaimable } from '../../../db/queries/jobs/leaseRows.ts';
import { checkWritable, readable } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import { recordText } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { countProblems } from '../../validation/problems.ts';
import { readRecord } from '../../validation/readRecord.ts';
import { describe } from '../../validation/values.ts';
import { waitsForOthers } from '../chains/predecessors.ts';
import { enqueueStepSync } from '../create.ts';
import { noStepsOf } from '../creation/problemsOfManaged.ts';
import { problemsOfDates } from '../jobDates.ts';
import { addSteps, newStepRow, problemsOfKey } from '../newSteps.ts';
import { enqueueSync } from '../outboxRows.ts';
import { getJob, noSuch } from '../read.ts';
import { markClosed, rollUp } from '../rollUp.ts';
import { isClosed } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import { requireTypeAccess } from '../typeAccess.ts';
import type { JobOptions } from '../types.ts';

/** Adds a client's step to a Job. Returns the step as JSON text. */
export async function createStep(services: Services, input: unknown, options: JobOptions): Promise<string> {
  const { caller } = options;
  const types = services.jobTypes;
  const problems: string[] = [];
  const { values } = readRecord(stepKind, input, problems);
  problems.push(...problemsOfDates(values), ...problemsOfKey(values));
  if (problems.length > 0) throw badRequest(`The JobStep has ${countProblems(problems)}.`, problems);
  const jobId = String(values.jobId);
  const row = await inJobTransaction(services, async (transaction) => {
    const [locked] = await lockJobs(transaction, [jobId]);
    const job = readable(services, jobKind, locked);
    if (!job) throw badRequest('The JobStep cannot be created.', [`jobId: no Job has the id ${describe(jobId)}`]);
    if (job.managed) requireTypeAccess(services.access, job.jobType, types);
    refuseStep(job, values);
    const added = newStepRow(values, { ...parseStored<JsonObject>(job.doc), id: jobId }, caller);
    checkWritable(services, stepKind, added);
    await addSteps({ sql: transaction, access: services.access }, [added]);
    if (!job.managed) await announceClaimable(transaction, [jobId]);
    await enqueueStepSync(transaction, [added], caller);
    await rollUp(transaction, [job], caller, types);
    await options.inTransaction?.(transaction, recordText(added));
    return added;
  });
  services.wakeRelay();
  return recordText(row);
}

/**
 * Closes a Job of a client: it takes no more steps, and ends with its last open step. Does nothing if it is closed or takes no
 * more steps anyway. Returns the Job as JSON text.
 */
export async function closeJob(services: Services, id: string, { caller }: JobOptions): Promise<string> {
  const types = services.jobTypes;
  await inJobTransaction(services, async (transaction) => {
    const [locked] = await lockJobs(transaction, [id]);
    const job = readable(services, jobKind, locked);
    if (!job) throw noSuch(jobKind, id);
    checkWritable(services, jobKind, job);
    if (job.managed) throw badRequest('The Job cannot be closed.', [`id: ${noStepsOf(job.jobType)}`]);
    if (refusalOf(job) !== undefined) return;
    const [step] = await transaction`select from job_step where job_id = ${id} limit 1`;
    if (!step) throw badRequest('The Job cannot be closed.', ['id: the Job has no step; add one, or cancel the Job']);
    const closed = await markClosed(transaction, job, caller);
    await enqueueSync(transaction, 'Job', [id], caller);
    await rollUp(transaction, [closed], caller, types);
    const after = await readJob(transaction, id);
    if (after) checkWritable(services, jobKind, after);
  });
  services.wakeRelay();
  return getJob(services, id, false);
}

/** Without it, a Job ends with the last of the steps that it has, which may be its first one. */
const OPEN_HINT = '; a Job that is created with closed: false takes steps until it is closed';

/** Why a client's Job takes no more steps; undefined if it takes some. */
function refusalOf({ doc, status, cancelled }: JobRow): string | undefined {
  if (parseStored<JsonObject>(doc).closed === true)
    return 'the Job is closed and takes no more steps; create another Job for them';
  if (cancelled) return `the Job is ${isClosed(status) ? status : 'being cancelled'}`;
  return status === 'COMPLETED' ? `the Job is COMPLETED${OPEN_HINT}` : undefined;
}

function refuseStep(job: JobRow, { status }: JsonObject): void {
  if (job.managed) throw badRequest('The JobStep cannot be created.', [`jobId: ${noStepsOf(job.jobType)}`]);
  const refusal = refusalOf(job);
  if (refusal !== undefined) throw badRequest('The Job takes no more steps.', [`jobId: ${refusal}`]);
  if (job.waits && status !== 'NEW')
    throw badRequest('The JobStep cannot be created.', [`status: must be NEW, ${waitsForOthers}`]);
}
