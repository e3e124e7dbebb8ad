import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../../test/helpers/browser.ts';
import { makeTestDatabase } from '../../test/helpers/database.ts';
import { startService } from '../../test/helpers/service.ts';

/**
 * The first view of the console over a slow line: how long after the request the page paints, shows its heading and shows
 * live data, each time in a new browser profile.
 *
 * bun bench/console/firstView.ts [rounds]
 */
const [rounds = 5] = process.argv.slice(2).map(Number);

/** "Fast 3G" of Chromium's developer tools: ms, and bytes per second. */
const fast3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

interface Times {
  readonly paint: number;
  readonly heading: number;
  readonly data: number;
}

/** A view, and what it shows of its data. */
interface Opened {
  readonly hash: string;
  readonly title: string;
  readonly data: string;
}

/** Run in the page before its own script: notes when the heading and the data appear, in ms after the navigation began. */
const watch = ({ title, data }: Opened): string => `
  const appeared = {};
  new MutationObserver((_, observer) => {
    if (document.querySelector('h1')?.textContent === ${JSON.stringify(title)}) appeared.heading ??= performance.now();
    if (document.querySelector(${JSON.stringify(data)})) appeared.data ??= performance.now();
    if (appeared.heading && appeared.data) observer.disconnect();
  }).observe(document, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { appeared });`;

/** Opens a view in a browser profile, which is new or has shown the console before. */
async function measure(context: BrowserContext, url: string, view: Opened): Promise<Times> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watch(view));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', fast3G);
    await page.goto(`${url}/console${view.hash}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: view.title }).waitFor();
    await page.locator(view.data).first().waitFor();
    return await page.evaluate<Times>(`({
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ...window.appeared,
    })`);
  } finally {
    await page.close();
  }
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0);

const folder = mkdtempSync(join(tmpdir(), 'waybill-first-view-'));
const database = await makeTestDatabase();
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: folder, SAMPLE_DATA: 'true', WORKERS: '1' });
const browser = await openBrowser();
try {
  const [type] = (await service.get('/api/v2/worklog-types/search/list?filtering={}')) as {
    id: string;
    code: string;
  }[];
  const steps = [{ name: 'one', status: 'NEW' }];
  const job = { jobType: 'BENCH', status: 'NEW', startDate: new Date().toISOString(), jobSteps: steps };
  const { id } = (await service.send('POST', '/api/v2/jobs', job)) as { id: string };
  const views: Record<string, Opened> = {
    overview: { hash: '', title: 'Overview', data: '.health li' },
    jobs: { hash: '#/jobs', title: 'Jobs', data: 'main tbody tr, main .empty' },
    'a job': { hash: `#/jobs/${id}`, title: 'BENCH', data: 'main tbody tr' },
    'worklog types': { hash: '#/records/worklog-types', title: 'Worklog types', data: 'main tbody tr' },
    'a worklog type': { hash: `#/records/worklog-types/${type?.id}`, title: type?.code ?? '', data: '.history li' },
  };
  const cases = Object.entries(views).flatMap(([name, view]) => [
    [`${name}, empty cache`, (context: BrowserContext) => measure(context, service.url, view)] as const,
    [
      `${name} again`,
      async (context: BrowserContext) => {
        await measure(context, service.url, view);
        return measure(context, service.url, view);
      },
    ] as const,
  ]);
  for (const [name, run] of cases) {
    const times: Times[] = [];
    // The first round bundles the page, and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const context = await browser.newContext();
      times.push(await run(context));
      await context.close();
    }
    const [paint, heading, data] = (['paint', 'heading', 'data'] as const).map((part) =>
      median(times.slice(1).map((one) => one[part])),
    );
    console.log(`${name.padEnd(24)} paint ${paint} ms, heading ${heading} ms, data ${data} ms`);
  }
} finally {
  await browser.close();
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
