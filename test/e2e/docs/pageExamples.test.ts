import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolderForFile, startServiceForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { startRequestRecorder } from '../../helpers/examples/requestRecorder.ts';
import { type ShellExample, ShellSession, shellExamples } from '../../helpers/examples/shellExamples.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/**
 * The commands of the README and of the pages in docs/, word for word, on a service that has just been started for the first
 * time: those of a page run one after the other in one shell.
 */

/** Pages whose commands need more than such a service, and where they are tested, if they are. */
const elsewhere: Readonly<Record<string, string>> = {
  access: 'test/api/access/recipes.test.ts, with AUTH=on',
  deployment: 'needs the machines of an installation',
  directory: 'test/contracts/directory.test.ts, with a directory',
};

const root = join(import.meta.dir, '..', '..', '..');
const folder = makeFolderForFile();
symlinkSync(join(root, 'templates'), join(folder, 'templates'));
const service = await startServiceForFile({ DATA_DIR: join(folder, 'data'), WORKERS: '2' });

/** Readers of changes wait for one. */
const isReadingOn = ({ url, headers }: Request): boolean =>
  /\/changes\b/.test(url) && (/[?&]after=/.test(url) || headers.has('last-event-id'));
const recorder = startRequestRecorder(service.url, {
  before: async (request) => {
    if (!isReadingOn(request)) return;
    await service.send('POST', '/api/v2/worklog-types', { code: crypto.randomUUID(), name: 'A change' });
  },
  isEndless: (request) => isReadingOn(request) && !request.url.includes('wait='),
});
stopAfterFile(() => recorder.stop());

/** What a page shows of members that are the same in every run. */
function steadyMembers(shown: string): string[] {
  return [...shown.matchAll(/"\w+":(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|\[\]|\{\})(?=[,}\]\s])/g)]
    .map(([member]) => member)
    .filter((member) => !/"(\d{4}-\d\d-\d\dT|[0-9a-f]{32}"|[0-9a-f]{8}-[0-9a-f]{4}-)/.test(member))
    .filter((member) => !/"(version|NEW|IN_PROGRESS|COMPLETED|status)":/.test(member));
}

/** Runs the commands, and returns what the page shows and the output lacks; undefined if it lacks nothing. */
async function lackOf(shell: ShellSession, { commands, shown }: ShellExample, members: readonly string[]) {
  recorder.requests.length = 0;
  const { code, output, errors } = await shell.run(commands.replaceAll('http://127.0.0.1:3000', recorder.url));
  const context = `${commands}\n${output}${errors}`;
  expect(code, context).toBe(0);
  const isRefused = recorder.requests.some(({ status }) => status >= 400);
  expect(isRefused, context).toBe(shown.includes('"status":"BAD_REQUEST"'));
  const file = /> (\S+\.json)\s*$/.exec(commands)?.[1];
  const answers = file === undefined ? output : await Bun.file(join(folder, file)).text();
  if (answers.trim() === '[]' && shown.startsWith('[{')) return 'The output is empty.';
  const missing = members.filter((member) => !answers.includes(member));
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not in ${answers}`;
}

/** Commands that only read are repeated until workers have done what earlier ones have started. */
async function expectExample(shell: ShellSession, example: ShellExample, members: readonly string[]): Promise<void> {
  const lack = await lackOf(shell, example, members);
  if (lack === undefined) return;
  if (recorder.requests.some(({ method }) => method !== 'GET')) throw new Error(lack);
  await poll('the output that the page shows', async () => {
    const still = await lackOf(shell, example, members);
    if (still !== undefined) throw new Error(still);
    return true;
  });
}

function describeExamples(page: string, examples: readonly ShellExample[], membersOf: (shown: string) => string[]) {
  describe(`the examples of ${page}`, () => {
    let shell: ShellSession | undefined;
    for (const example of examples) {
      test(example.commands.split('\n')[0] ?? '', async () => {
        if (!shell) {
          const started = new ShellSession(folder, { A: `${recorder.url}/api/v2` });
          stopAfterFile(() => started.stop());
          shell = started;
        }
        await expectExample(shell, example, membersOf(example.shown));
      });
    }
  });
}

const readme = await Bun.file(join(root, 'README.md')).text();
const firstRequests = shellExamples(/\n## First requests\n(.*?)\n## /s.exec(readme)?.[1] ?? '');
describeExamples('README.md', firstRequests, steadyMembers);

const pages = [...new Bun.Glob('docs/**/*.md').scanSync(root)].sort();
const withRequests = await Promise.all(
  pages.map(async (page) => {
    const examples = shellExamples(await Bun.file(join(root, page)).text());
    // The other commands install, configure and start programs, except in tutorials.
    const isSent = ({ commands }: ShellExample) => /^(?!#).*\bcurl .*\$A\b/m.test(commands);
    return { page, examples: page.includes('/tutorials/') ? examples : examples.filter(isSent) };
  }),
);
for (const { page, examples } of withRequests)
  if (examples.length > 0 && !elsewhere[basename(page, '.md')]) describeExamples(page, examples, () => []);

test('there are examples', () => {
  expect(firstRequests.length).toBeGreaterThan(10);
  expect(withRequests.filter(({ examples }) => examples.length > 0).length).toBeGreaterThan(10);
});

test('the messages of the examples have been sent, at whatever hour', async () => {
  const waiting = { filters: [{ column: 'status', operator: 'NE', value: 'SENT' }] };
  const path = `/api/v2/notifications/search/list?filtering=${encodeURIComponent(JSON.stringify(waiting))}`;
  await poll('all notifications to be sent', async () => {
    const left = (await service.get(path)) as object[];
    if (left.length > 0) throw new Error(JSON.stringify(left));
    return true;
  });
});
