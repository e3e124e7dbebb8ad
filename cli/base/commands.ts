import { Argument, Command, Option } from 'commander';
import { nearestOf } from '../../domain/validation/nearestName.ts';
import { collected, filterHelp, oneOf } from './filters.ts';

/** Where the values of an argument come from when a shell completes it. */
export type Source =
  | 'kind'
  /** Ids or codes of the kind in the argument before. */
  | 'record'
  | 'context'
  | 'queue'
  | 'index'
  | 'template'
  | 'script'
  | 'schedule'
  | 'format'
  | 'job'
  | 'suppression'
  | 'logType'
  | 'user'
  | 'apiKey'
  | 'deadLetter'
  | 'savedQuery'
  /** Paths of lists of the console. */
  | 'view'
  /** Versions of the record in the arguments before. */
  | 'version'
  /** Conditions on members of the kind, orders by them, and lists of them. */
  | 'filter'
  | 'sort'
  | 'fields'
  | 'path';

const sources = new WeakMap<Argument | Option, Source>();

/** An argument whose values the completion of a shell requests from the source. */
export function argument(name: string, description: string, source: Source): Argument {
  const made = new Argument(name, description);
  sources.set(made, source);
  return made;
}

/** An option whose values the completion of a shell requests from the source. */
export function option(flags: string, description: string, source: Source): Option {
  const made = new Option(flags, description);
  sources.set(made, source);
  return made;
}

export const sourceOf = (completed: Argument | Option): Source | undefined => sources.get(completed);

/** An option with a list of values, in any case. Others are refused with the list. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  const made = new Option(flags, `${description}: ${values.join(', ')}`).choices(values);
  return made.argParser((text: string) =>
    oneOf(text.toUpperCase(), values, flags.split(' ').find((one) => one.startsWith('--')) ?? flags),
  );
}

const examplesByCommand = new WeakMap<Command, Readonly<Record<string, string>>>();

/** Returns the examples of a command, each with what it does. */
export const examplesOf = (command: Command): Readonly<Record<string, string>> => examplesByCommand.get(command) ?? {};

/** Adds examples to the help of a command and to docs/commands.md, each with what it does. */
export function withExamples(command: Command, examples: Readonly<Record<string, string>>): Command {
  examplesByCommand.set(command, examples);
  const lines = Object.entries(examples).map(([line, meaning]) => `  # ${meaning}\n  waybill ${line}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Adds the options of a search. */
export const withSearch = (command: Command): Command =>
  command
    .addOption(filterOption())
    .option('--fulltext <words>', 'words of code, name or description')
    .addOption(option('--sort <member>', 'order: name, or name:desc; repeatable', 'sort').argParser(collected));

export const filterOption = (): Option => option('-f, --filter <condition>', filterHelp, 'filter').argParser(collected);

const dryRunCommands = new WeakSet<Command>();

/** Whether `--dry-run` ends the command before its first request that would change something. */
export const isDryRun = (command: Command): boolean =>
  dryRunCommands.has(command) && command.opts<{ dryRun?: boolean }>().dryRun === true;

/** Adds `--dry-run` to a command that changes something, and `--yes`, so that a script can confirm all commands alike. */
export const withDryRun = (command: Command): Command =>
  withDryRunAlone(command).option('-y, --yes', 'accepted without effect: the command does not ask');

function withDryRunAlone(command: Command): Command {
  dryRunCommands.add(command);
  return command.option('--dry-run', 'show the request that would change something, and do not send it');
}

/** Adds `--yes` to a command that asks before it changes something, and `--dry-run` unless it has its own. */
export function withYes(command: Command): Command {
  const asking = command.option('-y, --yes', 'do not ask for a confirmation; needed without a terminal');
  return command.options.some(({ long }) => long === '--dry-run') ? asking : withDryRunAlone(asking);
}

/** Makes a command that only has commands of its own. Without one of them it is its `list`, if it has one. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const made = new Command(name).description(description);
  for (const one of commands) made.addCommand(one, { isDefault: one.name() === 'list' });
  if (commands.some((one) => one.name() === 'list')) made.addHelpText('after', '\nWithout a command, it lists.');
  made.hook('preSubcommand', () => refuseUnknown(made));
  return withoutUnknown(made);
}

/** Refuses the help of a command that does not exist. The library would show that of the command before it. */
export const withoutUnknown = (parent: Command): Command =>
  parent.addHelpText('beforeAll', ({ command, error }) => {
    // Without --help, the library refuses it, and names the most similar one.
    if (command === parent && !error) refuseUnknown(parent);
    return '';
  });

/** Ends with an error if the first word is not a command of the parent. With a default command, the library would run that. */
function refuseUnknown(parent: Command): void {
  const [word = ''] = parent.args;
  const names = parent
    .createHelp()
    .visibleCommands(parent)
    .map((one) => one.name());
  if (!/^\w/.test(word) || names.includes(word) || parent.commands.some((one) => one.name() === word)) return;
  const nearest = nearestOf(word, names);
  const hint = nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`;
  parent.error(`error: unknown command '${word}'${hint}`, { code: 'commander.unknownCommand' });
}
