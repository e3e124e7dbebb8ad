import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..', '..');

interface CommandResult {
  readonly out: string;
  readonly stderr: string;
  readonly code: number;
}

interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs `waybill` as a process in a folder, with its contexts in that folder. */
export type CommandLine = (words: readonly string[], options?: CommandOptions) => Promise<CommandResult>;

/** Returns a function that runs `waybill` against a service. */
export function makeCommandLine(folder: string, environment: Readonly<Record<string, string>>): CommandLine {
  return async (words, { environment: more = {}, input = '' } = {}) => {
    const child = Bun.spawn([process.execPath, join(root, 'cli', 'waybill.ts'), ...words], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        ...environment,
        ...more,
      },
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { out, stderr, code };
  };
}

/**
 * Runs `waybill` on a terminal, and types each answer when its question is on the screen.
 *
 * @param answers  the end of a question, and what to type
 */
export async function runOnTerminal(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  answers: readonly (readonly [question: string, typed: string])[],
): Promise<{ readonly screen: string; readonly code: number }> {
  let screen = '';
  const open = [...answers];
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, join(root, 'cli', 'waybill.ts'), ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TERM: 'xterm',
      XDG_CONFIG_HOME: join(folder, 'config'),
      ...environment,
    },
    terminal: {
      cols: 120,
      rows: 40,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true });
        const [next] = open;
        if (next && screen.includes(next[0])) {
          open.shift();
          terminal.write(next[1]);
        }
      },
    },
  });
  const code = await child.exited;
  child.terminal?.close();
  return { screen, code };
}
