import type { FoundRoute } from '../paths.ts';

/** The first release: its interface had these operations as deprecated ones. */
const DEPRECATED_SINCE = Date.UTC(2026, 10, 22) / 1_000;

/**
 * Adds to the response of a deprecated operation since when it is deprecated (RFC 9745), and the URL that replaces that of
 * the request (RFC 5829).
 */
export function addDeprecation({ headers }: Response, found: FoundRoute | undefined): void {
  const { deprecated } = found?.route ?? {};
  if (!deprecated) return;
  const successor = deprecated.successor.replaceAll(/\{(\w+)\}/g, (_, name: string) => found?.params[name] ?? '');
  headers.set('deprecation', `@${DEPRECATED_SINCE}`);
  headers.append('link', `<${successor}>; rel="successor-version"`);
}
