import type { Caller } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';

/** Probes arrive every few seconds from several sources, and would fill the log. */
const PROBE = /^[a-z]+:\/\/[^/]*\/(health\/|metrics$)/;

/**
 * An unsubscribe link, and the callback of a sign-in. Matches the path, not the route: a request with a wrong method or a
 * longer path also contains a token.
 */
const TOKEN = /^([a-z]+:\/\/[^/]*\/+(?:unsubscribe\/|api\/v2\/session\/oidc\/callback[^?]*\?)).+$/is;

/** Returns the URL for log lines, without the token in it: a reader of the log could use it. */
export const loggedUrl = (url: string): string => url.replace(TOKEN, '$1…');

/** Logs a request with its result. Requests of probes are logged at the level `debug`. */
export function logRequest(services: Services, request: Request, caller: Caller, result: RequestResult): void {
  const level = PROBE.test(request.url) ? 'debug' : 'info';
  const { code, ms } = result;
  const entry = { ...caller, method: request.method, url: loggedUrl(request.url), code, ms: Math.round(ms) };
  services.log[level](entry, 'request');
}

interface RequestResult {
  readonly code: number;
  readonly ms: number;
}
