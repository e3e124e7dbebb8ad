import { type Access, fullAccess, type Needs } from '../../../domain/access/access.ts';
import { CredentialRefused, forbidden } from '../../../domain/errors.ts';
import { passedOnCertificate } from '../../../domain/identity/certificates.ts';
import { anonymousPrincipal, type Credential, type Principal } from '../../../domain/identity/principal.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { sessionTokensOf } from './sessionCookie.ts';

/** Who sends a request, and what the caller may do. */
export interface Authenticated {
  readonly principal: Principal;
  readonly access: Access;
}

/** The service itself: it serves public operations, and every operation while authentication is off. */
const anonymous: Authenticated = { principal: anonymousPrincipal, access: fullAccess };

/** A request, and the operation that it calls. */
export interface Call {
  readonly needs: Needs;
  readonly headers: Headers;
  /** Counts the request. Throws a 429 over the limit of the caller. */
  readonly limit: (principal: Principal) => Promise<void>;
}

/**
 * Returns the caller of an operation. Requests that are refused count too: those without a valid credential against the
 * limit of their address, because credentials are guessed from an address.
 *
 * @throws CredentialRefused 401: no credential, several, or one that is not valid
 * @throws TooManyRequests 429
 * @throws ServiceError 403: the caller has no right to the operation; SERVICE_UNAVAILABLE: the rights cannot be read
 */
export async function authenticate(services: Services, call: Call): Promise<Authenticated> {
  const { needs, headers, limit } = call;
  const principal = await identify(services, needs, headers).catch(async (error: unknown) => {
    if (error instanceof CredentialRefused) await limit(anonymousPrincipal);
    throw error;
  });
  await limit(principal);
  if (needs === 'public') return anonymous;
  const access = await services.accesses.of(principal);
  authorize(access, needs);
  return { principal, access };
}

/** As `authenticate` while authentication is off. */
export async function allowEveryone(_: Services, { limit }: Call): Promise<Authenticated> {
  await limit(anonymousPrincipal);
  return anonymous;
}

/** Public operations refuse forged certificates too: nothing behind a gateway sends them. */
async function identify(services: Services, needs: Needs, headers: Headers): Promise<Principal> {
  const certificate = passedOnCertificate(services, headers);
  return needs === 'public' ? anonymousPrincipal : services.principals.identify(credentialOf(headers, certificate));
}

/**
 * Returns the one credential of a request. Browsers send a certificate with the requests of every web page, so that
 * theirs need a session, which the certificate accompanies.
 */
function credentialOf(headers: Headers, certificate: string | undefined): Credential {
  const authorization = headers.get('authorization');
  const [session, ...others] = sessionTokensOf(headers);
  if (others.length > 0) throw new CredentialRefused('the request has several sessions');
  if (authorization !== null && session !== undefined)
    throw new CredentialRefused('the request has both a session and an Authorization header');
  if (authorization !== null && certificate !== undefined)
    throw new CredentialRefused('the request has both a client certificate and an Authorization header');
  if (session !== undefined)
    return { type: 'session', token: session, ...(certificate !== undefined && { certificate }) };
  if (certificate !== undefined && !headers.has('sec-fetch-site')) return { type: 'certificate', token: certificate };
  if (authorization === null) throw new CredentialRefused('the request has no credential');
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw new CredentialRefused('the Authorization header has no bearer token');
  return { type: 'bearer', token };
}

function authorize(access: Access, needs: Exclude<Needs, 'public'>): void {
  if (access.unrestricted || needs === 'signedIn') return;
  const isAllowed = 'entity' in needs ? mayUse(access, needs) : mayReach(access, needs);
  if (isAllowed) return;
  const what = 'entity' in needs ? needs.entity : needs.kind;
  throw forbidden('Your access rules do not allow this operation.', [`${what}: the operation needs ${needs.right}`]);
}

function mayUse(access: Access, { entity, right }: Extract<Needs, { entity: unknown }>): boolean {
  const granted = access.entity(entity);
  return granted === right || granted === 'READ_WRITE';
}

function mayReach(access: Access, { kind: name, right }: Extract<Needs, { kind: unknown }>): boolean {
  const kind = kindNamed(name);
  if (!kind) return false;
  const { read, write } = access.of(kind);
  return (right === 'READ' ? read : write) !== 'none';
}
