import { endProviderSessions } from '../../db/queries/access/sessionRows.ts';
import { accessUnconfirmed, badRequest, notFound, TooManyRequests } from '../errors.ts';
import type { Caller } from '../kinds/kind.ts';
import {
  type LogoutNotice,
  type PendingSignIn,
  ProviderUnavailable,
  type ProviderUser,
  type SignInProvider,
  TokenRefused,
} from '../ports/identity.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { describe } from '../validation/values.ts';
import { type Origin, writeAuditEntry } from './auditEntries.ts';
import type { ActiveUser } from './principal.ts';
import { beginSignedIn, findActiveUser, type SignInClient, type SignInRefusal, writeRefusal } from './signInSteps.ts';
import { beginAttempt } from './throttle.ts';

/** Below the URL of the service. The provider knows both paths. */
const callbackPath = '/api/v2/session/oidc/callback';
const consolePath = '/console';
const MAX_RETURN_PATH = 1_024;

/** A sign-in that a browser has begun. The browser stores it in a cookie, and sends it with the callback. */
interface BrowserSignIn extends PendingSignIn {
  /** Path where the browser goes after the sign-in. */
  readonly returnTo: string;
}

/** Why a sign-in at the provider failed, in one word for the console. */
export type SignInProblem = 'refused' | 'expired' | 'throttled' | 'unavailable';

interface Callback extends SignInClient {
  /** The query of the request. */
  readonly search: string;
  /** Text of the cookie of `beginProviderSignIn`; absent if the browser has none. */
  readonly pending?: string;
  readonly serviceUrl: string;
}

/** Returns the provider. @throws ServiceError 404 if none is configured */
function signInProviderOf({ signInProvider }: Services): SignInProvider {
  if (signInProvider) return signInProvider;
  throw notFound('No OpenID provider is configured for sign-ins.', ['OIDC_CLIENT_ID: is not set']);
}

/**
 * Begins a sign-in at the provider.
 *
 * @param returnTo  path of the service where the browser goes after the sign-in; the console if absent
 * @returns the URL to which the browser must go, and the text that it must bring back in the callback
 */
export async function beginProviderSignIn(
  services: Services,
  { serviceUrl, returnTo }: { readonly serviceUrl: string; readonly returnTo?: string },
): Promise<{ readonly url: string; readonly pending: string } | { readonly problem: SignInProblem }> {
  const path = returnTo === undefined ? consoleOf(serviceUrl) : localPath(returnTo);
  if (path === undefined)
    throw badRequest('The sign-in would return to another service.', [
      `returnTo: must be a path of this service of at most ${MAX_RETURN_PATH} characters, such as ${consolePath}, not ${describe(returnTo)}`,
    ]);
  const provider = signInProviderOf(services);
  try {
    const { url, pending } = await provider.begin(serviceUrl + callbackPath);
    const text: BrowserSignIn = { ...pending, returnTo: path };
    return { url, pending: Buffer.from(JSON.stringify(text)).toString('base64url') };
  } catch (error) {
    logUnavailable(services, error);
    return { problem: 'unavailable' };
  }
}

/** Completes a sign-in by the callback of the provider, and begins a session with a new token. */
export async function completeProviderSignIn(
  services: Services,
  { search, pending, serviceUrl, ...client }: Callback,
): Promise<{ readonly token: string; readonly returnTo: string } | { readonly problem: SignInProblem }> {
  const signInProvider = signInProviderOf(services);
  const begun = readPending(pending);
  if (!begun) return { problem: 'expired' };
  const attempt = await beginAttempt(services, client.origin.address).catch((error: unknown) => {
    if (error instanceof TooManyRequests) return undefined;
    throw error;
  });
  if (!attempt) return { problem: 'throttled' };
  const response = signInProvider.complete(serviceUrl + callbackPath + search, begun);
  const identified = await identify(services, response);
  if (identified === 'unavailable') {
    await attempt.forget();
    return { problem: identified };
  }
  const token = 'reason' in identified ? undefined : await beginSignedIn(services, identified, client);
  if (token !== undefined) {
    await attempt.forget();
    return { token, returnTo: begun.returnTo };
  }
  const loggedOut = { reason: 'the provider ended its session, or the user was changed, during the sign-in' };
  await writeRefusal(services, 'reason' in identified ? identified : { ...loggedOut, code: identified.code }, client);
  return { problem: 'refused' };
}

/** A user whom the provider has signed in. */
type SignedInUser = ActiveUser & { readonly provider: ProviderUser };

async function identify(
  services: Services,
  response: Promise<ProviderUser>,
): Promise<SignedInUser | SignInRefusal | 'unavailable'> {
  try {
    const provider = await response;
    const user = await findActiveUser(services, provider.userCode);
    if ('reason' in user) return user;
    if (user.authentication === 'EMPTY')
      return { code: user.code, reason: 'users with authentication EMPTY cannot sign in' };
    return { ...user, provider };
  } catch (error) {
    if (error instanceof TokenRefused) return { reason: error.message };
    logUnavailable(services, error);
    return 'unavailable';
  }
}

/**
 * Ends the sessions that a logout token of the provider names.
 *
 * @throws ServiceError 400: the token is not valid; SERVICE_UNAVAILABLE: its signature cannot be verified
 */
export async function endSessionsByProvider(
  services: Services,
  token: string,
  { origin, caller }: { readonly origin: Origin; readonly caller: Caller },
): Promise<void> {
  const notice = await readLogoutToken(services, token);
  const ended = await endProviderSessions(services.sql, {
    ...{ session: null, subject: null, before: null, id: newId() },
    ...notice,
  });
  services.accessEpoch.raise();
  for (const { user } of ended) {
    const action = { action: 'SESSION_ENDED', outcome: 'SUCCEEDED', target: user, reason: 'by the provider' } as const;
    await writeAuditEntry(services, { ...action, origin }, caller);
  }
}

async function readLogoutToken(services: Services, token: string): Promise<LogoutNotice> {
  try {
    return await signInProviderOf(services).readLogoutToken(token);
  } catch (error) {
    if (error instanceof TokenRefused) {
      services.log.warn({ reason: error.message }, 'a logout token was refused');
      throw badRequest('The logout token is not valid.', ['logout_token: is not a valid logout token of the provider']);
    }
    if (error instanceof ProviderUnavailable) throw accessUnconfirmed(error);
    throw error;
  }
}

/**
 * Returns where a browser whose session has ended here signs out at the provider; undefined if the provider has no such
 * page or does not respond.
 */
export async function endSessionUrl(services: Services, serviceUrl: string): Promise<string | undefined> {
  try {
    return await services.signInProvider?.endSessionUrl(serviceUrl + consolePath);
  } catch (error) {
    logUnavailable(services, error);
    return undefined;
  }
}

/** Rethrows every other error. */
function logUnavailable({ log }: Services, error: unknown): void {
  if (!(error instanceof ProviderUnavailable)) throw error;
  log.error({ err: error }, 'the OpenID provider is unavailable');
}

/** Returns the path in the console that shows why a sign-in failed. */
export const problemPath = (serviceUrl: string, problem: SignInProblem): string =>
  `${consoleOf(serviceUrl)}?signIn=${problem}`;

/** Behind a gateway, the service can have a path of its own. */
const consoleOf = (serviceUrl: string): string => new URL(serviceUrl + consolePath).pathname;

/**
 * Returns the path of a text as browsers read it; undefined for everything that leads to another host: `//host`, `/\host`,
 * paths with control characters, and paths that become `//host` when their dots are resolved.
 */
function localPath(text: string): string | undefined {
  if (!text.startsWith('/') || text.length > MAX_RETURN_PATH) return undefined;
  const base = 'http://service.invalid';
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

function readPending(text: string | undefined): BrowserSignIn | undefined {
  try {
    const { state, nonce, verifier, returnTo } = JSON.parse(Buffer.from(text ?? '', 'base64url').toString());
    const path = localPath(String(returnTo));
    if (path === undefined || ![state, nonce, verifier].every((part) => typeof part === 'string' && part !== ''))
      return undefined;
    return { state, nonce, verifier, returnTo: path };
  } catch {
    return undefined;
  }
}
