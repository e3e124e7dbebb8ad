import type { Transaction } from '../../db/client.ts';
import {
  type BulkItemRow,
  bulkChangeOf,
  itemIds,
  itemsOf,
  lastPlanned,
  markDone,
} from '../../db/queries/bulk/bulkRows.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { writableRows } from '../access/reach.ts';
import { badRequest, ServiceError } from '../errors.ts';
import { type Condition, checkFiltering } from '../filtering/index.ts';
import { matches } from '../filtering/matches.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { removeIfStored } from '../records/write/removeRecord.ts';
import { createRecord, patchStored } from '../records/write/saveRecord.ts';
import { isUnavailable } from '../runtime/retryWhileUnavailable.ts';
import { matchingIds } from '../search/matchingIds.ts';
import { conditionOf } from './readBulkChange.ts';

/** Records of one step. */
const CHUNK = 100;

type Plan = { readonly kind: Kind; readonly whoEdited: string } & (
  | { readonly operation: 'CREATE' }
  | { readonly operation: 'PATCH'; readonly filtering: JsonObject; readonly patch: JsonObject }
  | { readonly operation: 'DELETE'; readonly filtering: JsonObject }
);

async function planOf({ sql }: Services, jobId: string): Promise<Plan> {
  const row = await bulkChangeOf(sql, jobId);
  const kind = row && kindNamed(row.kind);
  if (!kind) throw badRequest('The bulk change does not exist.', ['jobType: start a bulk change by POST /{kind}/bulk']);
  const { operation, whoEdited } = row;
  const filtering = parseStored<JsonObject>(row.filtering ?? '{}');
  if (operation === 'PATCH')
    return { kind, whoEdited, operation, filtering, patch: parseStored<JsonObject>(row.patch ?? '{}') };
  return operation === 'DELETE' ? { kind, whoEdited, operation, filtering } : { kind, whoEdited, operation };
}

/**
 * Yields the ids of the records of a bulk change in chunks: those to be created, or those that match and that the caller
 * may write now. These may be others when planning starts again: it continues after the last planned record, because steps
 * with a record in common would both count it.
 *
 * @param services with the access of the caller
 */
export async function* planBulkChange(services: Services, jobId: string): AsyncGenerator<string[]> {
  const plan = await planOf(services, jobId);
  if (plan.operation === 'CREATE') {
    yield* itemIds(services.sql, jobId, CHUNK);
    return;
  }
  const { kind } = plan;
  const filtering = await visibleFiltering(services, kind, checkFiltering(kind, plan.filtering, 'backup'));
  const last = await lastPlanned(services.sql, jobId);
  yield* matchingIds(services, kind, { filtering, source: writableRows(services, kind) }, CHUNK, last);
}

export interface BulkOutcome {
  /** Created, changed or deleted, in this attempt or in an earlier one. */
  done: number;
  /** Records that were as the patch would make them. */
  unchanged: number;
  /** Records that no longer matched or existed, or that the caller no longer reaches. */
  skipped: number;
  failed: number;
  failures: { id: string; error: string }[];
}

/**
 * Changes the records of a chunk, one after the other. Each change marks its record in its own transaction, so that a
 * repetition leaves it out. A record is changed only if it still matches.
 *
 * @param services with the access of the caller
 */
export async function runBulkChange(
  services: Services,
  { jobId, ids }: { readonly jobId: string; readonly ids: readonly string[] },
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<BulkOutcome> {
  const plan = await planOf(services, jobId);
  const change = await changeOf(services, plan, jobId, { ...caller, user: plan.whoEdited });
  const items = await itemsOf(services.sql, jobId, ids);
  const outcome: BulkOutcome = { done: 0, unchanged: 0, skipped: 0, failed: 0, failures: [] };
  for (const id of ids) {
    signal.throwIfAborted();
    const item = items.get(id);
    if (item?.done) {
      outcome.done++;
      continue;
    }
    try {
      outcome[await change(id, item)]++;
    } catch (error) {
      if (error instanceof DoneBefore) outcome.done++;
      else if (error instanceof NoMatch) outcome.skipped++;
      else if (!(error instanceof ServiceError) || isUnavailable(error.cause)) throw error;
      else {
        outcome.failed++;
        outcome.failures.push({ id, error: [error.message, ...error.errors].join(' ') });
      }
    }
  }
  return outcome;
}

/** Rolls back: an earlier attempt, whose worker seemed dead, has changed the record meanwhile. */
class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

/** The record no longer matches the filtering. */
class NoMatch extends Error {
  override readonly name = 'NoMatch';
}

type ChangeOne = (id: string, item: BulkItemRow | undefined) => Promise<'done' | 'unchanged' | 'skipped'>;

async function changeOf(services: Services, plan: Plan, jobId: string, caller: Caller): Promise<ChangeOne> {
  const { kind } = plan;
  const mark = async (transaction: Transaction, id: string): Promise<void> => {
    if (!(await markDone(transaction, jobId, id))) throw new DoneBefore();
  };
  const optionsOf = (id: string) => ({
    caller,
    refresh: false,
    inTransaction: (transaction: Transaction) => mark(transaction, id),
  });
  if (plan.operation === 'CREATE')
    return async (id, item) => {
      await createRecord(services, kind, { ...parseStored<JsonObject>(item?.input ?? '{}'), id }, optionsOf(id));
      return 'done';
    };
  const filtering = await visibleFiltering(services, kind, checkFiltering(kind, plan.filtering, 'backup'));
  const accept = acceptMatching(conditionOf(filtering));
  if (plan.operation === 'DELETE')
    return async (id) => {
      const target = { key: id, parameter: 'id' };
      const removed = await removeIfStored(services, kind, target, { ...optionsOf(id), accept });
      return removed ? 'done' : 'skipped';
    };
  return async (id) => {
    let isWritten = false;
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await mark(transaction, id);
      isWritten = true;
    };
    const saved = await patchStored(
      services,
      kind,
      { id, patch: plan.patch, accept },
      { ...optionsOf(id), inTransaction },
    );
    return saved ? (isWritten ? 'done' : 'unchanged') : 'skipped';
  };
}

const acceptMatching =
  (condition: Condition) =>
  ({ doc, audit }: { readonly doc: string; readonly audit: string }): void => {
    if (!matches(condition, parseStored<JsonObject>(doc), parseStored<Audit>(audit))) throw new NoMatch();
  };
