import type { Transaction } from '../../db/client.ts';
import {
  changedSchedules,
  type DueSchedule,
  dueSchedules,
  insertRun,
  keepPlan,
  lockRun,
  moveToRun,
  msToNextRun,
  planSchedule,
  postponeRun,
  type RunOutcome,
} from '../../db/queries/schedules/scheduleRows.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { completeCancellation, startCancellation } from '../../domain/jobs/cancel.ts';
import { type PreparedJob, prepareJob } from '../../domain/jobs/create.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { Caller, JsonObject, RightsHolder } from '../../domain/kinds/kind.ts';
import { DEFAULT_CATCH_UP_SECONDS } from '../../domain/kinds/processing/schedule.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';
import { runAfter, timingText } from '../../domain/schedules/timing.ts';
import type { WorkContext } from './handler.ts';
import { servicesOfHolder } from './servicesOfHolder.ts';

/**
 * Starts the Jobs of schedules. Every worker does:
 *
 *   written ─ plan ─► next run ─ due ─► STARTED, SKIPPED, MISSED or FAILED, and the next run
 *                        └─ the Job before has not ended, QUEUE ─► the same run again, after a pause
 *
 * One transaction locks the state of the schedule, stores the run and its Job, cancels the Job before (REPLACE), and moves the
 * schedule to its next run. So a process that dies has started the run with everything or not at all, a second process finds
 * the row locked or moved, and a schedule that is paused meanwhile keeps the Job before.
 */

const CHANNEL = 'waybill_schedules';
/** A notification that was lost delays a changed schedule by so much. */
const POLL_MS = 1_000;
const PAGE = 200;
const CONCURRENCY = 4;
/** Pause between looks at a Job whose end a run waits for. */
const WAIT_SECONDS = 1;

export interface Scheduler extends Component {
  /** Plans and starts what is due. Returns the ms until the next pass. */
  pass(): Promise<number>;
}

export function makeScheduler(context: WorkContext): Scheduler {
  const { services, log } = context;
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
    const changed = await changedSchedules(sql, PAGE);
    const plans = await Promise.allSettled(changed.map((one) => semaphore.run(() => plan(one))));
    const due = await dueSchedules(sql, PAGE);
    const runs = await Promise.allSettled(due.map((one) => semaphore.run(() => startRun(context, one))));
    if (due.length > 0) services.wakeRelay();
    // One that fails does not keep the others from their runs.
    const failure = [...plans, ...runs].find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    if (changed.length === PAGE || due.length === PAGE) return 0;
    return Math.min(Math.max((await msToNextRun(sql)) ?? POLL_MS, 0), POLL_MS);
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

/** Decides what becomes of a run that is due. An outage is thrown: the run stays due. */
async function startRun(context: WorkContext, due: DueSchedule): Promise<void> {
  const { services } = context;
  const values = parseStored<JsonObject>(due.doc);
  const catchUpMs = Number(values.catchUpSeconds ?? DEFAULT_CATCH_UP_SECONDS) * 1_000;
  const isMissed = !due.waiting && due.now.getTime() - due.nextAt.getTime() > catchUpMs;
  if (isMissed) {
    const reason = 'no worker could start the run within catchUpSeconds';
    await finishRun(services, due, values, { outcome: 'MISSED', reason }, new Date(due.now.getTime() - catchUpMs));
    return;
  }
  if (due.openJobId !== null && values.overlap === 'QUEUE') {
    await postponeRun(services.sql, due, WAIT_SECONDS);
    return;
  }
  if (due.openJobId !== null && values.overlap !== 'REPLACE') {
    await finishRun(services, due, values, { outcome: 'SKIPPED', reason: 'the Job of the run before has not ended' });
    return;
  }
  try {
    await replaceAndStart(services, due, values);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 'INTERNAL_SERVER_ERROR') throw error;
    const reason = [error.message, ...error.errors].join(' ');
    await finishRun(services, due, values, { outcome: 'FAILED', reason });
  }
}

/** Starts the Job of a run and cancels the open Job of the run before, with the rights of the schedule's holder. */
async function replaceAndStart(services: Services, due: DueSchedule, values: JsonObject): Promise<void> {
  const { caller, holderServices } = await actAsHolder(services, due.holder);
  const { openJobId } = due;
  const { jobType, data } = values;
  const job = { jobType, ...(data !== undefined && { data }), status: 'NEW', startDate: due.now.toISOString() };
  const prepared = await prepareJob(holderServices, job, { caller });
  const store = async (transaction: Transaction) => {
    const scope = { sql: transaction, access: holderServices.access };
    if (openJobId !== null) await startCancellation(scope, openJobId, { caller, types: services.jobTypes });
    return prepared.store(transaction);
  };
  await finishRun(services, due, values, { outcome: 'STARTED', job: { id: prepared.id, store } });
  if (openJobId !== null) await completeCancellation(holderServices, openJobId, { caller });
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

type Decision = Pick<RunOutcome, 'outcome' | 'reason'> & { readonly job?: PreparedJob };

/**
 * Stores what has become of a run with its Job, and moves the schedule to its next run after `from`. Does nothing if
 * another process has done it, or if the schedule has changed since it was read.
 */
async function finishRun(
  { sql }: Services,
  due: DueSchedule,
  values: JsonObject,
  { job, ...outcome }: Decision,
  from = due.plannedAt,
): Promise<void> {
  const after = new Date(Math.max(from.getTime(), due.plannedAt.getTime()));
  const run = runAfter(due.id, values, after, due.plannedAt);
  await inJobTransaction({ sql }, async (transaction) => {
    if (!(await lockRun(transaction, due))) return;
    const isNew = await insertRun(transaction, due, { ...outcome, ...(job && { jobId: job.id }) });
    if (isNew) await job?.store(transaction);
    await moveToRun(transaction, due.id, { run, jobId: isNew ? job?.id : undefined });
  });
}
