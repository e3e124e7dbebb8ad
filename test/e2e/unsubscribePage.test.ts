import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { makeApi } from '../../api/http/server.ts';
import { unsubscribeRoutes } from '../../api/routes/notifications/unsubscribe.ts';
import { startApiForFile } from '../helpers/api.ts';
import { browserMissing, openBrowser, openPage } from '../helpers/browser.ts';

setDefaultTimeout(120_000);

const { services } = await startApiForFile();
const api = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: unsubscribeRoutes });
await api.start();
afterAll(() => api.stop());

test.skipIf(browserMissing !== undefined)('the page of an unsubscribe link may send its form', async () => {
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser, api.url);
    await page.goto('/unsubscribe/forged');
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.request().method() === 'POST'),
      page.getByRole('button', { name: 'Unsubscribe' }).click(),
    ]);
    // The browser names the origin of the page. A 403 would say that it is a foreign one.
    expect(await response.request().headerValue('origin')).toBe(api.url);
    expect(response.status()).toBe(400);
  } finally {
    await browser.close();
  }
});
