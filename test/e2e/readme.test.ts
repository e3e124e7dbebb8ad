import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../helpers/bootstrap.ts';

/**
 * The first requests of the README, word for word: every command of it is run in one folder, one after the other,
 * and what the README shows of an answer has to be in the answer. Ids and times are each run's own; an id that a later
 * command names is the one that came in its place.
 */
const folder = makeFolderForFile();
const service = await startServiceForFile({ DATA_DIR: join(folder, 'data'), WORKERS: '2' });

const readme = await Bun.file(join(import.meta.dir, '..', '..', 'README.md')).text();
const section = /\n## First requests\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
const blocks = [...section.matchAll(/```sh\n(.*?)```\n(?:```\n(.*?)```\n)?/gs)].map(([, command = '', shown]) => ({
  command,
  shown,
}));

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** From an id of the README to the one of this run. */
const ids = new Map<string, string>();

/** What the README shows of members that are the same in every run. */
function steadyMembers(shown: string): string[] {
  return [...shown.matchAll(/"\w+":(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|\[\]|\{\})(?=[,}\]\s])/g)]
    .map(([member]) => member)
    .filter((member) => !/"(\d{4}-\d\d-\d\dT|[0-9a-f]{32}"|[0-9a-f]{8}-[0-9a-f]{4}-)/.test(member))
    .filter((member) => !/"(version|NEW|IN_PROGRESS|COMPLETED|status)":/.test(member));
}

function learnIds(shown: string, answer: string): void {
  for (const [, name, id] of shown.matchAll(/"(\w+)":"([0-9a-f]{8}-[0-9a-f-]{27})"/g)) {
    const own = new RegExp(`"${name}":"([0-9a-f]{8}-[0-9a-f-]{27})"`).exec(answer)?.[1];
    if (id && own && !ids.has(id)) ids.set(id, own);
  }
}

describe('the first requests of the README', () => {
  test('has something to say', () => expect(blocks.length).toBeGreaterThan(8));

  const lines: string[] = ['set -e'];
  for (const { command, shown } of blocks) {
    const [title = ''] = command.split('\n');
    test(title, async () => {
      // Answers of several commands may feed each other: an id that the first of them gives is in the second one's path.
      const commands = command.replaceAll('http://127.0.0.1:3000', service.url).split(/\n(?=curl )/);
      if (!command.includes('curl')) {
        lines.push(command.replaceAll('http://127.0.0.1:3000', service.url));
        return;
      }
      let answers = '';
      for (const one of commands) {
        const known = one.replaceAll(UUID, (id) => ids.get(id) ?? id);
        const shell = Bun.spawn(['bash', '-c', [...lines, known].join('\n')], {
          cwd: folder,
          stdin: 'ignore',
          stdout: 'pipe',
          stderr: 'pipe',
        });
        const [out, stderr, code] = await Promise.all([shell.stdout.text(), shell.stderr.text(), shell.exited]);
        expect(code, `${one}\n${stderr}`).toBe(0);
        const file = /> (\S+\.json)\s*$/.exec(one)?.[1];
        answers += file ? await Bun.file(join(folder, file)).text() : out;
        learnIds(shown ?? '', answers);
      }
      for (const member of steadyMembers(shown ?? '')) expect(answers).toContain(member);
    });
  }
});
