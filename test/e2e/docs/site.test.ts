import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startApiForFile } from '../../helpers/api.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

/** The documentation as browsers get it. The first run after a change of a page builds the site; later runs find it. */
const api = await startApiForFile();
const get = (path: string) => fetch(`${api.url}${path}`, { redirect: 'manual' });
const pages = new Map<string, string>();
const browser = browserMissing === undefined ? openBrowser() : undefined;

beforeAll(async () => {
  const first = await get('/docs/');
  let early: Awaited<ReturnType<typeof openPage>> | undefined;
  // While the site is being built, the page has its plain content, and asks for the site again.
  if (first.status !== 200) {
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await first.text()).toContain('<h1 id="documentation">Documentation</h1>');
    if (browser) {
      early = await openPage(await browser, api.url);
      await early.page.goto('/docs/jobs');
    }
  }
  const isBuilt = async () => {
    const { status, headers } = await get('/docs/');
    return status === 200 && !headers.has('x-documentation');
  };
  await poll('the site to be built', isBuilt, 200_000, 500);
  // A page that was opened before has become one of the site.
  await early?.page.getByRole('navigation', { name: 'Sidebar' }).waitFor();
  const waiting = ['/docs/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    const text = await answer.text();
    pages.set(path, text);
    for (const { target } of linksOf(path, text)) {
      if (isPage(target) && !pages.has(target) && !waiting.includes(target)) waiting.push(target);
    }
  }
});

const isPage = (path: string): boolean => /^\/docs\/(tutorials\/)?[\w]*$/.test(path) && path !== '/docs/reference';

function linksOf(page: string, text: string): { target: string; anchor: string }[] {
  return [...text.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => new URL(link.replaceAll('&amp;', '&'), `http://site${page}`))
    .filter(({ host }) => host === 'site')
    .map(({ pathname, hash }) => ({ target: pathname, anchor: decodeURIComponent(hash.slice(1)) }));
}

describe('the documentation site', () => {
  test('has every page of docs/, the README and the changes', () => {
    const files = [...new Bun.Glob('**/*.md').scanSync(join(import.meta.dir, '..', '..', '..', 'docs'))];
    const expected = files.map((file) => `/docs/${file.replace(/\.md$/, '').replace(/^README$/, '')}`);
    expect([...pages.keys()].sort()).toEqual([...expected, '/docs/start', '/docs/changes'].sort());
  });

  test('links only to pages, headings and files that exist', async () => {
    const broken: string[] = [];
    const files = new Set<string>();
    for (const [page, text] of pages)
      for (const { target, anchor } of linksOf(page, text)) {
        if (!isPage(target)) files.add(target);
        else if (anchor !== '' && !pages.get(target)?.includes(`id="${anchor}"`))
          broken.push(`${page}: ${target}#${anchor}`);
      }
    for (const file of files) if ((await get(file)).status !== 200) broken.push(file);
    expect(broken).toEqual([]);
    expect([...files].filter((file) => file.endsWith('.webp')).length).toBeGreaterThan(10);
  });

  test('allows its own scripts by their hashes, and nothing else', async () => {
    const answer = await get('/docs/concepts');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    const [, sources = ''] = /script-src ([^;]+)/.exec(policy) ?? [];
    expect(sources).toMatch(/^'self'( 'sha256-[\w+/]+=*')+$/);
  });

  test('redirects addresses of earlier releases and names of files', async () => {
    const moves = {
      '/docs': '/docs/',
      '/docs/guides': '/docs/',
      '/docs/guides/README': '/docs/',
      '/docs/guides/jobs': '/docs/jobs',
      '/docs/jobs.html': '/docs/jobs',
      '/docs/jobs.md': '/docs/jobs',
      '/docs/index': '/docs/',
    };
    for (const [from, to] of Object.entries(moves)) {
      const { status, headers } = await get(from);
      expect([from, status, headers.get('location')]).toEqual([from, 308, to]);
    }
    for (const path of ['/docs/nothing', '/docs/..%2F..%2Fpackage', '/docs/assets/nothing.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});

describe.skipIf(browserMissing !== undefined)('the documentation in a browser', () => {
  afterAll(async () => (await browser)?.close());

  async function openDocs(path: string, options: Parameters<typeof openPage>[2] = {}) {
    if (!browser) throw new Error(browserMissing);
    const opened = await openPage(await browser, api.url, options);
    await opened.page.goto(path);
    return opened;
  }

  test('finds a page and an operation, and leads to the reference', async () => {
    const { page, complaints } = await openDocs('/docs/');
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search').fill('quiet period');
    await page.locator('.results .result').first().waitFor();
    await page.getByPlaceholder('Search').fill('POST /worklog-types/bulk');
    await page.locator('.results').getByText('POST /worklog-types/bulk').first().click();
    await page.getByRole('heading', { level: 1, name: 'Operations of the API' }).waitFor();
    await page.locator('a[href="/docs/reference#/operations/postWorklogTypesBulk"]').click();
    await page.getByRole('button', { name: 'Send POST' }).waitFor();
    await page.getByRole('link', { name: 'Guides', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    await page.getByRole('link', { name: 'Concepts' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('opens addresses of the page that it replaces', async () => {
    const { page } = await openDocs('/docs#/guides/search/filters');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    expect(page.url()).toBe(`${api.url}/docs/search#filters`);
    await page.goto('/docs#/operations/postUsers');
    await page.getByRole('button', { name: 'Send POST' }).waitFor();
    expect(page.url()).toBe(`${api.url}/docs/reference#/operations/postUsers`);
  });

  test('shows its sidebar and its tables whole on a wide window', async () => {
    const { page } = await openDocs('/docs/configuration', { width: 1_440 });
    const cut = `[...document.querySelectorAll('.VPSidebar a, .vp-doc table')].filter((one) =>
      one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > one.closest('.VPSidebar, main').getBoundingClientRect().right
    ).map((one) => one.textContent.slice(0, 40))`;
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    expect(await page.evaluate<string[]>(cut)).toEqual([]);
  });

  test('is light and dark as the reference is, fits a phone, and is accessible', async () => {
    const { page, complaints } = await openDocs('/docs/jobs', { width: 390, height: 844, dark: true });
    await page.waitForFunction("document.documentElement.classList.contains('dark')");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Configuration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto('/docs/reference');
    await page.getByRole('button', { name: 'Light' }).click();
    await page.goto('/docs/jobs');
    await page.waitForFunction("!document.documentElement.classList.contains('dark')");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
