import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { icon } from '../../api/console/icon.ts';
import { anchorOf, pagePath } from '../../api/site/pagePaths.ts';
import { sidebarOf } from './contents.ts';
import { adaptMarkdown } from './markdown.ts';

/** The documentation site, which the api serves at /docs. `scripts/site.ts` builds it. */
export default defineConfig({
  title: 'Waybill',
  description: 'Documentation of Waybill',
  base: '/docs/',
  cleanUrls: true,
  // The README and the changes are pages too.
  srcDir: '..',
  srcExclude: ['!(docs)/**/*.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  rewrites: pagePath,
  outDir: process.env['SITE_FOLDER'] ?? join(import.meta.dirname, '..', '..', '.cache', 'site'),
  cacheDir: join(import.meta.dirname, '..', '..', '.cache', 'vitepress'),
  // The map of pages is then a file, and the Content-Security-Policy needs no hash of it.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    // Addresses of earlier releases, before the page is shown.
    [
      'script',
      {},
      `(() => {
        const [, view, name, heading] = location.hash.split('/');
        if (view === 'guides') location.replace('/docs/' + (name === 'README' ? '' : name) + (heading ? '#' + heading : ''));
        else if (view === 'operations' || view === 'tags') location.replace('/docs/reference' + location.hash);
      })()`,
    ],
  ],
  markdown: {
    // The default themes have keywords of too little contrast on the background of code.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    languageAlias: { haproxy: 'nginx' },
    // Braces are those of paths.
    attrs: { disable: true },
    config: adaptMarkdown,
  },
  transformPageData(page) {
    // Its operations are headings, of which there are hundreds.
    if (page.relativePath === 'operationList.md') page.frontmatter['outline'] = 2;
  },
  // The index of the search, which is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 1_000 } },
  themeConfig: {
    logo: { src: icon, alt: '' },
    nav: [
      { text: 'Guides', link: '/', activeMatch: '^/(?!operationList)' },
      { text: 'Reference', link: '/reference', target: '_self' },
    ],
    sidebar: sidebarOf(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
});
