import { Readable } from 'node:stream';
import type { Transaction } from '../../db/client.ts';
import { backupRows } from '../../db/queries/imports/backupRows.ts';
import { type FreedCode, freedCodes } from '../../db/queries/imports/conflicts.ts';
import { changesFound, countFound, dropDiffTables } from '../../db/queries/imports/diffTables.ts';
import { onSnapshot, rawRows } from '../../db/queries/imports/snapshot.ts';
import { fullAccess } from '../access/access.ts';
import { AdministratorGuard } from '../access/administrators.ts';
import { maskOfAll } from '../access/hidden/hiddenMembers.ts';
import { conditionsOf } from '../access/reach.ts';
import { badRequest, ServiceError } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import { withConfiguration } from '../kinds/memberDefaults.ts';
import { MAX_CATCH_UP_MS, type Read } from '../ports/reads.ts';
import type { Services } from '../ports/services.ts';
import { presentedRows } from '../records/presentRecord.ts';
import { tableOf } from '../records/table.ts';
import { codeUsersOf } from '../relations/codeUses.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { Spool, spoolRows } from '../runtime/spool.ts';
import { locksOfImport, writeChanges } from './applyDiff.ts';
import { checkReferences, checkUses, everyRecord, type LostCodes } from './archives/checkImported.ts';
import { archivedKinds } from './archives/kindsInOrder.ts';
import { type ArchivedFile, readArchive } from './archives/readArchive.ts';
import { type ArchiveFormat, type FileToArchive, writeArchive } from './archives/writeArchive.ts';
import { envelopeHeader } from './backup.ts';
import { findOwnConflicts, reportTo } from './conflicts.ts';
import { ProblemList } from './files/problemList.ts';
import { openRecordFile } from './files/recordFile.ts';
import { readRecords } from './readRecords.ts';
import { lackingWarnings } from './separateStaged.ts';
import { compareFieldOf } from './stagedRecord.ts';
import { findDifferent, stageRecords } from './stageRecords.ts';

/** The counts of an import for one kind; of a dry run, the counts that the import would have. */
export interface ImportResult {
  readonly entityType: string;
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly warnings?: readonly string[];
}

/**
 * Exports the records of all kinds that have backups from one snapshot, one ExportEnvelope for each kind: all records for
 * callers who may import an archive, else those that the caller may read.
 */
export async function exportArchive(
  services: Services,
  format: ArchiveFormat,
  caller: Caller,
): Promise<{ stream: ReadableStream<Uint8Array> }> {
  const files: FileToArchive[] = [];
  const closeFiles = () => Promise.all(files.splice(0).map(({ content }) => content.close()));
  const when = new Date();
  const access = services.access.entity('Admin') === 'READ_WRITE' ? fullAccess : services.access;
  try {
    const read: Read<void> = async (sql) => {
      // Those of an attempt on the replica that has failed.
      await closeFiles();
      await sql.begin('isolation level repeatable read read only', async (transaction) => {
        for (const kind of archivedKinds()) {
          const content = new Spool();
          files.push({ name: `${kind.path}.json`, content });
          await content.write(Buffer.from(envelopeHeader(kind, caller, { when })));
          const { text, values } = backupRows(tableOf(kind), searchColumns(kind), {
            conditions: conditionsOf(access.of(kind).read),
            words: [],
            sort: [],
          });
          const mask = await maskOfAll({ sql: transaction, access }, kind);
          await spoolRows(content, presentedRows(kind, mask, rawRows(transaction, text, values)));
          await content.write(Buffer.from(']}'));
          content.end();
        }
      });
    };
    await services.diffSemaphore.run(() => services.reads.caughtUp(read, MAX_CATCH_UP_MS));
  } catch (error) {
    await closeFiles();
    throw error;
  }
  return { stream: writeArchive(files, format, when) };
}

/** A file of an archive. It is read in the transaction, after the files of the kinds that its records refer to. */
interface KindFile {
  readonly name: string;
  readonly kind: Kind;
  readonly content: Spool;
}

export interface ArchiveInput {
  readonly source: ReadableStream<Uint8Array>;
  readonly dryRun: boolean;
  /** Whether changed chars are checked. Without it, records are restored as they were, whatever their registries say now. */
  readonly checkRegistry: boolean;
  readonly caller: Caller;
}

/**
 * Replaces the records of the kinds of an archive in one transaction, each kind after those it refers to. A kind
 * without a file is not changed. With `dryRun` the transaction is rolled back. Throws a 400 with the problems of all
 * files.
 */
export async function importArchive(
  services: Services,
  { source, dryRun, checkRegistry, caller }: ArchiveInput,
): Promise<readonly ImportResult[]> {
  const files: KindFile[] = [];
  try {
    const unknown = await unpack(source, files);
    const order = archivedKinds();
    files.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    const configured = files.map((file) => ({ ...file, kind: withConfiguration(services, file.kind) }));
    const results = await services.diffSemaphore.run(() =>
      onSnapshot(
        services.sql,
        async (transaction) => {
          const administrators = AdministratorGuard.ofKinds(configured.map(({ kind }) => kind));
          await administrators.begin(transaction);
          const lost: LostCodes[] = [];
          const done = await importFiles(transaction, configured, { caller, checkRegistry, lost }, [...unknown]);
          await checkReferences(transaction);
          await checkUses(services, lost);
          await administrators.end(transaction);
          if (dryRun) throw new DryRunResult(done);
          return done;
        },
        {
          tables: files.map(({ kind }) => kind.table),
          locks: files.flatMap(({ kind }) => locksOfImport(kind)),
        },
      ).catch((error: unknown) => {
        if (error instanceof DryRunResult) return error.results;
        throw error;
      }),
    );
    if (!dryRun) for (const { kind } of files) await publishChange(services, kind);
    return results;
  } finally {
    await Promise.all(files.map(({ content }) => content.close()));
  }
}

interface FileInput extends Pick<ArchiveInput, 'caller' | 'checkRegistry'> {
  /** Collects the codes that the files remove. */
  readonly lost: LostCodes[];
}

/** Ends the transaction of a dry run. */
class DryRunResult extends Error {
  override readonly name = 'Undone';
  readonly results: readonly ImportResult[];

  constructor(results: readonly ImportResult[]) {
    super('a dry run writes nothing');
    this.results = results;
  }
}

/** Spools the files. Returns the problems of their names. */
async function unpack(source: ReadableStream<Uint8Array>, files: KindFile[]): Promise<string[]> {
  const problems: string[] = [];
  for await (const file of readArchive(source)) {
    const kind = kindOfFile(file, files, problems);
    const content = new Spool();
    if (kind) files.push({ name: file.name, kind, content });
    for await (const chunk of file.stream) if (kind) await content.write(Buffer.from(chunk));
    content.end();
  }
  if (files.length + problems.length === 0)
    throw badRequest('The archive contains no records.', ['file: has no file of any kind']);
  return problems;
}

/** `worklog-types.json` and `WorklogType.csv` are files of worklog types, in any folder. */
function kindOfFile({ name }: ArchivedFile, files: readonly KindFile[], problems: string[]): Kind | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1);
  // Hidden files are written by file managers.
  if (base.startsWith('.')) return undefined;
  const plain = base.replace(/\.(json|ndjson|jsonl|csv)(\.gz)?$/i, '');
  const kinds = archivedKinds();
  const kind = kinds.find((one) => one.path === plain || one.name === plain);
  const other = kind && files.find((file) => file.kind === kind);
  if (!kind) problems.push(`${name}: is of no kind, allowed are ${kinds.map(({ path }) => `${path}.json`).join(', ')}`);
  else if (other) problems.push(`${name}: ${other.name} already contains ${kind.plural}`);
  return other ? undefined : kind;
}

/**
 * Applies the files one by one. After a file with problems the others are still checked, except those whose records
 * refer to its records: their problems would be consequences.
 */
async function importFiles(
  transaction: Transaction,
  files: readonly KindFile[],
  input: FileInput,
  problems: string[],
): Promise<ImportResult[]> {
  const done: ImportResult[] = [];
  const failed = new Set<string>();
  const links = new Set(files.map(({ kind }) => kind.name));
  for (const file of files) {
    const { name, kind } = file;
    try {
      if (
        [...(kind.references ?? []), ...(kind.codeReferences ? [kind.codeReferences] : [])].some((rule) =>
          failed.has(rule.target),
        )
      )
        failed.add(kind.name);
      // A savepoint, because an error of the database must not abort the transaction that checks the other kinds.
      else done.push(await transaction.savepoint((inner) => importFile(inner, file, links, input)));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 'BAD_REQUEST') throw error;
      failed.add(kind.name);
      const texts = error.errors.length > 0 ? error.errors : [error.message];
      problems.push(...texts.map((problem) => `${name}: ${problem}`));
    }
  }
  if (problems.length > 0) throw badRequest('The archive cannot be imported.', problems);
  return done;
}

async function importFile(
  transaction: Transaction,
  { kind, content }: KindFile,
  leave: ReadonlySet<string>,
  { caller, checkRegistry, lost }: FileInput,
): Promise<ImportResult> {
  const field = compareFieldOf(kind, 'id');
  const lines = new Spool();
  try {
    await transaction.unsafe(dropDiffTables);
    const bytes = Readable.toWeb(Readable.from(content.chunks())) as unknown as ReadableStream<Uint8Array>;
    const file = await openRecordFile(kind, bytes, { at: 'file' });
    const scope = everyRecord(transaction);
    const chooseField = () => field;
    const checks = { checksChars: checkRegistry, checksValues: checkRegistry };
    const sent = await readRecords(scope, kind, file, lines, { chooseField, saves: true, ...checks });
    const lacking = await stageRecords(scope, kind, sent, true);
    await findDifferent(scope, kind, sent);
    await transaction.unsafe(changesFound(tableOf(kind)));
    await transaction.unsafe('analyze waybill_changes');
    const list = new ProblemList();
    await findOwnConflicts(scope, kind, reportTo(list));
    list.throwIfAny('The archive conflicts with stored records.');
    if (codeUsersOf(kind).length > 0) {
      const freed = await transaction.unsafe<FreedCode[]>(freedCodes(tableOf(kind)));
      lost.push({ kind, codes: freed.flatMap(({ code, removed, taken }) => (removed && !taken ? [code] : [])) });
    }
    const [{ sent: all, ...counts } = { sent: 0, created: 0, updated: 0, removed: 0 }] =
      await transaction.unsafe<{ sent: number; created: number; updated: number; removed: number }[]>(countFound);
    await writeChanges(transaction, kind, caller, { check: false, leave });
    const warnings = lackingWarnings(kind, lacking);
    const unchanged = all - counts.created - counts.updated;
    return { entityType: kind.name, ...counts, unchanged, ...(warnings.length > 0 && { warnings }) };
  } finally {
    await lines.close();
  }
}
