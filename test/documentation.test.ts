import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { queues } from '../domain/queue/definitions.ts';

const root = join(import.meta.dir, '..');
const pages = ['*.md', 'docs/**/*.md', 'bench/*.md'].flatMap((where) => [...new Glob(where).scanSync(root)]).sort();

/** Returns the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const textOf = (page: string): Promise<string> => Bun.file(join(root, page)).text();
const prose = (text: string): string => text.replaceAll(/```.*?```/gs, '');

describe('the documentation', () => {
  for (const page of pages) {
    test(`the links of ${page} lead to existing targets`, async () => {
      const missing: string[] = [];
      for (const [, target = ''] of prose(await textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, file))) missing.push(target);
        else if (anchor && file.endsWith('.md')) {
          const headings = [...(await textOf(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
            anchorOf(heading ?? ''),
          );
          if (!headings.includes(anchor)) missing.push(target);
        }
      }
      expect(missing).toEqual([]);
    });
  }

  test('docs/scaling.md splits all queues among two kinds of workers', async () => {
    const lists = [...(await textOf('docs/scaling.md')).matchAll(/^QUEUES=(\S+) npm run worker$/gm)];
    const named = lists.flatMap(([, list = '']) => list.split(','));
    expect(named.sort()).toEqual(Object.keys(queues).sort());
  });

  test('ARCHITECTURE.md names files and folders that exist', async () => {
    const named = [
      ...(await textOf('ARCHITECTURE.md')).matchAll(/`((?:app|api|domain|db|workers|drivers|test)\/[\w./]*)`/g),
    ];
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
    expect(named.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test('docs/states.md has the transition tables of the code', async () => {
    const page = await textOf('docs/states.md');
    for (const [, file = ''] of page.matchAll(/^`(\S+\.ts)`/gm)) {
      const section = page.slice(page.indexOf(`\`${file}\``)).split('\n## ')[0] ?? '';
      const inCode = [...(await textOf(file)).matchAll(/^ \* (\|.*\|)$/gm)].map(([, row]) => row);
      expect(section.split('\n').filter((line) => line.startsWith('|'))).toEqual(inCode.map(String));
      expect(inCode.length).toBeGreaterThan(5);
    }
  });

  test('every page of docs/ is in its table of contents', async () => {
    const contents = await textOf('docs/README.md');
    const left = pages.filter((page) => /^docs\/\w+\.md$/.test(page) && page !== 'docs/README.md');
    expect(left.filter((page) => !contents.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
  });
});
