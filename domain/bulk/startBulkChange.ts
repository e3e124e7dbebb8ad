import type { Transaction } from '../../db/client.ts';
import { insertBulkChange } from '../../db/queries/bulk/bulkRows.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { writableRows } from '../access/reach.ts';
import { checkFiltering } from '../filtering/index.ts';
import { startJob } from '../jobs/create.ts';
import type { Caller, JsonObject, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { countMatchingRows } from '../search/matchingIds.ts';
import { isBulkAction, requireActionAccess } from './bulkActions.ts';
import { isGuarded } from './guarded.ts';
import { readBulkChange } from './readBulkChange.ts';
import { tryRecords } from './tryRecords.ts';

export interface BulkOptions {
  readonly caller: Caller;
  /** Ends a dry run. */
  readonly signal: AbortSignal;
  /** Runs in the transaction that starts the Job, with the answer. */
  readonly inTransaction?: ((transaction: Transaction, answer: string) => Promise<void>) | undefined;
}

/**
 * Starts the Job of a bulk change and returns the answer as JSON text: the id of the Job, and the number of records to be
 * created, or that match now and that the caller may write. A dry run only counts, and says which records
 * could not be created. Workers read the
 * change from `bulk_change`, not from the data of the Job: a client that may change Jobs could otherwise alter it.
 */
export async function startBulkChange(
  services: Services,
  kind: Kind,
  input: unknown,
  { caller, signal, inTransaction }: BulkOptions,
): Promise<{ readonly answer: string; readonly jobId?: string }> {
  const { change, dryRun } = readBulkChange(services, kind, input);
  const { operation } = change;
  if (isBulkAction(operation)) requireActionAccess(services, kind, operation);
  const records = change.operation === 'CREATE' ? change.items.length : await countMatching(services, kind, change);
  if (dryRun) {
    const tried = change.operation === 'CREATE' && (await tryRecords(services, kind, change.items, { caller, signal }));
    return { answer: JSON.stringify({ dryRun, records, ...tried }) };
  }
  const filtering = change.operation === 'CREATE' ? undefined : change.filtering;
  const patch = change.operation === 'PATCH' ? change.patch : undefined;
  const row = {
    kind: kind.name,
    operation,
    filtering: filtering ? JSON.stringify(filtering) : null,
    patch: patch ? JSON.stringify(patch) : null,
    whoEdited: caller.user,
    holder: caller.holder ? JSON.stringify(caller.holder) : null,
    keyName: caller.keyName ?? null,
  };
  const data = { kind: kind.name, operation, ...(filtering && { filtering }), ...(patch && { patch }), records };
  const answerOf = (jobId: string): string => JSON.stringify({ dryRun, records, jobId });
  const jobType = isGuarded(kind, change) ? 'GUARDED_BULK_CHANGE' : 'BULK_CHANGE';
  const jobId = await startJob(services, jobType, data, {
    caller,
    async inTransaction(transaction, job) {
      const { id } = parseStored<{ id: string }>(job);
      await insertBulkChange(transaction, id, row, change.operation === 'CREATE' ? change.items : []);
      await inTransaction?.(transaction, answerOf(id));
    },
  });
  return { answer: answerOf(jobId), jobId };
}

async function countMatching(
  services: Services,
  kind: Kind,
  { filtering }: { readonly filtering: JsonObject },
): Promise<number> {
  const visible = await visibleFiltering(services, kind, checkFiltering(kind, filtering, 'backup'));
  return countMatchingRows(services, kind, { filtering: visible, source: writableRows(services, kind) });
}
