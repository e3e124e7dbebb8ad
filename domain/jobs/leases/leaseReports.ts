import type { Transaction } from '../../../db/client.ts';
import type { JobRow } from '../../../db/queries/jobs/jobRows.ts';
import { extendLeases, jobsOfSteps, type LockedLease, lockLeases } from '../../../db/queries/jobs/leaseRows.ts';
import { checkWritable, isReadable, isWritable } from '../../access/reach.ts';
import { conflict } from '../../errors.ts';
import type { Caller, JsonObject, Values } from '../../kinds/kind.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import type { RetryPolicy } from '../../queue/retryPolicy.ts';
import { parseStored } from '../../records/storedText.ts';
import { isObject, textOf } from '../../validation/values.ts';
import { policiesOf } from '../retries/retryPolicies.ts';
import { rollUpEnded } from '../rollUp.ts';
import { type StepUpdate, stepStateOf, writeSteps } from '../stepEffects.ts';
import { type StepEvent, stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import { MAX_JOINED } from './claimSteps.ts';
import { countAttempt } from './countAttempt.ts';
import { asRunning } from './runningRecord.ts';

/** What a client's worker says about a step that it has claimed. */
export interface LeaseReport {
  readonly id: string;
  /** The fence of its claim. */
  readonly token: number;
  readonly processingInfo?: JsonObject;
  readonly log?: string;
  /** Of a failure: false if no retry can succeed. */
  readonly retry?: boolean;
  /** Of a failure: the pause before the retry. */
  readonly afterSeconds?: number;
}

export type ReportType = 'complete' | 'fail' | 'progress' | 'release';

export interface ReportBatch {
  readonly worker: string;
  readonly steps: readonly LeaseReport[];
}

/** LOST: the worker no longer has the step, and nothing has changed. */
type Outcome =
  | { readonly id: string; readonly outcome: 'ACCEPTED'; readonly status: string; readonly leaseUntil?: string }
  | { readonly id: string; readonly outcome: 'LOST' };

const lost = (id: string): Outcome => ({ id, outcome: 'LOST' });

/**
 * Returns the outcomes as JSON text. Throws a 409 if the worker has lost all steps: a worker that reports one step, or one
 * that was paused past the leases of all its steps, learns from the status alone that nothing has changed.
 */
function outcomesText({ worker, steps }: ReportBatch, outcomes: readonly Outcome[]): string {
  if (steps.length === 0 || outcomes.some(({ outcome }) => outcome === 'ACCEPTED'))
    return JSON.stringify({ steps: outcomes });
  throw conflict(
    'The worker has lost the leases of all these steps; nothing was changed.',
    steps.map(
      ({ id, token }, index) =>
        `steps[${index}]: the worker ${JSON.stringify(worker)} has no lease of the step ${id} with the token ${token}`,
    ),
  );
}

/** A report of steps, and who sends it. */
interface Reporting {
  readonly batch: ReportBatch;
  readonly caller: Caller;
}

/**
 * Writes what a worker reports about its steps, all in one transaction: a report of a step that the worker no longer has
 * changes nothing. A repeated end is answered as the first one. Returns the outcomes as JSON text, in the order of the reports.
 * Concurrent reports of few steps share a transaction.
 *
 * @throws a 409 if the worker has none of the steps
 */
export async function reportSteps(
  services: Services,
  type: ReportType,
  batch: ReportBatch,
  caller: Caller,
): Promise<string> {
  const reporting = { batch, caller };
  if (batch.steps.length > MAX_JOINED)
    return outcomesText(batch, (await reportAll(services, type, [reporting]))[0] ?? []);
  const key = { access: services.access, operation: type, user: caller.user };
  const outcomes = await services.leaseBatcher.submit(key, reporting, (all) => reportAll(services, type, all));
  return outcomesText(batch, outcomes);
}

/** Writes reports in one transaction. Returns the outcomes of each, in the order of the reports. */
async function reportAll(
  services: Services,
  type: ReportType,
  all: readonly Reporting[],
): Promise<(readonly Outcome[])[]> {
  const ended: StepUpdate[] = [];
  const jobIds = new Set<string>();
  const outcomes = await inJobTransaction(services, async (transaction) => {
    ended.length = 0;
    jobIds.clear();
    const found: (readonly Outcome[])[] = [];
    const parts = withDistinctSteps(all);
    // All steps in their order, before a later part locks one that comes before those of an earlier part.
    if (parts.length > 1) await lockLeases(transaction, idsOf(all));
    for (const part of parts) {
      const written = await writeReports(services, transaction, type, part);
      found.push(...written.outcomes);
      ended.push(...written.updates);
      for (const id of written.jobIds) jobIds.add(id);
    }
    return found;
  });
  const ends = type === 'complete' || type === 'fail';
  if (ends) for (const update of ended) count(services, update);
  const [first] = all;
  if (ends && first) await rollUpEnded(services, [...jobIds], first.caller, services.jobTypes);
  services.wakeRelay('soon');
  return outcomes;
}

const idsOf = (all: readonly Reporting[]): string[] => all.flatMap(({ batch }) => batch.steps.map(({ id }) => id));

/** Divides reports so that each part names a step once: a later report of it sees what the earlier one has changed. */
function withDistinctSteps(all: readonly Reporting[]): Reporting[][] {
  const parts: Reporting[][] = [];
  const named = new Set<string>();
  for (const one of all) {
    const ids = idsOf([one]);
    if (parts.length === 0 || ids.some((id) => named.has(id))) {
      parts.push([]);
      named.clear();
    }
    for (const id of ids) named.add(id);
    parts.at(-1)?.push(one);
  }
  return parts;
}

interface WrittenReports {
  readonly outcomes: readonly (readonly Outcome[])[];
  readonly updates: readonly StepUpdate[];
  /** The Jobs of all steps that were named: an earlier process may have died before it rolled them up. */
  readonly jobIds: Iterable<string>;
}

/** Writes reports of different steps. */
async function writeReports(
  services: Services,
  transaction: Transaction,
  type: ReportType,
  all: readonly Reporting[],
): Promise<WrittenReports> {
  const { rows, jobs } = await lockBatch(services, transaction, idsOf(all));
  const types = [...jobs.values()].map(({ jobType }) => jobType);
  const policies = type === 'fail' ? await policiesOf(transaction, types) : undefined;
  const updates = new Map<string, StepUpdate>();
  const byId = new Map<string, Outcome>();
  for (const { batch, caller } of all)
    for (const report of batch.steps) {
      const row = rows.get(report.id);
      const job = row && jobs.get(row.jobId);
      if (!row || !job || row.fence !== report.token || row.worker !== batch.worker) continue;
      if (row.lease === 'VALID')
        updates.set(row.id, updateOf({ type, report, row, job, policy: policies?.get(job.jobType) }, caller));
      else if (isRepeated(type, row)) byId.set(row.id, { id: row.id, outcome: 'ACCEPTED', status: row.status });
    }
  const written = await writeSteps(transaction, [...updates.values()]);
  for (const [id, after] of written) {
    services.unshownLeases.written(id);
    checkWritable(services, stepKind, after);
    byId.set(id, { id, outcome: 'ACCEPTED', status: after.status });
  }
  return {
    outcomes: all.map(({ batch }) => batch.steps.map(({ id }) => byId.get(id) ?? lost(id))),
    updates: [...written.keys()].flatMap((id) => updates.get(id) ?? []),
    jobIds: jobs.keys(),
  };
}

/**
 * Extends the leases that the worker has. Returns the outcomes as JSON text, in the order of the request.
 *
 * @throws a 409 if the worker has none of the steps
 */
export async function extendSteps(
  services: Services,
  { worker, steps, leaseSeconds }: ReportBatch & { readonly leaseSeconds: number },
): Promise<string> {
  const outcomes = await inJobTransaction(services, async (transaction) => {
    const ids = steps.map(({ id }) => id);
    const { rows } = await lockBatch(services, transaction, ids);
    const extended = steps.filter(({ id, token }) => {
      const row = rows.get(id);
      return row?.lease === 'VALID' && row.fence === token && row.worker === worker;
    });
    const ends = await extendLeases(
      transaction,
      extended.map(({ id }) => id),
      leaseSeconds,
    );
    return steps.map(({ id }): Outcome => {
      const end = ends.get(id);
      if (end === undefined) return lost(id);
      return { id, outcome: 'ACCEPTED', status: 'IN_PROGRESS', leaseUntil: new Date(end).toISOString() };
    });
  });
  return outcomesText({ worker, steps }, outcomes);
}

/** Locks the steps, and reads their Jobs. Steps that the caller may not write are left out. */
async function lockBatch(
  services: Services,
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ readonly rows: ReadonlyMap<string, LockedLease>; readonly jobs: ReadonlyMap<string, JobRow> }> {
  // Sent together, and executed in this order.
  const [leases, jobs] = await Promise.all([lockLeases(transaction, ids), jobsOfSteps(transaction, ids)]);
  const rows = leases
    .map(asRunning)
    .filter((row) => isReadable(services, stepKind, row) && isWritable(services, stepKind, row));
  return { rows: new Map(rows.map((row) => [row.id, row])), jobs: new Map(jobs.map((job) => [job.id, job])) };
}

/** Whether this worker has ended its claim in this way before: its answer was lost. */
function isRepeated(type: ReportType, { status, doc }: LockedLease): boolean {
  if (type === 'complete') return status === 'COMPLETED';
  return type === 'fail' && status === 'FAILED' && parseStored(doc).cause === 'FAILED';
}

interface Reported {
  readonly type: ReportType;
  readonly report: LeaseReport;
  readonly row: LockedLease;
  readonly job: JobRow;
  readonly policy: RetryPolicy | undefined;
}

function updateOf({ type, report, row, job, policy }: Reported, caller: Caller): StepUpdate {
  const stored = parseStored<Values>(row.doc);
  const before = isObject(stored.processingInfo) ? stored.processingInfo : {};
  const { startDate } = stored;
  const durationMs = typeof startDate === 'string' ? Math.max(0, Date.now() - Date.parse(startDate)) : 0;
  const own = { attempts: row.fence, worker: row.worker, ...(type !== 'progress' && { durationMs }) };
  const processingInfo = { ...before, ...report.processingInfo, ...own };
  const log = report.log ?? textOf(stored.log);
  const values: Values = { ...stored, processingInfo, ...(log !== undefined && { log }) };
  return {
    row,
    values,
    caller,
    transition: stepTransition(stepStateOf(row, job), withPolicy(eventOf(type, report, log), policy)),
  };
}

const withPolicy = (event: StepEvent, policy: RetryPolicy | undefined): StepEvent =>
  event.type === 'fail' ? { ...event, policy } : event;

function eventOf(type: ReportType, { retry, afterSeconds }: LeaseReport, log: string | undefined): StepEvent {
  switch (type) {
    case 'release':
      return { type: 'release' };
    case 'progress':
      return { type: 'show' };
    case 'complete':
      return { type: 'complete', log };
    case 'fail':
      return {
        type: 'fail',
        message: log ?? 'the worker reported a failure without a log',
        permanent: retry === false,
        ...(afterSeconds !== undefined && { afterSeconds }),
      };
  }
}

function count(services: Services, { values, transition }: StepUpdate): void {
  const { durationMs } = (values?.processingInfo ?? {}) as { durationMs?: number };
  countAttempt(services, transition.state.status, durationMs);
}
