import { expect } from 'bun:test';

/** The checks of Prometheus. Debian has promtool in its package prometheus. */
const promtool = Bun.which('promtool');

/** The reason why promtool cannot run, in one sentence; undefined if it can. */
export const promtoolMissing: string | undefined = promtool
  ? undefined
  : 'promtool is not installed: `apt-get install prometheus` brings it.';

/** Runs `promtool check`, and fails with its output unless it finds nothing. */
export async function expectAccepted(what: 'rules' | 'metrics', files: readonly string[], input = ''): Promise<void> {
  const run = Bun.spawn([promtool ?? 'promtool', 'check', what, ...files], {
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  expect({ code, problems: code === 0 ? '' : output + errors }).toEqual({ code: 0, problems: '' });
}
