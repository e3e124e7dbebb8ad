import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { finishPdf } from '../../drivers/rendering/finishing/finishPdf.ts';
import { type PdfOptions, treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { invoiceHtml, invoiceRows } from './invoice.ts';

/**
 * The share of the speed of a plain PDF that finished ones keep: one-page invoices of 30 rows in one process, in turns, by
 * processor time.
 *
 * bun bench/documents/documentsFinished.ts [rounds] [documents a round]
 */
const [rounds = 5, documents = 20] = process.argv.slice(2).map(Number);
const file = { name: 'invoice.isdoc', content: '', text: `<Invoice>${'<Line/>'.repeat(500)}</Invoice>`, member: '' };
const image = async (): Promise<undefined> => undefined;

async function made(seed: number, claims: Pick<PdfOptions, 'accessibility' | 'conformance'> = {}): Promise<Uint8Array> {
  const document = parse(invoiceHtml(invoiceRows(30, seed), seed), { treeAdapter: adapter }) as Document;
  return (await treeToPdf(document, { size: 'A4', image, ...claims })).content;
}

const conformance = 'PDF/A-3B';
const accessibility = 'PDF/UA-1';
const attached = { watermark: '', foreign: [], files: [file], isArchive: true, isAccessible: false };
const kinds: Readonly<Record<string, (seed: number) => Promise<Uint8Array>>> = {
  plain: (seed) => made(seed),
  'PDF/A-3b': (seed) => made(seed, { conformance }),
  'tagged PDF/A-3b': (seed) => made(seed, { conformance, accessibility }),
  'PDF/A-3b with a file': async (seed) => finishPdf(await made(seed, { conformance }), attached),
};

/** Milliseconds of processor time of one document. */
async function costOf(make: (seed: number) => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  for (let seed = 0; seed < documents; seed++) await make(seed);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000 / documents;
}

for (const make of Object.values(kinds)) await costOf(make);
for (let round = 1; round <= rounds; round++) {
  const results: string[] = [];
  let plain: number | undefined;
  for (const [name, make] of Object.entries(kinds)) {
    const cost = await costOf(make);
    plain ??= cost;
    results.push(`${name} ${cost.toFixed(1)} ms (${(plain / cost).toFixed(2)})`);
  }
  console.log(`round ${round}: ${results.join(', ')}`);
}
