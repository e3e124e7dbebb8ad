import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Guide, GuideSection } from '../../../api/routes/guides.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();

describe('the guides', () => {
  test('lead to guides and headings that exist', async () => {
    const guides = (await api.request('GET', '//docs/guides')).json<Guide[]>();
    const pages = new Map<string, string>();
    for (const { name } of guides) {
      const { status, text } = await api.request('GET', `//docs/guides/${name}`);
      expect({ name, status }).toEqual({ name, status: 200 });
      pages.set(name, text);
    }
    expect(guides[0]).toEqual({ name: 'README', title: 'Documentation' });
    const broken = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, target = '']) => {
        const [, guide = '', heading] = /^#\/guides\/(\w+)(?:\/(.+))?$/.exec(target) ?? [];
        const page = pages.get(guide);
        const isFound = page !== undefined && (heading === undefined || page.includes(`id="${heading}"`));
        return isFound || /^(https?:|\/openapi\.json$|\/docs\/pictures\/)/.test(target) ? [] : [`${name}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('are every page of docs, and nothing else', async () => {
    const guides = (await api.request('GET', '//docs/guides')).json<Guide[]>().map(({ name }) => name);
    const files = [...new Bun.Glob('*.md').scanSync(`${import.meta.dir}/../../../docs`)];
    expect(guides.sort()).toEqual(files.map((file) => file.replace('.md', '')).sort());
    const sections = (await api.request('GET', '//docs/sections')).json<GuideSection[]>();
    expect(sections).toContainEqual(expect.objectContaining({ guide: 'search', id: 'filters', title: 'Filters' }));
    for (const name of ['..%2F..%2Fpackage', 'nothing']) {
      expect((await api.request('GET', `//docs/guides/${name}`)).status).toBe(404);
      expect((await api.request('GET', `//docs/pictures/${name}`)).status).toBe(404);
    }
    const picture = await api.request('GET', '//docs/pictures/console.png');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe.skipIf(browserMissing !== undefined)('the page /docs', () => {
  test('finds an operation, shows samples of it, and sends it', async () => {
    const browser = await openBrowser();
    afterAll(() => browser.close());
    const { page, complaints } = await openPage(browser, api.url);
    await page.goto('/docs');
    await page.getByRole('heading', { level: 1, name: 'Reference of Waybill' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Search operations and guides').fill('worklog-types post create');
    await page.getByRole('link', { name: 'POST /worklog-types', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'POST /worklog-types' }).waitFor();
    await page.getByLabel('Body').fill('{"code":"TRIED","name":"Say \\"hi\\", it\'s here"}');
    expect(await page.locator('.try pre').first().textContent()).toContain("it'\\''s here");
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await page.locator('.try pre').first().textContent()).toContain('requests.post(');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByRole('heading', { name: 'Answer: 200' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await api.request('GET', '/worklog-types/TRIED')).json().name).toBe(`Say "hi", it's here`);
    expect(complaints).toEqual([]);
  });

  test('has a dark side, fits a phone, and shows the guides', async () => {
    const browser = await openBrowser();
    afterAll(() => browser.close());
    const { page, complaints } = await openPage(browser, api.url, { width: 390, height: 844 });
    await page.goto('/docs#/operations/postUsers');
    await page.getByRole('button', { name: 'Dark' }).click();
    // The style sheet may be loaded after the button.
    await page.waitForFunction("getComputedStyle(document.documentElement).backgroundColor === 'rgb(18, 23, 26)'");
    await page.getByRole('button', { name: 'Show members of regions' }).first().click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
