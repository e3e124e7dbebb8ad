import { join } from 'node:path';
import { notFound } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import type { Answer, Route } from '../http/route.ts';

interface Built {
  /** Path below `/console/` → what it is. */
  readonly files: ReadonlyMap<string, { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }>;
  readonly page: string;
}

/**
 * The console: one page and what it loads, all from this service. It is bundled when it is first asked for, in well
 * under a second, so that nothing built lies in the repository and nobody has to build it.
 */
export const consoleRoutes: readonly Route[] = [
  file('/console', 'Shows the console', 'text/html', async () => ({
    body: (await built()).page,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  })),
  file('/console/{name}', 'Returns a file of the console', 'text/javascript', async (name) => {
    const { files } = await built();
    // While two releases run side by side, one may be asked for a file that the other's page names: it gets this one's.
    const [found, cacheControl] = files.has(name)
      ? [files.get(name), 'public, max-age=31536000, immutable']
      : [[...files].find(([own]) => withoutHash(own) === withoutHash(name))?.[1], 'no-store'];
    if (!found) throw notFound('There is no such file.', [`name: the console has no file ${describe(name)}`]);
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

function file(path: string, title: string, successType: string, answer: (name: string) => Promise<Answer>): Route {
  const success = { type: 'string' };
  const codes = [200, 404, 500];
  const handle: Route['handle'] = ({ params }) => answer(params['name'] ?? '');
  return { kind: 'Documentation', title, method: 'GET', path, success, successType, codes, handle };
}

let building: Promise<Built> | undefined;

function built(): Promise<Built> {
  building ??= buildConsole().catch((error: unknown) => {
    building = undefined;
    throw error;
  });
  return building;
}

/** Bundles the page. Names carry a hash of what is in them, so that browsers may keep them for ever. */
async function buildConsole(): Promise<Built> {
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
  return { files, page: pageOf(head) };
}

/** Messages of the mailbox and previews are shown in frames without rights of their own, from text that the page has. */
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

const pageOf = (head: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Waybill</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b6e66'/%3E%3Cpath d='M6 10l4 13 6-11 6 11 4-13' fill='none' stroke='white' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E">
${head}
</head>
<body><div id="app"><noscript>The console needs JavaScript. The same can be done with the API: see <a href="/docs">/docs</a>.</noscript></div></body>
</html>
`;
