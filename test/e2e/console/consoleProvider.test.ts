import { expect, setDefaultTimeout, test } from 'bun:test';
import type { ClientCertificates, SignInProvider } from '../../../domain/ports/identity.ts';
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
/** Certificates that are the codes of their users. Real ones are in test/api/credentials/. */
const clientCertificates: ClientCertificates = {
  header: 'client-cert',
  isGateway: (secret) => secret === 'secret',
  verify: (text) => ({ userCode: text, expiresAt: Date.now() + 60_000, fingerprint: Buffer.from(text) }),
};
const api = await startAuthenticatedApiForFile({ signInProvider, clientCertificates });
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

  test('a sign-in with a certificate returns to the requested view, whose user changes no password', async () => {
    if (!browser) throw new Error('there is no browser');
    const { code, userId } = await api.callerWith([{ accessRule: 'READ' }]);
    const { context, page, complaints } = await openPage(browser, api.url);
    await page.goto('/console#/records/users');
    const begin = page.getByRole('button', { name: 'Sign in with a certificate' });
    await begin.click();
    await page.getByRole('alert').getByText('The browser has sent no certificate').waitFor();
    await context.setExtraHTTPHeaders({ 'client-cert': code, 'waybill-gateway-secret': 'secret' });
    await begin.click();
    await page.getByRole('alert').getByText('The browser has sent no certificate').waitFor();
    await api.administrator.request('PATCH', `/users/${userId}`, { authentication: 'PKI' });
    await begin.click();
    await page.getByRole('heading', { level: 1, name: 'Users', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Password', exact: true }).count()).toBe(0);
    await page.goto('/console#/password');
    await page.getByText('You sign in without a password of this service.').waitFor();
    // Without its certificate, the session is of no use.
    await context.setExtraHTTPHeaders({});
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
