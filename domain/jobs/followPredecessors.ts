import type { Transaction } from '../../db/client.ts';
import { insertDependencies, markEnds, waitingChain, waitingFor } from '../../db/queries/jobs/chainRows.ts';
import { type JobRow, lockJobs, lockStepsOfJob, readJob, readSteps } from '../../db/queries/jobs/jobRows.ts';
import type { TransactionScope } from '../access/reach.ts';
import { forbidden } from '../errors.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { recordText } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { type Predecessor, predecessorsOf } from './chains/predecessors.ts';
import type { JobEvent } from './jobState.ts';
import { enqueueSync } from './outboxRows.ts';
import { noSuch, withSteps } from './read.ts';
import { stepStateOf, writeSteps } from './stepEffects.ts';
import { isClosed, stepTransition } from './stepState.ts';
import { STEPS_PER_TRANSACTION } from './transaction.ts';

/**
 * The Jobs that wait for others. The transaction that ends a Job considers its successors:
 *
 *   waits ── the last predecessor has ended, each as required ──► its work starts
 *     └───── a predecessor has ended otherwise, or was deleted ──► cancelled, with the reason
 *
 * Locks are taken from predecessors to successors. The end of a batch may lock two successors in another order than that
 * of another batch; PostgreSQL then ends one of the transactions, which is retried.
 */

/** Successors that the end of a Job considers at once; the reconciler considers the others. */
const SUCCESSORS_AT_ONCE = 100;

/** Jobs in a row that one transaction ends; the reconciler continues behind them. */
const MAX_DEPTH = 50;

/** Who changes a Job, and how many Jobs before it in its chain the transaction has ended. */
export interface Cause {
  readonly caller: Caller;
  readonly depth?: number;
}

export interface FollowOptions extends Cause {
  /** Applies an event to a locked Job. */
  readonly change: (transaction: Transaction, job: JobRow, event: JobEvent, cause: Cause) => Promise<JobRow>;
}

/** Considers the Jobs that wait for a Job which ends in this transaction. */
export async function followEnd(transaction: Transaction, endedId: string, options: FollowOptions): Promise<void> {
  const { depth = 0 } = options;
  if (depth >= MAX_DEPTH) return;
  const ids = await waitingFor(transaction, endedId, SUCCESSORS_AT_ONCE);
  if (ids.length > 0) await followPredecessors(transaction, ids, { ...options, depth: depth + 1 });
}

/** Starts or cancels those of the Jobs whose predecessors have ended. */
export async function followPredecessors(
  transaction: Transaction,
  ids: readonly string[],
  options: FollowOptions,
): Promise<void> {
  for (const job of await lockJobs(transaction, ids))
    if (job.waits && !job.cancelled && !isClosed(job.status)) await followOne(transaction, job, options);
  await enqueueSync(transaction, 'Job', ids, options.caller);
}

async function followOne(transaction: Transaction, job: JobRow, options: FollowOptions): Promise<void> {
  const ends = new Map((await markEnds(transaction, job.id)).map((end) => [end.predecessorId, end.endedAs]));
  if (ends.size === 0) return;
  const values = parseStored<JsonObject>(job.doc);
  const after = predecessorsOf(values).map((one) => {
    const status = ends.get(one.jobId);
    return status ? { ...one, status } : one;
  });
  const reason = after.map(reasonAgainst).find((text) => text !== undefined);
  const followed = { ...job, doc: JSON.stringify({ ...values, after, ...(reason !== undefined && { reason }) }) };
  const isLast = after.every(({ status }) => status !== undefined);
  const type = reason !== undefined ? 'cancel' : isLast ? 'start' : 'predecessorEnded';
  const changed = await options.change(transaction, followed, { type }, options);
  if (type === 'cancel') await closeCancelled(transaction, changed, options);
}

/** Why the Job cannot start after the end of this predecessor; undefined if it can, or if the end is not known. */
function reasonAgainst({ jobId, on = 'COMPLETED', status }: Predecessor): string | undefined {
  if (status === undefined || status === on || (on === 'ENDED' && status !== 'DELETED')) return undefined;
  return `the Job ${jobId} is ${status}, and this one starts only ${on === 'ENDED' ? 'after its end' : `once it is ${on}`}`;
}

/**
 * Ends a cancelled Job that waited, with up to a page of its steps. The reconciler ends one that has more. A managed Job
 * that waits has no steps.
 */
async function closeCancelled(transaction: Transaction, job: JobRow, options: FollowOptions): Promise<void> {
  const { caller, change } = options;
  const rows = await lockStepsOfJob(transaction, job.id, 'open', STEPS_PER_TRANSACTION);
  const updates = rows.map((row) => {
    return { row, transition: stepTransition(stepStateOf(row, job), { type: 'cancel' }), caller };
  });
  await writeSteps(transaction, updates);
  if (rows.length < STEPS_PER_TRANSACTION) await change(transaction, job, { type: 'stepsCancelled' }, options);
}

/**
 * Stores the locked predecessors of a new Job. If they have ended, the Job starts, or is cancelled, at once. Returns the Job
 * as JSON text with its steps.
 */
export async function followNew(
  scope: TransactionScope,
  id: string,
  { after, ...options }: FollowOptions & { readonly after: readonly Predecessor[] },
): Promise<string> {
  const { sql: transaction } = scope;
  await insertDependencies(
    transaction,
    id,
    after.map(({ jobId }) => jobId),
  );
  await followPredecessors(transaction, [id], options);
  const job = await readJob(transaction, id);
  if (!job) throw noSuch(jobKind, id);
  return withSteps(recordText(job), (await readSteps(transaction, id)).map(recordText));
}

interface ChainOptions extends FollowOptions {
  /** Whether the caller may cancel a Job. */
  readonly isCancellable: (job: JobRow) => boolean;
}

/**
 * Cancels all Jobs that wait for a Job, directly or through others, whatever their conditions. The caller has locked the
 * Job and cancels it in the same transaction. A Job that comes to wait for one of them waits for the commit.
 *
 * @throws ServiceError a 403 if the caller may not cancel one of them; nothing is cancelled then
 */
export async function cancelChain(scope: TransactionScope, rootId: string, options: ChainOptions): Promise<void> {
  const { sql: transaction } = scope;
  const locked = new Map<string, JobRow>();
  for (;;) {
    const ids = (await waitingChain(transaction, rootId)).filter((id) => !locked.has(id));
    if (ids.length === 0) break;
    for (const job of await lockJobs(transaction, ids)) locked.set(job.id, job);
  }
  const waiting = [...locked.values()].filter(({ waits, cancelled }) => waits && !cancelled);
  if (!waiting.every(options.isCancellable))
    throw forbidden('Your access rules do not allow the cancel of all Jobs that wait for this one.');
  const reason = `the Job ${rootId} was cancelled with the Jobs that waited for it`;
  const cancelled: JobRow[] = [];
  for (const job of waiting) {
    const doc = JSON.stringify({ ...parseStored<JsonObject>(job.doc), reason });
    cancelled.push(await options.change(transaction, { ...job, doc }, { type: 'cancel' }, options));
  }
  // None waits any more: the end of one starts no other.
  for (const job of cancelled) await closeCancelled(transaction, job, options);
  await enqueueSync(
    transaction,
    'Job',
    cancelled.map(({ id }) => id),
    options.caller,
  );
}
