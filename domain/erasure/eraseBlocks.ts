import type { Transaction } from '../../db/client.ts';
import {
  type Blocks,
  clearMessages,
  eraseTexts,
  exchangesWith,
  notificationsNaming,
  notificationsTo,
  skipTargetsOf,
  storeTexts,
  textsOf,
} from '../../db/queries/erasure/erasureRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { searchDocument } from '../filtering/searchDocument.ts';
import { kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import { notification } from '../kinds/processing/notification.ts';
import { RECIPIENT_ERASED } from '../notifications/delivery/deliveryState.ts';
import { EXCHANGE } from '../notifications/exchanges.ts';
import { suppression } from '../notifications/recipients/suppressionKind.ts';
import { rollUp } from '../notifications/rollUp.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncRows } from '../records/indexSyncRows.ts';
import { parseStored } from '../records/storedText.ts';

/** Maximum number of blocks of one transaction: some thousand records. */
const MAX_BLOCKS = 256;
/** A transaction that takes longer is followed by smaller ones: rows are locked for a moment only, also where they have files. */
const MAX_MS = 1_000;

/** The deliveries. */
const TARGETS = 'public.notification_target';

/** A part of a table. */
export interface Part extends Blocks {
  readonly table: string;
}

export interface Erasure {
  readonly jobId: string;
  readonly userId: string;
  readonly dryRun: boolean;
}

/**
 * Erases the texts of a person in blocks of a table, in many short transactions, each of which leaves complete records with
 * their search documents, and their outbox rows. Repeating it changes nothing more. Returns the number of rows.
 */
export async function eraseBlocks(
  services: Services,
  erasure: Erasure,
  { table, first, end }: Part,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<number> {
  let blocks = 1;
  let total = 0;
  let from = first;
  while (from < end) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const part = { table, first: from, end: Math.min(from + blocks, end) };
    total += await withTransactionRetry(() =>
      services.sql.begin(async (transaction) => {
        const { found, ids } = await eraseTexts(transaction, erasure.jobId, part);
        const changed = table === TARGETS ? await withMessages(transaction, erasure, part, ids) : ids;
        if (changed.length > 0) await completeRecords(transaction, erasure, { table, ids: changed, caller });
        return found;
      }),
    );
    services.wakeRelay();
    from = part.end;
    blocks = performance.now() - startedAt > MAX_MS ? Math.ceil(blocks / 4) : Math.min(blocks * 2, MAX_BLOCKS);
  }
  return total;
}

/** Adds the notifications to the person that contain none of its texts, such as those that were not delivered yet. */
async function withMessages(
  transaction: Transaction,
  erasure: Erasure,
  blocks: Blocks,
  found: readonly string[],
): Promise<readonly string[]> {
  if (erasure.dryRun) return found;
  return [...new Set([...found, ...(await notificationsNaming(transaction, erasure, blocks))])];
}

interface ErasedRecords {
  readonly table: string;
  readonly ids: readonly string[];
  readonly caller: Caller;
}

async function completeRecords(
  transaction: Transaction,
  erasure: Erasure,
  { table, ids, caller }: ErasedRecords,
): Promise<void> {
  if (table === TARGETS) {
    await eraseMessages(transaction, erasure, ids, caller);
    return;
  }
  const kind = kinds.find((one) => table === `public.${one.table}`);
  if (kind) await storeErased(transaction, kind, { ids, caller });
  else if (table === `public.${suppression.table}`) await storeSearched(transaction, suppression, ids);
}

/** Computes the search documents of records whose texts have changed, and has them indexed. */
async function storeErased(
  transaction: Transaction,
  kind: Kind,
  { ids, caller }: Pick<ErasedRecords, 'ids' | 'caller'>,
  change?: (values: JsonObject) => JsonObject,
): Promise<void> {
  await storeSearched(transaction, kind, ids, change);
  await enqueue(transaction, indexSyncRows(kind, ids, caller));
}

async function storeSearched(
  transaction: Transaction,
  kind: Kind,
  ids: readonly string[],
  change: (values: JsonObject) => JsonObject = (values) => values,
): Promise<void> {
  const rows = await textsOf(transaction, kind.table, ids);
  const changed = rows.map(({ id, doc, audit }) => {
    const values = change(parseStored<JsonObject>(doc));
    return { id, doc: JSON.stringify(values), search: searchDocument(kind, values, parseStored<Audit>(audit)) };
  });
  await storeTexts(transaction, kind.table, changed, { isIndexed: kind !== suppression });
}

/**
 * Erases what was sent to the person: the messages in the Logs of its targets, and all of a notification to nobody else; of one
 * with other recipients, the last message, which may be that of the person. Deliveries to it that wait are not made.
 */
async function eraseMessages(
  transaction: Transaction,
  erasure: Erasure,
  ids: readonly string[],
  caller: Caller,
): Promise<void> {
  const found = await notificationsTo(transaction, erasure, ids);
  const only = new Set(found.flatMap(({ id, isOnly }) => (isOnly ? [id] : [])));
  await clearMessages(transaction, [...only]);
  await storeErased(transaction, notification, { ids: found.map(({ id }) => id), caller }, (values) => {
    const { subject: _, contents: __, ...others } = values;
    if (!only.has(String(values.id))) return others;
    const { data: ___, params: ____, relatedEntities: _____, ...rest } = others;
    return rest;
  });
  const exchanges = await exchangesWith(transaction, erasure, ids, EXCHANGE);
  await storeErased(transaction, log, { ids: exchanges, caller }, (values) => ({
    ...values,
    request: '',
    response: '',
  }));
  await skipTargetsOf(transaction, erasure, ids, RECIPIENT_ERASED);
  const open = found.filter(({ status }) => status === 'PLAN' || status === 'IN_PROGRESS');
  await rollUp(transaction, open);
}
