#!/usr/bin/env bun
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { WaybillError } from '../client/index.ts';
import { version } from '../package.json';
import { doctorCommand } from './doctor.ts';
import { jobsCommand } from './jobs.ts';
import { exportCommand, importCommand, reindexCommand } from './records.ts';

/** The processes themselves are main.ts's: each of these words is handed on to it. */
const processes = {
  start: 'Run all of it on this machine: database, api, workers',
  api: 'Run an api process on the database that DATABASE_URL names',
  worker: 'Run a worker process on the database that DATABASE_URL names',
  migrate: 'Bring the database up to date',
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket', 'ENOTFOUND', 'ECONNRESET']);

const program = new Command('waybill')
  .description('Runs Waybill, and works with one that runs elsewhere.')
  .version(version)
  .option('--url <url>', 'where Waybill answers', process.env['WAYBILL_URL'] || 'http://127.0.0.1:3000')
  .option('--json', 'answer JSON, for other programs')
  .configureHelp({ showGlobalOptions: true })
  .showSuggestionAfterError()
  .exitOverride();

for (const [word, description] of Object.entries(processes)) {
  program
    .command(word)
    .description(description)
    .action(async () => void (await import('../main.ts')));
}
for (const command of [importCommand(), exportCommand(), reindexCommand(), jobsCommand(), doctorCommand()]) {
  program.addCommand(command);
}
program.addHelpText('after', '\nShell completion: source <(waybill complete bash), or zsh, fish, powershell.');
tab(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  console.error(sentenceOf(error));
  process.exit(1);
}

/** What is told of an error: what Waybill answered, or why it cannot be reached. */
function sentenceOf(error: unknown): string {
  if (error instanceof WaybillError) {
    const trace = error.traceId === undefined ? '' : `\ntrace ${error.traceId}`;
    return [error.summary, ...error.errors.map((one) => `  ${one}`)].join('\n') + trace;
  }
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && UNREACHABLE.has(code))
    return `Waybill cannot be reached at ${String(program.opts()['url'])} (${code}). Is it running? --url or WAYBILL_URL says where.`;
  return message ?? String(error);
}
