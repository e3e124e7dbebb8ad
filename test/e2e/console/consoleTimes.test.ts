import { expect, setDefaultTimeout, test } from 'bun:test';
import { openPage } from '../../helpers/browser.ts';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const { service, browser, watched, button, field, row, shows, open, job } = await startConsole();

describeConsole(() => {
  test('times are relative where recent, and shown in the zone of the browser or in UTC', async () => {
    const id = await job('TIMED', ['only']);
    const { jobSteps } = (await service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`)) as { jobSteps: { id: string }[] };
    await service.send('PATCH', `/api/v2/job-steps/${jobSteps[0]?.id}`, { status: 'IN_PROGRESS' });
    const now = Date.now();
    const old = new Date(now - 49 * 3_600_000).toISOString();
    await service.send('POST', '/api/v2/jobs', { jobType: 'TIMED_BEFORE', status: 'IN_PROGRESS', startDate: old });
    await open('#/jobs', 'Jobs');
    const recent = row('TIMED').filter({ hasText: ' ago' }).locator('time').first();
    await recent.waitFor();
    expect(await recent.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC[+-]\d\d:\d\d$/);
    // After the time of its creation.
    const before = row('TIMED_BEFORE').locator('time').nth(1);
    expect(await before.textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const zone = await watched.page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
    const named = await watched.page.locator('.zone legend').textContent();
    if (zone === 'UTC') expect(named).toBe('Times in UTC');
    else expect(named).toStartWith(`Times in ${zone}, UTC`);
    await button('UTC').click();
    await shows('Times in UTC');
    expect(await before.textContent()).toBe(old.slice(0, 19).replace('T', ' '));
    expect(await before.getAttribute('title')).toBe(`${old.slice(0, 19).replace('T', ' ')} UTC`);
    // Filters are read in the same zone.
    await field('Created until').fill(new Date(now - 120_000).toISOString().slice(0, 16));
    await button('Filter').click();
    await shows('No job matches.');
    await field('Created until').fill(new Date(now + 120_000).toISOString().slice(0, 16));
    await button('Filter').click();
    await row('TIMED_BEFORE').waitFor();
    await watched.page.reload();
    await shows('Times in UTC');
    await button('Local').click();
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
  });

  test('ids and JSON are copied, and JSON is searched as a tree', async () => {
    const { id } = (await service.send('POST', '/api/v2/jobs', {
      jobType: 'WITH_DATA',
      status: 'NEW',
      startDate: new Date().toISOString(),
      data: { places: Array.from({ length: 150 }, (_, index) => ({ street: `Street ${index}`, index })), note: 'x' },
    })) as { id: string };
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<unknown> => watched.page.evaluate('navigator.clipboard.readText()');
    await open(`#/jobs/${id}`, 'WITH_DATA');
    await button('Copy id').click();
    await watched.page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor();
    expect(await copied()).toBe(id);
    await watched.page.locator('summary', { hasText: 'Data' }).click();
    await button('Copy data').click();
    await watched.page.getByRole('status').filter({ hasText: 'Copied' }).nth(1).waitFor();
    expect(JSON.parse(String(await copied()))).toMatchObject({ note: 'x', places: { length: 150 } });
    await shows('150 elements');
    expect(await watched.page.getByText('Street 7', { exact: true }).count()).toBe(0);
    await field('Search in data').fill('street 7');
    // 7 and 70 to 79.
    await shows('1 of 11');
    await watched.page.locator('.tree .text').getByText('Street 7', { exact: true }).first().waitFor();
    await field('Search in data').fill('nowhere');
    await shows('Nothing found');
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
  });

  test('the match of a search in JSON is highlighted in view, and the keyboard goes to the next and the previous', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => ({ text: `line ${index}`, deep: { y: `needle${index}` } }));
    const { id } = (await service.send('POST', '/api/v2/jobs', {
      jobType: 'WITH_LINES',
      status: 'NEW',
      startDate: new Date().toISOString(),
      data: { lines },
    })) as { id: string };
    const { page } = watched;
    await open(`#/jobs/${id}`, 'WITH_LINES');
    await page.locator('summary', { hasText: 'Data' }).click();
    const highlighted = page.locator('.tree [aria-current]');
    /** Waits until this text is highlighted, and returns whether the box of the tree and the window show it. */
    const isInView = async (text: string): Promise<boolean> => {
      await highlighted.locator('.text').getByText(text, { exact: true }).waitFor();
      return page.evaluate<boolean>(`(() => {
        const mark = document.querySelector('.tree [aria-current] mark');
        const { top, bottom } = mark.getBoundingClientRect();
        const box = mark.closest('.tree').getBoundingClientRect();
        return top >= Math.max(box.top, 0) && bottom <= Math.min(box.bottom, innerHeight);
      })()`);
    };
    const search = field('Search in data');
    await search.fill('needle59');
    await page.getByRole('status').filter({ hasText: '1 of 1: lines, 59, deep, y' }).waitFor();
    expect(await isInView('needle59')).toBe(true);
    // 12 and 120 to 129, which the tree does not show at once.
    await search.fill('needle12');
    await shows('1 of 11');
    expect(await isInView('needle12')).toBe(true);
    await search.press('Enter');
    await shows('2 of 11');
    expect(await isInView('needle120')).toBe(true);
    await search.press('Shift+Enter');
    await search.press('Shift+Enter');
    await shows('11 of 11');
    expect(await isInView('needle129')).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Next match in data').click();
    await shows('1 of 11');
    expect(await isInView('needle12')).toBe(true);
    await button('Previous match in data').click();
    await shows('11 of 11');
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
  });

  test('an error has a trace that can be copied', async () => {
    await watched.page.route('**/api/v2/jobs/search/page*', (route) =>
      route.fulfill({ status: 500, json: { status: 'INTERNAL', message: 'It broke.', errors: [], traceId: 'abc123' } }),
    );
    await open('#/jobs?status=NEW', 'Jobs');
    await shows('It broke.');
    await button('Copy trace').waitFor();
    await watched.page.unroute('**/api/v2/jobs/search/page*');
  });

  test('on a phone no word is broken', async () => {
    const { context, page } = await openPage(browser, service.url, { width: 390, height: 844 });
    await page.goto('/console#/records/notification-rules/~new');
    await page.getByText('Sender', { exact: true }).waitFor();
    expect(await page.getByText('bean').count()).toBe(0);
    for (const view of ['#/', '#/jobs', '#/queues', '#/queues/index.sync', '#/indexes', '#/records', '#/audit']) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.locator('main :is(table, form, dl, .empty)').first().waitFor();
      expect({ view, broken: await page.evaluate(brokenWords) }).toEqual({ view, broken: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    await context.close();
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints.filter((one) => !one.includes('500'))).toEqual([]);
  });
});

/** Finds the words of the page that continue on another line, but for those in monospace, which are no words. */
const brokenWords = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest('.unseen, .code, pre, code, .tree, option') || !parent.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;
