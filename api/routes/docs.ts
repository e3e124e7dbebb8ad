import { join } from 'node:path';
import type { Services } from '../../domain/ports/services.ts';
import { htmlPage, PageBundle } from '../console/pageBundle.ts';
import type { Route, Schema } from '../http/route.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { guideHtml, guidePicture, listGuides, listSections } from './guides.ts';

/** Version of the interface, not of the service. */
const VERSION = '2.0';

const bundle = new PageBundle(
  join(import.meta.dir, '..', 'console', 'page', 'reference', 'reference.tsx'),
  '/docs/files',
);

const withoutScripts =
  'This page needs JavaScript. The operations are also listed in <a href="/openapi.json">/openapi.json</a>.';

/**
 * Returns the routes of the OpenAPI document and of the page that shows it with the guides of docs/. The page loads only
 * files of this service; its Content-Security-Policy blocks all others.
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
    local('/docs', 'Shows the operations and the guides', 'text/html', async () => ({
      body: htmlPage('Waybill: reference', await bundle.head(), withoutScripts),
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    })),
    local('/docs/files/{name}', 'Returns a file of the page', 'text/javascript', ({ params }) =>
      bundle.file(params['name'] ?? ''),
    ),
    local('/docs/guides', 'Returns the guides', 'application/json', async () => JSON.stringify(await listGuides())),
    local('/docs/guides/{name}', 'Returns a guide', 'text/html', async ({ params }) => ({
      body: await guideHtml(params['name'] ?? ''),
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' },
    })),
    local('/docs/sections', 'Returns the sections of the guides', 'application/json', async () =>
      JSON.stringify(await listSections()),
    ),
    local('/docs/pictures/{name}', 'Returns a picture of the guides', 'image/png', async ({ params }) => ({
      body: await guidePicture(params['name'] ?? ''),
      contentType: 'image/png',
      headers: { 'x-content-type-options': 'nosniff' },
    })),
  ];
}

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

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
