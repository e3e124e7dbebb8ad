import { join } from 'node:path';
import type { Services } from '../../domain/ports/services.ts';
import { sessionTokensOf } from '../http/callers/sessionCookie.ts';
import { pageHeaders } from '../http/responses/pagePolicy.ts';
import type { Answer, ApiRequest, Route } from '../http/route.ts';
import { streamOf } from '../http/stream.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { bundleInlined } from './bundles.ts';
import { embeddedAnswers } from './embedded.ts';
import { firstView } from './firstView.ts';
import { interfaceOfConsole } from './interfaceOfConsole.ts';
import { PageBundle, pageEnd, pageStart } from './pageBundle.ts';

const page = join(import.meta.dir, 'page');
const bundle = new PageBundle(() =>
  bundleInlined(
    {
      early: join(page, 'firstRequests.ts'),
      entry: join(page, 'main.tsx'),
      others: join(page, 'views', 'otherViews.tsx'),
    },
    '/console',
  ),
);

/**
 * Returns the routes of the console: one page, its files, and the parts of the OpenAPI document that it needs: what each
 * operation needs of its caller, which is a thirtieth of the document, and what views of records need.
 */
export function consoleRoutes(operations: readonly Route[]): Route[] {
  const needs = JSON.stringify(needsOf(operations));
  let records: string | undefined;
  return [
    file('/console', 'Shows the console', 'text/html', showPage),
    file('/console/operations', 'Returns what each operation needs', 'application/json', async () => needs),
    file('/console/interface', 'Returns what views of records need', 'application/json', async ({ services }) => {
      const { memberDefaults = {} } = services;
      records ??= JSON.stringify(interfaceOfConsole(openApiDocument(operations, { version: '', memberDefaults })));
      return records;
    }),
    file('/console/{name}', 'Returns a file of the console', 'text/javascript', ({ params, raw }) =>
      bundle.file(params['name'] ?? '', raw.headers),
    ),
  ];
}

/** Answers with the page: at once what a browser shows until the script runs, then data and the script, which needs them. */
async function showPage(request: ApiRequest): Promise<Answer> {
  const { head, early, script } = await bundle.parts();
  const signedOut = (await isSignedOut(request)) ? '<meta name="signed-out" content="">\n' : '';
  return {
    body: streamOf(async function* () {
      yield pageStart({
        title: 'Waybill',
        head: `${signedOut}<script>${early}</script>\n${offersOf(request.services)}${head}`,
        fallback: withoutScripts,
        first: firstView,
      });
      yield `${await embeddedAnswers(request)}\n<script type="module">${script}</script>\n${pageEnd}`;
    }),
    contentType: 'text/html; charset=utf-8',
    headers: headersOf([early, script]),
  };
}

/**
 * Returns whether the service refuses the requests of the page, which then sends none before a sign-in. Only a request without
 * a credential is asked about: its answer needs no database, for which the page would have to wait.
 */
async function isSignedOut({ raw, respondTo }: ApiRequest): Promise<boolean> {
  if (raw.headers.has('authorization') || sessionTokensOf(raw.headers).length > 0) return false;
  return (await respondTo('/api/v2/me')).status === 401;
}

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

function file(path: string, title: string, successType: string, handle: Route['handle']): Route {
  const success = { type: successType === 'application/json' ? 'object' : 'string' };
  const codes = [200, 404, 500];
  const description = 'Part of the console.';
  const shown = { kind: 'Documentation', title, description, access: 'public', ignoresUnknownQuery: true } as const;
  return { ...shown, method: 'GET', path, success, successType, codes, handle };
}

/**
 * Returns the headers of the page. It shows messages and previews as sandboxed blobs in frames and objects, and runs the
 * scripts that it contains. No cache stores its data, and no page of another site loads it as a part.
 */
const headersOf = (scripts: readonly string[]): Record<string, string> => ({
  ...pageHeaders({
    'script-src': scripts.map((text) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`),
    'style-src': ["'unsafe-inline'"],
    'img-src': ['blob:'],
    'frame-src': ['blob:'],
    'object-src': ['blob:'],
  }),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
});

/** Returns the elements that tell the sign-in page which ways of signing in it offers besides the password. */
function offersOf({ signInProvider, clientCertificates }: Services): string {
  const provider = `<meta name="sign-in-provider" content="${Bun.escapeHTML(signInProvider?.name ?? '')}">\n`;
  const certificate = '<meta name="sign-in-certificate" content="">\n';
  return (signInProvider ? provider : '') + (clientCertificates ? certificate : '');
}
