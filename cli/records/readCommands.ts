import { Command, Option } from 'commander';
import { kinds } from '../../domain/kinds/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { argument, option, withDryRun, withExamples, withSearch } from '../base/commands.ts';
import { call, connect } from '../base/connection.ts';
import { checkMember, filteringOf, type SearchOptions, wholeNumber } from '../base/filters.ts';
import { columnsOf, kindOf } from '../base/kinds.ts';
import { type Column, member, Output, type OutputOptions } from '../base/output.ts';
import { pathOf, readRecord, searchRecords } from './recordAccess.ts';

const DEFAULT_SIZE = 50;
const FIELDS = 'members to read, separated by commas: id,code,auditInfo.version';

export function getCommand(): Command {
  const get = new Command('get')
    .description('Show records by their ids or codes')
    .addArgument(argument('<kind>', 'kind, such as WorklogType or worklog-types', 'kind'))
    .addArgument(argument('<idOrCode...>', 'ids or codes of records', 'record'))
    .addOption(option('--fields <members>', FIELDS, 'fields'))
    .action(async (name: string, keys: string[], { fields }: { fields?: string }, command: Command) => {
      const kind = kindOf(name);
      const columns = columnsFor(kind, fields);
      const connection = connect(command);
      const records = await Promise.all(keys.map((key) => readRecord(connection, kind, key, fields)));
      const values = records.map((one) => one.values);
      if (keys.length === 1) await connection.output.value(values[0]);
      else await connection.output.rows(values, columns);
    });
  return withExamples(get, {
    'get User novak': 'Show all members of a user, as YAML',
    'get worklog-types REPAIR SURVEY': 'Show two records as a table',
    "get User novak --jq '.groups[]'": 'Print the groups of a user, one on each line',
  });
}

export function listCommand(): Command {
  const list = withSearch(
    new Command('list')
      .description('List the records of a kind that match all conditions')
      .addArgument(argument('<kind>', 'kind, such as WorklogType or worklog-types', 'kind')),
  )
    .option('--size <count>', 'maximum number of records', wholeNumber('--size', 1, 1_000_000_000), DEFAULT_SIZE)
    .option('--all', 'list all records, however many')
    .addOption(option('--fields <members>', FIELDS, 'fields'))
    .addOption(
      new Option('--consistency <which>', 'eventual: the records may lag by seconds').choices(['strong', 'eventual']),
    )
    .action(async (name: string, options: ListOptions, command: Command) => {
      const kind = kindOf(name);
      const columns = columnsFor(kind, options.fields);
      const connection = connect(command);
      const limit = options.all ? Number.POSITIVE_INFINITY : options.size;
      let total = 0;
      const rows = searchRecords(connection, kind, {
        filtering: filteringOf(options, kind),
        limit,
        ...(options.fields !== undefined && { fields: options.fields }),
        ...(options.consistency !== undefined && { consistency: options.consistency }),
        onTotal: (count) => {
          total = count;
        },
      });
      await connection.output.rows(rows, columns);
      if (total > limit) console.error(`${limit} of ${total} ${kind.plural} are shown; --all lists all of them.`);
    });
  return withExamples(list, {
    'list User': 'List users',
    "list Job -f status=FAILED -f 'startDate>=2026-11-01' --sort startDate:desc": 'List the newest failed Jobs',
    "list UserGroup -f 'name~%brno%' -o csv --all > groups.csv": 'Write all groups of Brno to a CSV file',
    "list User --jq '[.[] | select(.email == null) | .code]'": 'Print the codes of users without an e-mail address',
  });
}

interface ListOptions extends SearchOptions {
  readonly size: number;
  readonly all?: boolean;
  readonly fields?: string;
  readonly consistency?: string;
}

/** Returns the columns of a table. Members in `--fields` that the kind does not have are refused. */
function columnsFor(kind: Kind, fields: string | undefined): Column<object>[] {
  if (fields === undefined) return columnsOf(kind);
  const names = fields.split(',').map((name) => name.trim());
  for (const name of names) checkMember(kind, name, '--fields');
  return names.map((name) => member(name));
}

export function kindsCommand(): Command {
  return new Command('kinds').description('List the kinds of records').action(async (_: unknown, command: Command) => {
    const output = new Output(command.optsWithGlobals<OutputOptions>());
    const rows = kinds.map(({ name, path, description, members, keepsHistory }) => ({
      ...{ name, path, history: keepsHistory, description },
      members: Object.keys(members),
    }));
    await output.rows(rows, [
      member('name'),
      member('path'),
      member('history'),
      member('description'),
      { ...member('members'), wide: true },
    ]);
  });
}

const versionOption = (name: string, description: string): Option =>
  option(`${name} <number>`, description, 'version').argParser(wholeNumber(name, 1, 2 ** 31 - 1));

export function historyCommand(): Command {
  const history = new Command('history')
    .description('List the versions of a record, newest first, or show it as it was')
    .addArgument(argument('<kind>', 'kind of the record', 'kind'))
    .addArgument(argument('<idOrCode>', 'id or code of the record', 'record'))
    .addOption(versionOption('--at-version', 'show the record at this version'))
    .option('--at <time>', 'show the record at this time: 2026-11-23T08:00:00Z')
    .action(async (name: string, key: string, options: { atVersion?: number; at?: string }, command: Command) => {
      const connection = connect(command);
      const query = new URLSearchParams({
        ...(options.atVersion !== undefined && { version: String(options.atVersion) }),
        ...(options.at !== undefined && { at: options.at }),
      });
      const answer = await call(connection, `${pathOf(kindOf(name), key)}/history?${query}`);
      if (!Array.isArray(answer)) return connection.output.value(answer);
      const columns = Object.keys(answer[0] ?? { version: 0 }).filter((column) => column !== 'record');
      await connection.output.rows(
        answer,
        columns.map((column) => member(column)),
      );
    });
  return withExamples(history, {
    'history User novak': 'List who changed a user, and when',
    'history User novak --at-version 3': 'Show the user at version 3',
  });
}

export function restoreCommand(): Command {
  return withDryRun(new Command('restore'))
    .description('Make a record as it was in a version of its history')
    .addArgument(argument('<kind>', 'kind of the record', 'kind'))
    .addArgument(argument('<idOrCode>', 'id or code of the record', 'record'))
    .addOption(versionOption('--to-version', 'the version').makeOptionMandatory())
    .action(async (name: string, key: string, { toVersion }: { toVersion: number }, command: Command) => {
      const connection = connect(command);
      const kind = kindOf(name);
      const restored = await call(connection, `${pathOf(kind, key)}/restore?version=${toVersion}`, { method: 'POST' });
      if (connection.output.isText) console.log(`${kind.path}/${key} is as it was in version ${toVersion}.`);
      else await connection.output.value(restored);
    });
}
