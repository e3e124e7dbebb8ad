import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import yoctoSpinner from 'yocto-spinner';
import { usageError } from './exitCodes.ts';
import { printable } from './printable.ts';

export interface Confirmation {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** Asks for a confirmation. Without a terminal, `--yes` is the confirmation. A dry run shows the question. */
export async function confirm(question: string, { yes = false, dryRun = false }: Confirmation): Promise<void> {
  if (dryRun) console.error(printable(question));
  if (yes || dryRun) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw usageError(`${printable(question)} Confirm it with --yes: there is no terminal to ask.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${printable(question)} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw usageError('Nothing was changed.');
  } finally {
    lines.close();
  }
}

/** Reads a secret from the terminal, where it is not shown, or the first line of standard input. */
export async function readSecret(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { isTTY } = process.stdin;
  if (isTTY) process.stderr.write(prompt);
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTTY });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (isTTY) process.stderr.write('\n');
  }
}

/**
 * Runs work that may take long, and meanwhile shows on a terminal what it does and for how many seconds.
 *
 * @param text  returns what is done now
 */
export async function withProgress<Result>(text: () => string, work: () => Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work();
  const started = performance.now();
  const shown = (): string => `${printable(text())} ${Math.floor((performance.now() - started) / 1_000)} s`;
  const spinner = yoctoSpinner({ text: shown() }).start();
  const timer = setInterval(() => {
    spinner.text = shown();
  }, 200);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    spinner.stop();
  }
}
