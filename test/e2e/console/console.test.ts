import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Request } from 'playwright-core';
import { openPage } from '../../helpers/browser.ts';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

setDefaultTimeout(180_000);

const { service, browser, watched, button, link, row, dialog, shows, heading, open, job } = await startConsole();

const KB = 1_024;
describeConsole(() => {
  describe('the page', () => {
    test('shows the overview and its figures with the first response alone', async () => {
      const { context, page, complaints } = await openPage(browser, service.url);
      // Every other request has no response.
      await page.route('**', (route) => (route.request().isNavigationRequest() ? route.continue() : undefined));
      // The service waits briefly for the figures of a page, which a busy machine may not have by then.
      await poll('a page that has its figures', async () => {
        await page.goto('/console', { waitUntil: 'commit' });
        return (await page.locator('#answers').textContent())?.includes('"/metrics/live"');
      });
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page
        .getByRole('listitem')
        .filter({ hasText: /database\s*ready/ })
        .waitFor();
      expect(await page.locator('#first').count()).toBe(0);
      // Another view waits for its file under its own title.
      await link('Jobs', page).click();
      await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('shows its frame before its script runs', async () => {
      const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled: false });
      const page = await context.newPage();
      // The style sheet is part of the page. What stands for data is hidden where no script will bring any.
      const text = (await (await fetch(`${service.url}/console`)).text()).replace(/<noscript>.*?<\/noscript>/gs, '');
      await page.setContent(text);
      await page.locator('#first').getByText('Waybill').waitFor();
      expect((await page.locator('#first .bone').first().boundingBox())?.height).toBe(12);
      await context.close();
    });

    test('loads a view again whose file was missing', async () => {
      const { context, page } = await openPage(browser, service.url);
      await page.route('**/console/otherViews-*.js*', (route) => route.fulfill({ status: 404 }));
      await page.goto('/console#/jobs');
      await page.getByText('The view could not be loaded.').waitFor();
      await page.unroute('**/console/otherViews-*.js*');
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('table', { name: 'Jobs' }).or(page.getByText('No Jobs')).first().waitFor();
      await context.close();
    });

    test('has a script under 120 KB compressed, and loads nothing that it has not brought', async () => {
      const loaded = new SignalledList<{ url: string; size: number }>();
      let requests = 0;
      const { context, page, complaints } = await openPage(browser, service.url);
      const isOurs = (request: Request): boolean => request.url().includes('/console');
      const documents: string[] = [];
      page.on('request', (request) => {
        if (isOurs(request)) requests++;
        if (request.url().endsWith('/openapi.json')) documents.push(request.url());
      });
      page.on('requestfinished', async (request) => {
        if (!isOurs(request)) return;
        const { responseBodySize } = await request.sizes();
        loaded.add({ url: request.url(), size: responseBodySize });
      });
      const response = await page.goto('/console');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const policy = response?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}'){2};/);
      // The browser tells of each when it has measured it.
      await loaded.until(
        'all that is loaded to be measured',
        () => loaded.items.length >= 2 && loaded.items.length === requests,
      );
      const sizeOf = (part: RegExp): number =>
        loaded.items.filter(({ url }) => part.test(url)).reduce((sum, { size }) => sum + size, 0);
      // Script, style sheet and data of all views.
      expect(sizeOf(/./)).toBeLessThan(120 * KB);
      // Over Chromium's Fast 3G (1.44 Mbit/s, 562 ms), the page with all that the first view shows takes 0.8 s.
      expect(sizeOf(/\/console$/)).toBeLessThan(45 * KB);
      expect(documents).toEqual([]);
      // What the policy forbids does not run.
      const refused = page.waitForEvent('console', (message) => message.text().includes('script-src'));
      await page.evaluate(`{
        const inline = document.createElement('script');
        inline.textContent = 'document.title = "run"';
        document.body.append(inline);
      }`);
      expect(await page.title()).toBe('Overview · Waybill');
      await refused;
      expect(complaints.filter((one) => !one.includes('script-src'))).toEqual([]);
      expect(complaints.length).toBe(1);
      await context.close();
    });

    test('gets its files from an api of another release too, and tells of a path that is none', async () => {
      const script = /href="(\/console\/otherViews-\w+\.js)"/.exec(
        await (await fetch(`${service.url}/console`)).text(),
      )?.[1];
      const own = await fetch(`${service.url}${script}`);
      const others = await fetch(`${service.url}/console/otherViews-another.js`);
      expect(own.headers.get('cache-control')).toContain('immutable');
      expect(others.headers.get('cache-control')).toBe('no-store');
      expect(await others.text()).toBe(await own.text());
      expect((await fetch(`${service.url}/console/none.js`)).status).toBe(404);
      await open('#/nothing', 'Not found');
    });
  });

  test('the overview is live: workers, queues, what is ready, what was done', async () => {
    await open('', 'Overview');
    // Not a part of another word: it is there once the stream has told something.
    await watched.page.getByText('Live', { exact: true }).waitFor();
    const health = watched.page.getByRole('list', { name: 'Health' });
    const ready = /database\s*ready.*search\s*ready/s;
    await poll('all to be ready', async () => ready.test((await health.textContent()) ?? ''));
    await row('alive').waitFor();
    await link('All queues').waitFor();
    const id = await job('BY_HAND', ['one', 'two', 'three', 'four']);
    const { jobSteps } = (await service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`)) as { jobSteps: { id: string }[] };
    await service.send('PATCH', `/api/v2/job-steps/${jobSteps[0]?.id}`, { status: 'IN_PROGRESS' });
    const bar = watched.page.getByRole('progressbar');
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuetext')).toBe('0 of 4 steps, 0 failed');
    await watched.page.getByRole('slider', { name: /^Throughput/ }).waitFor();
    await button('Last day').click();
    await shows('per 15 minutes');
    expect(await button('Last day').getAttribute('aria-pressed')).toBe('true');
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    await bar.waitFor({ state: 'detached' });
  });

  test('while access is off, every view has a banner that says so, and nobody is signed in', async () => {
    for (const [hash, title] of [
      ['', 'Overview'],
      ['#/api-keys', 'API keys'],
    ] as const) {
      await open(hash, title);
      await shows('Access is off: everyone who reaches this service may do everything.');
      expect(await button('Sign out').count()).toBe(0);
    }
  });

  test('is asked for every few seconds where a stream cannot be', async () => {
    const { context, page } = await openPage(browser, service.url);
    await page.route('**/metrics/live', (route) => route.abort());
    await page.goto('/console');
    await page.getByText('Polling every few seconds').waitFor();
    await page.getByText('empty queues not shown').waitFor();
    await context.close();
  });

  test('where the service does not offer an operation, the view says so', async () => {
    const answer = { status: 'NOT_FOUND', message: 'The path does not exist.', errors: ['path: is unknown'] };
    await watched.page.route('**/api/v2/admin/mailbox*', (route) => route.fulfill({ status: 404, json: answer }));
    await open('#/mailbox', 'Mailbox');
    await shows('This service does not offer this operation');
    await watched.page.unroute('**/api/v2/admin/mailbox*');
  });

  test('keys alone reach everything: skip link, menu of views, dialogs that keep the focus and give it back', async () => {
    await open('#/queues', 'Queues');
    const { keyboard } = watched.page;
    const focused = (): Promise<string | null> => watched.page.locator(':focus').textContent();
    await watched.page.reload();
    await heading('Queues');
    await keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await keyboard.press('Enter');
    expect(await focused()).toBe('Queues');
    await link('Jobs').focus();
    await keyboard.press('Enter');
    await heading('Jobs');
    // A view is seen a moment before its heading takes the focus.
    await watched.page.locator('h1:focus', { hasText: /^Jobs$/ }).waitFor();
    await open('#/queues', 'Queues');
    await watched.page.locator('h1:focus', { hasText: /^Queues$/ }).waitFor();
    const pause = button('Pause job.plan');
    await pause.focus();
    await keyboard.press('Enter');
    await dialog().waitFor();
    for (let count = 0; count < 4; count++) {
      await keyboard.press('Tab');
      // Behind its last button come the browser's own, and nothing of the page below.
      expect(await watched.page.locator(':focus:not(dialog, dialog *)').count()).toBe(0);
    }
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await watched.page.locator(':focus').getAttribute('aria-label')).toBe('Pause job.plan');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });

  describe('every view is accessible and fits', () => {
    // Colours follow the scheme and layout the width, so that two looks show all of both.
    const appearances = [
      ['in light', {}],
      ['in dark, on a phone', { dark: true, width: 390, height: 844 }],
    ] as const;
    for (const [name, options] of appearances) {
      test(name, async () => {
        const id = await job('BY_HAND', ['one', 'two']);
        await service.send('POST', `/api/v2/jobs/${id}/cancel`);
        const { id: record } = (await service.get('/api/v2/worklog-types/REPAIR')) as Created;
        const members = { code: `look-${crypto.randomUUID()}`, name: 'Look', eventType: 'REST', config: {} };
        const { id: rule } = (await service.send('POST', '/api/v2/notification-rules', members)) as Created;
        const views = [
          ...[
            '',
            '#/activity',
            '#/find',
            '#/jobs',
            `#/jobs/${id}`,
            '#/queues',
            '#/queues/index.sync',
            '#/indexes',
            '#/records',
          ],
          ...[
            '#/records/worklog-types',
            `#/records/worklog-types/${record}`,
            '#/records/users/~new',
            '#/records/users/~import',
          ],
          ...[
            '#/scripts',
            '#/templates',
            '#/templates/~new',
            '#/mailbox',
            '#/audit',
            '#/api-keys',
            '#/sessions',
            '#/audit-entries',
            '#/explain',
          ],
          ...['#/notifications', '#/suppressions', '#/records/notification-rules/~new', '#/records/logs'],
          `#/records/notification-rules/${rule}/test`,
        ];
        const { context, page, complaints } = await openPage(browser, service.url, options);
        const problems: string[] = [];
        await page.goto('/console');
        for (const view of views) {
          await page.evaluate(`location.hash = ${JSON.stringify(view || '#/')}`);
          // Every view has its heading at once, and its rows, members or a sentence when it has been answered.
          await page.locator('main :is(table, form, dl, .empty, .notice)').first().waitFor();
          const found = await accessibilityProblems(page);
          problems.push(...found.map((problem) => `${view} ${problem}`));
        }
        expect(problems).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  });
});
