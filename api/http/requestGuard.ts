import { badRequest, forbidden } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import { isLoopbackHost } from './callers/loopback.ts';
import { isByLine } from './contentNegotiation.ts';
import type { BodyShape } from './route.ts';

export interface GuardOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Origins of the service, besides the host that a request names. */
  readonly origins: readonly string[];
  /** Origins of other web pages that may send requests and read the responses. */
  readonly pages?: readonly string[];
  /** The site of these pages may be another one; otherwise their requests can only read. */
  readonly acceptsCrossSite?: boolean;
  /** Requests through a proxy are accepted. */
  readonly acceptsProxies: boolean;
}

/** The scheme, the host and the port of a Host header: `127.0.0.1:3000`, `[::1]`. */
const hostPattern = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/;

/**
 * Returns the function that rejects, with a 403, requests of web pages that do not belong to the service. It protects
 * services without authentication in the network of a browser, and the sessions of the console:
 *
 * - A page of another origin can send simple requests. Browsers name its origin in `Origin` and `Sec-Fetch-Site`.
 * - A page whose domain resolves to this machine (DNS rebinding) is of the same origin, but its `Host` is its domain.
 * - A forwarded request means that a proxy has made a service without authentication reachable from elsewhere.
 */
export function makeRequestGuard({
  host,
  origins,
  pages = [],
  acceptsCrossSite = false,
  acceptsProxies,
}: GuardOptions): (request: Request) => void {
  const isLocal = isLoopbackHost(host);
  const ownHosts = new Set([...origins, ...pages].map((origin) => new URL(origin).host));
  const ownOrigins = new Set(origins);
  const pageOrigins = new Set(pages);
  // Nearly all requests name the same host.
  let acceptedHost: string | null = null;

  const checkHost = (name: string | null): void => {
    if (!isLocal || name === null || name === acceptedHost) return;
    const bare = hostPattern.exec(name)?.[1] ?? '';
    if (!isLoopbackHost(bare) && !ownHosts.has(name.toLowerCase())) {
      throw forbidden('The request names another host than this service.', [
        `Host: must be a loopback address or the host of PUBLIC_URL, not ${describe(name)}`,
      ]);
    }
    acceptedHost = name;
  };

  return ({ method, headers }) => {
    const requestHost = headers.get('host');
    checkHost(requestHost);
    if (!acceptsProxies) refuseProxies(headers);
    if (method === 'GET' || method === 'HEAD') return;
    const origin = headers.get('origin');
    const isOfPage = origin !== null && pageOrigins.has(origin);
    if (origin !== null && !isOfPage && !ownOrigins.has(origin) && !isOriginOf(origin, requestHost)) {
      throw forbidden('The request comes from a web page of another origin.', [
        `Origin: ${describe(origin)} is not the origin of the service, nor one of ALLOWED_ORIGINS`,
      ]);
    }
    // The browser attests the origin of the page, so that the operator can trust it.
    if (headers.get('sec-fetch-site') !== 'cross-site' || (isOfPage && acceptsCrossSite)) return;
    const way = isOfPage ? ', unless ALLOWED_CROSS_SITE=true' : '';
    throw forbidden('The request comes from a web page of another site.', [
      `Sec-Fetch-Site: must not be cross-site${way}`,
    ]);
  };
}

/** The scheme is ignored: a gateway that ends TLS passes on the host only. */
function isOriginOf(origin: string, host: string | null): boolean {
  const parsed = URL.parse(origin);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host === host?.toLowerCase();
}

function refuseProxies(headers: Headers): void {
  for (const name of headers.keys()) {
    if (name !== 'forwarded' && !name.startsWith('x-forwarded-')) continue;
    throw forbidden('The request came through a proxy, and callers are not authenticated.', [
      `${name}: is accepted only with AUTH=on, or with AUTH_BEHIND_GATEWAY=true if the proxy authenticates callers`,
    ]);
  }
}

const json = /^application\/(?:json|[\w.+-]+\+json)$/;

/**
 * Throws a 400 if a body is compressed, or if it has to be JSON and is not declared as JSON or as an alternative of the
 * operation. Web pages can send other types to any origin without asking the service first.
 */
export function requireDeclaredType(
  { contentType, alternatives = [], declaredAs = [] }: BodyShape,
  headers: Headers,
): void {
  if (!hasBody(headers)) return;
  refuseCoding(headers.get('content-encoding'));
  if (contentType !== undefined) return;
  const declared = headers.get('content-type');
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const others = [...alternatives, ...declaredAs];
  if (json.test(type) || others.includes(type) || (alternatives.some(isByLine) && isByLine(type))) {
    requireUtf8(declared ?? '');
    return;
  }
  const allowed = ['application/json', ...alternatives].join(' or ');
  throw badRequest('The body is not declared as JSON.', [
    `Content-Type: must be ${allowed}, ${declared === null ? 'and is missing' : `not ${describe(declared)}`}`,
  ]);
}

/** Files may be compressed; they are parts of a body. */
function refuseCoding(coding: string | null): void {
  if (coding === null || /^(?:identity)?$/i.test(coding)) return;
  throw badRequest('The body is encoded.', [
    `Content-Encoding: is not allowed for requests, send the body as it is, not ${describe(coding)}`,
  ]);
}

/** JSON is UTF-8 (RFC 8259), of which ASCII is a part. */
function requireUtf8(declared: string): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(declared)?.[1];
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return;
  throw badRequest('The body is declared in another charset.', [
    `Content-Type: must have the charset utf-8, not ${describe(charset)}`,
  ]);
}

const hasBody = (headers: Headers): boolean =>
  (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');
