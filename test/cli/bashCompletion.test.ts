import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(60_000);

/** The script for bash, in a bash without the package bash-completion. */

const folder = makeFolderForFile();
const run = makeCommandLine(folder, {});
const script = join(folder, 'completion.bash');
const { out } = await run(['complete', 'bash']);
await Bun.write(script, out);
const entry = join(import.meta.dir, '..', '..', 'cli', 'waybill.ts');

/** Runs lines in a bash that has loaded the script twice. */
async function bash(lines: string): Promise<string> {
  const start = `set -u; source ${script}; source ${script}; waybill() { '${process.execPath}' '${entry}' "$@"; }`;
  const child = Bun.spawn(['bash', '--noprofile', '--norc', '-c', `${start}\n${lines}`], {
    ...{ cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    env: { PATH: process.env['PATH'], HOME: folder, WAYBILL_URL: 'http://127.0.0.1:1' },
  });
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect(errors).toBe('');
  return printed.trim();
}

/** Returns the replies at the end of a line, whose words are as bash splits them. */
const replies = (line: string, words: readonly string[]): Promise<string> =>
  bash(`
    COMP_WORDS=(${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')})
    COMP_CWORD=${words.length - 1} COMP_LINE='${line.replaceAll("'", "'\\''")}' COMP_POINT=${line.length}
    _waybill_complete waybill
    printf '%s\\n' "\${COMPREPLY[@]-}"`);

test('it can be loaded twice, and completes the command', async () => {
  expect(await bash('complete -p waybill')).toBe('complete -F _waybill_complete waybill');
});

test.each([
  ['waybill jobs fol', ['waybill', 'jobs', 'fol'], 'follow'],
  ['waybill list WorklogT', ['waybill', 'list', 'WorklogT'], 'WorklogType'],
  ['waybill list Job --output=js', ['waybill', 'list', 'Job', '--output', '=', 'js'], 'json'],
  [
    'waybill queues jobs x --state=',
    ['waybill', 'queues', 'jobs', 'x', '--state', '='],
    'WAITING\nSCHEDULED\nRUNNING\nENDED',
  ],
  ["waybill get 'WorklogT", ['waybill', 'get', "'WorklogT"], 'WorklogType'],
  ['waybill list Job -f a:b --output y', ['waybill', 'list', 'Job', '-f', 'a', ':', 'b', '--output', 'y'], 'yaml'],
  ['waybill list User -f sta', ['waybill', 'list', 'User', '-f', 'sta'], 'status='],
  ['waybill list User -f status=EN', ['waybill', 'list', 'User', '-f', 'status', '=', 'EN'], 'ENABLE'],
  ['waybill list User --sort name:d', ['waybill', 'list', 'User', '--sort', 'name', ':', 'd'], 'desc'],
  ['waybill jobs nothing', ['waybill', 'jobs', 'nothing'], ''],
])('%j is completed', async (line, words, expected) => {
  expect(await replies(line, words)).toBe(expected);
});

test('words are not evaluated', async () => {
  const line = 'waybill get $(touch evaluated) Wor';
  await replies(line, ['waybill', 'get', '$(touch evaluated)', 'Wor']);
  expect(await Bun.file(join(folder, 'evaluated')).exists()).toBe(false);
});
