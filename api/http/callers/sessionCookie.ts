/** The `__Host-` prefix makes browsers accept the cookie only from this host, over HTTPS, for every path. */
export const SESSION_COOKIE = '__Host-waybill-session';

/** Binds a sign-in at the OpenID provider to the browser that has begun it. */
const SIGN_IN_COOKIE = '__Host-waybill-sign-in';
/** A user who needs longer at the provider begins again. */
const SIGN_IN_SECONDS = 15 * 60;

/** Scripts cannot read the cookie, and requests of other sites do not carry it, except when a user follows a link. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Returns the Set-Cookie of a session. */
export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`;

/** Makes the client forget its session. */
export const endedSessionCookie = `${SESSION_COOKIE}=; Max-Age=0; ${attributes}`;

/** Returns the Set-Cookie of a sign-in at the provider. */
export const signInCookie = (pending: string): string =>
  `${SIGN_IN_COOKIE}=${pending}; Max-Age=${SIGN_IN_SECONDS}; ${attributes}`;

/** Makes the client forget its sign-in, which can be completed once. */
export const endedSignInCookie = `${SIGN_IN_COOKIE}=; Max-Age=0; ${attributes}`;

/** Returns the tokens of sessions that a request carries: one, unless somebody has planted another. */
export const sessionTokensOf = (headers: Headers): string[] => cookiesOf(headers, SESSION_COOKIE);

/** Returns what the client has stored of a sign-in at the provider; undefined if it has several. */
export function pendingSignInOf(headers: Headers): string | undefined {
  const [pending, ...others] = cookiesOf(headers, SIGN_IN_COOKIE);
  return others.length === 0 ? pending : undefined;
}

/** Returns the values of all cookies of a name. An empty value is a cookie that a response has deleted. */
function cookiesOf(headers: Headers, cookie: string): string[] {
  const pairs = headers.get('cookie')?.split(';') ?? [];
  return pairs.flatMap((pair) => {
    const [name, ...value] = pair.trim().split('=');
    return name === cookie && value.join('=') !== '' ? [value.join('=')] : [];
  });
}
