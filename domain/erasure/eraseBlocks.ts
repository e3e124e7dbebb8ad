import type { Database, Transaction } from '../../db/client.ts';
import {
  type Blocks,
  clearMessages,
  eraseTexts,
  exchangesOf,
  notificationsTo,
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
import { EXCHANGE } from '../notifications/exchanges.ts';
import { suppression } from '../notifications/recipients/suppressionKind.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncData, newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';

/** Blocks of one transaction: some thousand records, so that rows are locked for a moment only. */
const BLOCKS = 256;

/** Ids of one index.sync job. */
const IDS_PER_SYNC = 500;

/** A part of a table. */
export interface Part extends Blocks {
  readonly place: string;
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
  { place, first, end }: Part,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<number> {
  let total = 0;
  for (let from = first; from < end; from += BLOCKS) {
    signal.throwIfAborted();
    const part = { place, first: from, end: Math.min(from + BLOCKS, end) };
    total += await withTransactionRetry(() =>
      services.sql.begin(async (transaction) => {
        const { found, ids } = await eraseTexts(transaction, erasure.jobId, part);
        if (ids.length > 0) await completeRecords(transaction, erasure, { place, ids, caller });
        return found;
      }),
    );
    services.wakeRelay();
  }
  return total;
}

/** Returns the number of rows that still contain a text. */
export async function countTexts(sql: Database, jobId: string, part: Part): Promise<number> {
  const { found } = await eraseTexts(sql, jobId, part, { dryRun: true });
  return found;
}

interface ErasedRecords {
  readonly place: string;
  readonly ids: readonly string[];
  readonly caller: Caller;
}

async function completeRecords(
  transaction: Transaction,
  { userId }: Erasure,
  { place, ids, caller }: ErasedRecords,
): Promise<void> {
  if (place === 'public.notification_target') {
    await eraseMessages(transaction, userId, ids, caller);
    return;
  }
  const kind = kinds.find(({ table }) => place === `public.${table}`);
  if (kind) await storeErased(transaction, kind, { ids, caller }, kind === log ? withoutExchange : (values) => values);
  else if (place === `public.${suppression.table}`) await storeSearched(transaction, suppression, ids);
}

/** Computes the search documents of records whose texts have changed, and has them indexed. */
async function storeErased(
  transaction: Transaction,
  kind: Kind,
  { ids, caller }: Pick<ErasedRecords, 'ids' | 'caller'>,
  change: (values: JsonObject) => JsonObject,
): Promise<void> {
  await storeSearched(transaction, kind, ids, change);
  const rows = [];
  for (let from = 0; from < ids.length; from += IDS_PER_SYNC) {
    const data = indexSyncData(kind, ids.slice(from, from + IDS_PER_SYNC), caller);
    rows.push({ id: newId(), queue: 'index.sync', data });
  }
  await enqueue(transaction, rows);
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

/** A Log of a message to the person is left without the message. */
function withoutExchange(values: JsonObject): JsonObject {
  return values.logTypeCode === EXCHANGE ? { ...values, request: '', response: '' } : values;
}

/**
 * Erases what was sent to the person: all of a notification to nobody else, with the Logs of its exchanges; of one with other
 * recipients, the last message, which may be that of the person.
 */
async function eraseMessages(
  transaction: Transaction,
  userId: string,
  ids: readonly string[],
  caller: Caller,
): Promise<void> {
  const found = await notificationsTo(transaction, userId, ids);
  const only = new Set(found.flatMap(({ id, isOnly }) => (isOnly ? [id] : [])));
  await clearMessages(transaction, [...only]);
  await storeErased(transaction, notification, { ids: found.map(({ id }) => id), caller }, (values) => {
    const { subject: _, contents: __, ...others } = values;
    if (!only.has(String(values.id))) return others;
    const { data: ___, params: ____, relatedEntities: _____, ...rest } = others;
    return rest;
  });
  const exchanges = await exchangesOf(transaction, [...only], EXCHANGE);
  if (exchanges.length > 0) await storeErased(transaction, log, { ids: exchanges, caller }, withoutExchange);
}
