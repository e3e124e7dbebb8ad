import type { Database, Transaction } from '../../../db/client.ts';
import { type DeletedState, lastDeleted } from '../../../db/queries/records/lastDeleted.ts';
import { recordStatements } from '../../../db/queries/records/recordStatements.ts';
import type { WriteOnlyChange } from '../../../db/queries/records/writeOnlyRows.ts';
import { lockTables } from '../../../db/queries/tableLocks.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { checkWritable, isReadable } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Audit, Caller, Kind, Values } from '../../kinds/kind.ts';
import { linksOf, linksText } from '../../kinds/linkMembers.ts';
import type { Services } from '../../ports/services.ts';
import { LinkTargetMissing } from '../../relations/makeLinks.ts';
import { publishDenormalizedChanges } from '../../relations/renamePropagation.ts';
import { publishChange } from '../../runtime/publishChange.ts';
import type { Precondition } from '../entityTag.ts';
import {
  firstAudit,
  indexSyncData,
  newId,
  nextAudit,
  type RecordRow,
  type RecordTexts,
  recordTexts,
} from '../record.ts';
import { shownText } from '../showRecord.ts';
import { parseStored } from '../storedText.ts';
import { extraValues, tableOf } from '../table.ts';
import { separateWriteOnly } from '../writeOnly.ts';
import { constraintProblems, hiddenReferences, isViolation } from './constraintProblems.ts';
import { RecordInserter } from './recordInserter.ts';
import { type SideEffects, sideEffectsOf } from './sideEffects.ts';

/** The result of a write. */
export interface Saved {
  /** The record as JSON text. */
  readonly record: string;
  /** The caller asked for a refresh, and a search may not find the change yet. */
  readonly delayed: boolean;
}

export interface SaveOptions {
  readonly caller: Caller;
  /** Return only when a search finds the change. */
  readonly refresh: boolean;
  /** Runs in the transaction of the write, after it, with the record as JSON text. If it throws, nothing is written. */
  readonly inTransaction?: ((transaction: Transaction, record: string) => Promise<void>) | undefined;
  /** Conditions on the stored record, as the caller sees it. */
  readonly precondition?: Precondition | undefined;
}

/** A record as it was read. */
export interface StoredRecord {
  readonly row: RecordRow;
  readonly values: Values;
}

/** Seconds that the outbox row of a write that indexes itself is delayed: it is needed only if the process dies. */
const SAFETY_NET = '3';

/**
 * Inserts a record, whose versions continue those of deleted records with its id. Returns undefined if its id is taken,
 * or if another record that it names has changed meanwhile. The id of a deleted record that the caller could not read is
 * refused: the version would show how often that record was changed.
 */
export async function insertRecord(
  services: Services,
  kind: Kind,
  values: Values,
  options: SaveOptions & {
    /** The client has sent the id, which a deleted record may have had. */
    readonly isIdSent: boolean;
  },
): Promise<Saved | undefined> {
  const { values: own, change } = separateWriteOnly(kind, values);
  for (let last = 0; ; ) {
    const audit = firstAudit(options.caller, new Date(), last + 1);
    try {
      return await write(
        services,
        kind,
        {
          ...{ values: own, audit, writeOnly: change },
          ...{ isIdGenerated: !options.isIdSent, checksId: options.isIdSent && kind.keepsHistory },
        },
        options,
      );
    } catch (error) {
      if (!(error instanceof IdUsedBefore)) throw error;
      if (!isReadable(services, kind, error.state))
        throw badRequest(`The ${kind.name} cannot be saved.`, ['id: cannot be used']);
      last = error.state.version;
    }
  }
}

/** Deleted records had the id, and the version of the new one does not continue theirs. */
class IdUsedBefore extends Error {
  override readonly name = 'IdUsedBefore';
  readonly state: DeletedState;

  constructor(state: DeletedState) {
    super(`the id was used up to version ${state.version}`);
    this.state = state;
  }
}

/** Updates a record. Returns undefined if it, or another record that it names, has changed since it was read. */
export function updateRecord(
  services: Services,
  kind: Kind,
  stored: StoredRecord,
  change: ChangedValues,
  options: SaveOptions,
): Promise<Saved | undefined> {
  const audit = nextAudit(parseStored<Audit>(stored.row.audit), options.caller);
  return write(services, kind, { ...change, audit, stored }, options);
}

/** The values of a record as they are to be stored, without its write-only text. */
interface ChangedValues {
  readonly values: Values;
  /** The change of the write-only text, if it changes. */
  readonly writeOnly?: WriteOnlyChange | undefined;
}

interface NewState extends ChangedValues {
  readonly audit: Audit;
  /** Absent for a new record. */
  readonly stored?: StoredRecord;
  /** No other record can have the id. */
  readonly isIdGenerated?: boolean;
  /** Whether a deleted record may have had the id. */
  readonly checksId?: boolean;
}

/** One statement where nothing else changes with the record, otherwise a transaction. */
async function write(
  services: Services,
  kind: Kind,
  state: NewState,
  options: SaveOptions,
): Promise<Saved | undefined> {
  const texts = recordTexts(kind, state.values, state.audit);
  checkWritable(services, kind, texts);
  await checkReferences(services, kind, state);
  const outboxId = newId();
  const statement = statementOf(kind, state, { texts, outboxId }, options);
  const effects = sideEffectsOf(services, kind, state, options.caller);
  const shown = (sql: Database | Transaction): Promise<string> =>
    shownText({ sql, access: services.access }, kind, texts);
  let written: readonly unknown[];
  try {
    written = await withTransactionRetry(() =>
      effects || state.checksId || options.inTransaction
        ? services.sql.begin(async (transaction) => {
            const rows = await runInTransaction(transaction, effects, statement);
            if (rows.length > 0) await options.inTransaction?.(transaction, await shown(transaction));
            return rows;
          })
        : runAlone(services, kind, state, statement),
    );
  } catch (error) {
    if (error instanceof LinkTargetMissing) return undefined;
    if (!isViolation(error)) throw error;
    const problems = await constraintProblems(services, kind, state.values);
    // The violated constraint holds again: the same write may succeed now.
    if (problems.length === 0) return undefined;
    throw badRequest(`The ${kind.name} cannot be saved.`, problems);
  }
  if (written.length === 0) return undefined;
  await publish(services, kind, effects, options);
  const delayed = options.refresh ? !(await services.awaitSearchable(kind, texts.id, outboxId)) : false;
  return { record: await shown(services.sql), delayed };
}

/** Throws a 400 for references that are set to a record which the caller may not read, as for unknown records. */
async function checkReferences(services: Services, kind: Kind, { values, stored }: NewState): Promise<void> {
  if (services.access.unrestricted) return;
  const problems = await hiddenReferences(services, kind, values, stored?.values);
  if (problems.length > 0) throw badRequest(`The ${kind.name} cannot be saved.`, problems);
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /** Runs after the statement, in its transaction. */
  readonly check?: (transaction: Transaction, written: readonly WrittenRow[]) => Promise<void>;
}

interface WrittenRow {
  readonly version: number;
  readonly incarnation: bigint;
}

function statementOf(
  kind: Kind,
  { values, audit, stored, checksId }: NewState,
  { texts, outboxId }: { readonly texts: RecordTexts; readonly outboxId: string },
  { caller, refresh }: SaveOptions,
): Statement {
  const { insert, update } = recordStatements(tableOf(kind));
  const parameters = [
    texts.id,
    texts.code,
    texts.doc,
    texts.audit,
    texts.search,
    audit.whoEdited,
    audit.whenEdited,
    outboxId,
    indexSyncData(kind, [texts.id], caller),
    refresh ? SAFETY_NET : '0',
    ...(stored ? [String(stored.row.version), String(stored.row.incarnation)] : [String(audit.version)]),
    ...extraValues(kind, values),
    ...(stored && linksOf(kind).length > 0 ? [linksText(kind, stored.values)] : []),
  ];
  const check: Statement['check'] = async (transaction, [row]) => {
    if (row) await checkVersion(transaction, kind, texts.id, row);
  };
  return { text: stored ? update : insert, parameters, ...(checksId && { check }) };
}

/** Runs a statement that is a transaction of its own, or with those of concurrent requests. */
async function runAlone(
  { sql, recordInserter }: Services,
  kind: Kind,
  { isIdGenerated = false }: NewState,
  statement: Statement,
): Promise<readonly WrittenRow[]> {
  const table = tableOf(kind);
  if (!isIdGenerated || !RecordInserter.canBatch(table)) return runStatement(sql, statement);
  const row = await recordInserter.insert(table, statement.parameters);
  return row ? [row] : [];
}

/** Returns the written row; none if the record has changed since it was read. */
async function runStatement(
  sql: Database | Transaction,
  { text, parameters }: Statement,
): Promise<readonly WrittenRow[]> {
  return sql.unsafe<WrittenRow[]>(text, [...parameters], { prepare: true });
}

async function runInTransaction(
  transaction: Transaction,
  effects: SideEffects | undefined,
  statement: Statement,
): Promise<readonly unknown[]> {
  if (effects) {
    await lockTables(transaction, effects.locks);
    if (!(await effects.prepare(transaction))) return [];
  }
  const written = await runStatement(transaction, statement);
  await statement.check?.(transaction, written);
  if (effects && written.length > 0) await effects.complete(transaction);
  return written;
}

/**
 * Throws if the version of a new record does not continue those of deleted records with its id. It is a statement after
 * the insert, because the insert waits for a delete of the id in progress, whose history only a later statement sees.
 */
async function checkVersion(
  transaction: Transaction,
  kind: Kind,
  id: string,
  { incarnation, version }: WrittenRow,
): Promise<void> {
  const last = await lastDeleted(transaction, tableOf(kind), id, incarnation);
  if (last && last.version !== version - 1) throw new IdUsedBefore(last);
}

async function publish(
  services: Services,
  kind: Kind,
  effects: SideEffects | undefined,
  { refresh }: SaveOptions,
): Promise<void> {
  await publishChange(services, kind, { relay: !refresh });
  if (effects?.isRename) await publishDenormalizedChanges(services, kind);
  if (effects?.changesLinks) services.wakeRelay();
}
