import { countDeletedLogs, type DeletedLogs, deleteLogs } from '../../db/queries/logs/deleteLogs.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { badRequest } from '../errors.ts';
import { startJob } from '../jobs/create.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import { isStorableText } from '../validation/values.ts';
import { checkDeletion, deletionOf } from './deletionRange.ts';

/** More than this many are deleted by workers, as the steps of a Job. */
const MOST_IN_CALL = 10_000;
/** Logs of one statement. */
const DELETED_AT_ONCE = 2_000;

/** Deletes the logs of an owner that are of a type and older than a date; where they are many, answers the Job's id. */
export async function deleteLogsOfOwner(
  services: Services,
  input: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<string | undefined> {
  const problems = checkDeletion(input, '');
  if (problems.length > 0) throw badRequest('The logs cannot be deleted.', problems);
  if (!Object.values(input).every(isStorableText)) return undefined;
  const which = deletionOf(input as JsonObject);
  const { count, until } = await countDeletedLogs(services.sql, which, MOST_IN_CALL + 1);
  if (count > MOST_IN_CALL) return startJob(services, 'DELETE_LOGS', { ...which, until }, { caller });
  await deleteMatching(services, { ...which, until }, caller);
  return undefined;
}

/** Deletes what matches, a chunk a statement, and answers how many those were. Again deletes what is left. */
export async function deleteMatching(
  services: Services,
  which: DeletedLogs,
  caller: Caller,
  stretch?: Parameters<typeof deleteLogs>[2]['stretch'],
  signal?: AbortSignal,
): Promise<number> {
  const context = JSON.stringify(contextOf(caller));
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const options = { limit: DELETED_AT_ONCE, context, ...(stretch ? { stretch } : {}) };
    const { seen, deleted } = await withTransactionRetry(() => deleteLogs(services.sql, which, options));
    if (deleted > 0) services.wakeRelay();
    total += deleted;
    if (seen === 0) return total;
  }
}
