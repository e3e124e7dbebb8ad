import { join } from 'node:path';
import type { Services } from '../../domain/ports/services.ts';
import { bundleLinked } from '../console/bundles.ts';
import { htmlPage, PageBundle } from '../console/pageBundle.ts';
import { pageHeaders } from '../http/responses/pagePolicy.ts';
import type { Route, Schema } from '../http/route.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { pageOrRedirect, redirectTo, siteAsset, sitePage } from '../site/siteAnswers.ts';

/** Version of the interface, not of the service. */
const VERSION = '2.0';

const reference = join(import.meta.dir, '..', 'console', 'page', 'reference', 'reference.tsx');
const bundle = new PageBundle(() => bundleLinked(reference, '/docs/reference'));

const withoutScripts =
  'This page needs JavaScript. The operations are also listed in <a href="/openapi.json">/openapi.json</a>.';

/**
 * Returns the routes of the OpenAPI document, of the reference that shows it, and of the documentation site. Their pages load
 * only files of this service; their Content-Security-Policy blocks all others.
 */
export function docsRoutes(routes: readonly Route[]): Route[] {
  let text: string | undefined;
  const document = ({ memberDefaults = {} }: Services): string => {
    text ??= JSON.stringify(openApiDocument(routes, { version: VERSION, memberDefaults }));
    return text;
  };
  return [
    local('/openapi.json', 'Returns the OpenAPI document', 'application/json', async ({ services }) =>
      document(services),
    ),
    local('/docs/reference', 'Shows the operations', 'text/html', async () => ({
      body: htmlPage({ title: 'Reference | Waybill', head: (await bundle.parts()).head, fallback: withoutScripts }),
      contentType: 'text/html; charset=utf-8',
      headers: pageHeaders(),
    })),
    local('/docs/reference/{name}', 'Returns a file of the reference', 'text/javascript', ({ params, raw }) =>
      bundle.file(params['name'] ?? '', raw.headers),
    ),
    ...siteRoutes(),
  ];
}

const siteRoutes = (): Route[] => [
  moved('/docs'),
  local('/docs/', 'Shows the documentation', 'text/html', () => sitePage('index')),
  local('/docs/{page}', 'Shows a page of the documentation', 'text/html', ({ params: { page = '' } }) =>
    pageOrRedirect(page),
  ),
  local('/docs/tutorials/{page}', 'Shows a tutorial', 'text/html', ({ params: { page = '' } }) =>
    pageOrRedirect(`tutorials/${page}`),
  ),
  local('/docs/assets/{name}', 'Returns a file of the documentation', 'text/javascript', ({ params: { name = '' } }) =>
    siteAsset(`assets/${name}`),
  ),
  local('/docs/assets/chunks/{name}', 'Returns a file of the documentation', 'text/javascript', ({ params }) =>
    siteAsset(`assets/chunks/${params['name'] ?? ''}`),
  ),
  // Addresses of earlier releases.
  moved('/docs/guides'),
  moved('/docs/guides/{page}'),
];

/** Returns the OpenAPI document of the routes, as stored in docs/openapi.json. */
export const openApiText = (routes: readonly Route[]): string =>
  `${JSON.stringify(openApiDocument(routes, { version: VERSION }), null, 2)}\n`;

function local(path: string, title: string, successType: string, handle: Route['handle']): Route {
  const success: Schema = successType === 'application/json' ? { type: 'object' } : { type: 'string' };
  return {
    kind: 'Documentation',
    title,
    description: 'Part of the documentation, which the service serves itself.',
    method: 'GET',
    path,
    access: 'public',
    ignoresUnknownQuery: true,
    success,
    successType,
    codes: path.includes('{') ? [200, 404, 500] : [200, 500],
    handle,
  };
}

/** Returns a route that redirects to the page that its path names, or to the first one. */
const moved = (path: string): Route => ({
  ...local(path, 'Redirects to the documentation', 'text/html', async ({ params: { page = '' } }) =>
    redirectTo(page === 'README' ? '' : page),
  ),
  success: null,
  codes: [308, 500],
});
