import { Command } from 'commander';
import type { BulkAnswer } from '../../client/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { argument, filterOption, withExamples, withYes } from '../base/commands.ts';
import { type Connection, call, connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { filteringOf } from '../base/filters.ts';
import { follow } from '../base/follow.ts';
import { kindOf } from '../base/kinds.ts';
import { confirm } from '../base/terminal.ts';
import { nameOf, pathOf, readRecord } from './recordAccess.ts';

interface DeleteOptions {
  readonly filter?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function deleteCommand(): Command {
  const remove = withYes(
    new Command('delete')
      .description('Delete records by their ids or codes, or all that match the conditions')
      .addArgument(argument('<kind>', 'kind of the records', 'kind'))
      .addArgument(argument('[idOrCode...]', 'ids or codes of records', 'record'))
      .addOption(filterOption())
      .option('--dry-run', 'say what would be deleted, and delete nothing'),
  ).action(async (name: string, keys: string[], options: DeleteOptions, command: Command) => {
    const kind = kindOf(name);
    const connection = connect(command);
    if ((keys.length === 0) === (options.filter === undefined))
      throw usageError('Name the records to delete, by ids or codes, or by --filter.');
    if (options.filter) await deleteMatching(connection, kind, options);
    else await deleteNamed(connection, kind, keys, options);
  });
  return withExamples(remove, {
    'delete WorklogType SURVEY': 'Delete a record after a confirmation',
    "delete WorklogType -f 'code~TMP%' --dry-run": 'Count the records that a condition would delete',
    'delete User novak svoboda --yes': 'Delete two records without a question, in a script',
  });
}

/** Reads all records first, so that a wrong code deletes nothing. */
async function deleteNamed(connection: Connection, kind: Kind, keys: string[], options: DeleteOptions): Promise<void> {
  const records = await Promise.all(keys.map((key) => readRecord(connection, kind, key)));
  const names = records.map(({ values }) => nameOf(kind, values));
  if (options.dryRun) {
    for (const name of names) connection.output.say(`${name} would be deleted.`);
    return;
  }
  await confirm(`Delete ${names.join(', ')}?`, options);
  for (const [index, { values }] of records.entries()) {
    await call(connection, pathOf(kind, String(values['id'])), { method: 'DELETE' });
    connection.output.say(`${names[index]} deleted.`);
  }
}

/** Deletes the matching records by a Job, which continues if this command ends. */
async function deleteMatching(connection: Connection, kind: Kind, options: DeleteOptions): Promise<void> {
  const request = { operation: 'DELETE', filtering: filteringOf(options, kind) };
  const path = `${pathOf(kind)}/bulk`;
  const counted = (await call(connection, path, { method: 'POST', body: { ...request, dryRun: true } })) as BulkAnswer;
  const text = `${counted.records} ${kind.plural}`;
  if (options.dryRun) return connection.output.say(`${text} would be deleted.`);
  if (counted.records === 0) return connection.output.say(`No ${kind.plural} match.`);
  await confirm(`Delete ${text}?`, options);
  const { jobId } = (await call(connection, path, { method: 'POST', body: request })) as BulkAnswer;
  if (jobId !== undefined) await follow(connection, jobId);
}
