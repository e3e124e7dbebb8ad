import type { Transaction } from '../../db/client.ts';
import { changedIds, changesFound, foundEntries } from '../../db/queries/imports/diffTables.ts';
import { onSnapshot, rawRows } from '../../db/queries/imports/snapshot.ts';
import type { GrantScope } from '../access/grantChecks.ts';
import { type Mask, maskOfAll } from '../access/hidden/hiddenMembers.ts';
import type { TransactionScope } from '../access/reach.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import { withConfiguration } from '../kinds/memberDefaults.ts';
import type { Services } from '../ports/services.ts';
import { presentedEntries } from '../records/presentRecord.ts';
import { tableOf } from '../records/table.ts';
import { publishDenormalizedChanges } from '../relations/renamePropagation.ts';
import { awaitRecords } from '../runtime/awaitRecords.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { Spool, spoolRows } from '../runtime/spool.ts';
import { locksOfDiff, writeChanges } from './applyDiff.ts';
import { stageChangeAudits } from './changeAudits.ts';
import { checkHiddenCodes } from './checkHiddenCodes.ts';
import { readCompared } from './comparedFile.ts';
import { findConflicts, reportTo } from './conflicts.ts';
import { ProblemList } from './files/problemList.ts';
import { openRecordFile, type RecordFile } from './files/recordFile.ts';
import { grantGuardOfDiff } from './grantGuardOfDiff.ts';
import { readRecords, type StagedInput } from './readRecords.ts';
import { findDifferent, stageRecords } from './stageRecords.ts';
import { checkWriteReach } from './writeReach.ts';

export interface DiffInput {
  readonly source: ReadableStream<Uint8Array>;
  /** Absent if the request names none. */
  readonly compareField?: string;
  readonly caller: Caller;
}

export interface SavedDiffInput extends DiffInput {
  /** Whether values that the diff changes are checked, and, if it is saved, chars against the registries of their types. */
  readonly checkRegistry: boolean;
  /** Whether the response waits until searches find the changes. */
  readonly refresh?: boolean;
}

export interface Streamed {
  readonly stream: ReadableStream<Uint8Array>;
  /** The caller asked for a refresh, and searches may not find all changes yet. */
  readonly delayed: boolean;
}

/**
 * Compares a file of records with the stored records that the caller may read. With `save`, applies the differences in
 * the same transaction; throws a 403 if the caller may not write one of the records.
 * Returns an array of DiffEntry: NEW, CHANGE and REMOVE in this order, each sorted by compareField.
 */
export async function diffFile(
  services: Services,
  kind: Kind,
  { source, compareField, caller, save, checkRegistry, refresh }: SavedDiffInput & { readonly save: boolean },
): Promise<Streamed> {
  const open = (bytes: ReadableStream<Uint8Array>) => openRecordFile(kind, bytes, { at: 'file' });
  const compared = { source, open, ...(compareField !== undefined && { compareField }) };
  const checks = { checksValues: checkRegistry, checksChars: save && checkRegistry };
  return compare(services, kind, compared, { ...checks, ...(save && { saver: caller, refresh }) });
}

/** Compares an ExportEnvelope in a body with the stored records, without saving. */
export async function diffOnly(
  services: Services,
  kind: Kind,
  { source, compareField }: Omit<DiffInput, 'caller'>,
): Promise<Streamed> {
  const open = (bytes: ReadableStream<Uint8Array>) => openRecordFile(kind, bytes, { at: 'body', onlyJson: true });
  const compared = { source, open, ...(compareField !== undefined && { compareField }) };
  return compare(services, kind, compared, { onlyEnvelope: true, checksValues: true, checksChars: false });
}

/** A file, and the member by which its records are matched, if the request names it. */
interface ComparedFile {
  readonly source: ReadableStream<Uint8Array>;
  readonly open: (bytes: ReadableStream<Uint8Array>) => Promise<RecordFile>;
  readonly compareField?: string;
}

async function compare(
  services: Services,
  declared: Kind,
  { source, open, compareField }: ComparedFile,
  {
    saver,
    refresh = false,
    onlyEnvelope = false,
    ...checks
  }: {
    readonly saver?: Caller;
    readonly refresh?: boolean | undefined;
    readonly onlyEnvelope?: boolean;
    readonly checksValues: boolean;
    readonly checksChars: boolean;
  },
): Promise<Streamed> {
  const kind = withConfiguration(services, declared);
  let lines = new Spool();
  try {
    const sent = await readCompared(kind, compareField, source, async (bytes, chooseField) => {
      await lines.close();
      lines = new Spool();
      return readRecords(services, kind, await open(bytes), lines, {
        chooseField,
        saves: saver !== undefined,
        ...checks,
        onlyEnvelope,
      });
    });
    const { answer, written, ids } = await services.diffSemaphore.run(() =>
      onSnapshot(
        services.sql,
        async (transaction) => {
          const entries = new Spool();
          const scope = { sql: transaction, access: services.access, jobTypes: services.jobTypes };
          try {
            await stageRecords(scope, kind, sent, saver !== undefined);
            await findDifferent(scope, kind, sent);
            await entries.write(Buffer.from('['));
            const mask = await maskOfAll(scope, kind);
            const found = rawRows(transaction, foundEntries(tableOf(kind)));
            await spoolRows(entries, presentedEntries(kind, mask, found));
            await entries.write(Buffer.from(']'));
            const changed = saver ? await save(scope, kind, saver, mask, sent) : false;
            return { answer: entries, written: changed, ids: refresh ? await idsOfChanges(transaction) : [] };
          } catch (error) {
            await entries.close();
            throw error;
          }
        },
        saver ? { tables: [kind.table], locks: locksOfDiff(kind) } : {},
      ),
    );
    if (written) await publishChange(services, kind);
    if (written) await publishDenormalizedChanges(services, kind);
    answer.end();
    return { stream: answer.stream(), delayed: !(await awaitRecords(services, declared, ids)) };
  } finally {
    await lines.close();
  }
}

/** Returns the ids of the records that the changes in waybill_changes have written or removed. */
export async function idsOfChanges(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.unsafe<{ id: string }[]>(changedIds);
  return rows.map(({ id }) => id);
}

async function save(
  scope: TransactionScope & GrantScope,
  kind: Kind,
  caller: Caller,
  mask: Mask,
  { checksValues }: StagedInput,
): Promise<boolean> {
  const { sql: transaction } = scope;
  await transaction.unsafe(changesFound(tableOf(kind)));
  await transaction.unsafe('analyze waybill_changes');
  const audits = await stageChangeAudits(transaction, kind, caller);
  await checkWriteReach(scope, kind, audits);
  const list = new ProblemList();
  await findConflicts(scope, kind, reportTo(list, { checksValues }));
  list.throwIfAny('What the diff found cannot be saved.');
  await checkHiddenCodes(scope, kind, mask);
  const grants = await grantGuardOfDiff(scope, kind);
  const written = await writeChanges(transaction, kind, caller, { audits });
  await grants.end(scope);
  return written;
}
