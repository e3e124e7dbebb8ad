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

/** Returns the token of a session that a request carries. */
export const sessionTokenOf = (headers: Headers): string | undefined => cookieOf(headers, SESSION_COOKIE);

/** Returns what the client keeps of a sign-in at the provider. */
export const pendingSignInOf = (headers: Headers): string | undefined => cookieOf(headers, SIGN_IN_COOKIE);

function cookieOf(headers: Headers, cookie: string): string | undefined {
  const header = headers.get('cookie');
  if (header === null) return undefined;
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookie && value) return value;
  }
  return undefined;
}
