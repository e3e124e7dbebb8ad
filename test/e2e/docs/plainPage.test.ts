import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { plainPage } from '../../../api/site/plainPage.ts';

/** The pages as they are read while the site is being built. */

const root = join(import.meta.dir, '..', '..', '..');
const names = [...new Bun.Glob('**/*.md').scanSync(join(root, 'docs'))].map((file) => file.replace(/\.md$/, ''));
const pages = ['index', 'start', 'changes', ...names.filter((name) => name !== 'README')];

test('every page has its heading, and links only to pages and headings that exist', async () => {
  const texts = new Map<string, string>();
  for (const page of pages) texts.set(page, (await plainPage(page)) ?? '');
  const broken: string[] = [];
  for (const [page, text] of texts) {
    if (!/<h1[ >]/.test(text)) broken.push(`${page} has no heading`);
    for (const [, target = ''] of text.matchAll(/ href="([^"]*)"/g)) {
      if (/^([a-z]+:|\/openapi\.json$|\/docs\/reference)/.test(target)) continue;
      const { pathname, hash } = new URL(target, `http://site/docs/${page === 'index' ? '' : page}`);
      const linked = texts.get(pathname.replace(/^\/docs\//, '') || 'index');
      if (linked === undefined) broken.push(`${page}: ${target}`);
      else if (hash !== '' && !linked.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${page}: ${target} has no such heading`);
    }
  }
  expect(broken).toEqual([]);
});

test('no other file is a page', async () => {
  for (const page of ['nothing', '../package', '../README', 'tutorials/../jobs', '.vitepress/config', 'jobs.md', ''])
    expect([page, await plainPage(page)]).toEqual([page, undefined]);
});
