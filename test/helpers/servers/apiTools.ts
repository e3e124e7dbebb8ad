import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serverCache } from './javaServers.ts';

const root = join(import.meta.dir, '../../..');

/** The result of a program. */
export interface ToolResult {
  readonly code: number;
  /** Standard output and standard error, without colours. */
  readonly output: string;
}

/** Returns the folder that `scripts/apiTools.sh` fills; undefined if it is not there. Does not fetch anything. */
export function apiTools(): string | undefined {
  const { stdout } = Bun.spawnSync(['sh', join(root, 'scripts/apiTools.sh'), '--no-fetch'], {
    env: { ...process.env, WAYBILL_CACHE: serverCache() },
    stderr: 'ignore',
  });
  const home = stdout.toString().trim();
  return home !== '' && existsSync(home) ? home : undefined;
}

/** Runs a program to its end. */
export async function runTool(
  command: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<ToolResult> {
  const run = Bun.spawn([...command], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', ...options.environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
  return { code, output: `${output}${errors}` };
}

/** The environment in which Python finds the packages of the tools, and other folders before them. */
export const pythonEnvironment = (tools: string, ...folders: readonly string[]): Record<string, string> => ({
  PYTHONPATH: [...folders, join(tools, 'python')].join(':'),
  PATH: `${join(tools, 'python/bin')}:${process.env['PATH']}`,
});
