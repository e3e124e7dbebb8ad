import type { Transaction } from '../../../db/client.ts';
import { markEnqueued } from '../../../db/queries/jobs/callbackRows.ts';
import type { JobRow } from '../../../db/queries/jobs/jobRows.ts';
import type { JobEndEvent } from '../../../db/queries/notifications/eventRows.ts';
import { enqueue } from '../../../db/queries/queue/outbox.ts';
import type { Caller, JsonObject } from '../../kinds/kind.ts';
import { contextOf } from '../../queue/context.ts';
import { newId } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';

/**
 * Enqueues the callback of a Job that has ended, in the transaction of the end. Each end is enqueued once, with the state of
 * the Job then: all attempts post the same body.
 *
 * @param job as it is after its end
 */
export async function enqueueCallback(
  transaction: Transaction,
  { id, doc }: Pick<JobRow, 'id' | 'doc'>,
  event: JobEndEvent,
  caller: Caller,
): Promise<void> {
  if (!doc.includes('"callbackUrl"') || !(await markEnqueued(transaction, id))) return;
  const { jobType, status, cause, reason, startDate, startedAt, endDate } = parseStored<JsonObject>(doc);
  const job = { id, jobType, status, cause, reason, startDate, startedAt, endDate };
  const messageId = newId();
  const data = { messageId, jobId: id, event, job, context: contextOf(caller) };
  await enqueue(transaction, [{ id: messageId, queue: 'job.callback', data: JSON.stringify(data) }]);
}
