import { loadavg } from 'node:os';
import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { median, pairedRatio, runsPeer } from '../helpers/servers.ts';
import { invoiceByReact, invoiceHtml, invoiceRows, registerPeerFonts } from './invoice.ts';

/**
 * One-page invoices of 30 rows per second in one process: HTML parsed and rendered to PDF, against @react-pdf/renderer
 * alone, which renders the same page from a React tree. Both run alternately. Then the pages per second of a table of
 * 5,000 rows, against those of the invoice.
 *
 * bun bench/documents/documents.ts [rounds] [documents a round]
 */
const [rounds = 5, documents = 20] = process.argv.slice(2).map(Number);

async function renderByWaybill(rows: number, seed: number): Promise<Uint8Array> {
  const document = parse(invoiceHtml(invoiceRows(rows, seed), seed), { treeAdapter: adapter }) as Document;
  return (await treeToPdf(document, { size: 'A4', image: async () => undefined })).content;
}

/** Documents per second, by clock and by processor time. Other load on the machine affects only the first. */
async function rate(count: number, make: (seed: number) => Promise<unknown>): Promise<{ clock: number; cpu: number }> {
  Bun.gc(true);
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let seed = 0; seed < count; seed++) await make(seed);
  const { user, system } = process.cpuUsage(cpu);
  return { clock: count / ((performance.now() - start) / 1_000), cpu: count / ((user + system) / 1e6) };
}

registerPeerFonts();
for (let seed = 0; seed < 10; seed++) {
  await renderByWaybill(30, seed);
  if (runsPeer) await invoiceByReact(invoiceRows(30, seed), seed);
}
const own: { clock: number; cpu: number }[] = [];
const peer: { clock: number; cpu: number }[] = [];
for (let round = 0; round < rounds; round++) {
  own.push(await rate(documents, (seed) => renderByWaybill(30, seed)));
  if (runsPeer) peer.push(await rate(documents, (seed) => invoiceByReact(invoiceRows(30, seed), seed)));
}
for (const by of ['clock', 'cpu'] as const) {
  const [ownRates, peerRates] = [own.map((one) => one[by]), peer.map((one) => one[by])];
  console.log(
    `invoices/s by ${by}: ${median(ownRates).toFixed(1)} against ${median(peerRates).toFixed(1)}, ratio ${pairedRatio(ownRates, peerRates)}`,
  );
}

const long: { clock: number; cpu: number }[] = [];
let pages = 0;
for (let round = 0; round < 3; round++) {
  long.push(
    await rate(1, async () => {
      const bytes = await renderByWaybill(5_000, round);
      pages =
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length ?? 0;
    }),
  );
}
for (const by of ['clock', 'cpu'] as const) {
  const each = median(long.map((one) => one[by])) * pages;
  const ratio = each / median(own.map((one) => one[by]));
  console.log(
    `5,000 rows on ${pages} pages, pages/s by ${by}: ${each.toFixed(1)}, ratio to one page ${ratio.toFixed(2)}`,
  );
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
