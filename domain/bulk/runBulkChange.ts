import type { Database, Transaction } from '../../db/client.ts';
import {
  type BulkItemRow,
  bulkChangeOf,
  itemIds,
  itemsOf,
  lastPlanned,
  storeOutcome,
} from '../../db/queries/bulk/bulkRows.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { writableRows } from '../access/reach.ts';
import { badRequest, ServiceError } from '../errors.ts';
import { type Condition, checkFiltering } from '../filtering/index.ts';
import { matches } from '../filtering/matches.ts';
import type { ActionOptions } from '../jobs/types.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind, RightsHolder } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { removeIfStored } from '../records/write/removeRecord.ts';
import { createRecord, patchStored } from '../records/write/saveRecord.ts';
import { isUnavailable } from '../runtime/retryWhileUnavailable.ts';
import { matchingIds } from '../search/matchingIds.ts';
import { type BulkActionName, isBulkAction, performAction, requireActionAccess } from './bulkActions.ts';
import { failureOf, reasonOf } from './failures.ts';
import { noOutcomes, type Outcome, type Outcomes } from './outcomes.ts';
import { conditionOf } from './readBulkChange.ts';

/** Records of one step. */
const CHUNK = 100;

/** For whom a bulk change is made. */
export interface Submitter {
  readonly user: string;
  readonly keyName?: string;
  readonly holder?: RightsHolder;
}

type Plan = { readonly kind: Kind; readonly submitter: Submitter } & (
  | { readonly operation: 'CREATE' }
  | { readonly operation: 'PATCH'; readonly filtering: JsonObject; readonly patch: JsonObject }
  | { readonly operation: 'DELETE' | BulkActionName; readonly filtering: JsonObject }
);

async function planOf({ sql }: Services, jobId: string): Promise<Plan> {
  const row = await bulkChangeOf(sql, jobId);
  const kind = row && kindNamed(row.kind);
  if (!kind) throw badRequest('The bulk change does not exist.', ['jobType: start a bulk change by POST /{kind}/bulk']);
  const { operation, whoEdited: user, keyName, holder } = row;
  const submitter: Submitter = {
    user,
    ...(keyName !== null && { keyName }),
    ...(holder !== null && { holder: parseStored<RightsHolder>(holder) }),
  };
  const filtering = parseStored<JsonObject>(row.filtering ?? '{}');
  if (operation === 'PATCH')
    return { kind, submitter, operation, filtering, patch: parseStored<JsonObject>(row.patch ?? '{}') };
  return operation === 'CREATE' ? { kind, submitter, operation } : { kind, submitter, operation, filtering };
}

/** Returns for whom a bulk change is made. Not the Job says so, because workers write Jobs. */
export const submitterOf = async (services: Services, jobId: string): Promise<Submitter> =>
  (await planOf(services, jobId)).submitter;

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
  const chunks = matchingIds(services, kind, { filtering, source: writableRows(services, kind) }, CHUNK, last);
  // The Job of the bulk change is a running Job itself.
  for await (const ids of chunks) {
    const others = ids.filter((id) => id !== jobId);
    if (others.length > 0) yield others;
  }
}

/** The Job was cancelled: nothing more is changed. */
export class BulkCancelled extends Error {
  override readonly name = 'BulkCancelled';
}

/**
 * Changes the records of a chunk, one after the other. Each outcome is stored, that of a change in the transaction of the
 * change, so that a repetition leaves out all but the failed ones. A record is changed only if it still matches.
 *
 * @param services with the access of the caller
 * @throws BulkCancelled
 */
export async function runBulkChange(
  services: Services,
  { jobId, ids }: { readonly jobId: string; readonly ids: readonly string[] },
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<Outcomes> {
  const plan = await planOf(services, jobId);
  const change = await changeOf(services, plan, jobId, { ...caller, ...plan.submitter });
  const items = await itemsOf(services.sql, jobId, ids);
  const outcomes = noOutcomes();
  for (const id of ids) {
    signal.throwIfAborted();
    const item = items.get(id);
    const earlier = item?.outcome;
    if (earlier && earlier !== 'failed') {
      outcomes[earlier]++;
      continue;
    }
    const { outcome, error = null } = await outcomeOf(() => change(id, item));
    // To an attempt that overlaps with an earlier one, a change of the earlier one looks like a failure.
    const wasDone =
      outcome !== 'done' && (await keepOutcome(services, jobId, { recordId: id, outcome, error })) === 'done before';
    outcomes[wasDone ? 'done' : outcome]++;
    if (error !== null && !wasDone) outcomes.failures.push({ id, ...failureOf(error) });
  }
  return outcomes;
}

async function outcomeOf(change: () => Promise<Outcome>): Promise<{ outcome: Outcome; error?: string }> {
  try {
    return { outcome: await change() };
  } catch (error) {
    if (error instanceof DoneBefore) return { outcome: 'done' };
    if (error instanceof NoMatch) return { outcome: 'skipped' };
    if (!(error instanceof ServiceError) || isUnavailable(error.cause)) throw error;
    return { outcome: 'failed', error: reasonOf(error) };
  }
}

async function keepOutcome(
  { sql }: { readonly sql: Database | Transaction },
  jobId: string,
  item: Parameters<typeof storeOutcome>[2],
): Promise<'done before' | undefined> {
  const obstacle = await storeOutcome(sql, jobId, item);
  if (obstacle === 'cancelled') throw new BulkCancelled('the Job was cancelled');
  if (obstacle && item.outcome === 'done') throw new DoneBefore();
  return obstacle;
}

/** Rolls back: an earlier attempt, whose worker seemed dead, has changed the record meanwhile. */
class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

/** The record no longer matches the filtering. */
class NoMatch extends Error {
  override readonly name = 'NoMatch';
}

type ChangeOne = (id: string, item: BulkItemRow | undefined) => Promise<Outcome>;

async function changeOf(services: Services, plan: Plan, jobId: string, caller: Caller): Promise<ChangeOne> {
  const { kind } = plan;
  const mark = async (transaction: Transaction, recordId: string): Promise<void> => {
    await keepOutcome({ sql: transaction }, jobId, { recordId, outcome: 'done', error: null });
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
  if (isBulkAction(plan.operation)) return actionOf(services, { kind, action: plan.operation }, optionsOf);
  const filtering = await visibleFiltering(services, kind, checkFiltering(kind, plan.filtering, 'backup'));
  const accept = acceptMatching(conditionOf(filtering));
  if (plan.operation === 'DELETE')
    return async (id) => {
      const target = { key: id, parameter: 'id' };
      const removed = await removeIfStored(services, kind, target, { ...optionsOf(id), accept });
      return removed ? 'done' : 'skipped';
    };
  const { patch } = plan as Extract<Plan, { readonly operation: 'PATCH' }>;
  return async (id) => {
    let isWritten = false;
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await mark(transaction, id);
      isWritten = true;
    };
    const saved = await patchStored(services, kind, { id, patch, accept }, { ...optionsOf(id), inTransaction });
    return saved ? (isWritten ? 'done' : 'unchanged') : 'skipped';
  };
}

/** Acts on a record and marks it in one transaction, so that neither the end of a process nor a cancel comes between them. */
function actionOf(
  services: Services,
  { kind, action }: { readonly kind: Kind; readonly action: BulkActionName },
  optionsOf: (id: string) => ActionOptions,
): ChangeOne {
  requireActionAccess(services, kind, action);
  return (id) => performAction(services, { kind, action, id }, optionsOf(id));
}

const acceptMatching =
  (condition: Condition) =>
  ({ doc, audit }: { readonly doc: string; readonly audit: string }): void => {
    if (!matches(condition, parseStored<JsonObject>(doc), parseStored<Audit>(audit))) throw new NoMatch();
  };
