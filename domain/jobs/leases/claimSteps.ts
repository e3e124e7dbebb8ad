import { queueOfType } from '../../../db/queries/jobs/claimOrder.ts';
import { lockJobs } from '../../../db/queries/jobs/jobRows.ts';
import { type LeasedRow, type LeaseRequest, leaseSteps } from '../../../db/queries/jobs/leaseRows.ts';
import { checkWritable, readableRows, writableRows } from '../../access/reach.ts';
import type { Caller, Values } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import { recordText } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { predecessorResults } from '../chains/predecessorResults.ts';
import { rollUp } from '../rollUp.ts';
import { stepStateOf, writeSteps } from '../stepEffects.ts';
import { stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';

/** Claimed steps, and the results of the Jobs before theirs, each as JSON text. */
export interface Claims {
  readonly claims: readonly string[];
  readonly predecessors: readonly string[];
}

export const noClaims: Claims = { claims: [], predecessors: [] };

/**
 * Claims free steps of clients' own Jobs for a worker of the client: steps that the caller may write, of Jobs that it may
 * read. Nothing is claimed if the caller may not write the step as it is then. If the answer does not reach the worker,
 * the leases lapse.
 */
export async function claimSteps(services: Services, request: LeaseRequest, caller: Caller): Promise<Claims> {
  const sources = { steps: writableRows(services, stepKind), jobs: readableRows(services, jobKind) };
  const claimed = await inJobTransaction(services, async (transaction) => {
    const rows = await leaseSteps(transaction, sources, request);
    if (rows.length === 0) return { ...noClaims, rows };
    const waiting = rows.filter(({ jobStatus }) => jobStatus !== 'IN_PROGRESS').map(({ jobId }) => jobId);
    const jobs = waiting.length === 0 ? [] : await lockJobs(transaction, [...new Set(waiting)]);
    const updates = rows.map((row) => ({
      row,
      transition: stepTransition(stepStateOf(row, { managed: false, cancelled: false }), { type: 'show' }),
      values: runningValues(row),
      caller,
    }));
    const written = await writeSteps(transaction, updates);
    await rollUp(transaction, jobs, caller, services.jobTypes);
    const claims = rows.flatMap((row) => {
      const step = written.get(row.id);
      if (step) checkWritable(services, stepKind, step);
      return step ? [claimText(row, recordText(step))] : [];
    });
    const scope = { sql: transaction, access: services.access };
    const jobDocs = rows.map(({ jobDoc }) => jobDoc);
    return { claims, predecessors: await predecessorResults(scope, jobDocs), rows };
  });
  const { claims, predecessors } = claimed;
  if (claims.length > 0) services.wakeRelay();
  for (const [type, rows] of Map.groupBy(claimed.rows, ({ jobType }) => jobType)) {
    const orders = rows.map(({ claimOrder }) => claimOrder);
    services.claimClock.note(queueOfType(type), orders);
  }
  return { claims, predecessors };
}

/** The members while the step runs: they no longer tell how the attempt before ended. */
function runningValues({ doc, fence, worker }: LeasedRow): Values {
  const { endDate: _, log: __, ...before } = parseStored<Values>(doc);
  return { ...before, startDate: new Date().toISOString(), processingInfo: { attempts: fence, worker } };
}

function claimText({ fence, leaseUntil, jobDoc }: LeasedRow, step: string): string {
  const { id, jobType, data, after } = parseStored(jobDoc);
  const lease = { attempt: fence, token: fence, leaseUntil: new Date(leaseUntil).toISOString() };
  return `${JSON.stringify({ ...lease, job: { id, jobType, data, after } }).slice(0, -1)},"step":${step}}`;
}
