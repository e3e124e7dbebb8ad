import { queueOfType } from '../../../db/queries/jobs/claimOrder.ts';
import { lockJobs } from '../../../db/queries/jobs/jobRows.ts';
import type { LeasedRow, LeaseRequest } from '../../../db/queries/jobs/leaseRows.ts';
import { checkWritable, readableRows, writableRows } from '../../access/reach.ts';
import type { Caller, Values } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import { recordText } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { predecessorResults } from '../chains/predecessorResults.ts';
import { leaseWithinLimits } from '../limits/claimLimits.ts';
import { rollUp } from '../rollUp.ts';
import { type StepUpdate, stepStateOf, writeSteps } from '../stepEffects.ts';
import { stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';

/** Claimed steps, and the results of the Jobs before theirs, each as JSON text. */
export interface Claims {
  readonly claims: readonly string[];
  readonly predecessors: readonly string[];
}

export const noClaims: Claims = { claims: [], predecessors: [] };

/** Requests of more steps than these have a transaction of their own: there is nothing to save, and others would wait. */
export const MAX_JOINED = 50;

/** A claim, and who sends it. */
interface Claiming {
  readonly request: LeaseRequest;
  readonly caller: Caller;
}

/** A claimed step, and the claim that gets it. */
interface Dealt {
  readonly row: LeasedRow;
  readonly to: Claiming;
}

/**
 * Claims free steps of clients' own Jobs for a worker of the client: steps that the caller may write, of Jobs that it may
 * read. Nothing is claimed if the caller may not write the step as it is then. If the answer does not reach the worker,
 * the leases lapse. Concurrent claims of few steps share a transaction.
 */
export async function claimSteps(services: Services, request: LeaseRequest, caller: Caller): Promise<Claims> {
  const claiming = { request, caller };
  if (request.max > MAX_JOINED) return (await claimAll(services, [claiming]))[0] ?? noClaims;
  const { jobTypes, leaseSeconds } = request;
  const operation = `claim ${leaseSeconds} ${JSON.stringify(jobTypes)}`;
  const batch = { access: services.access, operation, user: caller.user };
  return services.leaseBatcher.submit(batch, claiming, (all) => claimAll(services, all));
}

/** Claims for workers that ask for the same types and leases, in one transaction. Returns the claims of each, in their order. */
async function claimAll(services: Services, all: readonly Claiming[]): Promise<Claims[]> {
  const [first] = all;
  if (!first) return [];
  const sources = { steps: writableRows(services, stepKind), jobs: readableRows(services, jobKind) };
  const max = all.reduce((sum, { request }) => sum + request.max, 0);
  const { claims, rows } = await inJobTransaction(services, async (transaction) => {
    const leased = await leaseWithinLimits(transaction, sources, { ...first.request, max });
    if (leased.length === 0) return { claims: all.map(() => noClaims), rows: leased };
    const dealt = deal(leased, all);
    const waiting = leased.filter(({ jobStatus }) => jobStatus !== 'IN_PROGRESS').map(({ jobId }) => jobId);
    const jobs = waiting.length === 0 ? [] : await lockJobs(transaction, [...new Set(waiting)]);
    const written = await writeSteps(transaction, dealt.map(updateOf));
    await rollUp(transaction, jobs, first.caller, services.jobTypes);
    const scope = { sql: transaction, access: services.access };
    const results = all.map(async (one): Promise<Claims> => {
      const own = dealt.filter(({ to }) => to === one);
      const texts = own.flatMap(({ row }) => {
        const step = written.get(row.id);
        if (step) checkWritable(services, stepKind, step);
        return step ? [claimText(row, recordText(step))] : [];
      });
      const jobDocs = own.map(({ row }) => row.jobDoc);
      return { claims: texts, predecessors: await predecessorResults(scope, jobDocs) };
    });
    return { claims: await Promise.all(results), rows: leased };
  });
  if (rows.length > 0) services.wakeRelay();
  for (const [type, ofType] of Map.groupBy(rows, ({ jobType }) => jobType)) {
    const orders = ofType.map(({ claimOrder }) => claimOrder);
    services.claimClock.note(queueOfType(type), orders);
  }
  return claims;
}

/** Gives each claim up to as many steps as it asks for, in the order of the claims. */
function deal(rows: readonly LeasedRow[], all: readonly Claiming[]): Dealt[] {
  const dealt: Dealt[] = [];
  for (const to of all) {
    const from = dealt.length;
    for (const row of rows.slice(from, from + to.request.max)) dealt.push({ row, to });
  }
  return dealt;
}

/** The statement has leased the steps of all claims for the first worker. */
function updateOf({ row, to: { request, caller } }: Dealt): StepUpdate {
  const { worker } = request;
  const state = { ...stepStateOf(row, { managed: false, cancelled: false }), worker };
  return {
    row,
    transition: stepTransition(state, { type: 'show' }),
    values: runningValues({ ...row, worker }),
    caller,
  };
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
