import { Command } from 'commander';
import type { Index } from '../../client/index.ts';
import { argument, group, withDryRun, withExamples } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { follow } from '../base/follow.ts';
import { kindOf } from '../base/kinds.ts';
import { type Column, member } from '../base/output.ts';
import { reindexCommand } from '../records/transfer.ts';

const columns: readonly Column<Index>[] = [
  member('name', 'index'),
  member('state'),
  member('records'),
  member('documents'),
  { name: 'difference', value: ({ records, documents }) => records - documents },
  { ...member('engine'), wide: true },
  { ...member('index', 'physical'), wide: true },
  { ...member('liveSince'), wide: true },
];

/** `waybill indexes …` */
export const indexesCommand = (): Command =>
  group('indexes', 'List, compare and rebuild search indexes', [list(), compare(), reindexCommand('rebuild')]);

const list = (): Command =>
  new Command('list')
    .description('List the indexes, with the number of their documents and of the records')
    .action(async (_: unknown, command: Command) => {
      const { waybill, output } = connect(command);
      await output.rows(await waybill.api.getAdminIndexes(), columns);
    });

function compare(): Command {
  const command = withDryRun(new Command('compare'))
    .description('Count the differences between an index and the database, and list some')
    .addArgument(argument('<kind>', 'kind of the index', 'kind'))
    .action(async (name: string, _: unknown, self: Command) => {
      const connection = connect(self);
      const { jobId } = await connection.waybill.api.postAdminIndexesIndexNameCompare(kindOf(name).path);
      if (jobId !== undefined) await follow(connection, jobId);
      if (jobId !== undefined && connection.output.isText) console.log(`What it found: waybill jobs show ${jobId}`);
    });
  return withExamples(command, { 'indexes compare User': 'Compare the index of users with the database' });
}
