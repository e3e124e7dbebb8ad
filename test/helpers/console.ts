import { afterAll, describe } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { browserMissing, openBrowser, openPage, type WatchedPage } from './browser.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { type RunningService, startService } from './service.ts';
import { poll } from './waits/poll.ts';

export type Created = { id: string; code: string };

/** The tests of the console; skipped, with the reason in their name, where no browser is installed. */
export const describeConsole = (tests: () => void): void =>
  describe.skipIf(browserMissing !== undefined)(`the console${browserMissing ? ` (${browserMissing})` : ''}`, tests);

interface ConsoleServers {
  readonly database: TestDatabase;
  readonly service: RunningService;
  readonly browser: Browser;
  readonly watched: WatchedPage;
}

/**
 * Starts the processes as `npm start` runs them, and a browser with a page; stops them after the tests of the file.
 *
 * @returns the servers, and shorthands for the elements of the page
 */
export async function startConsole() {
  // Without a browser every test is skipped, and none reads these members.
  const servers = browserMissing ? ({} as ConsoleServers) : await startServers();
  const { service, watched } = servers;
  const button = (name: string | RegExp, within?: Locator): Locator =>
    (within ?? watched.page).getByRole('button', { name, exact: typeof name === 'string' });

  const link = (name: string, page = watched.page): Locator => page.getByRole('link', { name, exact: true });

  const field = (name: string): Locator => watched.page.getByLabel(name, { exact: true });

  const row = (text: string): Locator => watched.page.getByRole('row').filter({ hasText: text });

  const dialog = (): Locator => watched.page.getByRole('dialog');

  const shows = (text: string): Promise<void> => watched.page.getByText(text).first().waitFor();

  const heading = (name: string): Promise<void> =>
    watched.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function open(hash: string, title: string): Promise<void> {
    await watched.page.goto(`/console${hash}`);
    await heading(title);
  }

  /** Presses the dialog's own button and waits until it has closed. */
  async function confirm(action: string): Promise<void> {
    await button(action, dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  }

  async function job(jobType: string, steps: readonly string[] = []): Promise<string> {
    const { id } = (await service.send('POST', '/api/v2/jobs', {
      jobType,
      status: 'NEW',
      startDate: new Date().toISOString(),
      ...(steps.length > 0 && { jobSteps: steps.map((name) => ({ name, status: 'NEW' })) }),
    })) as { id: string };
    return id;
  }

  const statusOf = async (id: string): Promise<string> =>
    ((await service.get(`/api/v2/jobs/${id}`)) as { status: string }).status;

  const found = (kind: string, count: number, filters: readonly object[] = []): Promise<unknown> =>
    poll(`${count} ${kind} to be found`, async () => {
      const filtering = encodeURIComponent(JSON.stringify({ filters }));
      return (await service.get(`/api/v2/${kind}/search/count?filtering=${filtering}`)) === count;
    });
  return {
    ...servers,
    ...{ button, link, field, row, dialog, shows, heading, open, confirm },
    ...{ job, statusOf, found },
  };
}

async function startServers(): Promise<ConsoleServers> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-console-'));
  const database = await makeTestDatabase();
  const [service, browser] = await Promise.all([
    startService({ DATABASE_URL: database.url, DATA_DIR: folder, SAMPLE_DATA: 'true', WORKERS: '1', PORT: '0' }),
    openBrowser(),
  ]);
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { database, service, browser, watched: await openPage(browser, service.url) };
}
