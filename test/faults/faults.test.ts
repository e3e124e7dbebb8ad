import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { haproxyMissing } from '../helpers/servers/haproxy.ts';

// A limit on a hang.
setDefaultTimeout(900_000);

const root = join(import.meta.dir, '..', '..');

async function harness(...words: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'faults.ts'), ...words], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, output, errors };
}

// The seed is one with all kinds of faults that the search engine has no part in.
test.skipIf(haproxyMissing !== undefined)(
  `30 faults of all kinds break no promise${haproxyMissing ? ` (${haproxyMissing})` : ''}`,
  async () => {
    const words = ['--faults', '30', '--seed', '44', '--batch', '5', '--longest', '4'];
    // Other files run on the same cores.
    const { code, output, errors } = await harness(...words, '--patience', '4');
    expect(`${output}${errors}`).toEndWith('no problems\n');
    expect(output).toContain('30 faults: ');
    expect(code).toBe(0);
  },
);

test('the arguments are checked', async () => {
  const results = await Promise.all([
    harness('--faults', 'many'),
    harness('--engine', 'solr'),
    harness('--kinds', 'kill,flood'),
    harness('--speed', '2'),
  ]);
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect(results.map(({ errors }) => errors)).toEqual([
    '--faults is "many"; it must be a whole number from 1 to 100000.\n',
    '--engine is solr; it must be postgres or elasticsearch.\n',
    expect.stringMatching(/^--kinds has flood; the kinds are kill, pause, /),
    expect.stringContaining('--speed'),
  ]);
  const help = await harness('--help');
  expect([help.code, help.errors]).toEqual([0, '']);
  expect(help.output).toContain('--seed N');
});
