import { join } from 'node:path';
import { notFound } from '../../domain/errors.ts';
import type { Services } from '../../domain/ports/services.ts';
import { describe } from '../../domain/validation/values.ts';
import type { Answer, Route } from '../http/route.ts';

interface ConsoleBundle {
  /** Files by path below `/console/`. */
  readonly files: ReadonlyMap<string, { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }>;
  /** Elements of the page that load the files. */
  readonly head: string;
}

/**
 * The routes of the console: one page and its files. The first request bundles them in less than a second, so the
 * repository contains no built files and there is no build step.
 */
export const consoleRoutes: readonly Route[] = [
  file('/console', 'Shows the console', 'text/html', async (_, services) => ({
    body: pageOf((await bundle()).head, offersOf(services)),
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  })),
  file('/console/{name}', 'Returns a file of the console', 'text/javascript', async (name) => {
    const { files } = await bundle();
    // While two releases run, the page of one may request its file from the other, which serves its own version of it.
    const [found, cacheControl] = files.has(name)
      ? [files.get(name), 'public, max-age=31536000, immutable']
      : [[...files].find(([own]) => withoutHash(own) === withoutHash(name))?.[1], 'no-store'];
    if (!found) throw notFound('The file does not exist.', [`name: the console has no file ${describe(name)}`]);
    return {
      body: found.body,
      contentType: found.type,
      headers: {
        'cache-control': cacheControl,
        'content-encoding': 'gzip',
        'x-content-type-options': 'nosniff',
      },
    };
  }),
];

/** `main-1a2b.js` → `main.js` */
const withoutHash = (name: string): string => name.replace(/-[^-.]+(\.\w+)$/, '$1');

type Respond = (name: string, services: Services) => Promise<Answer>;

function file(path: string, title: string, successType: string, respond: Respond): Route {
  const success = { type: 'string' };
  const codes = [200, 404, 500];
  const handle: Route['handle'] = ({ params, services }) => respond(params['name'] ?? '', services);
  const description = 'Part of the console.';
  const shown = { kind: 'Documentation', title, description, access: 'public', ignoresUnknownQuery: true } as const;
  return { ...shown, method: 'GET', path, success, successType, codes, handle };
}

let bundling: Promise<ConsoleBundle> | undefined;

function bundle(): Promise<ConsoleBundle> {
  bundling ??= buildConsole().catch((error: unknown) => {
    bundling = undefined;
    throw error;
  });
  return bundling;
}

/** Bundles the page. File names contain a hash of the content, so browsers can cache them permanently. */
async function buildConsole(): Promise<ConsoleBundle> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'page', 'main.tsx')],
    target: 'browser',
    minify: true,
    naming: '[name]-[hash].[ext]',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  const names: string[] = [];
  for (const output of outputs) {
    const name = output.path.replace(/^.*\//, '');
    names.push(name);
    files.set(name, { body: Bun.gzipSync(await output.arrayBuffer(), { level: 9 }), type: output.type });
  }
  const head = names
    .map((name) =>
      name.endsWith('.css')
        ? `<link rel="stylesheet" href="/console/${name}">`
        : `<script type="module" src="/console/${name}"></script>`,
    )
    .join('\n');
  return { files, head };
}

/** The page shows messages and previews as sandboxed blobs in frames and objects. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  'frame-src blob:',
  'object-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the elements that tell the sign-in page which ways of signing in it offers besides the password. */
function offersOf({ signInProvider, clientCertificates }: Services): string {
  const provider = `<meta name="sign-in-provider" content="${Bun.escapeHTML(signInProvider?.name ?? '')}">\n`;
  const certificate = '<meta name="sign-in-certificate" content="">\n';
  return (signInProvider ? provider : '') + (clientCertificates ? certificate : '');
}

const pageOf = (head: string, offers: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${offers}<title>Waybill</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b6e66'/%3E%3Cpath d='M6 10l4 13 6-11 6 11 4-13' fill='none' stroke='white' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E">
${head}
</head>
<body><div id="app"><noscript>The console needs JavaScript. The API offers the same operations: see <a href="/docs">/docs</a>.</noscript></div></body>
</html>
`;
