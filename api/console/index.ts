import { join } from 'node:path';
import type { Services } from '../../domain/ports/services.ts';
import { pageHeaders } from '../http/responses/pagePolicy.ts';
import type { Answer, Route } from '../http/route.ts';
import { firstView } from './firstView.ts';
import { htmlPage, PageBundle } from './pageBundle.ts';

const bundle = new PageBundle(join(import.meta.dir, 'page', 'main.tsx'), '/console', { inlinesStyles: true });

/**
 * Returns the routes of the console: one page, its files, and the list of what each operation of the interface needs. That
 * is in the OpenAPI document too, which is thirty times as long.
 */
export function consoleRoutes(operations: readonly Route[]): Route[] {
  const needs = JSON.stringify(needsOf(operations));
  return [
    file('/console', 'Shows the console', 'text/html', async (_, services) => ({
      body: htmlPage({
        title: 'Waybill',
        head: offersOf(services) + preloads + (await bundle.head()),
        fallback: withoutScripts,
        first: firstView,
      }),
      contentType: 'text/html; charset=utf-8',
      headers,
    })),
    file('/console/operations', 'Returns what each operation needs', 'application/json', async () => needs),
    file('/console/{name}', 'Returns a file of the console', 'text/javascript', (name) => bundle.file(name)),
  ];
}

/** What the page requests first, so that the browser need not wait for its script. */
const preloads = ['/api/v2/me', '/console/operations']
  .map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin>\n`)
  .join('');

function needsOf(operations: readonly Route[]): Record<string, Record<string, Route['access']>> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map(({ method, access }) => [method.toLowerCase(), access])),
    ]),
  );
}

const withoutScripts =
  'The console needs JavaScript. The API offers the same operations: see <a href="/docs">/docs</a>.';

type Respond = (name: string, services: Services) => Promise<Answer>;

function file(path: string, title: string, successType: string, respond: Respond): Route {
  const success = { type: successType === 'application/json' ? 'object' : 'string' };
  const codes = [200, 404, 500];
  const handle: Route['handle'] = ({ params, services }) => respond(params['name'] ?? '', services);
  const description = 'Part of the console.';
  const shown = { kind: 'Documentation', title, description, access: 'public', ignoresUnknownQuery: true } as const;
  return { ...shown, method: 'GET', path, success, successType, codes, handle };
}

/** The page shows messages and previews as sandboxed blobs in frames and objects. */
const headers = pageHeaders({
  'style-src': ["'unsafe-inline'"],
  'img-src': ['blob:'],
  'frame-src': ['blob:'],
  'object-src': ['blob:'],
});

/** Returns the elements that tell the sign-in page which ways of signing in it offers besides the password. */
function offersOf({ signInProvider, clientCertificates }: Services): string {
  const provider = `<meta name="sign-in-provider" content="${Bun.escapeHTML(signInProvider?.name ?? '')}">\n`;
  const certificate = '<meta name="sign-in-certificate" content="">\n';
  return (signInProvider ? provider : '') + (clientCertificates ? certificate : '');
}
