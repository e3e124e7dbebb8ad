import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
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

async function measure(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', fast3G);
    const started = performance.now();
    await page.goto(`${url}/console`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const heading = performance.now() - started;
    await page.locator('.health li').first().waitFor();
    const data = performance.now() - started;
    const paint = await page.evaluate<number>('performance.getEntriesByName("first-contentful-paint")[0].startTime');
    return { paint, heading, data };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0);

const folder = mkdtempSync(join(tmpdir(), 'waybill-first-view-'));
const database = await makeTestDatabase();
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: folder, SAMPLE_DATA: 'true', WORKERS: '1' });
const browser = await openBrowser();
try {
  // The first request bundles the page.
  await measure(browser, service.url);
  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) times.push(await measure(browser, service.url));
  for (const name of ['paint', 'heading', 'data'] as const)
    console.log(`${name.padEnd(8)} ${median(times.map((one) => one[name]))} ms`);
} finally {
  await browser.close();
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
