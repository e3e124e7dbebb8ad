import type { Transaction } from '../../db/client.ts';
import { checkConstraints } from '../../db/queries/applyChanges.ts';
import { backupRows } from '../../db/queries/backupRows.ts';
import { danglingReferences } from '../../db/queries/danglingReferences.ts';
import { changesFound, countFound, dropDiffTables } from '../../db/queries/diffTables.ts';
import { onSnapshot, rawRows } from '../../db/queries/snapshot.ts';
import { answeredRows } from '../answers.ts';
import { archivedKinds } from '../archives/kindsInOrder.ts';
import { type ArchivedFile, readArchive } from '../archives/readArchive.ts';
import { type ArchiveFormat, type FileToArchive, writeArchive } from '../archives/writeArchive.ts';
import { announce } from '../caches.ts';
import { compareFieldOf } from '../diff.ts';
import { badRequest, ServiceError } from '../errors.ts';
import type { Caller, Kind } from '../kind.ts';
import { kindNamed } from '../kinds/index.ts';
import { tableOf } from '../kindTable.ts';
import type { Platform } from '../ports.ts';
import { describe } from '../reading.ts';
import { ProblemList } from '../recordFiles/problemList.ts';
import { openRecordFile } from '../recordFiles/recordFile.ts';
import { Spool, spoolRows } from '../recordFiles/spool.ts';
import { searchColumns } from '../searchColumns.ts';
import { findOwnConflicts, writeChanges } from './applyDiff.ts';
import { envelopeHeader } from './backup.ts';
import { findDifferent, inDiffTurn, readRecords, type Sent, stageRecords } from './diff.ts';

/** What an import did to a kind, or would do. */
export interface ImportResult {
  readonly entityType: string;
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** All records of all kinds that have backups, an ExportEnvelope a kind, from one snapshot. */
export async function exportArchive(
  platform: Platform,
  format: ArchiveFormat,
  caller: Caller,
): Promise<{ stream: ReadableStream<Uint8Array> }> {
  const files: FileToArchive[] = [];
  const when = new Date();
  try {
    await inDiffTurn(() =>
      platform.sql.begin('isolation level repeatable read read only', async (transaction) => {
        for (const kind of archivedKinds()) {
          const content = new Spool();
          files.push({ name: `${kind.path}.json`, content });
          await content.write(Buffer.from(envelopeHeader(kind, caller, { when })));
          const { text, values } = backupRows(tableOf(kind), searchColumns(kind), {
            conditions: [],
            words: [],
            sort: [],
          });
          await spoolRows(content, answeredRows(kind, rawRows(transaction, text, values)));
          await content.write(Buffer.from(']}'));
          content.end();
        }
      }),
    );
  } catch (error) {
    await Promise.all(files.map(({ content }) => content.close()));
    throw error;
  }
  return { stream: writeArchive(files, format, when) };
}

interface ReadFile {
  readonly name: string;
  readonly kind: Kind;
  readonly sent: Sent;
}

/**
 * Brings the kinds of an archive to what its files say, each behind those it points to, in one transaction or not at
 * all. A kind without a file is left as it is. With `dryRun` everything is done and then undone. Throws a 400 with the
 * problems of all files.
 */
export async function importArchive(
  platform: Platform,
  { source, dryRun, caller }: { source: ReadableStream<Uint8Array>; dryRun: boolean; caller: Caller },
): Promise<readonly ImportResult[]> {
  const spools: Spool[] = [];
  try {
    const files = await readFiles(source, spools);
    const order = archivedKinds();
    files.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    const results = await inDiffTurn(() =>
      onSnapshot(
        platform.sql,
        async (transaction) => {
          const done: ImportResult[] = [];
          for (const file of files) done.push(await importFile(transaction, file, caller));
          await checkReferences(transaction);
          if (dryRun) throw new Undone(done);
          return done;
        },
        ...files.map(({ kind }) => kind.table),
      ).catch((error: unknown) => {
        if (error instanceof Undone) return error.results;
        throw error;
      }),
    );
    if (!dryRun) for (const { kind } of files) await announce(platform, kind);
    return results;
  } finally {
    await Promise.all(spools.map((spool) => spool.close()));
  }
}

/** Ends the transaction of a dry run. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly results: readonly ImportResult[];

  constructor(results: readonly ImportResult[]) {
    super('a dry run writes nothing');
    this.results = results;
  }
}

async function readFiles(source: ReadableStream<Uint8Array>, spools: Spool[]): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  const problems: string[] = [];
  try {
    for await (const file of readArchive(source)) {
      const kind = kindOfFile(file, files, problems);
      if (!kind) {
        await drained(file);
        continue;
      }
      const lines = new Spool();
      spools.push(lines);
      await inFile(file.name, problems, async () => {
        const content = await openRecordFile(kind, file.stream, { at: 'file' });
        files.push({
          name: file.name,
          kind,
          sent: await readRecords(kind, content, compareFieldOf(kind, 'id'), lines, true, false),
        });
      });
    }
  } catch (error) {
    // A file that was given up in the middle may have broken the rest of the archive.
    if (problems.length === 0) throw error;
  }
  if (problems.length > 0) throw badRequest('The archive has files that cannot be imported.', problems);
  if (files.length === 0) throw badRequest('The archive holds no records.', ['file: has no file of any kind']);
  return files;
}

/** `worklog-types.json` and `WorklogType.csv` are files of worklog types, in whatever folder. */
function kindOfFile({ name }: ArchivedFile, files: readonly ReadFile[], problems: string[]): Kind | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1);
  // What file managers leave behind.
  if (base.startsWith('.')) return undefined;
  const plain = base.replace(/\.(json|ndjson|jsonl|csv)(\.gz)?$/i, '');
  const kinds = archivedKinds();
  const kind = kinds.find((one) => one.path === plain || one.name === plain);
  const other = kind && files.find((file) => file.kind === kind);
  if (!kind) problems.push(`${name}: is of no kind, allowed are ${kinds.map(({ path }) => `${path}.json`).join(', ')}`);
  else if (other) problems.push(`${name}: ${other.name} holds ${kind.plural} already`);
  return other ? undefined : kind;
}

async function drained({ stream }: ArchivedFile): Promise<void> {
  for await (const _ of stream);
}

/** Runs what may find problems in a file, and says in which file they are. */
async function inFile(name: string, problems: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 'BAD_REQUEST') throw error;
    problems.push(...error.errors.map((problem) => `${name}: ${problem}`));
  }
}

async function importFile(
  transaction: Transaction,
  { name, kind, sent }: ReadFile,
  caller: Caller,
): Promise<ImportResult> {
  const field = compareFieldOf(kind, 'id');
  const problems: string[] = [];
  await transaction.unsafe(dropDiffTables);
  await inFile(name, problems, async () => {
    await stageRecords(transaction, kind, field, sent, true);
    await findDifferent(transaction, kind, field, sent);
    await transaction.unsafe(changesFound(tableOf(kind)));
    await transaction.unsafe('analyze waybill_changes');
    const list = new ProblemList();
    await findOwnConflicts(transaction, kind, list, (n) => `[${n}]`, { left: '.left.', right: '.right.' });
    list.throwIfAny('The archive contradicts what is there.');
  });
  if (problems.length > 0) throw badRequest('The archive contradicts what is there.', problems);
  const [row] =
    await transaction.unsafe<{ sent: number; created: number; updated: number; removed: number }[]>(countFound);
  const { sent: all, ...counts } = row as NonNullable<typeof row>;
  await writeChanges(transaction, kind, caller, { check: false });
  return { entityType: kind.name, ...counts, unchanged: all - counts.created - counts.updated };
}

/** Once every kind is as its file says: what still points to something that is gone, by value and with how many. */
async function checkReferences(transaction: Transaction): Promise<void> {
  const problems: string[] = [];
  for (const kind of archivedKinds()) {
    for (const rule of kind.references ?? []) {
      const target = kindNamed(rule.kind);
      if (!target) continue;
      const rows = await transaction.unsafe<{ value: string; count: number }[]>(
        danglingReferences(kind.table, target.table, rule),
      );
      for (const { value, count } of rows) {
        const who = count === 1 ? `${kind.name} points` : `${kind.plural} point`;
        problems.push(
          `${target.path}: ${count} ${who} to ${describe(value)} by ${rule.member}, which would not be there`,
        );
      }
    }
  }
  if (problems.length > 0) throw badRequest('The archive leaves references to what it removes.', problems);
  await transaction.unsafe(checkConstraints);
}
