import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pagePath } from '../../api/site/pagePaths.ts';

/** Returns the sidebar: the headings of docs/README.md with the pages that it lists below them. */
export function sidebarOf(): DefaultTheme.SidebarItem[] {
  const text = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => ({
    text: part.split('\n')[0] ?? '',
    items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title = '', file = '']) => ({
      text: title,
      link: `/${pagePath(join('docs', file)).replace(/\.md$/, '')}`,
    })),
  }));
}
