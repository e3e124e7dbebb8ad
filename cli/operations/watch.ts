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
      const codes = new Map<string, string>();
      for await (const change of waybill.changes({ after: cursor, kinds })) {
        if (output.isText) console.log(lineOf(change, codeOf(change, codes)));
        else await output.line(change);
        if (++seen === count) return;
      }
    });
  return withExamples(watch, {
    'watch User UserGroup': 'Print every change of users and groups',
    'watch -o json --jq \'select(.change == "DELETED") | .record\'': 'Print deletions only',
  });
}

/** Codes are remembered of so many records that were shown last. */
const MAX_CODES = 10_000;

/** Returns the code of a record, which a deletion has no more: the one that was shown last; without any, the id. */
function codeOf({ record, kind, id, change }: Change, codes: Map<string, string>): string {
  const key = `${kind} ${id}`;
  const code = record?.['code'];
  const shown = typeof code === 'string' ? code : (codes.get(key) ?? id);
  codes.delete(key);
  if (change !== 'DELETED' && shown !== id) codes.set(key, shown);
  const [oldest] = codes.keys();
  if (codes.size > MAX_CODES && oldest !== undefined) codes.delete(oldest);
  return shown;
}

const lineOf = ({ when, change, kind, version, who }: Change, code: string): string =>
  [when ?? '', change.padEnd(7), kind, printable(oneLine(code)), version ? `v${version}` : '', who ?? '']
    .filter((part) => part !== '')
    .join('  ');
