import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type RuleOfCaller, startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { describeConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';
import { confirmByKeys, walkDialog } from '../../helpers/pages/dialogWalk.ts';

setDefaultTimeout(180_000);

const api = await startAuthenticatedApiForFile();
const browser = browserMissing ? undefined : await openBrowser();
stopAfterFile(() => browser?.close());
const password = 'correct horse battery';

async function userWith(rules: readonly RuleOfCaller[]): Promise<string> {
  const { code } = await api.callerWith(rules);
  await setPassword(code);
  return code;
}

async function setPassword(code: string): Promise<void> {
  expect((await api.administrator.request('PUT', `/users/${code}/password`, { password })).status).toBe(200);
}

async function openConsole(path = '', options = {}) {
  if (!browser) throw new Error('there is no browser');
  const opened = await openPage(browser, api.url, options);
  await opened.page.goto(`/console${path}`);
  return opened;
}

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function signIn(page: Page, code: string, secret = password): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const menuOf = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents();

describeConsole(() => {
  test('without a session there is a sign-in page, which returns to the requested view', async () => {
    const code = await userWith([{ accessRule: 'READ_WRITE' }]);
    const { context, page, complaints } = await openConsole('#/records/worklog-types');
    await heading(page, 'Sign in');
    expect(await accessibilityProblems(page)).toEqual([]);
    await signIn(page, code, 'wrong password');
    await page.getByRole('alert').getByText('The code or the password is wrong').waitFor();
    await signIn(page, code);
    await heading(page, 'Worklog types');
    expect(new URL(page.url()).hash).toBe('#/records/worklog-types');
    await page.getByText(code, { exact: true }).waitFor();
    // Event streams have the cookie too.
    const members = { jobType: 'BY_HAND', status: 'NEW', startDate: new Date().toISOString() };
    const job = (await api.administrator.request('POST', '/jobs', members)).json();
    const streamed = page.waitForResponse((response) => response.url().endsWith('/events'));
    await page.goto(`/console#/jobs/${job.id}`);
    await heading(page, 'BY_HAND');
    expect((await streamed).status()).toBe(200);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: '__Host-waybill-session', httpOnly: true, secure: true, sameSite: 'Lax' });
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)')).toBe(
      '{}{}',
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).hash).toBe('');
    expect(await context.cookies()).toEqual([]);
    expect(await page.getByText('Access is off').count()).toBe(0);
    // A link that is opened without a session leads to the sign-in page without a refused request.
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
    await page.goto(`/console?linked#/jobs/${job.id}`);
    await heading(page, 'Sign in');
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('after a sign-in the page is never of another origin', async () => {
    const code = await userWith([{ accessRule: 'READ' }]);
    const { context, page } = await openConsole('?returnTo=https://evil.example/#//evil.example/x');
    await signIn(page, code);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(new URL(page.url()).origin).toBe(api.url);
    expect(new URL(page.url()).pathname).toBe('/console');
    await context.close();
  });

  test('a session that ends elsewhere leads to the sign-in page at the next request', async () => {
    const code = await userWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
    const { context, page } = await openConsole('#/records/worklog-types');
    await signIn(page, code);
    await heading(page, 'Worklog types');
    await setPassword(code);
    // Lists refresh by themselves.
    await page.getByText('Your session has ended').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await context.close();
  });

  test('the menu has the views that the caller may open', async () => {
    const code = await userWith([{ entityName: 'WorklogType', accessRule: 'READ' }, { entityName: 'Metrics' }]);
    const { context, page, complaints } = await openConsole('#/mailbox');
    await signIn(page, code);
    await heading(page, 'Mailbox');
    await page.getByText('Your access rules do not allow this view.').waitFor();
    const expected = [
      'Overview',
      'Activity',
      'Queues',
      'Limits',
      'Indexes',
      'Records',
      'API keys',
      'Sessions',
      'Explain rights',
    ];
    expect(await menuOf(page)).toEqual(expected);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('says plainly that there were too many requests', async () => {
    const { context, page } = await openConsole();
    await page.route('**/api/v2/session', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '7' } }));
    await signIn(page, 'nobody');
    await page.getByRole('alert').getByText('Too many requests. Try again in 7 s.').waitFor();
    await context.close();
  });

  test('a caller that may only read finds no button that would be refused', async () => {
    await api.store('WorklogType', { code: 'READABLE', name: 'Readable' });
    const code = await userWith([{ accessRule: 'READ' }]);
    const { context, page, complaints } = await openConsole();
    await signIn(page, code);
    await heading(page, 'Overview');
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    const writes =
      /^(Create|Import|Edit|Copy|Delete.*|Run|Empty|Pause.*|Resume.*|Rebuild.*|Refresh.*|Compare.*|Suppress.*|Save)$/;
    const found: string[] = [];
    for (const name of (await menuOf(page)).filter((label) => label !== 'API keys')) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.locator('main :is(table, form, dl, .empty, .notice)').first().waitFor();
      const main = page.getByRole('main');
      for (const role of ['button', 'link'] as const)
        for (const text of await main.getByRole(role, { name: writes }).allTextContents())
          found.push(`${name}: ${text}`);
    }
    await page.goto('/console#/records/worklog-types/READABLE');
    await heading(page, 'READABLE');
    await page.getByText('History').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: writes }).count()).toBe(0);
    expect(await page.getByRole('main').getByRole('button', { name: writes }).count()).toBe(0);
    expect({ found, refused, complaints }).toEqual({ found: [], refused: [], complaints: [] });
    await context.close();
  });

  test('API keys are created, shown once and revoked', async () => {
    const code = await userWith([{ accessRule: 'READ_WRITE' }]);
    const { context, page, complaints } = await openConsole('#/api-keys');
    await signIn(page, code);
    await heading(page, 'API keys');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Name').fill('CRM');
    await page.getByLabel('Rights').selectOption('READ');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'The key CRM' });
    const key = (await shown.locator('pre').textContent()) ?? '';
    await shown.getByRole('button', { name: 'Close' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    const bearer = { authorization: `Bearer ${key}` };
    expect((await api.request('GET', '/me', undefined, bearer)).json<{ user: string }>().user).toBe(code);
    const row = page.getByRole('row').filter({ hasText: 'CRM' });
    await row.getByText('READ everything').waitFor();
    await row.getByRole('button', { name: 'Revoke CRM' }).click();
    await page.getByRole('button', { name: 'Revoke (1)' }).click();
    await row.getByText('revoked').waitFor();
    expect((await api.request('GET', '/me', undefined, bearer)).status).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a user ends its other sessions', async () => {
    const code = await userWith([]);
    const first = await openConsole('#/sessions');
    await signIn(first.page, code);
    await heading(first.page, 'Sessions');
    const second = await openConsole('#/sessions');
    await signIn(second.page, code);
    await heading(second.page, 'Sessions');
    const end = second.page.getByRole('button', { name: `End the session of ${code}` });
    await end.nth(1).waitFor();
    // The newest is first.
    const title = `End the session of ${code}`;
    expect(await walkDialog(second.page, end.nth(1), title)).toEqual([]);
    await confirmByKeys(second.page, end.nth(1), title, []);
    await heading(first.page, 'Sign in');
    await heading(second.page, 'Sessions');
    await first.context.close();
    await second.context.close();
  });

  test('a user changes its password, which ends its other sessions only', async () => {
    const code = await userWith([]);
    const other = await openConsole('#/sessions');
    await signIn(other.page, code);
    await heading(other.page, 'Sessions');
    const { context, page, complaints } = await openConsole();
    await signIn(page, code);
    await page.getByRole('link', { name: 'Password', exact: true }).click();
    await heading(page, 'Password');
    expect(await accessibilityProblems(page)).toEqual([]);
    const change = async (current: string, changed: string, repeated = changed): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(changed);
      await page.getByLabel('New password, repeated').fill(repeated);
      await page.getByRole('button', { name: 'Change the password' }).click();
    };
    const changed = 'another horse battery';
    await change(password, changed, `${changed}x`);
    await page.getByRole('alert').getByText('The new password and its repetition differ.').waitFor();
    await change('wrong password', changed);
    await page.getByRole('alert').getByText('current: is not the present password').waitFor();
    await change(password, 'short');
    await page.getByRole('alert').getByText('password: must have 8 to 256 characters').waitFor();
    await change(password, changed);
    await page.getByText('The password has been changed.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // Lists refresh by themselves.
    await heading(other.page, 'Sign in');
    await signIn(other.page, code, password);
    await other.page.getByRole('alert').getByText('The code or the password is wrong').waitFor();
    await signIn(other.page, code, changed);
    await heading(other.page, 'Sessions');
    await page.reload();
    await heading(page, 'Password');
    expect(complaints).toEqual([]);
    await context.close();
    await other.context.close();
  });

  test('an administrator sees sign-ins and refusals', async () => {
    const code = await userWith([{ accessRule: 'READ_WRITE' }]);
    const { context, page, complaints } = await openConsole('#/audit-entries');
    await signIn(page, code, 'wrong password');
    await page.getByRole('alert').waitFor();
    await signIn(page, code);
    await heading(page, 'Sign-ins and refusals');
    await page.getByLabel('User').fill(code);
    await page.getByRole('button', { name: 'Filter' }).click();
    const entry = (result: string) =>
      page.getByRole('row').filter({ hasText: code }).filter({ hasText: 'Sign in' }).filter({ hasText: result });
    await entry('refused').waitFor();
    await entry('succeeded').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  for (const dark of [false, true]) {
    test(`is accessible ${dark ? 'in dark, on a phone' : 'in light'}`, async () => {
      const code = await userWith([{ accessRule: 'READ_WRITE' }]);
      const { context, page, complaints } = await openConsole('', dark ? { dark, width: 390, height: 844 } : {});
      await heading(page, 'Sign in');
      const problems = await accessibilityProblems(page);
      await signIn(page, code);
      await heading(page, 'Overview');
      problems.push(...(await accessibilityProblems(page)));
      expect(problems).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
});
