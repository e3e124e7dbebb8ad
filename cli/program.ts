import { Command, Option } from 'commander';
import { version } from '../package.json';
import { option, withExamples, withoutUnknown } from './base/commands.ts';
import { formats } from './base/output.ts';
import { accessCommand } from './operations/access.ts';
import { apiCallCommand } from './operations/api.ts';
import { contextCommand, loginCommand, logoutCommand } from './operations/contexts.ts';
import { deadLettersCommand } from './operations/deadLetters.ts';
import { indexesCommand } from './operations/indexes.ts';
import { jobsCommand } from './operations/jobs.ts';
import { limitsCommand } from './operations/limits.ts';
import { logsCommand } from './operations/logs.ts';
import { mailboxCommand, notificationsCommand, suppressionsCommand } from './operations/messages.ts';
import { queuesCommand, workersCommand } from './operations/queues.ts';
import { retriesCommand } from './operations/retries.ts';
import { savedQueriesCommand } from './operations/savedQueries.ts';
import { schedulesCommand } from './operations/schedules.ts';
import { scriptsCommand, templatesCommand } from './operations/templates.ts';
import { watchCommand } from './operations/watch.ts';
import { deleteCommand } from './records/delete.ts';
import { editCommand } from './records/edit.ts';
import { eraseCommand } from './records/erase.ts';
import { getCommand, historyCommand, kindsCommand, listCommand, restoreCommand } from './records/readCommands.ts';
import { exportCommand, importCommand, reindexCommand } from './records/transfer.ts';
import { applyCommand, diffCommand } from './records/writeCommands.ts';

/** The commands that need the files and libraries of a checkout or an installed release. */
export interface HostCommands {
  readonly processes: readonly Command[];
  readonly others: readonly Command[];
  readonly runApi: () => Promise<void>;
}

/** Makes the command `waybill`. Without host commands, it only operates running services. */
export function makeProgram(host?: HostCommands): Command {
  const program = new Command('waybill')
    .description(
      host
        ? 'Runs the processes of Waybill, and operates a running service.'
        : 'Operates a running service of Waybill.',
    )
    .version(version)
    .addOption(
      new Option(
        '--url <url>',
        'URL of the service; by default WAYBILL_URL, the current context, or http://127.0.0.1:3000',
      ),
    )
    .addOption(
      option(
        '--context <name>',
        'context with the URL and the key; by default WAYBILL_CONTEXT, or the current one',
        'context',
      ),
    )
    .addOption(new Option('-o, --output <format>', 'format of the output').choices(formats))
    .option('--json', 'short for --output json')
    .option('--jq <filter>', 'print what a jq filter makes of the JSON')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('Run the command with --help to see how it is used.')
    .exitOverride();
  withoutUnknown(program);
  const add = (heading: string, commands: readonly Command[]): void => {
    for (const command of commands) program.addCommand(command.helpGroup(heading));
  };
  add('Processes:', host?.processes ?? []);
  add('Records:', [
    ...[kindsCommand(), getCommand(), listCommand(), applyCommand(), diffCommand(), editCommand(), deleteCommand()],
    ...[historyCommand(), restoreCommand(), importCommand(), exportCommand(), watchCommand(), eraseCommand()],
  ]);
  add('Operation:', [
    ...[
      jobsCommand(),
      schedulesCommand(),
      queuesCommand(),
      deadLettersCommand(),
      workersCommand(),
      limitsCommand(),
      retriesCommand(),
    ],
    ...[notificationsCommand(), logsCommand(), savedQueriesCommand()],
    ...[
      indexesCommand(),
      reindexCommand(),
      templatesCommand(),
      scriptsCommand(),
      suppressionsCommand(),
      mailboxCommand(),
    ],
    ...[apiCallCommand(host?.runApi)],
  ]);
  add('Access:', [contextCommand(), loginCommand(), logoutCommand(), accessCommand(), ...(host?.others ?? [])]);
  inheritSettings(program);
  return withExamples(program, {
    'login --url https://waybill.example.com --context prod': 'Store the address and the key of a service',
    'list Job -f status=FAILED': 'List records that match a condition',
    'get User novak -o yaml': 'Show one record',
    'api me --jq .user': 'Send any request',
  }).addHelpText('after', '\nShell completion: source <(waybill complete bash), or zsh, fish, powershell.');
}

/** Commands that are added do not inherit how errors are shown and thrown. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
