import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { pausedSteps } from '../../db/queries/jobs/pausedJobs.ts';
import { ServiceError } from '../../domain/errors.ts';
import { policiesOf } from '../../domain/jobs/retries/retryPolicies.ts';
import { rollUpEnded } from '../../domain/jobs/rollUp.ts';
import { effectOf, isDone } from '../../domain/jobs/stepEffects.ts';
import type { StepEvent } from '../../domain/jobs/stepState.ts';
import { FINISH_STEP, PLAN_STEP } from '../../domain/jobs/types.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { SearchIndexMissing, SearchUnavailable } from '../../domain/ports/search.ts';
import type { BatchSlot, ClaimedJob, Settlement, Settlements } from '../../domain/queue/broker.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable, retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import {
  ClaimLost,
  type RunningStep,
  type StepContext,
  StepFault,
  type StepResult,
  UnsupportedByThisRelease,
  type WorkContext,
} from './handler.ts';
import { planSteps } from './planning.ts';
import {
  beginSteps,
  type ClaimedStep,
  claimedTransition,
  claimSteps,
  endSteps,
  type StepEnd,
  showSteps,
} from './steps.ts';

/** A step that runs for so long shows as IN_PROGRESS. */
const SHOWN_AFTER_MS = 150;
/** Seconds until a step of a paused Job is offered again, if the pause did not find it in its queue. */
const PAUSED_SECONDS = 5;
/** Characters of a fault's message in a step's log. */
const MAX_LOG = 10_000;

/** The handler of every queue of steps: claims a batch, runs each step, writes how they ended. */
export async function executeSteps(
  queueJobs: readonly ClaimedJob<RunStep>[],
  context: WorkContext,
  slot: BatchSlot,
): Promise<Settlements> {
  const { sql } = context.services;
  const claimed = await retryWhileUnavailable(() => claimSteps(sql, context, queueJobs));
  const [first] = claimed;
  const orders = claimed.map(({ row }) => row.claimOrder);
  if (first) context.services.claimClock.note(first.queueJob.queue, orders);
  const paused = await pausedAmong(sql, queueJobs, claimed);
  if (claimed.length === 0) return paused;
  const outcomes = (await slot.take()) ? await runInSlot(claimed, context, slot) : claimed.map(released);
  const ends = await endsOf(outcomes, context);
  const written = await retryWhileUnavailable(() => endSteps(sql, ends));
  const isRolledUp = await rollUpJobs(ends, context);
  // Only an index waits for the end of a step. That of a Job may start others, and notify.
  context.services.wakeRelay(isRolledUp ? 'now' : 'index');
  return new Map([...paused, ...settle(ends, written, context)]);
}

/** Runs claimed steps, shows them if they run for a while, and leaves the slot. */
async function runInSlot(
  claimed: readonly ClaimedStep[],
  context: WorkContext,
  slot: BatchSlot,
): Promise<readonly StepOutcome[]> {
  beginSteps(claimed);
  let showing: Promise<void> | undefined;
  const show = setTimeout(() => {
    showing = showSteps(context.services.sql, claimed).catch((error: unknown) =>
      context.log.warn({ err: error }, 'running steps could not be shown as IN_PROGRESS'),
    );
  }, SHOWN_AFTER_MS);
  const { outcomes, isSearchUnavailable } = await runSteps(claimed, context);
  if (isSearchUnavailable) context.searchUnavailable();
  slot.free();
  clearTimeout(show);
  await showing;
  return outcomes;
}

/** Returns whether a Job may have changed. */
async function rollUpJobs(ends: readonly StepEnd[], { services, types }: WorkContext): Promise<boolean> {
  const [first] = ends;
  if (!first) return false;
  const jobIds = [...new Set(ends.map(({ step }) => step.row.jobId))];
  return retryWhileUnavailable(() => rollUpEnded(services, jobIds, first.step.caller, types));
}

/** Failed steps end by the policy that their job type has now. */
async function endsOf(outcomes: readonly StepOutcome[], { services }: WorkContext): Promise<StepEnd[]> {
  const failed = outcomes.filter(({ event }) => event.type === 'fail').map(({ step }) => step.job.jobType);
  const policies = await retryWhileUnavailable(() => policiesOf(services.sql, failed));
  return outcomes.map(({ step, event, processingInfo }) => {
    const decided = event.type === 'fail' ? { ...event, policy: policies.get(step.job.jobType) } : event;
    return { step, transition: claimedTransition(step, decided), ...(processingInfo && { processingInfo }) };
  });
}

/** Returns the queue jobs whose Job was paused after they were claimed to their queue. */
async function pausedAmong(
  sql: Database,
  queueJobs: readonly ClaimedJob<RunStep>[],
  claimed: readonly ClaimedStep[],
): Promise<Settlements> {
  const running = new Set(claimed.map(({ queueJob }) => queueJob.id));
  const others = queueJobs.filter(({ id }) => !running.has(id));
  const steps = others.map(({ id, data }) => ({ stepId: data.stepId, queueJobId: id }));
  const paused = await retryWhileUnavailable(() => pausedSteps(sql, steps));
  return new Map(paused.map((id) => [id, { type: 'retry', seconds: PAUSED_SECONDS }]));
}

/** The event with which a run ended, and what it reports. */
interface StepOutcome {
  readonly step: ClaimedStep;
  readonly event: StepEvent;
  readonly processingInfo?: StepResult['processingInfo'];
}

async function runSteps(
  claimed: readonly ClaimedStep[],
  context: WorkContext,
): Promise<{ outcomes: StepOutcome[]; isSearchUnavailable: boolean }> {
  const outcomes: StepOutcome[] = [];
  let isSearchUnavailable = false;
  for (const step of claimed) {
    if (isSearchUnavailable) {
      // The rest of the batch would fail one by one.
      outcomes.push({ step, event: { type: 'unavailable' } });
      continue;
    }
    try {
      outcomes.push({ step, ...(await runStep(step, context)) });
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      isSearchUnavailable = true;
      outcomes.push({ step, event: { type: 'unavailable' } });
    }
  }
  return { outcomes, isSearchUnavailable };
}

const released = (step: ClaimedStep): StepOutcome => ({ step, event: { type: 'release' } });

const removed: Settlement = { type: 'removed' };

function settle(ends: readonly StepEnd[], written: ReadonlySet<string>, context: WorkContext): Settlements {
  const { metrics } = context.services;
  const settlements = new Map<string, Settlement>();
  for (const { step, transition } of ends) {
    const { job, row, queueJob, startedAt } = step;
    metrics.steps.inc({
      type: job.jobType,
      outcome: outcomeOf(transition.state.status, transition.state.faults > row.faults),
    });
    if (startedAt !== undefined) metrics.stepSeconds.observe({ type: job.jobType }, (Date.now() - startedAt) / 1_000);
    if (!written.has(row.id)) {
      context.log.warn({ stepId: row.id }, 'another worker has claimed the step; the result is discarded');
      // pg-boss must not complete the queue job: after a crash of the server, which can lose a claim, the other worker has the same attempt.
      settlements.set(queueJob.id, removed);
      continue;
    }
    const settlement = isDone(transition) ? removed : effectOf(transition, 'settle')?.settlement;
    if (settlement) settlements.set(queueJob.id, settlement);
  }
  return settlements;
}

function outcomeOf(status: string, hasFailed: boolean): string {
  if (status === 'COMPLETED') return 'completed';
  if (status === 'FAILED') return 'failed';
  return hasFailed ? 'retry' : 'released';
}

/** @throws SearchUnavailable, so that the rest of the batch is retried without a run */
async function runStep(step: ClaimedStep, context: WorkContext): Promise<Omit<StepOutcome, 'step'>> {
  const { signal } = step.queueJob;
  const stepContext = contextOf(step, context);
  try {
    signal.throwIfAborted();
    const { log, processingInfo } = (await runHandler(step, stepContext)) ?? {};
    if (context.log.isLevelEnabled('debug')) stepContext.log.debug({ attempt: step.row.fence }, 'step completed');
    return { event: { type: 'complete', log }, ...(processingInfo && { processingInfo }) };
  } catch (error) {
    if (isUnavailable(error)) {
      stepContext.log.warn({ err: error }, 'step waits for an unavailable server');
      if (error instanceof SearchUnavailable) throw error;
      return { event: { type: 'unavailable' } };
    }
    if (signal.aborted || error instanceof ClaimLost) return { event: { type: 'release' } };
    if (error instanceof UnsupportedByThisRelease) {
      stepContext.log.warn(error.message);
      return { event: { type: 'unsupported' } };
    }
    const permanent = isPermanent(error);
    stepContext.log.error(
      { err: error, attempt: step.row.fence, faults: step.row.faults + 1, permanent },
      'step failed',
    );
    const event: StepEvent = { type: 'fail', message: describeFault(error), permanent };
    return error instanceof StepFault ? { event, processingInfo: error.processingInfo } : { event };
  }
}

function contextOf(step: ClaimedStep, context: WorkContext): StepContext {
  const { requestId, correlationId, traceId } = step.caller;
  let log: Logger | undefined;
  return {
    ...context,
    // Made when something is logged: most steps log nothing.
    get log() {
      log ??= context.log.child({ jobId: step.job.id, stepId: step.row.id, requestId, correlationId, traceId });
      return log;
    },
    signal: step.queueJob.signal,
    caller: step.caller,
  };
}

async function runHandler(step: ClaimedStep, context: StepContext): Promise<StepResult | undefined> {
  const handler = context.typeHandlers[step.job.jobType];
  if (!handler) throw new UnsupportedByThisRelease(`job type ${step.job.jobType}`);
  if (step.row.name === PLAN_STEP) {
    await planSteps(step.job.id, context);
    return undefined;
  }
  const running: RunningStep = {
    id: step.row.id,
    name: step.row.name,
    attempt: step.row.fence,
    chunk: (step.values.chunk as string[] | undefined) ?? [],
    stepData: (step.values.stepData as JsonObject | undefined) ?? {},
    job: step.job,
  };
  return step.row.name === FINISH_STEP && handler.finish
    ? handler.finish(running, context)
    : handler.run(running, context);
}

/** Whether a retry would fail in the same way: the input of the Job is invalid, its client may not do it, or its index is gone. */
function isPermanent(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status === 'BAD_REQUEST' || error.status === 'FORBIDDEN';
  return error instanceof SearchIndexMissing || (error instanceof StepFault && error.permanent);
}

function describeFault(error: unknown): string {
  return publicMessageOf(error).slice(0, MAX_LOG).toWellFormed().replaceAll('\u0000', '');
}
