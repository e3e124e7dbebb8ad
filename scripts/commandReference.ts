import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { examplesOf } from '../cli/base/commands.ts';
import { exitCodes } from '../cli/base/exitCodes.ts';
import { adminCommand } from '../cli/host/admin.ts';
import { doctorCommand } from '../cli/host/doctor.ts';
import { processCommands, runProcess } from '../cli/host/processes.ts';
import { makeProgram } from '../cli/program.ts';

/** `npm run commands`: writes docs/commands.md, the reference of the command line, from the definitions of the commands. */
const file = join(import.meta.dir, '..', 'docs', 'commands.md');

/** Returns the text of docs/commands.md. */
export function commandReference(): string {
  const program = makeProgram({
    processes: processCommands(),
    others: [adminCommand(), doctorCommand()],
    runApi: runProcess,
  });
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  const head = [
    '# Reference of the command line',
    'Written by `npm run commands` from the definitions of the commands; `waybill <command> --help` shows the same.',
    '[The command `waybill`](commandLine.md) is the introduction.',
  ];
  return [
    `${head.join('\n\n')}\n`,
    `## Exit codes\n\n| Code | Meaning |\n|---|---|\n${codes.join('\n')}\n`,
    `## Options of all commands\n\n${optionTable(program.options)}\n`,
    ...[...groupsOf(program)].map(([heading, commands]) => sectionOf(heading, commands)),
  ].join('\n');
}

const groupsOf = (program: Command): Map<string, Command[]> =>
  Map.groupBy(program.commands, (command) => command.helpGroup().replace(/:$/, ''));

const sectionOf = (heading: string, commands: readonly Command[]): string =>
  [`## ${heading}\n`, ...commands.flatMap((command) => leavesOf(command, 'waybill')).map(entryOf)].join('\n');

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** Returns the commands that do something, with their whole names. */
function leavesOf(command: Command, parent: string): Leaf[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length === 0) return [{ name, command }];
  return command.commands.flatMap((one) => leavesOf(one, name));
}

function entryOf({ name, command }: Leaf): string {
  const usage = [
    name,
    ...command.registeredArguments.map(usageOf),
    ...(command.options.length > 0 ? ['[options]'] : []),
  ];
  const examples = Object.entries(examplesOf(command)).map(([line, meaning]) => `# ${meaning}\nwaybill ${line}`);
  return [
    `### ${name}\n`,
    `\`${usage.join(' ')}\`: ${command.description()}.\n`,
    ...(command.registeredArguments.length > 0 ? [`${argumentTable(command.registeredArguments)}\n`] : []),
    ...(command.options.length > 0 ? [`${optionTable(command.options)}\n`] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`] : []),
  ].join('\n');
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const argumentTable = (list: readonly Argument[]): string =>
  tableOf(
    'Argument',
    list.map((one) => [usageOf(one), one.description]),
  );

const optionTable = (list: readonly Option[]): string =>
  tableOf(
    'Option',
    list.map(({ flags, description, defaultValue }) => [flags, withDefault(description, defaultValue)]),
  );

const withDefault = (description: string, value: unknown): string =>
  value === undefined || typeof value === 'boolean' ? description : `${description}; ${String(value)} by default`;

const tableOf = (name: string, rows: readonly (readonly [string, string])[]): string =>
  [`| ${name} | Meaning |`, '|---|---|', ...rows.map(([first, text]) => `| \`${cell(first)}\` | ${cell(text)} |`)].join(
    '\n',
  );

const cell = (text: string): string => text.replaceAll('|', '\\|');

if (import.meta.main) await Bun.write(file, commandReference());
