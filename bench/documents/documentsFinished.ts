import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { finishPdf } from '../../drivers/rendering/finishing/finishPdf.ts';
import { treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { invoiceHtml, invoiceRows } from './invoice.ts';

/**
 * The share of the speed that a PDF/A-3b with an attached file keeps: one-page invoices of 30 rows in one process, plain and
 * finished alternately, by processor time.
 *
 * bun bench/documents/documentsFinished.ts [rounds] [documents a round]
 */
const [rounds = 5, documents = 20] = process.argv.slice(2).map(Number);
const file = { name: 'invoice.isdoc', content: '', text: `<Invoice>${'<Line/>'.repeat(500)}</Invoice>`, member: '' };

async function plain(seed: number): Promise<Uint8Array> {
  const document = parse(invoiceHtml(invoiceRows(30, seed), seed), { treeAdapter: adapter }) as Document;
  return (await treeToPdf(document, { size: 'A4', image: async () => undefined })).content;
}

const finished = async (seed: number): Promise<Uint8Array> =>
  finishPdf(await plain(seed), { watermark: '', foreign: [], files: [file], isArchive: true });

/** Milliseconds of processor time of one document. */
async function costOf(make: (seed: number) => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  for (let seed = 0; seed < documents; seed++) await make(seed);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000 / documents;
}

for (const make of [plain, finished]) await costOf(make);
for (let round = 1; round <= rounds; round++) {
  const [without, withArchive] = [await costOf(plain), await costOf(finished)];
  const share = (without / withArchive).toFixed(2);
  console.log(`round ${round}: plain ${without.toFixed(1)} ms, PDF/A-3b ${withArchive.toFixed(1)} ms, share ${share}`);
}
