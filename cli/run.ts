import tab from '@bomb.sh/tab/commander';
import { type Command, CommanderError } from 'commander';
import { addressOf, type GlobalOptions } from './base/connection.ts';
import { DryRunEnded } from './base/dryRun.ts';
import { describeError, exitCodes } from './base/exitCodes.ts';
import { printable } from './base/printable.ts';
import { completeValues, printBashScript } from './completion.ts';

/** Runs the command that the arguments of the process name, and ends the process with its exit code. */
export async function run(program: Command): Promise<void> {
  // The reader of a pipe has left, as `head` does.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(exitCodes.succeeded.code);
  });
  const completion = tab(program);
  try {
    const words = process.argv.slice(2);
    if (printBashScript(words)) return;
    if (await completeValues(program, completion, words)) return;
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError)
      process.exit(error.exitCode === 0 ? exitCodes.succeeded.code : exitCodes.usage.code);
    if (error instanceof DryRunEnded) {
      console.log(printable(error.message));
      process.exit(exitCodes.succeeded.code);
    }
    const { outcome, text } = describeError(error, urlOf(program));
    console.error(text);
    process.exit(exitCodes[outcome].code);
  }
}

/** Returns the address of the service for a message; undefined if it is what is wrong. */
function urlOf(program: Command): string | undefined {
  try {
    return addressOf(program.opts<GlobalOptions>()).url;
  } catch {
    return undefined;
  }
}
