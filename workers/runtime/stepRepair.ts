import { type JobRow, lockJobs, lockSteps, type StepRow } from '../../db/queries/jobs/jobRows.ts';
import type { OpenStep } from '../../db/queries/jobs/stepReconciliation.ts';
import { rollUp } from '../../domain/jobs/rollUp.ts';
import { effectOf, type StepUpdate, stepStateOf, writeSteps } from '../../domain/jobs/stepEffects.ts';
import { type StepEvent, stepTransition } from '../../domain/jobs/stepState.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { newId } from '../../domain/records/record.ts';
import type { WorkContext } from './handler.ts';

type Verdict = Extract<StepEvent['type'], 'lapse' | 'workerLost' | 'queueJobLost' | 'queueJobEnded'>;

/** Returns the event that an open step has missed, such as the loss of its worker; undefined if there is none. */
function verdictOn({ status, state, queueJobId, waits, alive }: OpenStep): Verdict | undefined {
  if (state === null) return queueJobId !== null && waits && status === 'NEW' ? undefined : 'queueJobLost';
  if (state === 'failed' || state === 'cancelled') return 'queueJobEnded';
  if (state === 'completed') return 'queueJobLost';
  if (status === 'NEW') return undefined;
  if (state !== 'active') return 'lapse';
  return alive ? undefined : 'workerLost';
}

interface BrokenStep {
  readonly step: OpenStep;
  readonly verdict: Verdict;
}

/** Applies the verdicts on these open steps, a Job in each transaction. */
export async function repairSteps(context: WorkContext, steps: readonly OpenStep[]): Promise<void> {
  const broken = steps.flatMap((step): BrokenStep[] => {
    const verdict = verdictOn(step);
    return verdict ? [{ step, verdict }] : [];
  });
  for (const [jobId, ofJob] of Map.groupBy(broken, ({ step }) => step.jobId)) await repairJob(context, jobId, ofJob);
  if (broken.length > 0) context.services.wakeRelay();
}

async function repairJob(context: WorkContext, jobId: string, broken: readonly BrokenStep[]): Promise<void> {
  const queue = context.types[broken[0]?.step.jobType ?? '']?.stepQueue;
  if (queue === undefined) return;
  const caller = workerCaller(undefined);
  const byId = new Map(broken.map((one) => [one.step.id, one]));
  const updates = await inJobTransaction(context.services, async (transaction): Promise<StepUpdate[]> => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job || job.cancelled) return [];
    const rows = await lockSteps(transaction, [...byId.keys()]);
    const repairs = rows.flatMap((row) => repairOf(context, job, row, byId.get(row.id), caller) ?? []);
    const written = await writeSteps(transaction, repairs, queue);
    await rollUp(transaction, [job], caller, context.types);
    return repairs.filter(({ row }) => written.has(row.id));
  });
  await releaseOfDead(context, queue, updates, byId);
}

/** Undefined when the step has changed since it was compared. */
function repairOf(
  { log }: WorkContext,
  job: JobRow,
  row: StepRow,
  broken: BrokenStep | undefined,
  caller: Caller,
): StepUpdate | undefined {
  if (!broken) return undefined;
  const { step, verdict } = broken;
  if (row.version !== step.version || row.fence !== step.fence || row.status !== step.status) return undefined;
  log.warn(
    { jobId: job.id, stepId: row.id, verdict, state: step.state, attempt: row.fence },
    'an open step was repaired',
  );
  const event: StepEvent =
    verdict === 'queueJobLost' ? { type: 'queueJobLost', queueJobId: newId() } : { type: verdict };
  return { row, transition: stepTransition(stepStateOf(row, job), event), caller };
}

/** Releases queue jobs whose heartbeat the queue still waits for: others claim them now, under a new attempt. */
async function releaseOfDead(
  { broker }: WorkContext,
  queue: string,
  updates: readonly StepUpdate[],
  byId: ReadonlyMap<string, BrokenStep>,
): Promise<void> {
  const { signal } = new AbortController();
  const jobs = updates.flatMap(({ row, transition }): ClaimedJob[] => {
    const { queueJobId, retryCount } = byId.get(row.id)?.step ?? { queueJobId: null, retryCount: null };
    if (!effectOf(transition, 'settle') || queueJobId === null || retryCount === null) return [];
    return [{ id: queueJobId, queue, data: {}, retryCount, signal }];
  });
  await broker.release(jobs, { seconds: 0 });
}
