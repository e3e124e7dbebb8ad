import type { Database, Transaction } from '../../db/client.ts';
import { type JobRow, type StepChange, type StepRow, updateSteps } from '../../db/queries/jobs/jobRows.ts';
import { announceClaimable } from '../../db/queries/jobs/leaseRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import type { Audit, Caller, Values } from '../kinds/kind.ts';
import type { JobStatus } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import { deadLetterQueue } from '../queue/definitions.ts';
import { nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { textOf } from '../validation/values.ts';
import { endOf } from './jobDates.ts';
import { causeOf, withCause } from './jobState.ts';
import { stepOutboxRow, syncRows } from './outboxRows.ts';
import { isClosed, type RecordChange, type StepEffect, type StepState, type StepTransition } from './stepState.ts';

/** A transition of a stored step, to be written. */
export interface StepUpdate {
  /** As read; a row that has changed since is not written. */
  readonly row: StepRow;
  readonly transition: StepTransition;
  /** The members before the transition, where they are not those of the row. */
  readonly values?: Values;
  readonly caller: Caller;
}

/** The state of a stored step of this Job. */
export function stepStateOf(
  row: StepRow,
  { managed, cancelled, expired = false }: Pick<JobRow, 'managed' | 'cancelled'> & Partial<Pick<JobRow, 'expired'>>,
): StepState {
  const { status, fence, faults, worker, queueJobId } = row;
  return { status, managed, cancelled, expired, fence, faults, worker, queueJobId };
}

/** The first effect of this type. */
export function effectOf<Type extends StepEffect['type']>(
  { effects }: StepTransition,
  type: Type,
): Extract<StepEffect, { readonly type: Type }> | undefined {
  return effects.find((effect): effect is Extract<StepEffect, { readonly type: Type }> => effect.type === type);
}

/**
 * Writes transitions of steps with all that they do to queues and indexes, each kind of effect in one statement. The
 * caller rolls up their Jobs afterwards: under their locks, or after the commit (rollUpEnded).
 *
 * @param stepQueue the queue of these steps; absent where no worker of this release knows it, and for a client's own steps
 * @returns what was written, by step: the steps that were still as read. Nothing is done about the others.
 */
export async function writeSteps(
  transaction: Transaction,
  updates: readonly StepUpdate[],
  stepQueue?: string,
): Promise<ReadonlyMap<string, StepChange>> {
  const written = await writeStepRecords(transaction, updates);
  if (written.size === 0) return written;
  if (stepQueue !== undefined) {
    const moved = updates.filter(({ row }) => written.has(row.id));
    await writeQueue(transaction, moved, stepQueue);
  } else {
    const claimable = updates.filter(({ row, transition }) => {
      const { status, managed } = transition.state;
      return written.has(row.id) && row.status !== 'NEW' && status === 'NEW' && !managed;
    });
    if (claimable.length > 0) await announceClaimable(transaction, [...new Set(claimable.map(({ row }) => row.jobId))]);
  }
  return written;
}

/**
 * As writeSteps, in one statement, without what the transitions do to queues: for steps that this process has claimed, whose queue
 * jobs it settles itself.
 *
 * @param claimedFrom the queue of these steps; the queue jobs of those that are done are removed from it
 */
export async function writeStepRecords(
  sql: Database | Transaction,
  updates: readonly StepUpdate[],
  claimedFrom?: string,
): Promise<ReadonlyMap<string, StepChange>> {
  const now = new Date().toISOString();
  const changes = updates.flatMap((update) => stepChange(update, now) ?? []);
  const [first] = updates;
  if (!first || changes.length === 0) return new Map();
  const changed = changes.map(({ id }) => id);
  // A step that was no longer as read is indexed all the same, which changes nothing.
  const ids = await updateSteps(sql, changes, syncRows('JobStep', changed, first.caller), claimedFrom);
  return new Map(changes.filter(({ id }) => ids.has(id)).map((change) => [change.id, change]));
}

async function writeQueue(transaction: Transaction, updates: readonly StepUpdate[], stepQueue: string): Promise<void> {
  const added = updates.flatMap(({ row, transition, caller }) => {
    const effect = effectOf(transition, 'enqueue');
    return effect ? [stepOutboxRow(effect.queueJobId, stepQueue, row, caller)] : [];
  });
  await enqueue(transaction, added);
  const removed = updates.flatMap(({ transition }) => effectOf(transition, 'dequeue')?.queueJobId ?? []);
  if (removed.length > 0) {
    // The claims end with their queue jobs; the broker aborts the handlers that still run.
    await transaction`delete from pgboss.job where name = ${stepQueue} and id = any(${removed}::uuid[])`;
    await transaction`delete from outbox where id = any(${removed}::uuid[])`;
  }
  const resent = updates.filter(({ transition }) => effectOf(transition, 'removeDeadLetter')).map(({ row }) => row.id);
  if (resent.length > 0) {
    await transaction`
      delete from pgboss.job where name = ${deadLetterQueue(stepQueue)} and data->>'stepId' = any(${resent}::text[])`;
  }
}

/** The row as a transition leaves it; undefined when the transition writes nothing. */
function stepChange({ row, transition, values, caller }: StepUpdate, now: string): StepChange | undefined {
  const write = effectOf(transition, 'write');
  if (!write) return undefined;
  const { status, fence, faults, worker, queueJobId } = transition.state;
  const changed = changedMembers(values ?? parseStored(row.doc), status, write.change, now);
  // A step that had failed before its Job was cancelled keeps its cause.
  const members = withCause(changed, row.status === status ? changed.cause : causeOf(status, transition.state));
  return {
    ...recordTexts(stepKind, members, nextAudit(parseStored<Audit>(row.audit), caller)),
    version: row.version,
    wasFence: row.fence,
    wasStatus: row.status,
    wasWorker: row.worker,
    name: textOf(members.name) ?? row.name,
    chunkId: textOf(members.chunkId) ?? null,
    status,
    fence,
    faults,
    worker,
    queueJobId,
    pauseSeconds: transition.state.managed ? null : pauseOf(transition),
    isDone: isDone(transition),
  };
}

/** Whether the step has ended, and its queue job is neither retried nor a dead letter. */
export const isDone = (transition: StepTransition): boolean =>
  isClosed(transition.state.status) && effectOf(transition, 'settle') === undefined;

/** The queue pauses the steps that it carries; the others have their pause in their row. */
function pauseOf(transition: StepTransition): number | null {
  const settlement = effectOf(transition, 'settle')?.settlement;
  return settlement?.type === 'retry' ? settlement.seconds : null;
}

function changedMembers(values: Values, status: JobStatus, change: RecordChange, now: string): Values {
  const { startDate, endDate, log } = change;
  const changed: Values = { ...values, status };
  if (startDate === 'nowIfAbsent') changed.startDate ??= now;
  if (startDate === 'remove') delete changed.startDate;
  if (endDate === 'now') changed.endDate = endOf(changed.startDate, now);
  if (endDate === 'nowIfAbsent') changed.endDate ??= endOf(changed.startDate, now);
  if (endDate === 'remove') delete changed.endDate;
  if (log === null) delete changed.log;
  else if (log !== undefined) changed.log = log;
  return changed;
}
