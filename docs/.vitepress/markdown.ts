import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { pagePath } from '../../api/site/pagePaths.ts';
import { operationsMarkdown } from './operations.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const root = join(import.meta.dirname, '..', '..');

/** Paths on the site by the name of the file. Only those named README share a name. */
const paths: ReadonlyMap<string, string> = new Map(
  ['CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) => [basename(file), `/${pagePath(file)}`]),
);

/**
 * Adapts the Markdown of the repository to the site. Links lead to pages of the site, to the OpenAPI document, or elsewhere;
 * links to files that the site does not have become text. Braces of templates are text to Vue, too.
 */
export function adaptMarkdown(md: MarkdownIt): void {
  md.core.ruler.before('normalize', 'operations', (state) => {
    state.src = state.src.replace('<!-- operations -->', operationsMarkdown);
  });
  md.core.ruler.after('inline', 'site-links', (state) => {
    for (const { children } of state.tokens) adaptLinks(children ?? []);
  });
  for (const rule of ['text', 'code_inline']) {
    const render = md.renderer.rules[rule];
    if (render) md.renderer.rules[rule] = (...all) => render(...all).replaceAll('{{', '&#123;&#123;');
  }
}

function adaptLinks(tokens: { type: string; attrGet: Get; attrSet: Set }[]): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = siteTarget(token.attrGet('href') ?? '');
      isDropped = target === undefined;
      if (target !== undefined) token.attrSet('href', target);
      // The reference and the OpenAPI document are no pages of the site: the browser loads them.
      if (target?.startsWith('/openapi.json') || target?.startsWith('/docs/')) token.attrSet('target', '_self');
    }
    // An empty text is printed for an element that is dropped.
    if (isDropped && /^link_(open|close)$/.test(token.type)) {
      isDropped = token.type === 'link_open';
      token.type = 'text';
    }
  }
}

type Get = (name: string) => string | null;
type Set = (name: string, value: string) => void;

/** Returns the target of a link on the site; undefined if the site does not have it. */
function siteTarget(target: string): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  if (file === 'openapi.json') return '/openapi.json';
  const path = basename(file) === 'README.md' ? readmePath(file) : paths.get(basename(file));
  return path === undefined ? undefined : path + (anchor === undefined ? '' : `#${anchor}`);
}

const readmePath = (file: string): string | undefined =>
  ({ '../README.md': '/start.md', 'README.md': '/index.md', 'docs/README.md': '/index.md' })[file];
