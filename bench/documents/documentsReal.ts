import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pageNamed, renderPage } from '../../test/drivers/rendering/fidelityPages.ts';
import { cpuOfTree } from '../helpers/cpu.ts';
import { median } from '../helpers/servers.ts';

/**
 * Ten pages in the manner of real ones (test/templates/fidelity): the cleaning and the layout of the service in one process,
 * against Chromium with one page that is used again. Both run alternately, page by page.
 *
 * bun bench/documents/documentsReal.ts [rounds] [documents a page and round]
 */
const [rounds = 5, documents = 10] = process.argv.slice(2).map(Number);

const names = [
  'bootstrapLike',
  'contractClauses',
  'deliveryNoteFloats',
  'flexInvoiceCards',
  'gridInvoice',
  'invoiceFloats',
  'letterWindow',
  'receiptNarrow',
  'statementColumns',
  'tableInvoiceClassic',
];

interface Cost {
  /** ms of a document, by clock and by processor time of all processes. */
  readonly clock: number;
  readonly cpu: number;
}

async function costOf(make: () => Promise<unknown>): Promise<Cost> {
  const cpu = cpuOfTree(process.pid);
  const start = performance.now();
  for (let made = 0; made < documents; made++) await make();
  const clock = (performance.now() - start) / documents;
  return { clock, cpu: ((cpuOfTree(process.pid) - cpu) * 1_000) / documents };
}

async function print(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true });
}

const browser: Browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const ratios: Record<keyof Cost, number[]> = { clock: [], cpu: [] };
try {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const name of names) {
    const html = pageNamed(name);
    const [own, peer]: [Cost[], Cost[]] = [[], []];
    await Promise.all([renderPage(html), print(page, html)]);
    for (let round = 0; round < rounds; round++) {
      own.push(await costOf(() => renderPage(html)));
      peer.push(await costOf(() => print(page, html)));
    }
    const texts = (['clock', 'cpu'] as const).map((by) => {
      const ratio = median(peer.map((one, round) => one[by] / (own[round]?.[by] ?? Number.NaN)));
      ratios[by].push(ratio);
      const [ms, peerMs] = [own, peer].map((costs) => median(costs.map((one) => one[by])).toFixed(1));
      return `by ${by} ${ms} against ${peerMs} ms, ratio ${ratio.toFixed(2)}`;
    });
    console.log(`${name.padEnd(20)} ${texts.join('; ')}`);
  }
} finally {
  await browser.close();
}
for (const by of ['clock', 'cpu'] as const)
  console.log(
    `median ratio by ${by} ${median(ratios[by]).toFixed(2)} (at least 1.5), least ${Math.min(...ratios[by]).toFixed(2)}`,
  );
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
