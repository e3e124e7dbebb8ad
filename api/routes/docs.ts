import { fileURLToPath } from 'node:url';
import type { Services } from '../../domain/ports/services.ts';
import type { Route, Schema } from '../http/route.ts';
import { openApiDocument } from '../openapi/openapi.ts';

/** Version of the interface, not of the service. */
const VERSION = '2.0';

/** The path contains the version of Swagger UI: browsers cache the files permanently. */
const { version: uiVersion } = (await import('swagger-ui-dist/package.json')).default;
const assets = `/docs/assets/${uiVersion}`;

/**
 * Returns the routes of the OpenAPI document and of the page that shows it. The page loads only files of this service;
 * its Content-Security-Policy blocks all others.
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
    local('/docs', 'Shows the operations', 'text/html', async () => ({
      body: page,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy, 'cache-control': 'no-cache' },
    })),
    asset('start.js', 'text/javascript', () => start),
    asset('page.css', 'text/css', () => style),
    asset('swagger-ui.css', 'text/css', uiFile),
    asset('swagger-ui-bundle.js', 'text/javascript', uiFile),
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
    codes: [200, 500],
    handle,
  };
}

function asset(name: string, type: string, read: (name: string) => string | Promise<Uint8Array<ArrayBuffer>>): Route {
  return local(`${assets}/${name}`, `Returns ${name}`, type, async () => ({
    body: await read(name),
    contentType: `${type}; charset=utf-8`,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
  }));
}

const uiFile = (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  Bun.file(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))).bytes();

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill: operations</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="${assets}/page.css">
</head>
<body>
<div id="operations"><noscript>This page needs JavaScript. The operations are also listed in <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/start.js"></script>
</body>
</html>
`;

/** A separate file, because the policy blocks inline scripts. `validatorUrl: null` disables the external validator. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const style = `body { margin: 0; background: #fafafa; }
.swagger-ui .wrapper { max-width: 1180px; }
.swagger-ui .info { margin: 28px 0 12px; }
.swagger-ui .scheme-container { display: none; }
.swagger-ui .opblock .opblock-summary-path { max-width: 60%; }
`;
