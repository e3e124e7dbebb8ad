import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const typed = { '/': '/console', '/console/': '/console', '/api/v2': '/docs/' };
/** The Accept of a browser that opens a page. */
const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

interface Index {
  readonly links: Record<string, string>;
  readonly records: Record<string, string>;
}

const indexAt = async (path: string): Promise<Index> =>
  (await api.request('GET', `/${path}`, undefined, { accept: '*/*' })).json<Index>();

test('paths that are typed by hand lead browsers to a page, without a credential', async () => {
  for (const [path, target] of Object.entries(typed)) {
    const answer = await fetch(`${api.url}${path}`, { headers: { accept: page }, redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, target]);
    expect(answer.headers.get('vary')).toContain('Accept');
    // test/e2e/docs/site.test.ts waits until the documentation is built.
    if (target === '/docs/') continue;
    const shown = await fetch(`${api.url}${target}`, { headers: { accept: page } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  }
});

test('they return an index to programs, whose links all lead somewhere', async () => {
  const index = await indexAt('/');
  for (const path of Object.keys(typed)) expect(await indexAt(path)).toEqual(index);
  const links = [...Object.values(index.links), ...Object.values(index.records)];
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) {
    // The processes of the service have the routes of its health.
    if (link.startsWith('/health/') || link === '/docs/') continue;
    const answer = await api.administrator.request('GET', `/${link}`);
    expect([link, answer.status]).toEqual([link, 200]);
  }
});

test('other methods, and paths below, are refused as before', async () => {
  expect((await api.request('POST', '//', {})).status).toBe(405);
  expect((await api.request('GET', '//console/nothing.js')).status).toBe(404);
});
