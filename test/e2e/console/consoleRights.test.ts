import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { describeConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const api = await startAuthenticatedApiForFile();
const browser = browserMissing ? undefined : await openBrowser();
stopAfterFile(() => browser?.close());
const password = 'correct horse battery';

describeConsole(() => {
  test('only records that the caller may write can be edited, and the rights are explained in words', async () => {
    if (!browser) throw new Error('there is no browser');
    await api.store('WorklogType', { code: 'V1', name: 'Writable' });
    await api.store('WorklogType', { code: 'R1', name: 'Readable' });
    const expression = [{ column: 'code', operator: 'LIKE', value: 'V%' }];
    const { code } = await api.callerWith([
      { entityName: 'WorklogType', accessRule: 'READ' },
      { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression },
    ]);
    await api.administrator.request('PUT', `/users/${code}/password`, { password });
    const { context, page, complaints } = await openPage(browser, api.url);
    await page.goto('/console#/records/worklog-types/V1');
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    const checked = page.waitForResponse('**/api/v2/access/check');
    await page.goto('/console#/records/worklog-types/R1');
    await page.getByRole('heading', { level: 1, name: 'R1', exact: true }).waitFor();
    expect(await (await checked).json()).toEqual([{ allowed: false }]);
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);

    await page.getByRole('link', { name: 'Explain rights' }).click();
    await page.getByLabel('Kind').selectOption('WorklogType');
    await page.getByLabel('Id or code of a record').fill('R1');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('Read: yes. Write: no.').waitFor();
    await page.getByRole('row').filter({ hasText: 'The record does not match' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
