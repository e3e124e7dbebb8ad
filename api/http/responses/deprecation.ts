import type { FoundRoute } from '../paths.ts';

/** The first release: its interface had these operations as deprecated ones. */
const DEPRECATED_SINCE = Date.UTC(2026, 10, 22) / 1_000;

/** Maximum length of a query that is repeated in a header: clients limit the headers of a response. */
const MAX_QUERY = 2_000;

/**
 * Adds to the response of a deprecated operation since when it is deprecated (RFC 9745), and the URL that replaces that of
 * the request (RFC 5829).
 */
export function addDeprecation({ headers }: Response, found: FoundRoute | undefined, url: string): void {
  const { deprecated } = found?.route ?? {};
  if (!deprecated) return;
  const successor = deprecated.successor.replaceAll(/\{(\w+)\}/g, (_, name: string) => found?.params[name] ?? '');
  headers.set('deprecation', `@${DEPRECATED_SINCE}`);
  const at = url.indexOf('?');
  const query = at === -1 || url.length - at > MAX_QUERY ? '' : url.slice(at);
  headers.append('link', `<${successor}${query}>; rel="successor-version"`);
}
