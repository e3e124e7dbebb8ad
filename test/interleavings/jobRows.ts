import type { Database } from '../../db/client.ts';
import { insertJob } from '../../db/queries/jobs/jobRows.ts';
import { insertSteps } from '../../db/queries/jobs/newStepRows.ts';
import { UnshownLeases } from '../../domain/jobs/leases/showLeases.ts';
import { rollUpEnded } from '../../domain/jobs/rollUp.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import { type JobStatus, job as jobKind } from '../../domain/kinds/processing/job.ts';
import { jobStep as stepKind } from '../../domain/kinds/processing/jobStep.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import { firstAudit, newId, recordTexts } from '../../domain/records/record.ts';
import { type ClaimedStep, claimedTransition, claimSteps, endSteps } from '../../workers/runtime/steps.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';

const stepQueue = 'step.maintenance';
export const types: JobTypes = {
  TEST: { data: {}, stepQueue },
  TEST_FINISH: { data: {}, stepQueue, finishes: true },
};

/** A claim shows in its record by an operation of its own, after a time that no order has. */
class NeverShown extends UnshownLeases {
  override claimed(): void {}
}

export function jobServices(sql: Database): Services {
  const services = makeTestServices(sql, { jobTypes: types });
  return { ...services, unshownLeases: new NeverShown(services) };
}

/** A Job with the queue jobs of its steps, in their order. */
export interface JobRows {
  readonly jobId: string;
  readonly queueJobs: readonly ClaimedJob<RunStep>[];
}

interface NewJob {
  readonly steps: number;
  readonly jobType?: string;
  readonly status?: JobStatus;
  readonly planningComplete?: boolean;
}

/** Stores a managed Job with steps that are NEW. */
export async function makeJob(
  sql: Database,
  { steps, jobType = 'TEST', status = 'NEW', planningComplete = true }: NewJob,
): Promise<JobRows> {
  const jobId = newId();
  const audit = firstAudit(caller);
  const unordered = { priority: 0, startAfter: null, deadline: null, uniqueKey: null, submitter: caller.user };
  const job = {
    jobType,
    status,
    planningComplete,
    managed: true,
    waits: false,
    notifyChannel: null,
    holder: null,
    ...unordered,
  } as const;
  const rows = Array.from({ length: steps }, (_, index) => {
    const [id, name] = [newId(), `step ${index}`];
    const texts = recordTexts(stepKind, { id, name, status: 'NEW', jobId }, audit);
    return { ...texts, jobId, name, chunkId: null, status: 'NEW', queueJobId: newId() } as const;
  });
  await sql.begin(async (transaction) => {
    const texts = recordTexts(jobKind, { id: jobId, jobType, status }, audit);
    await insertJob(transaction, { ...texts, ...job });
    await insertSteps(transaction, rows, stepQueue);
  });
  const { signal } = new AbortController();
  const queueJobs = rows.map(({ id, queueJobId }) => {
    const data = { stepId: id, context: caller };
    return { id: queueJobId, queue: stepQueue, data, retryCount: 0, signal };
  });
  return { jobId, queueJobs };
}

/** Claims a step for a worker; returns undefined if it must not be run. */
export async function claim(
  sql: Database,
  queueJob: ClaimedJob<RunStep>,
  workerId: string = newId(),
): Promise<ClaimedStep | undefined> {
  const [claimed] = await claimSteps(sql, { workerId, worker: workerId, types }, [queueJob]);
  return claimed;
}

/** Claims steps that can be claimed. */
export const claimAll = (sql: Database, queueJobs: readonly ClaimedJob<RunStep>[]): Promise<ClaimedStep[]> =>
  claimSteps(sql, { workerId: newId(), worker: 'worker', types }, queueJobs);

/** Ends a claimed step as COMPLETED or FAILED. Returns whether the end was written. */
export async function end(
  sql: Database,
  step: ClaimedStep | undefined,
  { fails = false }: { fails?: boolean } = {},
): Promise<boolean> {
  if (!step) throw new Error('the step was not claimed');
  const event = fails
    ? ({ type: 'fail', message: 'failed', permanent: true } as const)
    : ({ type: 'complete' } as const);
  const written = await endSteps(sql, [{ step, transition: claimedTransition(step, event) }]);
  await rollUpEnded({ sql }, [step.row.jobId], caller, types);
  return written.has(step.row.id);
}

/** Describes a Job and its steps, by their columns and their records. */
export async function stateOfJob(sql: Database, { jobId }: JobRows): Promise<string> {
  const rows = await sql<{ status: string; shown: string; closed: number }[]>`
    select status, doc::json->>'status' as shown, close_count as closed from job where id = ${jobId}
    union all (select status, doc::json->>'status', 0 from job_step where job_id = ${jobId} order by name)`;
  const [job, ...steps] = rows.map(({ status, shown }) => (status === shown ? status : `${status} shown as ${shown}`));
  return `the Job is ${job}, closed ${rows[0]?.closed} times, with the steps ${steps.join(' and ') || 'none'}`;
}
