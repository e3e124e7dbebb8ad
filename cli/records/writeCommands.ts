import { Command } from 'commander';
import { argument, withExamples } from '../base/commands.ts';
import { type Connection, call, connect } from '../base/connection.ts';
import { CommandError, describeError, type Outcome } from '../base/exitCodes.ts';
import { collected } from '../base/filters.ts';
import { kindOf } from '../base/kinds.ts';
import { member } from '../base/output.ts';
import { printable } from '../base/printable.ts';
import { withProgress } from '../base/terminal.ts';
import { type PlannedChange, planChange, requestOf, unifiedDiff } from './changes.ts';
import { type RecordDocument, readDocuments } from './documents.ts';
import { nameOf } from './recordAccess.ts';
import { type DryRun, makeDryRun, makeTryChange, type TriedChange, type TryChange } from './tryChanges.ts';

const FILE = 'file or folder with records as JSON, lines of JSON or YAML; - is standard input; repeatable';
const KIND = 'kind of the records; without it, each record names its own in the member kind';
const REPLACE = 'remove members that the file lacks; by default they stay';

interface ApplyOptions {
  readonly filename: readonly string[];
  readonly replace?: boolean;
  readonly dryRun?: boolean;
}

interface Applied {
  readonly record: string;
  readonly result: TriedChange['result'] | 'failed';
  readonly reason?: string;
}

export function applyCommand(): Command {
  const apply = new Command('apply')
    .description('Create or change records so that they have the members of a file')
    .addArgument(argument('[kind]', KIND, 'kind'))
    .requiredOption('-f, --filename <file>', FILE, collected)
    .option('--replace', REPLACE)
    .option('--dry-run', 'have the service check what would be written, and write nothing')
    .action(async (kind: string | undefined, options: ApplyOptions, command: Command) => {
      const connection = connect(command);
      const documents = await readDocuments(options.filename, kind === undefined ? undefined : kindOf(kind));
      const { results, outcome } = await applyAll(connection, documents, options);
      if (connection.output.isText) for (const one of results) console.log(lineOf(one, options));
      else await connection.output.rows(results, [member('record'), member('result'), member('reason')]);
      const failed = results.filter(({ result }) => result === 'failed');
      if (failed.length > 0) throw new CommandError(outcome, `${shareOf(failed, results)} failed.`);
    });
  return withExamples(apply, {
    'apply -f groups.yaml': 'Create or change the records of a file, each with its kind',
    'apply WorklogType -f types.json --dry-run': 'Say which records a file would create or change',
    'get User novak -o yaml | waybill apply User -f -': 'Write a record back as it is: nothing changes',
  });
}

/** `1 of 1 record`, `2 of 3 records` */
const shareOf = ({ length }: readonly unknown[], all: readonly unknown[]): string =>
  `${length} of ${all.length} ${all.length === 1 ? 'record' : 'records'}`;

const lineOf = ({ record, result, reason }: Applied, { dryRun }: ApplyOptions): string =>
  printable(`${record} ${result}${dryRun && result !== 'failed' ? ' (dry run)' : ''}${reason ? `: ${reason}` : ''}`);

/** Applies documents one after another. A failed one does not keep the others from being applied. */
async function applyAll(
  connection: Connection,
  documents: readonly RecordDocument[],
  options: ApplyOptions,
): Promise<{ results: Applied[]; outcome: Outcome }> {
  const results: Applied[] = [];
  let outcome: Outcome = 'failed';
  const dryRun = options.dryRun ? await makeDryRun(connection, options) : undefined;
  await withProgress(
    () => `Applying ${results.length} of ${documents.length} records …`,
    async () => {
      for (const document of documents) {
        const applied = await applyOne(connection, document, options, dryRun).catch((error: unknown): Applied => {
          const described = describeError(error, connection.url);
          outcome = described.outcome;
          return { record: nameOf(document.kind, document.values), result: 'failed', reason: described.text };
        });
        results.push(applied);
      }
    },
  );
  return { results, outcome };
}

async function applyOne(
  connection: Connection,
  document: RecordDocument,
  options: ApplyOptions,
  dryRun: DryRun | undefined,
): Promise<Applied> {
  const change = await planChange(connection, document, options);
  if (dryRun) return { record: change.name, ...(await dryRun(change)) };
  if (change.action !== 'unchanged') {
    const { path, ...request } = requestOf(change);
    await call(connection, path, request);
  }
  return { record: change.name, result: change.action };
}

export function diffCommand(): Command {
  const diff = new Command('diff')
    .description('Show what apply would change, as diff -u does; exit code 8 if there is a difference')
    .addArgument(argument('[kind]', KIND, 'kind'))
    .requiredOption('-f, --filename <file>', FILE, collected)
    .option('--replace', REPLACE)
    .action(async (kind: string | undefined, options: ApplyOptions, command: Command) => {
      const connection = connect(command);
      const documents = await readDocuments(options.filename, kind === undefined ? undefined : kindOf(kind));
      const { changes, failures } = await compareAll(connection, documents, options);
      if (connection.output.isText) process.stdout.write(printable(changes.map(unifiedDiff).join('')));
      else {
        const rows = changes.map((one) => ({ record: one.name, result: one.action, diff: unifiedDiff(one) }));
        await connection.output.rows(rows, [member('record'), member('result'), member('diff')]);
      }
      for (const { name, verdict, text } of failures) console.error(printable(`${name} ${verdict}: ${text}`));
      const [first] = failures;
      if (first) throw new CommandError(first.outcome, summaryOf(failures, documents));
      const changed = changes.filter(({ action }) => action !== 'unchanged');
      if (changed.length > 0) throw new CommandError('different', `${shareOf(changed, changes)} would change.`);
    });
  return withExamples(diff, { 'diff -f groups.yaml': 'Compare the records of a file with the stored ones' });
}

/** `2 of 5 records would be rejected. 1 of 5 records cannot be compared.` */
const summaryOf = (failures: readonly Failure[], all: readonly unknown[]): string =>
  [...Map.groupBy(failures, ({ verdict }) => verdict)]
    .map(([verdict, failed]) => `${shareOf(failed, all)} ${verdict}.`)
    .join(' ');

interface Failure {
  readonly name: string;
  readonly verdict: 'would be rejected' | 'cannot be compared';
  readonly outcome: Outcome;
  readonly text: string;
}

/** Plans the changes of documents, and has the service check them. A failed one does not keep the others from being compared. */
async function compareAll(
  connection: Connection,
  documents: readonly RecordDocument[],
  options: ApplyOptions,
): Promise<{ changes: PlannedChange[]; failures: Failure[] }> {
  const changes: PlannedChange[] = [];
  const failures: Failure[] = [];
  let compared = 0;
  const fail = ({ kind, values }: RecordDocument, verdict: Failure['verdict'], error: unknown): undefined => {
    const described = describeError(error, connection.url);
    if (described.outcome === 'unavailable') throw error;
    // A caller that may only read still sees the differences.
    if (verdict === 'would be rejected' && described.outcome === 'denied') return;
    failures.push({ name: nameOf(kind, values), verdict, ...described });
  };
  await withProgress(
    () => `Comparing ${compared} of ${documents.length} records …`,
    async () => {
      let tryChange: TryChange | undefined;
      for (const document of documents) {
        const change = await planChange(connection, document, options).catch((error: unknown) =>
          fail(document, 'cannot be compared', error),
        );
        compared += 1;
        if (!change) continue;
        changes.push(change);
        if (change.action === 'unchanged') continue;
        tryChange ??= await makeTryChange(connection);
        await tryChange(change).catch((error: unknown) => fail(document, 'would be rejected', error));
      }
    },
  );
  return { changes, failures };
}
