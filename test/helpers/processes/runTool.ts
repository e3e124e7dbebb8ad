/** The result of a program. */
export interface ToolResult {
  readonly code: number;
  /** Standard output and standard error, without colours. */
  readonly output: string;
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
