#!/usr/bin/env bun
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { WaybillError } from '../client/index.ts';
import { codeOf, messageOf } from '../domain/runtime/errorDetails.ts';
import { version } from '../package.json';
import { adminCommand, loginCommand, logoutCommand } from './access.ts';
import { doctorCommand } from './doctor.ts';
import { jobsCommand } from './jobs.ts';
import { exportCommand, importCommand, reindexCommand } from './records.ts';

/** The commands that main.ts runs as processes. */
const processes = {
  start: 'Run the whole service on this machine: database, API and workers',
  api: 'Run an API process on the database in DATABASE_URL',
  worker: 'Run a worker process on the database in DATABASE_URL',
  migrate: 'Apply the pending migrations to the database',
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket', 'ENOTFOUND', 'ECONNRESET']);

const program = new Command('waybill')
  .description('Runs the processes of Waybill, and operates a running service.')
  .version(version)
  .option('--url <url>', 'URL of the service', process.env['WAYBILL_URL'] || 'http://127.0.0.1:3000')
  .option('--json', 'print JSON, for other programs')
  .configureHelp({ showGlobalOptions: true })
  .showSuggestionAfterError()
  .exitOverride();

for (const [name, description] of Object.entries(processes)) {
  program
    .command(name)
    .description(description)
    .action(async () => void (await import('../main.ts')));
}
for (const command of [
  importCommand(),
  exportCommand(),
  reindexCommand(),
  jobsCommand(),
  adminCommand(),
  loginCommand(),
  logoutCommand(),
  doctorCommand(),
]) {
  program.addCommand(command);
}
program.addHelpText('after', '\nShell completion: source <(waybill complete bash), or zsh, fish, powershell.');
tab(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  console.error(describeError(error));
  process.exit(1);
}

/** The message for an error: the response of the service, or why it cannot be reached. */
function describeError(error: unknown): string {
  if (error instanceof WaybillError) {
    const trace = error.traceId === undefined ? '' : `\ntrace ${error.traceId}`;
    const remedy = error.code === 401 ? ['Store a valid key with `waybill login`, or set WAYBILL_KEY.'] : [];
    return [error.summary, ...error.errors.map((one) => `  ${one}`), ...remedy].join('\n') + trace;
  }
  const code = codeOf(error);
  if (code !== undefined && UNREACHABLE.has(code))
    return `Waybill cannot be reached at ${String(program.opts()['url'])} (${code}). Check that it is running, and set its address with --url or WAYBILL_URL.`;
  return messageOf(error);
}
