import { readFileSync } from 'node:fs';
import { chromium as playwright } from 'playwright-core';
import type { Peer } from '../peer.ts';
import { LOOPS, perLoop } from './loops.ts';
import type { PageEnvironment } from './pages.ts';

const PDFS = 120;

/** Chromium by playwright-core, with reused pages. */
export const chromium: Peer<PageEnvironment> = {
  name: 'chromium',
  async start({ writePages }, part) {
    const browser = await playwright.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    const reused = await Promise.all(Array.from({ length: LOOPS }, () => browser.newPage()));

    async function pdf(): Promise<number> {
      const loops = perLoop(writePages(Math.ceil(PDFS * part)).map((path) => readFileSync(path, 'utf8')));
      const began = performance.now();
      await Promise.all(
        reused.map(async (page, loop) => {
          for (const html of loops[loop] ?? []) {
            await page.setContent(html);
            await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true });
          }
        }),
      );
      return (loops.flat().length * 1_000) / (performance.now() - began);
    }

    return {
      sides: [{ name: `Chromium ${browser.version()}, ${LOOPS} reused pages`, rates: { pdf } }],
      stop: () => browser.close(),
    };
  },
};
