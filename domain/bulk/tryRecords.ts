import type { NewBulkItem } from '../../db/queries/bulk/bulkRows.ts';
import { ServiceError } from '../errors.ts';
import type { Caller, JsonObject, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { createRecord } from '../records/write/saveRecord.ts';
import { isUnavailable } from '../runtime/retryWhileUnavailable.ts';
import { type Failure, failureOf, reasonOf } from './failures.ts';

/** Maximum number of failures that a dry run describes. */
const MAX_FAILURES = 100;

interface Tried {
  /** Number of records that could not be created. */
  readonly failed: number;
  /** The first of them: the position in `records`, and why. */
  readonly failures: readonly ({ readonly index: number } & Failure)[];
}

/** Rolls a creation back that has succeeded. */
class Creatable extends Error {
  override readonly name = 'Creatable';
}

/**
 * Creates each of the records as a step of the bulk change would, and rolls it back: nothing else checks all that a write
 * checks. Each is tried alone, as if the others did not exist.
 */
export async function tryRecords(
  services: Services,
  kind: Kind,
  items: readonly NewBulkItem[],
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<Tried> {
  const failures: ({ index: number } & Failure)[] = [];
  let failed = 0;
  for (const [index, { recordId: id, input }] of items.entries()) {
    signal.throwIfAborted();
    const failure = await failureOfCreation(services, kind, { ...parseStored<JsonObject>(input), id }, caller);
    if (!failure) continue;
    failed++;
    if (failures.length < MAX_FAILURES) failures.push({ index, ...failure });
  }
  return { failed, failures };
}

async function failureOfCreation(
  services: Services,
  kind: Kind,
  record: JsonObject & { readonly id: string },
  caller: Caller,
): Promise<Failure | undefined> {
  const inTransaction = async (): Promise<void> => {
    throw new Creatable();
  };
  try {
    await createRecord(services, kind, record, { caller, refresh: false, inTransaction });
    return undefined;
  } catch (error) {
    if (error instanceof Creatable) return undefined;
    if (!(error instanceof ServiceError) || isUnavailable(error.cause)) throw error;
    return failureOf(reasonOf(error));
  }
}
