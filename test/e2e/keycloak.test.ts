import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { describeKeycloak, startApiWithKeycloakForFile } from '../helpers/api/keycloakApi.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import { browserMissing, openBrowser, openPage, type WatchedPage } from '../helpers/browser.ts';
import { makeRealm } from '../helpers/servers/keycloakRealm.ts';

/** Waybill with a real OpenID provider, from the browser to the database. */
setDefaultTimeout(120_000);

const { keycloak, realm, api, origin } = await startApiWithKeycloakForFile(['ada', 'bob', 'eve', 'stranger']);
const everything = [{ fullAccess: true, accessRule: 'READ_WRITE' }] as const;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describeKeycloak('access tokens of Keycloak', () => {
  test('name the user who makes a record, also a service account', async () => {
    await api.callerWith(everything, { code: 'ada' });
    await api.callerWith(everything, { code: 'service-account-crm' });
    const tokens = {
      ada: (await realm.tokensOf('ada')).accessToken,
      'service-account-crm': await realm.serviceToken(),
    };
    for (const [code, token] of Object.entries(tokens)) {
      const made = await api.request('POST', '/worklog-types', { code: `of-${code}`, name: 'Made' }, bearer(token));
      expect(made.status).toBe(200);
      expect(made.json().auditInfo.whoInserted).toBe(code);
    }
  });

  test('are refused for another audience and of another realm; so are ID tokens and users that Waybill lacks', async () => {
    const { idToken } = await realm.tokensOf('ada');
    const { accessToken: ofOther } = await realm.tokensOf('ada', 'other');
    const { accessToken: ofForeigner } = await (await makeRealm(keycloak, ['ada'])).tokensOf('ada');
    const { accessToken: ofStranger } = await realm.tokensOf('stranger');
    for (const token of [idToken, ofOther, ofForeigner, ofStranger])
      expect((await api.request('GET', '/me', undefined, bearer(token))).status).toBe(401);
  });

  test('are refused at once when the user is disabled, although they are still valid', async () => {
    await api.callerWith(everything, { code: 'bob' });
    const { accessToken } = await realm.tokensOf('bob');
    expect((await api.request('GET', '/me', undefined, bearer(accessToken))).status).toBe(200);
    expect((await api.administrator.request('PATCH', '/users/bob', { status: 'DISABLE' })).status).toBe(200);
    expect((await api.request('GET', '/me', undefined, bearer(accessToken))).status).toBe(401);
  });

  test('are accepted when Keycloak signs them by a new key', async () => {
    await realm.rotateKeys();
    const { accessToken } = await realm.tokensOf('ada');
    const me = await api.request('GET', '/me', undefined, bearer(accessToken));
    expect(me.json<object>()).toMatchObject({ user: 'ada', credential: 'token' });
  });
});

const signInPath = '/api/v2/session/oidc';
const SESSION = '__Host-waybill-session';

describeKeycloak('a sign-in at Keycloak', () => {
  describe.skipIf(browserMissing !== undefined)(`in a browser${browserMissing ? ` (${browserMissing})` : ''}`, () => {
    const opened = browserMissing || !origin ? undefined : openBrowser();
    stopAfterFile(async () => (await opened)?.close());

    async function freshPage(): Promise<WatchedPage> {
      const browser = await opened;
      if (!browser) throw new Error('There is no browser.');
      return openPage(browser, origin, { trusted: [keycloak.url] });
    }

    async function enterPassword(page: Page, user: string): Promise<void> {
      await page.locator('#username').fill(user);
      await page.locator('#password').fill(user);
      await page.locator('#kc-login').click();
    }

    const cookieOf = async (context: BrowserContext, name: string) =>
      (await context.cookies()).find((cookie) => cookie.name === name);

    /** Signs in and returns the token of the session. */
    async function signIn(page: Page, context: BrowserContext, user: string, returnTo = '/console'): Promise<string> {
      await page.goto(`${signInPath}?returnTo=${encodeURIComponent(returnTo)}`);
      await enterPassword(page, user);
      await page.waitForURL(`${origin}${returnTo}`);
      return (await cookieOf(context, SESSION))?.value ?? '';
    }

    const who = (token: string) => api.request('GET', '/session', undefined, { cookie: `${SESSION}=${token}` });

    test('leads back to the path, and sets a cookie that scripts cannot read', async () => {
      const { page, context } = await freshPage();
      const token = await signIn(page, context, 'ada', '/console#/jobs');
      expect(await cookieOf(context, SESSION)).toMatchObject({
        ...{ domain: 'localhost', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
      });
      expect(await cookieOf(context, '__Host-waybill-sign-in')).toBeUndefined();
      expect((await who(token)).json<object>()).toMatchObject({ user: 'ada', credential: 'session' });
      expect(await page.evaluate('document.cookie')).toBe('');
      expect(await page.evaluate("fetch('/api/v2/session').then((response) => response.status)")).toBe(200);
      await context.close();
    });

    test('makes a new session, and ends the one that the browser had', async () => {
      const { page, context } = await freshPage();
      const first = await signIn(page, context, 'ada');
      // Keycloak still has its own session, and asks for no password.
      await page.goto(signInPath);
      await page.waitForURL(`${origin}/console`);
      const second = (await cookieOf(context, SESSION))?.value ?? '';
      expect(second).not.toBe(first);
      expect((await who(first)).status).toBe(401);
      expect((await who(second)).status).toBe(200);
      await context.close();
    });

    test('cannot be completed in another browser, nor twice', async () => {
      const { page, context } = await freshPage();
      const callback = page.waitForRequest((request) => request.url().includes(`${signInPath}/callback?`));
      await signIn(page, context, 'ada');
      const url = (await callback).url();
      const other = await freshPage();
      for (const { page: opener } of [other, { page }]) {
        await opener.goto(url);
        expect(new URL(opener.url()).search).toBe('?signIn=expired');
      }
      expect(await cookieOf(other.context, SESSION)).toBeUndefined();
      await other.context.close();
      await context.close();
    });

    test('is refused for a disabled user and for one that Waybill lacks, and recorded', async () => {
      await api.callerWith(everything, { code: 'eve' });
      await api.administrator.request('PATCH', '/users/eve', { status: 'DISABLE' });
      for (const user of ['eve', 'stranger']) {
        const { page, context } = await freshPage();
        await page.goto(signInPath);
        await enterPassword(page, user);
        await page.waitForURL(`${origin}/console?signIn=refused`);
        expect(await cookieOf(context, SESSION)).toBeUndefined();
        await context.close();
      }
      const filtering = encodeURIComponent(
        JSON.stringify({ filters: [{ column: 'outcome', value: 'REFUSED' }], sort: [{ column: 'id' }] }),
      );
      const entries = await api.administrator.request('GET', `/audit-entries?filtering=${filtering}`);
      expect(entries.json<{ content: object[] }>().content).toMatchObject([
        { action: 'SIGN_IN', user: 'eve', reason: 'the user is disabled' },
        { action: 'SIGN_IN', reason: 'no user has the code' },
      ]);
      expect(entries.text).not.toContain('stranger');
    });

    test('ends with the session at Keycloak, by its back-channel logout', async () => {
      const { page, context } = await freshPage();
      const token = await signIn(page, context, 'ada');
      await realm.signOut('ada');
      expect((await who(token)).status).toBe(401);
      await context.close();
    });

    test('is offered by the console, whose sign-out signs out at Keycloak too', async () => {
      const { page, context, complaints } = await freshPage();
      await page.goto('/console#/worklog-types');
      await page.getByRole('link', { name: `Sign in with ${new URL(keycloak.url).host}` }).click();
      await enterPassword(page, 'ada');
      await page.waitForURL(`${origin}/console#/worklog-types`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.locator('#kc-logout').click();
      await page.waitForURL(`${origin}/console`);
      await page.getByRole('link', { name: /^Sign in with/ }).click();
      await page.locator('#password').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
