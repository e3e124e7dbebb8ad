import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { cpuOfTree } from '../helpers/cpu.ts';
import { median, pairedRatio } from '../helpers/servers.ts';
import { startLoop } from './documentLoop.ts';
import { startDocumentService } from './documentService.ts';
import { invoiceHtml, invoiceRows } from './invoice.ts';

/**
 * One-page invoices of 30 rows in bulk: one call of generate-many to an api and a worker, from the request to the end of
 * the response. The peers are @react-pdf/renderer alone, in one loop per core, and Chromium by playwright-core with two
 * reused pages. All run alternately.
 *
 * bun bench/documents/documentsBulk.ts [documents] [rounds] [documents of a peer's round]
 */
const [documents = 2_000, rounds = 2, peerDocuments = 200] = process.argv.slice(2).map(Number);
const LOOPS = 2;

async function startChromium(): Promise<{ run(count: number): Promise<void>; stop(): Promise<void> }> {
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
  const run = async (count: number): Promise<void> => {
    let remaining = count;
    await Promise.all(
      pages.map(async (page) => {
        while (remaining-- > 0) await make(page);
      }),
    );
  };
  await run(10);
  return { run, stop: () => browser.close() };
}

type Side = 'waybill' | 'react' | 'chromium';
interface Rate {
  readonly clock: number;
  /** By processor time of all processes including the clients, which other load on the machine affects less. */
  readonly cpu: number;
}

async function rate(count: number, work: () => Promise<unknown>): Promise<Rate> {
  const cpu = cpuOfTree(process.pid);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  return { clock: count / seconds, cpu: count / (cpuOfTree(process.pid) - cpu) };
}

const service = await startDocumentService();
const loops = await Promise.all(Array.from({ length: LOOPS }, () => startLoop('react')));
const browser = await startChromium();
const rates: Record<Side, Rate[]> = { waybill: [], react: [], chromium: [] };
try {
  await service.bulk('pdf', 100);
  for (let round = 0; round < rounds; round++) {
    rates.waybill.push(await rate(documents, () => service.bulk('pdf', documents)));
    rates.react.push(
      await rate(peerDocuments, () => Promise.all(loops.map((loop) => loop.run(peerDocuments / LOOPS)))),
    );
    rates.chromium.push(await rate(peerDocuments, () => browser.run(peerDocuments)));
    console.log(
      `round ${round + 1}: ${Object.entries(rates).map(([side, all]) => ` ${side} ${all.at(-1)?.clock.toFixed(1)}/s`)}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
} finally {
  await browser.stop();
  for (const loop of loops) await loop.stop();
  await service.stop();
}
for (const by of ['clock', 'cpu'] as const) {
  const [waybill, react, chrome] = [rates.waybill, rates.react, rates.chromium].map((all) => all.map((one) => one[by]));
  const formatted = (all: readonly number[] = []): string => `${median(all).toFixed(1)}/s by ${by}`;
  const ratio = (all: readonly number[] = []): string => pairedRatio(waybill ?? [], all);
  console.log(`waybill ${formatted(waybill)}, documents in bulks of ${documents}`);
  console.log(`react-pdf ${formatted(react)}, ratio ${ratio(react)} (at least 0.8)`);
  console.log(`chromium ${formatted(chrome)}, ratio ${ratio(chrome)} (at least 1.3)`);
}
