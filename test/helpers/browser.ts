import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The Chromium of Debian, or the one that the environment names. */
export const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium';

/** The reason why no browser can be started; undefined if one can. */
export const browserMissing: string | undefined = existsSync(executablePath)
  ? undefined
  : `there is no ${executablePath}; install chromium or set CHROMIUM_PATH`;

export const openBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });

export interface WatchedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page: of scripts, violations of its policy, requests to other hosts. */
  readonly complaints: string[];
}

/**
 * Opens a page, by default 1280 × 800 and light. Requests to other origins than `base` and `trusted` are blocked and
 * reported as errors.
 */
export async function openPage(
  browser: Browser,
  base: string,
  {
    width = 1_280,
    height = 800,
    dark = false,
    trusted = [],
  }: { width?: number; height?: number; dark?: boolean; trusted?: readonly string[] } = {},
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
    // The browser logs each failed response; tests cause such responses on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  await context.route(
    // The PDF viewer of the browser opens pages too.
    (url) => url.origin !== base && !trusted.includes(url.origin) && /^(https?|wss?|ftp):$/.test(url.protocol),
    (route) => {
      complaints.push(`asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  return { context, page, complaints };
}
