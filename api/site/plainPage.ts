import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagePath, sourceOf } from './pagePaths.ts';

const root = join(import.meta.dir, '..', '..');

/**
 * Returns the content of a page as HTML, of its Markdown file alone: without the menu, search and colours of the site. It can be
 * read while the site is missing. Undefined if there is no such page.
 */
export async function plainPage(page: string): Promise<string | undefined> {
  const source = sourceOf(page);
  if (!/^(?:tutorials\/)?\w+$/.test(page) || !existsSync(join(root, source))) return undefined;
  const html = Bun.markdown.html(await Bun.file(join(root, source)).text(), { headings: { ids: true } });
  return html.replace(/ href="([^"]*)"/g, (_, target: string) => linkTo(target, source));
}

/** Returns the attribute of a link in a source; nothing if it leads to a file that is no page, so that the link becomes text. */
function linkTo(target: string, source: string): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return ` href="${target}"`;
  const { pathname, hash } = new URL(target, `file:///${source}`);
  const file = pathname.slice(1);
  if (file === 'docs/openapi.json') return ' href="/openapi.json"';
  const place = pagePath(file);
  // Of the files outside of docs/, only those with a place of their own are pages.
  if (!place.endsWith('.md') || (place === file && !file.startsWith('docs/'))) return '';
  return ` href="/docs/${place.replace(/(^index)?\.md$/, '')}${hash}"`;
}
