import type { FoundRoute, PathTable } from '../paths.ts';
import type { Route } from '../route.ts';

/** Headers of requests that a page may send besides those that browsers always allow. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'traceparent',
  'tracestate',
  'X-Appended-Versions',
  'X-Correlation-Id',
  'X-Request-Id',
];

/** Headers of responses that a page may read besides those that browsers always show. */
const RESPONSE_HEADERS = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Correlation-Id',
  'X-Job-Existing',
  'X-Job-Id',
  'X-Next-Cursor',
  'X-Notification-Ids',
  'X-Request-Id',
  'X-Search-Refresh',
  'X-Template-Version',
  'X-Warnings',
];

/** Seconds for which a browser need not ask again: the greatest value that browsers respect. */
const MAX_AGE = 7_200;

/** Responses to web pages of other origins (CORS). */
export interface CrossOrigin {
  /** Returns the route that answers the preflight of a page; undefined for any other request, or for an unknown path. */
  preflight(request: Request, path: string): FoundRoute | undefined;
  /** Adds the headers that let the page of a request read the response. */
  complete(request: Request, response: Response): void;
}

/** @param origins the origins whose pages may read responses, as browsers write them; without any, no header is added */
export function makeCrossOrigin(origins: readonly string[], paths: PathTable): CrossOrigin {
  const allowed = new Set(origins);
  const originOf = ({ headers }: Request): string | undefined => {
    const origin = headers.get('origin');
    return origin !== null && allowed.has(origin) ? origin : undefined;
  };
  return {
    preflight(request, path) {
      if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
      const methods = originOf(request) === undefined ? [] : paths.methodsAt(path);
      return methods.length === 0 ? undefined : { route: preflightRoute(methods), params: {} };
    },
    complete(request, { headers }) {
      if (allowed.size === 0) return;
      headers.append('vary', 'Origin');
      const origin = originOf(request);
      if (origin === undefined) return;
      headers.set('access-control-allow-origin', origin);
      headers.set('access-control-allow-credentials', 'true');
      headers.set('access-control-expose-headers', RESPONSE_HEADERS.join(', '));
    },
  };
}

const preflightRoute = (methods: readonly string[]): Route => ({
  kind: 'CrossOrigin',
  title: 'Preflight',
  description: 'Says which requests a page of another origin may send.',
  method: 'OPTIONS',
  path: '*',
  access: 'public',
  unlimited: true,
  ignoresUnknownQuery: true,
  success: null,
  codes: [204],
  handle: async () => ({
    body: null,
    code: 204,
    headers: {
      'access-control-allow-methods': [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', '),
      'access-control-allow-headers': REQUEST_HEADERS.join(', '),
      'access-control-max-age': String(MAX_AGE),
    },
  }),
});
