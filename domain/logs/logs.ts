import type { Database, Transaction } from '../../db/client.ts';
import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { type Month, monthOf } from '../../db/queries/logs/logPartitions.ts';
import {
  columnDate,
  insertLogWithId,
  logByKey,
  logInMonth,
  logsByOwner,
  logTextsInMonth,
  updateLog as updateStatement,
} from '../../db/queries/logs/logStatements.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { checkWritable, readable, readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Audit, Caller, JsonObject, Values } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import type { Services } from '../ports/services.ts';
import { checkTag, entityTag, type Precondition } from '../records/entityTag.ts';
import { missing } from '../records/findRecord.ts';
import {
  firstAudit,
  indexSyncData,
  newId,
  nextAudit,
  type RecordRow,
  recordText,
  recordTexts,
  withId,
} from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { isObject, isStorableText, isUuid, textOf } from '../validation/values.ts';
import { inPartitions } from './logWriter.ts';
import { type LogRules, readLog } from './readLog.ts';

interface LogRow extends RecordRow {
  readonly month: Month;
}

/** Maximum number of logs that the finder by owner returns. */
const MAX_BY_OWNER = 10_000;
/** Attempts of a write that competes with other writers of the log. */
const ATTEMPTS = 50;

interface NewLogOptions extends LogRules {
  /** Runs in the transaction that stores the log, with its JSON text. If it throws, nothing is stored. */
  readonly inTransaction?: ((transaction: Transaction, record: string) => Promise<void>) | undefined;
}

/** POST: stores a Log that the caller may write. An id that is taken is a 400; nothing is replaced. */
export async function createLog(
  services: Services,
  input: unknown,
  caller: Caller,
  options: NewLogOptions = {},
): Promise<string> {
  for (;;) {
    const text = await storeNew(services, input, caller, options);
    if (text !== undefined) return text;
    // The LogType is read again: it was deleted after it had been read.
    services.logTypes.clear();
  }
}

/** Returns the text of the stored log; undefined if its LogType was deleted meanwhile, so that nothing is stored. */
async function storeNew(
  services: Services,
  input: unknown,
  caller: Caller,
  { inTransaction, ...rules }: NewLogOptions,
): Promise<string | undefined> {
  const { values: read } = await readLog(services, input, caller, rules);
  const clientId = textOf(read.id);
  const id = clientId ?? newId();
  const values = withId(read, id);
  const texts = recordTexts(log, values, firstAudit(caller));
  checkWritable(services, log, texts);
  const month = clientId === undefined ? (monthNamedBy(id) as Month) : monthOf(new Date());
  const typeId = typeIdOf(values);
  const parameters = [...columnsOf(values, month), texts.doc, texts.audit, texts.search, typeId];
  const text = recordText(texts);
  const complete = inTransaction && ((transaction: Transaction) => inTransaction(transaction, text));
  const all = [...parameters, ...outbox(id, caller), monthNamedBy(id)];
  const isStored =
    clientId === undefined
      ? await services.logWriter.store({ id, month, parameters, caller }, complete)
      : await storeWithClientId(services, { id, month, typeId, parameters: all }, complete);
  return isStored ? text : undefined;
}

interface LogWithClientId {
  readonly id: string;
  readonly month: Month;
  readonly typeId: string | null;
  readonly parameters: (string | null)[];
}

/**
 * Stores a log whose id the client sent, by a statement of its own, because the id may be taken. Returns false if the
 * LogType was deleted meanwhile.
 */
async function storeWithClientId(
  services: Services,
  { id, month, typeId, parameters }: LogWithClientId,
  complete: ((transaction: Transaction) => Promise<void>) | undefined,
): Promise<boolean> {
  const { sql } = services;
  const insert = (on: Database | Transaction) => on.unsafe(insertLogWithId, parameters, { prepare: true });
  const rows = await inPartitions(services, [month], async () =>
    complete
      ? sql.begin(async (transaction) => {
          const inserted = await insert(transaction);
          if (inserted.length > 0) await complete(transaction);
          return inserted;
        })
      : insert(sql),
  );
  if (rows.length === 0) {
    if (typeId !== null && !(await services.logTypes.fetchFresh('id', typeId))) return false;
    throw (await findReadable(services, id)) ? takenId(id) : unusableId();
  }
  services.wakeRelay('index');
  return true;
}

/** PUT: replaces all members of a log that the caller may write. The log stays in the month of its receipt. */
export async function updateLog(
  services: Services,
  id: string,
  input: unknown,
  caller: Caller,
  { precondition, ...rules }: LogRules & { readonly precondition?: Precondition | undefined } = {},
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const row = await findReadable(services, id);
    if (!row) throw missing(log, 'id', id);
    checkWritable(services, log, row);
    if (precondition) checkTag(log, entityTag(recordText(row)), precondition);
    const stored = parseStored<JsonObject>(row.doc);
    const { values: read, version } = await readLog(services, input, caller, { ...rules, stored });
    if (read.id !== undefined && read.id !== row.id) {
      throw badRequest('The id of a record cannot change.', [`id: ${read.id} was sent, the record has ${row.id}`]);
    }
    if (version !== undefined && version !== row.version) {
      throw badRequest('The Log was changed by another since it was read.', [
        `auditInfo.version: ${version} was sent, the record is at ${row.version}`,
      ]);
    }
    const values = withId(read, row.id);
    if (Bun.deepEquals(stored, values)) return recordText(row);
    const texts = recordTexts(log, values, nextAudit(parseStored<Audit>(row.audit), caller));
    checkWritable(services, log, texts);
    const parameters = [
      ...columnsOf(values, row.month),
      texts.doc,
      texts.audit,
      texts.search,
      typeIdOf(values) === typeIdOf(stored) ? null : typeIdOf(values),
      ...outbox(row.id, caller),
      row.version,
      String(row.incarnation),
    ];
    const changed = await withTransactionRetry(() =>
      services.sql.unsafe(updateStatement, parameters, { prepare: true }),
    );
    if (changed.length > 0) {
      services.wakeRelay('index');
      return recordText(texts);
    }
    services.logTypes.clear();
  }
  throw badRequest('The Log is being changed by others all the time; try again.');
}

/** The log as JSON text; a 404 when it does not exist, or the caller may not read it. */
export async function getLog(services: Services, id: string): Promise<string> {
  const month = monthNamedBy(id);
  if (month !== null) {
    const text = await services.textReader.read(logTextsInMonth, id, month);
    if (text && readable(services, log, text)) return recordText(text);
  }
  const row = readable(services, log, await findGiven(services, id));
  if (!row) throw missing(log, 'id', id, true);
  return recordText(row);
}

/** The logs of an owner that the caller may read as a JSON array, newest start first; read from the database, so that it includes logs that were just stored. */
export async function getLogsByOwner(services: Services, ownerType: string, ownerId: string): Promise<string> {
  if (!isStorableText(ownerType) || !isStorableText(ownerId)) return '[]';
  const source = readableRows(services, log);
  const rows = await queryReadable<LogRow>(services.sql, logsByOwner(source), [ownerType, ownerId, MAX_BY_OWNER]);
  return `[${rows.map(recordText).join(',')}]`;
}

/** Finds a log in the month that its id names, as generated ids do, else in the month that the key table names. */
async function findLog(services: Services, id: string): Promise<LogRow | undefined> {
  const month = monthNamedBy(id);
  if (month !== null) {
    const [row] = await services.sql.unsafe<LogRow[]>(logInMonth, [id, month], { prepare: true });
    if (row) return row;
  }
  return findGiven(services, id);
}

/** As findLog; undefined if the caller may not read the log. */
async function findReadable(services: Services, id: string): Promise<LogRow | undefined> {
  return readable(services, log, await findLog(services, id));
}

async function findGiven({ sql }: Services, id: string): Promise<LogRow | undefined> {
  const [row] = await sql.unsafe<LogRow[]>(logByKey, [id], { prepare: true });
  return row;
}

function columnsOf(values: Values, month: Month | null): (string | null)[] {
  const text = (name: string): string => String(values[name]);
  return [values.id, month, text('ownerType'), text('ownerId'), text('logTypeCode'), columnDate(text('startDate'))];
}

/** The id of the LogType that a log copies. */
const typeIdOf = ({ logType }: JsonObject): string | null =>
  isObject(logType) && typeof logType.id === 'string' ? logType.id : null;

const takenId = (id: string) => badRequest('The Log cannot be saved.', [`id: ${id} is taken by another Log`]);
const unusableId = () => badRequest('The Log cannot be saved.', ['id: cannot be used']);

const outbox = (id: string, caller: Caller): string[] => [newId(), indexSyncData(log, [id], caller)];

let lastMonth: { from: number; to: number; month: Month } = { from: 0, to: 0, month: '1970-01-01' };
/** The last moment with a four-digit year. */
const LATEST = Date.UTC(9999, 11, 31);

/** The month in a UUIDv7; null for any other id. */
function monthNamedBy(id: string): Month | null {
  if (id[14] !== '7' || !isUuid(id)) return null;
  const moment = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (moment >= lastMonth.from && moment < lastMonth.to) return lastMonth.month;
  if (moment > LATEST) return null;
  const month = monthOf(new Date(moment));
  lastMonth = { from: Date.parse(month), to: Date.parse(monthOf(new Date(moment), 1)), month };
  return month;
}
