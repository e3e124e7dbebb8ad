import type { Transaction } from '../../../db/client.ts';
import { deleteWaitingPlan, insertWaitingPlan, releaseWaitingPlan } from '../../../db/queries/jobs/chainRows.ts';
import type { NewJobRow } from '../../../db/queries/jobs/jobRows.ts';
import type { NewOutboxRow } from '../../../db/queries/queue/outbox.ts';
import type { Caller, JsonObject } from '../../kinds/kind.ts';
import { contextOf } from '../../queue/context.ts';
import { derivedId, newId } from '../../records/record.ts';
import { textOf } from '../../validation/values.ts';

/**
 * The queue job that plans a managed Job which waits for predecessors. It stays in the outbox until the Job starts, with
 * the context of the request that created the Job. Reconcilers of all releases find it there, and do not plan the Job.
 */

const planIdOf = (jobId: string): string => derivedId(`plan ${jobId}`);

export const storePlan = (
  transaction: Transaction,
  jobId: string,
  order: Pick<NewJobRow, 'priority' | 'startAfter'>,
  caller: Caller,
): Promise<void> => {
  const data = JSON.stringify({ jobId, context: contextOf(caller) });
  return insertWaitingPlan(transaction, { ...order, id: planIdOf(jobId), data });
};

export const releasePlan = (transaction: Transaction, jobId: string): Promise<void> =>
  releaseWaitingPlan(transaction, planIdOf(jobId), JSON.stringify({ jobId }));

export const withdrawPlan = (transaction: Transaction, jobId: string): Promise<void> =>
  deleteWaitingPlan(transaction, planIdOf(jobId));

/** When the Job starts and in which order, as its row has it. */
export function orderOf({
  priority,
  startAfter,
  deadline,
}: JsonObject): Pick<NewJobRow, 'priority' | 'startAfter' | 'deadline'> {
  return {
    priority: typeof priority === 'number' ? priority : 0,
    startAfter: textOf(startAfter) ?? null,
    deadline: textOf(deadline) ?? null,
  };
}

export function planningRow(
  data: string,
  { priority, startAfter }: Pick<NewJobRow, 'priority' | 'startAfter'>,
): NewOutboxRow {
  const row = { id: newId(), queue: 'job.plan', data, priority };
  return startAfter === null ? row : { ...row, startAfter: new Date(startAfter) };
}
