import { notFound } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import { pageHeaders } from '../http/responses/pagePolicy.ts';
import type { Answer } from '../http/route.ts';
import { plainPage } from './plainPage.ts';
import { hashOfScript, type SiteAbsence, SiteLoader } from './site.ts';

const loader = new SiteLoader();

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  webp: 'image/webp',
};

/**
 * Returns a page of the site, or a file beside the pages. While the site is being built, the answer is the plain content of the
 * page, which is replaced once the site is there.
 */
export async function sitePage(path: string): Promise<Answer> {
  const site = await loader.find();
  if ('reason' in site) return absencePage(site, path);
  if (types[extension(path)]) return siteAsset(path);
  const page = site.files.get(`${path}.html`);
  // The page may be a new one.
  if (!page && site.absence) return absencePage(site.absence, path);
  return {
    body: page ?? site.files.get('404.html') ?? null,
    code: page ? 200 : 404,
    contentType: 'text/html; charset=utf-8',
    // The generator writes the colours of code as style attributes, and the theme in scripts within the pages.
    headers: {
      ...pageHeaders({ 'script-src': site.scriptHashes, 'style-src': ["'unsafe-inline'"] }),
      ...(site.absence && {
        'cache-control': 'no-store',
        'x-documentation': 'outdated, the present one is being built',
      }),
    },
  };
}

/** Redirects from names of files to their pages: `/docs/jobs.md` → `/docs/jobs`. Otherwise returns the page or file. */
export async function pageOrRedirect(path: string): Promise<Answer> {
  const place = path.replace(/\.(html|md)$/, '').replace(/^(index|README)$/, '');
  return place === path ? sitePage(path) : redirectTo(place);
}

export const redirectTo = (place: string): Answer => ({
  body: null,
  code: 308,
  headers: { location: `/docs/${place.split('/').map(encodeURIComponent).join('/')}` },
});

/** Returns a file that pages load. The names of those in assets/ contain a hash of their content. */
export async function siteAsset(path: string): Promise<Answer> {
  const site = await loader.find();
  const body = 'files' in site ? site.files.get(path) : undefined;
  const contentType = types[extension(path)];
  if (!body || !contentType)
    throw notFound('The file does not exist.', [`name: the documentation has no file ${describe(path)}`]);
  const cacheControl = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { body, contentType, headers: { 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' } };
}

const extension = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? '';

const SECONDS_UNTIL_CHECK = 2;

/** Reloads the page once the site is there. Until then it leaves the text that is being read, and updates what is above it. */
const untilBuilt = `const timer = setInterval(async () => {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined);
  if (!answer) return;
  if (!answer.headers.has('retry-after')) clearInterval(timer);
  if (answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.querySelector('header').replaceWith(page.querySelector('header'));
}, ${SECONDS_UNTIL_CHECK * 1_000});`;

/** Returns a page that says why the site is missing, above the plain content of the page. */
async function absencePage({ reason, isComing }: SiteAbsence, path: string): Promise<Answer> {
  const content = await plainPage(path);
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Waybill</title>
<style>
body { margin: 2rem auto; max-width: 54rem; padding: 0 1rem; font: 16px/1.6 system-ui, sans-serif }
header { border: 1px solid; border-radius: 4px; margin-bottom: 2rem; padding: 0 1rem }
header strong { font-size: 1.25rem }
pre, table { display: block; overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top }
img { max-width: 100% }
</style>
${isComing ? `<noscript><meta http-equiv="refresh" content="${SECONDS_UNTIL_CHECK}"></noscript>\n<script>${untilBuilt}</script>` : ''}
</head>
<body>
<header>
<p><strong>${isComing ? 'One moment …' : 'The guides are not here'}</strong></p>
<p>${Bun.escapeHTML(reason)}${isComing ? ' This page then shows them.' : ''}${content ? ' Below is the plain text of the page.' : ''}</p>
<p><a href="/docs/reference">The reference of all operations</a> · <a href="/console">The console</a></p>
</header>
<main>
${content ?? ''}
</main>
</body>
</html>
`;
  return {
    body,
    code: 503,
    contentType: 'text/html; charset=utf-8',
    headers: {
      ...pageHeaders({ 'script-src': isComing ? [hashOfScript(untilBuilt)] : [], 'style-src': ["'unsafe-inline'"] }),
      'cache-control': 'no-store',
      ...(isComing && { 'retry-after': String(SECONDS_UNTIL_CHECK) }),
    },
  };
}
