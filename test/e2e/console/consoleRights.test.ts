import { expect, setDefaultTimeout, test } from 'bun:test';
import { job as jobKind } from '../../../domain/kinds/processing/job.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { describeConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const api = await startAuthenticatedApiForFile();
const browser = browserMissing ? undefined : await openBrowser();
stopAfterFile(() => browser?.close());
const password = 'correct horse battery';

/** Opens a page in a browser of its own, and signs a caller in by its password. */
async function openSignedIn(code: string, path: string) {
  if (!browser) throw new Error('there is no browser');
  await api.administrator.request('PUT', `/users/${code}/password`, { password });
  const opened = await openPage(browser, api.url);
  await opened.page.goto(path);
  await opened.page.getByLabel('Code').fill(code);
  await opened.page.getByLabel('Password').fill(password);
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return opened;
}

describeConsole(() => {
  test('only records that the caller may write can be edited, and the rights are explained in words', async () => {
    await api.store('WorklogType', { code: 'V1', name: 'Writable' });
    await api.store('WorklogType', { code: 'R1', name: 'Readable' });
    const expression = [{ column: 'code', operator: 'LIKE', value: 'V%' }];
    const { code } = await api.callerWith([
      { entityName: 'WorklogType', accessRule: 'READ' },
      { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression },
    ]);
    const { context, page, complaints } = await openSignedIn(code, '/console#/records/worklog-types/V1');
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    const checked = page.waitForResponse('**/api/v2/access/check');
    await page.goto('/console#/records/worklog-types/R1');
    await page.getByRole('heading', { level: 1, name: 'R1', exact: true }).waitFor();
    expect(await (await checked).json()).toEqual([{ allowed: false }]);
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);

    await page.getByRole('link', { name: 'Explain rights' }).click();
    const kinds = page.getByLabel('Kind', { exact: true });
    expect(await kinds.locator('option:checked').textContent()).toBe('Choose a kind');
    expect(await kinds.locator('option').allTextContents()).not.toContainEqual(expect.stringMatching(/[a-z][A-Z]/));
    expect(await kinds.locator('option[value=UserUserGroup]').textContent()).toBe('Members of user groups');
    await kinds.selectOption({ label: 'Worklog type' });
    await page.getByLabel('Id or code of a record').fill('R1');
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByText('Read: yes. Write: no.').waitFor();
    await page.getByRole('row').filter({ hasText: 'The record does not match' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the editor of access rules shows in words what the rule gives, while it is typed', async () => {
    const { context, page, complaints } = await openSignedIn('administrator', '/console#/records/access-rules/~new');
    const words = page.getByRole('status', { name: 'The rule in words' });
    const shows = (text: string) => words.filter({ hasText: text }).waitFor();
    await shows('Lets its holders do nothing');
    await page.getByLabel('Entity name', { exact: true }).fill('User');
    await page.getByLabel('Access rule', { exact: true }).selectOption('READ_WRITE');
    const expression = page.getByLabel('Expression', { exact: true });
    await expression.fill('[{"column":"code","operator":"LIKE","value":"CZ%"}');
    await shows('the expression cannot be read');
    const filters = [
      { column: 'code', operator: 'LIKE', value: 'CZ%' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
      { column: 'groups', operator: 'IN', value: '${user.groups}' },
    ];
    await expression.fill(JSON.stringify(filters));
    await shows(
      'Lets its holders read and change users whose code starts with "CZ" and whose groups contain one of the codes of their own groups.',
    );
    await page.getByLabel('Full access (required)', { exact: true }).selectOption('true');
    await shows('Lets its holders read and change all users.');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Full access (required)', { exact: true }).selectOption('false');
    await page.getByLabel('Code (required)', { exact: true }).fill('CZECH');
    await page.getByLabel('Name (required)', { exact: true }).fill('Czech users');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'CZECH', exact: true }).waitFor();
    await shows('whose code starts with "CZ"');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('only jobs that the caller may write can be selected and cancelled', async () => {
    for (const jobType of ['MINE', 'OTHERS']) {
      const job = { jobType, status: 'NEW', startDate: '2026-11-20T08:00:00Z' };
      const { id = '' } = await expectOk<{ id?: string }>(api.administrator.request('POST', '/jobs', job));
      // No worker indexes the job.
      await api.services.awaitSearchable(jobKind, id, crypto.randomUUID());
    }
    const { code } = await api.callerWith([
      { entityName: 'Job', accessRule: 'READ' },
      { entityName: 'Job', accessRule: 'READ_WRITE', expression: [{ column: 'jobType', value: 'MINE' }] },
    ]);
    const { context, page, complaints } = await openSignedIn(code, '/console#/jobs');
    const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^Select ${name} `) });
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await page.getByRole('row').filter({ hasText: 'OTHERS' }).waitFor();
    await box('MINE').waitFor();
    expect(await box('OTHERS').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('1 job selected').waitFor();
    await cancel.click();
    await page.getByRole('button', { name: 'Cancel 1 job', exact: true }).click();
    // No worker runs here.
    await page.getByText('in progress.').waitFor();
    // Of all that match, the service leaves out those of others.
    await page.getByRole('button', { name: 'Cancel…', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel 1 job', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const checked = page.waitForResponse('**/api/v2/access/check');
    await page.getByRole('link', { name: 'OTHERS', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'OTHERS', exact: true }).waitFor();
    expect(await (await checked).json()).toEqual([{ allowed: false }]);
    expect(await cancel.count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an administrator sees whose a shared query is, and deletes it after a confirmation', async () => {
    const owner = await api.callerWith([], { code: 'anna' });
    const query = { view: 'jobs', name: 'Team', query: 'status=FAILED', shared: true };
    await expectOk(owner.request('POST', '/saved-queries', query));
    const { context, page, complaints } = await openSignedIn('administrator', '/console#/jobs');
    await page.getByRole('button', { name: 'Saved queries', exact: true }).click();
    await page.getByText('by anna', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete the query Team' }).click();
    await page.getByText('It is the query of anna, and all users lose it.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete 1 query', exact: true }).click();
    await page.getByText('This list has no saved query.').waitFor();
    expect(await expectOk<{ id: string }[]>(owner.request('GET', '/saved-queries'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
