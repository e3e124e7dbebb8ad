import { expect, setDefaultTimeout, test } from 'bun:test';
import type { SignInProvider } from '../../../domain/ports/identity.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { browserMissing, openBrowser, openPage } from '../../helpers/browser.ts';
import { describeConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

/** The user whom the provider signs in. */
let userCode = 'nobody';
/** A provider that sends the browser back at once. A real one is in test/e2e/keycloak.test.ts. */
const signInProvider: SignInProvider = {
  name: 'Example <SSO>',
  publicUrl: undefined,
  begin: async (redirectUrl) => ({
    url: `${redirectUrl}?code=code&state=state`,
    pending: { state: 'state', nonce: 'nonce', verifier: 'verifier' },
  }),
  complete: async () => ({ userCode, subject: userCode, issuedAt: new Date() }),
  endSessionUrl: async () => undefined,
  readLogoutToken: async () => ({ subject: userCode, before: new Date(), issuedAt: new Date() }),
};
const api = await startAuthenticatedApiForFile({ signInProvider });
const browser = browserMissing ? undefined : await openBrowser();
stopAfterFile(() => browser?.close());

describeConsole(() => {
  test('a sign-in at the provider returns to the requested view, or says why it failed', async () => {
    if (!browser) throw new Error('there is no browser');
    const { code } = await api.callerWith([{ accessRule: 'READ' }]);
    const { context, page, complaints } = await openPage(browser, api.url);
    await page.goto('/console#/records/users');
    await page.getByRole('link', { name: 'Sign in with Example <SSO>' }).click();
    await page.getByRole('alert').getByText('you cannot sign in here').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    userCode = code;
    await page.goto('/console#/records/users');
    await page.getByRole('link', { name: 'Sign in with Example <SSO>' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users', exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/records/users');
    await page.getByText(code, { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
