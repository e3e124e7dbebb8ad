import type { Transaction } from '../../../db/client.ts';
import { queueOfType } from '../../../db/queries/jobs/claimOrder.ts';
import { lockJobs } from '../../../db/queries/jobs/jobRows.ts';
import { type LeasedRow, type LeaseRequest, type LeaseShare, leaseSteps } from '../../../db/queries/jobs/leaseRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { checkWritable, isUnrestricted, readableRows, writableRows } from '../../access/reach.ts';
import type { Caller } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import { recordText } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { predecessorResults } from '../chains/predecessorResults.ts';
import { leaseLimited, leaseWithinLimits } from '../limits/claimLimits.ts';
import { rollUp } from '../rollUp.ts';
import { inJobTransaction } from '../transaction.ts';
import { runningText } from './runningRecord.ts';

/** Claimed steps, and the results of the Jobs before theirs, each as JSON text. */
export interface Claims {
  readonly claims: readonly string[];
  readonly predecessors: readonly string[];
}

export const noClaims: Claims = { claims: [], predecessors: [] };

/** Requests of more steps than these have a transaction of their own: there is nothing to save, and others would wait. */
export const MAX_JOINED = 50;

/** What one worker asks for. */
export type ClaimRequest = Omit<LeaseRequest, 'shares'> & LeaseShare;

/** A claim, and who sends it. */
interface Claiming {
  readonly request: ClaimRequest;
  readonly caller: Caller;
}

/**
 * Claims free steps of clients' own Jobs for a worker of the client: steps that the caller may write, of Jobs that it may
 * read. Nothing is claimed if the caller may not write the step as it is then. If the answer does not reach the worker,
 * the leases lapse. Concurrent claims of few steps share a transaction.
 */
export async function claimSteps(services: Services, request: ClaimRequest, caller: Caller): Promise<Claims> {
  const claiming = { request, caller };
  if (request.max > MAX_JOINED) return (await claimAll(services, [claiming]))[0] ?? noClaims;
  const { jobTypes, leaseSeconds } = request;
  const operation = `claim ${leaseSeconds} ${JSON.stringify(jobTypes)}`;
  const batch = { access: services.access, operation, user: caller.user };
  return services.leaseBatcher.submit(batch, claiming, (all) => claimAll(services, all));
}

/** Claims for workers that ask for the same types and leases. Returns the claims of each, in their order. */
async function claimAll(services: Services, all: readonly Claiming[]): Promise<Claims[]> {
  const [first] = all;
  if (!first) return [];
  const { jobTypes, leaseSeconds } = first.request;
  const shares = all.map(({ request: { worker, max } }) => ({ worker, max }));
  const leased = await lease(services, { jobTypes, leaseSeconds, shares }, first.caller);
  if (leased.length > 0) services.unshownLeases.claimed(leased, first.caller);
  for (const [type, ofType] of Map.groupBy(leased, ({ jobType }) => jobType)) {
    const orders = ofType.map(({ claimOrder }) => claimOrder);
    services.claimClock.note(queueOfType(type), orders);
  }
  const ofShare = Map.groupBy(leased, ({ share }) => share);
  return Promise.all(
    all.map(async (_, index): Promise<Claims> => {
      const own = ofShare.get(index) ?? [];
      const jobDocs = own.map(({ jobDoc }) => jobDoc);
      return { claims: own.map(claimText), predecessors: await predecessorResults(services, jobDocs) };
    }),
  );
}

/**
 * Leases steps, and starts the Jobs whose first steps these are. Without limits of the claims or of the caller's rights, this is
 * one statement: a process that dies between it and the start of a Job leaves a Job that its next report starts.
 */
async function lease(services: Services, request: LeaseRequest, caller: Caller): Promise<LeasedRow[]> {
  const sources = { steps: writableRows(services, stepKind), jobs: readableRows(services, jobKind) };
  const isAlone = isUnrestricted(services, stepKind);
  if (isAlone) {
    const leased = await withTransactionRetry(() => leaseSteps(services.sql, sources, request));
    const waiting = waitingJobs(leased);
    if (waiting.length > 0)
      await inJobTransaction(services, (transaction) => startJobs(services, transaction, waiting, caller));
    if (leased.length > 0) return leased;
  }
  const leaseNext = isAlone ? leaseLimited : leaseWithinLimits;
  return inJobTransaction(services, async (transaction) => {
    const leased = await leaseNext(transaction, sources, request);
    for (const row of leased) checkWritable(services, stepKind, { ...row, doc: runningText(row) });
    const waiting = waitingJobs(leased);
    if (waiting.length > 0) await startJobs(services, transaction, waiting, caller);
    return leased;
  });
}

const waitingJobs = (leased: readonly LeasedRow[]): string[] => [
  ...new Set(leased.flatMap(({ jobId, jobStatus }) => (jobStatus === 'IN_PROGRESS' ? [] : [jobId]))),
];

async function startJobs(services: Services, transaction: Transaction, ids: readonly string[], caller: Caller) {
  await rollUp(transaction, await lockJobs(transaction, ids), caller, services.jobTypes);
  services.wakeRelay('soon');
}

function claimText(row: LeasedRow): string {
  const { fence, leaseUntil, jobDoc, audit } = row;
  const { id, jobType, data, after } = parseStored(jobDoc);
  const lease = { attempt: fence, token: fence, leaseUntil: new Date(leaseUntil).toISOString() };
  const step = recordText({ doc: runningText(row), audit });
  return `${JSON.stringify({ ...lease, job: { id, jobType, data, after } }).slice(0, -1)},"step":${step}}`;
}
