import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { anchorOf } from '../api/site/pagePaths.ts';
import { searchColumns } from '../domain/filtering/columns.ts';
import { kinds } from '../domain/kinds/index.ts';
import { type QueueDefinition, queues } from '../domain/queue/definitions.ts';
import { commandReference } from '../scripts/commandReference.ts';

const root = join(import.meta.dir, '..');
const pages = ['*.md', 'docs/**/*.md', 'bench/*.md'].flatMap((where) => [...new Glob(where).scanSync(root)]).sort();

/** Without the marks of code. */
const plainText = (text: string): string => text.replaceAll('`', '');

/** Returns the longest part of a sentence between the values that it contains. */
const longestPart = (sentence: string): string =>
  plainText(sentence.replaceAll('\\`', ''))
    .split(/\$\{[^}]*\}+|; |, /)
    .map((part) => part.trim())
    .toSorted((one, other) => other.length - one.length)[0] ?? '';

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
    const ofWorkers = Object.values<QueueDefinition>(queues).filter(({ claimedBy }) => claimedBy === 'worker');
    expect(named.sort()).toEqual(ofWorkers.map(({ name }) => name).sort());
  });

  test('ARCHITECTURE.md names files and folders that exist', async () => {
    const named = [
      ...(await textOf('ARCHITECTURE.md')).matchAll(/`((?:app|api|domain|db|workers|drivers|test)\/[\w./]*)`/g),
    ];
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
    expect(named.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test('docs/search.md names the members that a kind leaves without an index', async () => {
    const section =
      (await textOf('docs/search.md')).split('\n## Members without an index\n')[1]?.split('\n## ')[0] ?? '';
    const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
    const inCode = kinds.flatMap((kind) => {
      const { name: kindName, unindexedColumns: unindexed } = kind;
      if (!unindexed) return [];
      // The page says of all booleans that they have none.
      const columns = searchColumns(kind).filter(({ type }) => type !== 'boolean');
      const compared = columns.filter(({ name }) => unindexed.includes(name));
      const matched = columns.filter(({ name, type }) => type === 'string' && unindexed.includes(`${name}~`));
      return [[kindName, ...[compared, matched].map((members) => list(members.map(({ name }) => name)))].join(' | ')];
    });
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Kind |'));
    expect(rows).toEqual(inCode.map((row) => `| ${row} |`));
    expect(inCode.length).toBeGreaterThan(4);
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

  test('docs/commands.md is up to date (npm run commands writes it)', async () => {
    expect((await textOf('docs/commands.md')) === commandReference()).toBe(true);
  });

  test('docs/troubleshooting.md has every sentence with which a process or a command refuses to start', async () => {
    const page = plainText(await textOf('docs/troubleshooting.md'));
    const sources = [...new Glob('{app,drivers,domain}/**/*.ts').scanSync(root)].sort();
    const sentences = (await Promise.all(sources.map(textOf))).flatMap((text) =>
      [...text.matchAll(/new OperatorError\(\s*(['`])(.*?)\1,?\s*\)/gs)].map(([, , sentence = '']) =>
        longestPart(sentence),
      ),
    );
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((sentence) => !page.includes(sentence))).toEqual([]);
  });

  test('every page of docs/ is in its table of contents', async () => {
    const contents = await textOf('docs/README.md');
    const left = pages.filter((page) => /^docs\/(tutorials\/)?\w+\.md$/.test(page) && page !== 'docs/README.md');
    expect(left.filter((page) => !contents.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
  });
});
