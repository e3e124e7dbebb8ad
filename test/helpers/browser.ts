import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's, or the one that is named. */
const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium';

/** Why no browser can be started; undefined when one can. */
export const browserMissing: string | undefined = existsSync(executablePath)
  ? undefined
  : `there is no ${executablePath}; install chromium or set CHROMIUM_PATH`;

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

export interface WatchedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained of: errors of scripts, refusals of its policy, requests to other hosts. */
  readonly complaints: string[];
}

/** A page of its own at 1280 × 800 in light, unless said otherwise; requests to any other host are refused and told of. */
export async function openPage(
  browser: Browser,
  base: string,
  { width = 1_280, height = 800, dark = false }: { width?: number; height?: number; dark?: boolean } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // A limit on a hang, not a measure of speed.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser itself tells of each refusal, which tests look for on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  await context.route(
    // The browser's own viewer of PDF has pages of its own.
    (url) => url.origin !== base && /^(https?|wss?|ftp):$/.test(url.protocol),
    (route) => {
      complaints.push(`asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  return { context, page, complaints };
}
