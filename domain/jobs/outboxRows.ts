import type { Transaction } from '../../db/client.ts';
import type { JobRow } from '../../db/queries/jobs/jobRows.ts';
import type { InsertedStep } from '../../db/queries/jobs/newStepRows.ts';
import { HELD_UNTIL } from '../../db/queries/jobs/pausedJobs.ts';
import { enqueue, type NewOutboxRow } from '../../db/queries/queue/outbox.ts';
import type { Caller } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import { contextOf } from '../queue/context.ts';
import { indexSyncRows } from '../records/indexSyncRows.ts';

/** The outbox row that brings a step into its queue under this queue job id. */
export function stepOutboxRow(
  queueJobId: string,
  queue: string,
  { id: stepId, claimOrder, paused = false }: InsertedStep & Partial<Pick<JobRow, 'paused'>>,
  caller: Caller,
): NewOutboxRow {
  const data = JSON.stringify({ stepId, context: contextOf(caller) });
  return { id: queueJobId, queue, data, priority: -claimOrder, ...(paused && { startAfter: HELD_UNTIL }) };
}

/** Enqueues the index.sync jobs of these records, in the transaction that changes or deletes them. */
export async function enqueueSync(
  transaction: Transaction,
  kind: 'Job' | 'JobStep',
  ids: readonly string[],
  caller: Caller,
): Promise<void> {
  await enqueue(transaction, syncRows(kind, ids, caller));
}

/** The outbox rows of enqueueSync. */
export const syncRows = (kind: 'Job' | 'JobStep', ids: readonly string[], caller: Caller): NewOutboxRow[] =>
  indexSyncRows(kind === 'Job' ? jobKind : stepKind, ids, caller);
