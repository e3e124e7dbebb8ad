import { Command } from 'commander';
import type { Change } from '../../client/index.ts';
import { argument, withExamples } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { kindOf } from '../base/kinds.ts';
import { oneLine, printable } from '../base/printable.ts';

/** `waybill watch`: the changes of records, as they are committed. */
export function watchCommand(): Command {
  const watch = new Command('watch')
    .description('Print the changes of records as they are made, until Ctrl-C')
    .addArgument(argument('[kind...]', 'kinds; all kinds that the caller may read by default', 'kind'))
    .option(
      '--after <cursor>',
      'continue after this cursor, as -o json prints it; by default, only new changes are printed',
      'latest',
    )
    .option('--count <number>', 'end after so many changes', Number)
    .action(async (names: string[], { after, count }: { after: string; count?: number }, command: Command) => {
      const { waybill, output } = connect(command);
      if (output.format !== 'json' && !output.isText)
        throw usageError('watch prints a table, or JSON with one change on each line.');
      const kinds = names.map((name) => kindOf(name).name);
      const cursor = after === 'latest' ? (await waybill.api.getChanges({ after, kinds })).cursor : after;
      console.error(`Watching ${kinds.length > 0 ? kinds.join(', ') : 'all kinds'}; Ctrl-C ends it.`);
      let seen = 0;
      for await (const change of waybill.changes({ after: cursor, kinds })) {
        if (output.isText) console.log(lineOf(change));
        else await output.line(change);
        if (++seen === count) return;
      }
    });
  return withExamples(watch, {
    'watch User UserGroup': 'Print every change of users and groups',
    'watch -o json --jq \'select(.change == "DELETED") | .record\'': 'Print deletions only',
  });
}

const lineOf = ({ when, change, kind, record, id, version, who }: Change): string =>
  [
    when ?? '',
    change.padEnd(7),
    kind,
    printable(oneLine(String(record?.['code'] ?? id))),
    version ? `v${version}` : '',
    who ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ');
