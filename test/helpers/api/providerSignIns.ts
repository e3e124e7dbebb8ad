import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { makeOidcSignIn } from '../../../drivers/identity/oidcSignIn.ts';
import { tokenOf } from '../access.ts';
import type { TestAnswer, TestApi } from '../api.ts';
import { stopAfterFile } from '../bootstrap.ts';
import { type OidcProvider, startOidcProvider } from '../servers/oidcProvider.ts';
import { type AuthenticatedApi, startAuthenticatedApiForFile } from './callers.ts';

const CONSOLE_CLIENT = 'console';

/** A sign-in that a browser has begun. */
interface BegunSignIn {
  /** The Cookie header of the browser. */
  readonly cookie: string;
  /** Where the browser was sent. */
  readonly location: URL;
  readonly state: string;
  readonly nonce: string;
}

export interface ProviderSignIns {
  readonly provider: OidcProvider;
  readonly api: AuthenticatedApi;
  /** Signs an ID token, with these claims and header parameters in place of its own. */
  idToken(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Signs a logout token. */
  logoutToken(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  begin(returnTo?: string): Promise<BegunSignIn>;
  /** Sends the callback of a browser, for which the provider has this ID token. */
  callback(begun: Pick<BegunSignIn, 'cookie' | 'state'>, idToken?: string): Promise<TestAnswer>;
  /** Signs the user `ada` in. @returns the token of the session */
  signIn(claims?: JWTPayload): Promise<string>;
  logout(token: string): Promise<TestAnswer>;
  /** Returns the status of a request with a session. */
  statusOf(session: string): Promise<number>;
}

/** Sends a request whose redirection is not followed. */
export async function requestOnce(api: TestApi, path: string, cookie = ''): Promise<TestAnswer> {
  const response = await fetch(`${api.url}/api/v2${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text), errors: [] };
}

/** Starts an OpenID provider of the test, and an api at which its users sign in. */
export async function startProviderSignInsForFile(
  options: { readonly algorithms?: readonly string[]; readonly publicUrl?: string } = {},
): Promise<ProviderSignIns> {
  const provider = await startOidcProvider();
  stopAfterFile(() => provider.stop());
  const { algorithms = ['RS256'], publicUrl } = options;
  const api = await startAuthenticatedApiForFile({
    signInProvider: makeOidcSignIn({
      ...{ issuer: provider.issuer, clientId: CONSOLE_CLIENT, userClaim: 'preferred_username', algorithms },
      ...(publicUrl !== undefined && { publicUrl }),
    }),
  });
  await api.callerWith([], { code: 'ada' });

  const idToken: ProviderSignIns['idToken'] = (claims, header) =>
    provider.token({ aud: CONSOLE_CLIENT, typ: 'ID', sub: 'subject', preferred_username: 'ada', ...claims }, header);
  const begin: ProviderSignIns['begin'] = async (returnTo) => {
    const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
    const { headers } = await requestOnce(api, `/session/oidc${query}`);
    const location = new URL(headers.get('location') ?? '');
    const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? [];
    const { state = '', nonce = '' } = Object.fromEntries(location.searchParams);
    return { cookie, location, state, nonce };
  };
  const callback: ProviderSignIns['callback'] = ({ cookie, state }, token) => {
    if (token !== undefined)
      provider.answerCodes(() => Response.json({ access_token: 'unused', token_type: 'Bearer', id_token: token }));
    return requestOnce(api, `/session/oidc/callback?code=${crypto.randomUUID()}&state=${state}`, cookie);
  };
  return {
    ...{ provider, api, idToken, begin, callback },
    logoutToken: (claims, header) =>
      provider.token(
        {
          ...{ aud: CONSOLE_CLIENT, typ: null, preferred_username: null, jti: crypto.randomUUID() },
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        } as JWTPayload,
        { typ: 'logout+jwt', ...header },
      ),
    async signIn(claims = {}) {
      const begun = await begin();
      const answer = await callback(begun, await idToken({ nonce: begun.nonce, sid: 'one', ...claims }));
      return tokenOf(answer.headers);
    },
    logout: (token) =>
      api.request('POST', '/session/oidc/backchannel-logout', `logout_token=${token}`, {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    statusOf: async (session) =>
      (await api.request('GET', '/session', undefined, { cookie: `__Host-waybill-session=${session}` })).status,
  };
}
