import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startLoop } from './documentLoop.ts';
import { startDocumentService } from './documentService.ts';
import { invoiceHtml, invoiceRows } from './invoice.ts';
import { median, pairedRatio } from './servers.ts';

/**
 * One-page invoices of 30 rows in bulk: one call of generate-many by an api and a worker, from the request to the end
 * of its answer, against @react-pdf/renderer alone in a loop a core, and against Chromium by playwright-core with two
 * pages that are used again and again. In turns.
 *
 * bun bench/documentsBulk.ts [documents] [rounds] [documents of a peer's round]
 */
const [documents = 2_000, rounds = 2, theirs = 200] = process.argv.slice(2).map(Number);
const LOOPS = 2;

async function startChromium(): Promise<{ run(count: number): Promise<number>; stop(): Promise<void> }> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const pages = await Promise.all(Array.from({ length: LOOPS }, () => browser.newPage()));
  let seed = 0;
  const make = async (page: Page): Promise<void> => {
    const number = seed++;
    await page.setContent(invoiceHtml(invoiceRows(30, number), number));
    await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true });
  };
  const run = async (count: number): Promise<number> => {
    const start = performance.now();
    let left = count;
    await Promise.all(
      pages.map(async (page) => {
        while (left-- > 0) await make(page);
      }),
    );
    return count / ((performance.now() - start) / 1_000);
  };
  await run(10);
  return { run, stop: () => browser.close() };
}

const service = await startDocumentService();
const loops = await Promise.all(Array.from({ length: LOOPS }, () => startLoop('react')));
const browser = await startChromium();
const rates = { waybill: [] as number[], react: [] as number[], chromium: [] as number[] };
try {
  await service.bulk('pdf', 100);
  for (let round = 0; round < rounds; round++) {
    rates.waybill.push(documents / (await service.bulk('pdf', documents)));
    const start = performance.now();
    await Promise.all(loops.map((loop) => loop.run(theirs / LOOPS)));
    rates.react.push(theirs / ((performance.now() - start) / 1_000));
    rates.chromium.push(await browser.run(theirs));
    console.log(
      `round ${round + 1}: ${Object.entries(rates).map(([side, all]) => `${side} ${all.at(-1)?.toFixed(1)}/s`)} load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
} finally {
  await browser.stop();
  for (const loop of loops) await loop.stop();
  await service.stop();
}
const { waybill, react, chromium: chrome } = rates;
console.log(`waybill ${median(waybill).toFixed(1)} documents/s in bulks of ${documents}`);
console.log(`react-pdf ${median(react).toFixed(1)}/s, ratio ${pairedRatio(waybill, react)} (at least 0.8)`);
console.log(`chromium ${median(chrome).toFixed(1)}/s, ratio ${pairedRatio(waybill, chrome)} (at least 1.3)`);
