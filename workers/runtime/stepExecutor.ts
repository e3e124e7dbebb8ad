import type { Logger } from 'pino';
import { ServiceError } from '../../domain/errors.ts';
import { FINISH_STEP, PLAN_STEP } from '../../domain/jobs/types.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { RunStep } from '../../domain/queue/definitions.ts';
import {
  backoffSeconds,
  MAX_FAULTS,
  UNAVAILABLE_PAUSE_SECONDS,
  UNSUPPORTED_PAUSE_SECONDS,
} from '../../domain/queue/retryPolicy.ts';
import { metrics } from '../../domain/runtime/metrics.ts';
import { isUnavailable, retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import {
  messageOf,
  type RunningStep,
  type StepContext,
  StepFault,
  type StepResult,
  UnsupportedByThisRelease,
  type WorkContext,
} from './handler.ts';
import { planSteps } from './planning.ts';
import { type ClaimedStep, claimSteps, endSteps, type StepEnd, showSteps } from './steps.ts';

/** A step that runs for so long shows as IN_PROGRESS. */
const SHOWN_AFTER_MS = 150;

/** The handler of every queue of steps: claims a batch, does each step, writes how they ended. */
export async function executeSteps(
  taken: readonly ClaimedJob<RunStep>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  const { sql } = context.services;
  const claimed = await retryWhileUnavailable(() => claimSteps(sql, context, taken));
  let showing: Promise<void> | undefined;
  const show = setTimeout(() => {
    showing = showSteps(sql, claimed).catch((error: unknown) =>
      context.log.warn({ err: error }, 'claims are not shown'),
    );
  }, SHOWN_AFTER_MS);
  const ended: { step: ClaimedStep; end: StepEnd; pause: number }[] = [];
  let away: SearchUnavailable | undefined;
  for (const step of claimed) {
    // Once something is away, the rest of the batch need not find that out one by one.
    const { end, pause, engineAway } = away
      ? { end: released, pause: UNAVAILABLE_PAUSE_SECONDS, engineAway: away }
      : await doStep(step, context);
    away = engineAway;
    ended.push({ step, end, pause });
  }
  clearTimeout(show);
  await showing;
  const written = await retryWhileUnavailable(() => endSteps(sql, ended, context.types));
  context.services.wakeRelay();
  if (away) context.searchAway();
  const settlements = new Map<string, Settlement>();
  for (const { step, end, pause } of ended) {
    metrics.steps.inc({ type: step.job.jobType, outcome: end.type === 'fault' && end.last ? 'failed' : end.type });
    metrics.stepSeconds.observe({ type: step.job.jobType }, (Date.now() - step.startedAt) / 1_000);
    // Taken from this worker: whatever is sent for its attempt is refused.
    if (!written.has(step.row.id))
      context.log.warn({ stepId: step.row.id }, 'the step was taken from this worker meanwhile');
    else if (end.type === 'fault' && end.last)
      settlements.set(step.taken.id, { type: 'deadLetter', reason: end.message });
    else if (end.type !== 'completed') settlements.set(step.taken.id, { type: 'retry', seconds: pause });
  }
  return settlements;
}

const released: StepEnd = { type: 'released' };

async function doStep(
  step: ClaimedStep,
  context: WorkContext,
): Promise<{ end: StepEnd; pause: number; engineAway?: SearchUnavailable | undefined }> {
  const { signal } = step.taken;
  const { requestId, correlationId, traceId } = step.caller;
  let child: Logger | undefined;
  const inStep: StepContext = {
    ...context,
    // Made when something is to be said: most steps say nothing.
    get log() {
      child ??= context.log.child({ jobId: step.job.id, stepId: step.row.id, requestId, correlationId, traceId });
      return child;
    },
    signal,
    caller: step.caller,
  };
  try {
    signal.throwIfAborted();
    const result = (await run(step, inStep)) ?? {};
    if (context.log.isLevelEnabled('debug')) inStep.log.debug({ attempt: step.row.fence }, 'step completed');
    return { end: { type: 'completed', result }, pause: 0 };
  } catch (error) {
    if (isUnavailable(error)) {
      inStep.log.warn({ err: error }, 'step waits for what is away');
      return {
        end: released,
        pause: UNAVAILABLE_PAUSE_SECONDS,
        engineAway: error instanceof SearchUnavailable ? error : undefined,
      };
    }
    if (signal.aborted) return { end: released, pause: 0 };
    if (error instanceof UnsupportedByThisRelease) {
      inStep.log.warn(error.message);
      return { end: released, pause: UNSUPPORTED_PAUSE_SECONDS };
    }
    const faults = step.row.faults + 1;
    // Trying again does not mend what was asked for.
    const hopeless = error instanceof ServiceError ? error.status === 'BAD_REQUEST' : (error as StepFault | null)?.last;
    const last = faults >= MAX_FAULTS || hopeless === true;
    inStep.log.error({ err: error, attempt: step.row.fence, faults, last }, 'step failed');
    const result = error instanceof StepFault ? { processingInfo: error.processingInfo } : {};
    return { end: { type: 'fault', message: describeFault(error), last, result }, pause: backoffSeconds(faults) };
  }
}

async function run(step: ClaimedStep, context: StepContext): Promise<StepResult | undefined> {
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

function describeFault(error: unknown): string {
  const details = error instanceof ServiceError && error.errors.length > 0 ? `: ${error.errors.join('; ')}` : '';
  return `${messageOf(error)}${details}`.slice(0, 10_000).toWellFormed().replaceAll('\u0000', '');
}
