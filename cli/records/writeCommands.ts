import { Command } from 'commander';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { argument, withExamples } from '../base/commands.ts';
import { type Connection, call, connect } from '../base/connection.ts';
import { CommandError, describeError, type Outcome } from '../base/exitCodes.ts';
import { collected } from '../base/filters.ts';
import { kindOf } from '../base/kinds.ts';
import { member } from '../base/output.ts';
import { printable } from '../base/printable.ts';
import { withProgress } from '../base/terminal.ts';
import { type PlannedChange, patchBetween, planChange, unifiedDiff, withoutAudit } from './changes.ts';
import { type RecordDocument, readDocuments } from './documents.ts';
import { nameOf, pathOf } from './recordAccess.ts';

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
  readonly result: PlannedChange['action'] | 'failed';
  readonly reason?: string;
}

export function applyCommand(): Command {
  const apply = new Command('apply')
    .description('Create or change records so that they have the members of a file')
    .addArgument(argument('[kind]', KIND, 'kind'))
    .requiredOption('-f, --filename <file>', FILE, collected)
    .option('--replace', REPLACE)
    .option('--dry-run', 'say what would be done, and write nothing')
    .action(async (kind: string | undefined, options: ApplyOptions, command: Command) => {
      const connection = connect(command);
      const documents = await readDocuments(options.filename, kind === undefined ? undefined : kindOf(kind));
      const { results, outcome } = await applyAll(connection, documents, options);
      if (connection.output.isText) for (const one of results) console.log(lineOf(one, options));
      else await connection.output.rows(results, [member('record'), member('result'), member('reason')]);
      const failed = results.filter(({ result }) => result === 'failed');
      if (failed.length > 0) throw new CommandError(outcome, `${failed.length} of ${results.length} records failed.`);
    });
  return withExamples(apply, {
    'apply -f groups.yaml': 'Create or change the records of a file, each with its kind',
    'apply WorklogType -f types.json --dry-run': 'Say which records a file would create or change',
    'get User novak -o yaml | waybill apply User -f -': 'Write a record back as it is: nothing changes',
  });
}

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
  await withProgress(
    () => `Applying ${results.length} of ${documents.length} records …`,
    async () => {
      for (const document of documents) {
        const applied = await applyOne(connection, document, options).catch((error: unknown): Applied => {
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

async function applyOne(connection: Connection, document: RecordDocument, options: ApplyOptions): Promise<Applied> {
  const change = await planChange(connection, document, options);
  if (!options.dryRun && change.action !== 'unchanged') await write(connection, change);
  return { record: change.name, result: change.action };
}

async function write(connection: Connection, { document, action, stored, result }: PlannedChange): Promise<void> {
  const { kind, values } = document;
  if (action === 'created' || !stored) {
    await call(connection, pathOf(kind), { method: 'POST', body: result });
    return;
  }
  const patch = patchBetween(withoutAudit(stored.values), result);
  // The version of the file, if it has one, so that a change since it was written is not undone.
  const body: JsonObject = { ...patch, ...(values['auditInfo'] !== undefined && { auditInfo: values['auditInfo'] }) };
  await call(connection, pathOf(kind, String(stored.values['id'])), { method: 'PATCH', body });
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
      const changes: PlannedChange[] = [];
      await withProgress(
        () => `Comparing ${changes.length} of ${documents.length} records …`,
        async () => {
          for (const document of documents) changes.push(await planChange(connection, document, options));
        },
      );
      if (connection.output.isText) process.stdout.write(printable(changes.map(unifiedDiff).join('')));
      else {
        const rows = changes.map((one) => ({ record: one.name, result: one.action, diff: unifiedDiff(one) }));
        await connection.output.rows(rows, [member('record'), member('result'), member('diff')]);
      }
      const count = changes.filter(({ action }) => action !== 'unchanged').length;
      if (count > 0) throw new CommandError('different', `${count} of ${changes.length} records would change.`);
    });
  return withExamples(diff, { 'diff -f groups.yaml': 'Compare the records of a file with the stored ones' });
}
