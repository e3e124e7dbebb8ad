import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile } from '../../helpers/api.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();

describe.skipIf(browserMissing !== undefined)('the page /docs/reference', () => {
  test('finds an operation, shows samples of it, and sends it', async () => {
    const browser = await openBrowser();
    afterAll(() => browser.close());
    const { page, complaints } = await openPage(browser, api.url);
    await page.goto('/docs/reference');
    await page.getByRole('heading', { level: 1, name: 'Reference of Waybill' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Search operations').fill('worklog-types post create');
    await page.getByRole('link', { name: 'POST /worklog-types', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'POST /worklog-types' }).waitFor();
    await page.getByText('The request is invalid').click();
    await page.getByText('A code that another record has').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Body').fill('{"code":"TRIED","name":"Say \\"hi\\", it\'s here"}');
    expect(await page.locator('.try pre').first().textContent()).toContain("it'\\''s here");
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await page.locator('.try pre').first().textContent()).toContain('requests.post(');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByRole('heading', { name: 'Answer: 200' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The body was sent; another text is input that nothing has used.
    await page.getByLabel('Body').fill('{"code":"NEXT","name":"Next"}');
    await page.evaluate(`location.hash = '#/operations/getJobsId'`);
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await question.getByRole('button').allTextContents()).toEqual(['Stay', 'Leave without saving']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Body').inputValue()).toContain('NEXT');
    await page.evaluate(`location.hash = '#/operations/getJobsId'`);
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByText('The example works after that of POST /api/v2/jobs.').waitFor();
    await page.waitForFunction('scrollY === 0');
    expect(await page.getByRole('link', { name: 'Jobs', exact: true }).getAttribute('href')).toBe('/docs/jobs');
    await page.goto('/docs/reference#/operations/getUsersSearchList');
    const lines = page.locator('.answer[open] pre');
    await page.getByText('Example: text/csv').waitFor();
    expect(await page.locator('.member', { hasText: '`' }).count()).toBe(0);
    expect((await lines.allTextContents()).map((text) => text.slice(0, 11))).toEqual([
      '[\n  {\n    "',
      '{"id":"0198',
      'id,code,typ',
    ]);
    expect((await api.request('GET', '/worklog-types/TRIED')).json().name).toBe(`Say "hi", it's here`);
    expect(complaints).toEqual([]);
  });

  test('has a dark side, and fits a phone', async () => {
    const browser = await openBrowser();
    afterAll(() => browser.close());
    const { page, complaints } = await openPage(browser, api.url, { width: 390, height: 844 });
    await page.goto('/docs/reference#/operations/postUsers');
    await page.getByRole('button', { name: 'Dark' }).click();
    // The style sheet may be loaded after the button.
    await page.waitForFunction("getComputedStyle(document.documentElement).backgroundColor === 'rgb(18, 23, 26)'");
    await page.getByRole('button', { name: 'Show members of regions' }).first().click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name: 'FormatterTemplate', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'FormatterTemplate' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
