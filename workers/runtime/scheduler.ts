import type { Transaction } from '../../db/client.ts';
import {
  changedSchedules,
  type DueSchedule,
  dueSchedules,
  insertRuns,
  keepPlan,
  lockRuns,
  moveToRuns,
  type PlannedRun,
  planSchedule,
  postponeRun,
  type RunOutcome,
  scheduleWork,
} from '../../db/queries/schedules/scheduleRows.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { completeCancellation, startCancellation } from '../../domain/jobs/cancel.ts';
import { type PreparedJob, prepareJob } from '../../domain/jobs/create.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { Caller, JsonObject, RightsHolder } from '../../domain/kinds/kind.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';
import { jobOfSchedule } from '../../domain/schedules/jobOfSchedule.ts';
import { decideRun, runAfterDue } from '../../domain/schedules/runs/decideRun.ts';
import { runAfter, timingText } from '../../domain/schedules/timing.ts';
import type { WorkContext } from './handler.ts';
import { servicesOfHolder } from './servicesOfHolder.ts';

/**
 * Starts the Jobs of schedules. Every worker does:
 *
 *   written ─ plan ─► next run ─ due ─► STARTED, SKIPPED, MISSED or FAILED, and the next run
 *                        └─ the Job before has not ended, QUEUE ─► the same run again, after a pause, until the time of
 *                                                                  a later run has come: SKIPPED, and the later one waits
 *
 * One transaction, for several schedules, locks the state of each, stores the run and its Job, cancels the Job before (REPLACE), and moves the
 * schedule to its next run. So a process that dies has started the run with everything or not at all, a second process finds
 * the row locked or moved, and a schedule that is paused meanwhile keeps the Job before.
 */

const CHANNEL = 'waybill_schedules';
/** A notification that was lost delays a changed schedule by so much. */
const POLL_MS = 1_000;
const PAGE = 200;
const CONCURRENCY = 4;
/** Runs of one transaction: each commit waits for the disk. */
const GROUP = 25;

export interface Scheduler extends Component {
  /** Plans and starts what is due, and returns 0; if nothing is, the ms until the next pass. */
  pass(): Promise<number>;
}

export function makeScheduler(context: WorkContext): Scheduler {
  const { services, log, workerId } = context;
  const { sql } = services;
  const semaphore = makeSemaphore(CONCURRENCY);
  let wake: (() => void) | undefined;
  let isWoken = false;
  let stopped = false;
  let running: Promise<void> | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  const notify = (): void => {
    isWoken = true;
    wake?.();
  };

  async function pass(): Promise<number> {
    const work = await scheduleWork(sql);
    const ms = Math.max(work.ms ?? POLL_MS, 0);
    if (!work.changed && ms > 0) return Math.min(ms, POLL_MS);
    const changed = await changedSchedules(sql, PAGE);
    const plans = await Promise.allSettled(changed.map((one) => semaphore.run(() => plan(one))));
    const due = await dueSchedules(sql, workerId, PAGE);
    const groups = Array.from({ length: Math.ceil(due.length / GROUP) }, (_, at) =>
      due.slice(at * GROUP, (at + 1) * GROUP),
    );
    const runs = await Promise.allSettled(groups.map((group) => semaphore.run(() => startRuns(context, group))));
    if (due.length > 0) services.wakeRelay();
    // One that fails does not keep the others from their runs.
    const failure = [...plans, ...runs].find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    return 0;
  }

  async function plan(changed: Awaited<ReturnType<typeof changedSchedules>>[number]): Promise<void> {
    const values = parseStored<JsonObject>(changed.doc);
    if (values.enabled === false) {
      await planSchedule(sql, changed, { timing: null, run: undefined });
      return;
    }
    const text = timingText(values);
    if (text === changed.timing) await keepPlan(sql, changed);
    else {
      // A run whose time has passed before a worker could plan it is due, as after an outage.
      const run = runAfter(changed.id, values, changed.writtenAt, changed.writtenAt);
      await planSchedule(sql, changed, { timing: text, run });
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      isWoken = false;
      const ms = await pass().catch((error: unknown) => {
        log.warn({ err: error }, 'schedules could not be read or run');
        return POLL_MS;
      });
      if (isWoken || stopped || ms === 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    }
  }

  return {
    pass,
    start: async () => {
      const listening = await sql.listen(CHANNEL, notify);
      unlisten = () => listening.unlisten();
      running = run();
    },
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
      await unlisten?.().catch(() => {});
    },
  };
}

/** What becomes of a run. */
interface DecidedRun {
  readonly due: DueSchedule;
  readonly outcome: RunOutcome['outcome'];
  readonly reason?: string;
  readonly job?: PreparedJob;
  /** Ends the open Job of the run before, with the rights of the schedule's holder. */
  readonly replacing?: {
    readonly openJobId: string;
    readonly caller: Caller;
    readonly holderServices: Services;
    readonly reason: string;
  };
  readonly next: PlannedRun | undefined;
  /** Whether the next run waits for the Job of the run before. */
  readonly nextWaits: boolean;
}

/** Starts runs that are due, many in a transaction. An outage is thrown: the runs stay due. */
async function startRuns(context: WorkContext, due: readonly DueSchedule[]): Promise<void> {
  const decisions = await Promise.allSettled(due.map((one) => decide(context, one)));
  const decided = decisions.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  // The end of another Job can take several transactions.
  const [alone, together] = [decided.filter(isReplacing), decided.filter((one) => !isReplacing(one))];
  const groups = together.length > 0 ? [together, ...alone.map((one) => [one])] : alone.map((one) => [one]);
  await allOf(groups.map((group) => () => finishAll(context.services, group)));
  const failure = decisions.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

const isReplacing = ({ replacing }: DecidedRun): boolean => replacing !== undefined;

/** Decides what becomes of a run that is due; undefined if it waits for the Job before. */
async function decide({ services }: WorkContext, due: DueSchedule): Promise<DecidedRun | undefined> {
  const values = parseStored<JsonObject>(due.doc);
  const decision = decideRun(values, due);
  if (decision.type === 'WAIT') {
    await postponeRun(services.sql, due);
    return undefined;
  }
  if (decision.type === 'LEAVE_OUT') return { due, ...decision };
  const run = { due, next: runAfterDue(values, due), nextWaits: false };
  const { openJobId } = due;
  try {
    const { caller, holderServices } = await actAsHolder(services, due.holder);
    const prepared = await prepareJob(holderServices, jobOfSchedule(values, due.now), { caller });
    const replacing =
      openJobId === null
        ? {}
        : {
            replacing: {
              openJobId,
              caller,
              holderServices,
              reason: `the schedule ${values.code} has replaced it by the Job ${prepared.id}`,
            },
          };
    return { ...run, outcome: 'STARTED', job: prepared, ...replacing };
  } catch (error) {
    return failedRun(run, error);
  }
}

/** Throws the error again if it does not come from the schedule. */
function failedRun(
  { due, next, nextWaits }: Pick<DecidedRun, 'due' | 'next' | 'nextWaits'>,
  error: unknown,
): DecidedRun {
  if (!(error instanceof ServiceError) || error.status === 'INTERNAL_SERVER_ERROR') throw error;
  return { due, next, nextWaits, outcome: 'FAILED', reason: [error.message, ...error.errors].join(' ') };
}

/** Finishes runs in one transaction. If that fails, each has a transaction of its own: one keeps no other from its run. */
async function finishAll(services: Services, runs: readonly DecidedRun[]): Promise<void> {
  try {
    await finishRuns(services, runs);
  } catch (error) {
    const [first] = runs;
    if (!first || isUnavailable(error)) throw error;
    if (runs.length === 1) return finishRuns(services, [failedRun(first, error)]);
    return allOf(runs.map((one) => () => finishAll(services, [one])));
  }
  for (const { replacing } of runs)
    if (replacing) await completeCancellation(replacing.holderServices, replacing.openJobId, replacing);
}

/** Runs all, one after the other, and throws the first failure. */
async function allOf(works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function actAsHolder(
  services: Services,
  holderText: string | null,
): Promise<{ readonly caller: Caller; readonly holderServices: Services }> {
  if (holderText === null) throw badRequest('Nobody is known whose rights the schedule has: save it again.');
  const stored = parseStored<RightsHolder | Record<string, never>>(holderText);
  const caller = workerCaller(undefined);
  if (!('userId' in stored)) return { caller, holderServices: services };
  const holder = stored as RightsHolder;
  const holderServices = await servicesOfHolder(services, { holder });
  const grants = await services.accesses.grantsOf(holder);
  return { caller: { ...caller, user: grants?.user.code ?? caller.user, holder }, holderServices };
}

/**
 * Stores what has become of runs with their Jobs, and moves the schedules to their next runs. Does nothing about those that
 * another process has in hand or has moved, or that have changed since they were read.
 */
async function finishRuns({ sql, jobTypes }: Services, runs: readonly DecidedRun[]): Promise<void> {
  await inJobTransaction({ sql }, async (transaction) => {
    const locked = await lockRuns(
      transaction,
      runs.map(({ due }) => due),
    );
    const own = runs.filter(({ due }) => locked.has(due.id));
    if (own.length === 0) return;
    const stored = own.map(({ due: { id, plannedAt }, outcome, reason, job }) => ({
      ...{ id, plannedAt, outcome },
      ...(reason !== undefined && { reason }),
      ...(job && { jobId: job.id }),
    }));
    const added = await insertRuns(transaction, stored);
    const started = own.filter(({ due, job }) => job && added.has(due.id));
    // All of them end before the transaction does, also if one fails.
    const results = await Promise.allSettled(started.map((run) => storeJob(transaction, run, jobTypes)));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
    const moved = own.map(({ due: { id }, next, nextWaits, job }) => ({
      ...{ id, run: next, waits: nextWaits },
      jobId: added.has(id) ? job?.id : undefined,
    }));
    await moveToRuns(transaction, moved);
  });
}

async function storeJob(
  transaction: Transaction,
  { job, replacing }: DecidedRun,
  types: Services['jobTypes'],
): Promise<void> {
  if (replacing) {
    const scope = { sql: transaction, access: replacing.holderServices.access };
    await startCancellation(scope, replacing.openJobId, { caller: replacing.caller, types, reason: replacing.reason });
  }
  await job?.store(transaction);
}
