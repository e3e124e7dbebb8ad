import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { finishPdf } from '../../drivers/rendering/finishing/finishPdf.ts';
import { type PdfOptions, treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { invoiceHtml, invoiceRows } from './invoice.ts';

/**
 * The share of the speed of a plain PDF that finished ones keep: one-page invoices of 30 rows in one process, by processor
 * time. Each round measures a plain and a finished PDF as a pair, in the other order than the round before.
 *
 * bun bench/documents/documentsFinished.ts [rounds] [documents a round]
 */
const [rounds = 15, documents = 20] = process.argv.slice(2).map(Number);
const file = { name: 'invoice.isdoc', content: '', text: `<Invoice>${'<Line/>'.repeat(500)}</Invoice>`, member: '' };
const image = async (): Promise<undefined> => undefined;

async function made(seed: number, claims: Pick<PdfOptions, 'accessibility' | 'conformance'> = {}): Promise<Uint8Array> {
  const document = parse(invoiceHtml(invoiceRows(30, seed), seed), { treeAdapter: adapter }) as Document;
  return (await treeToPdf(document, { size: 'A4', image, ...claims })).content;
}

const conformance = 'PDF/A-3B';
const accessibility = 'PDF/UA-1';
const attached = { watermark: '', foreign: [], files: [file], isArchive: true, isAccessible: false };
const plain = (seed: number): Promise<Uint8Array> => made(seed);
const kinds: Readonly<Record<string, (seed: number) => Promise<Uint8Array>>> = {
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

async function pairOf(make: (seed: number) => Promise<unknown>, isFirst: boolean): Promise<[number, number]> {
  if (isFirst) return [await costOf(make), await costOf(plain)];
  const cost = await costOf(plain);
  return [await costOf(make), cost];
}

/** Median, with the range of the middle half. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

for (const make of [plain, ...Object.values(kinds)]) await costOf(make);
const pairs = new Map<string, [number, number][]>(Object.keys(kinds).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, make] of Object.entries(kinds)) pairs.get(name)?.push(await pairOf(make, round % 2 === 0));
for (const [name, costs] of pairs) {
  const own = spread(costs.map(([cost]) => cost));
  const base = spread(costs.map(([, cost]) => cost));
  const ratio = spread(costs.map(([cost, cheap]) => cheap / cost));
  console.log(`${name}: ${own} ms, plain ${base} ms, ratio ${ratio}`);
}
